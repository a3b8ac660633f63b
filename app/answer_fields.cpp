#include "app/answer_fields.h"

#include <charconv>
#include <cmath>

namespace talus {
namespace {

constexpr int digits = 17;            // enough to restore any double
constexpr int max_number_chars = 24;  // "-1.2345678901234567e-308"

void append_name(std::string& out, std::string_view name) {
  out += ",\"";
  out += name;
  out += "\":";
}

}  // namespace

void append_number(std::string& out, double x) {
  if (std::isfinite(x)) {
    char text[max_number_chars];
    const char* const end =
        std::to_chars(text, text + sizeof text, x, std::chars_format::general, digits).ptr;
    out.append(text, static_cast<std::size_t>(end - text));
  } else {
    out += "null";
  }
}

void append_field(std::string& out, std::string_view name, double x) {
  append_name(out, name);
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
  append_name(out, name);
  append_vector(out, v);
}

}  // namespace talus
