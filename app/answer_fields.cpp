#include "app/answer_fields.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace talus {

void append_number(std::string& out, double x) {
  if (std::isfinite(x)) {
    fmt::format_to(std::back_inserter(out), "{:.17g}", x);
  } else {
    out += "null";
  }
}

void append_field(std::string& out, std::string_view name, double x) {
  fmt::format_to(std::back_inserter(out), ",\"{}\":", name);
  append_number(out, x);
}

void append_vector(std::string& out, const Vec3<double>& v) {
  if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) {
    out += "null";
    return;
  }
  out += '[';
  append_number(out, v.x);
  out += ',';
  append_number(out, v.y);
  out += ',';
  append_number(out, v.z);
  out += ']';
}

void append_field(std::string& out, std::string_view name, const Vec3<double>& v) {
  fmt::format_to(std::back_inserter(out), ",\"{}\":", name);
  append_vector(out, v);
}

}  // namespace talus
