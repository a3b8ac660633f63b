#include "app/answer_format.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/request.h"

namespace talus {
namespace {

// 17 significant digits give back the same double; JSON has no NaN and no infinity.
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

void append_field(std::string& out, std::string_view name, const Vec3<double>& v) {
  fmt::format_to(std::back_inserter(out), ",\"{}\":", name);
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

}  // namespace

void append_answer(std::string& out, std::string_view id_text, const Contact<double>& contact,
                   std::string_view method) {
  fmt::format_to(std::back_inserter(out), R"({{"id":{},"status":"{}")", id_text,
                 name_of(contact.status));
  // A pair that no method answers has no best known values either: zeros there would be invented.
  if (!has_values(contact)) {
    out += R"(,"distance":null,"lower":null,"upper":null,"proven":false)"
           R"(,"normal":null,"point_a":null,"point_b":null)";
  } else {
    append_field(out, "distance", contact.distance);
    append_field(out, "lower", contact.lower);
    append_field(out, "upper", contact.upper);
    out += contact.proven ? R"(,"proven":true)" : R"(,"proven":false)";
    append_field(out, "normal", contact.normal);
    append_field(out, "point_a", contact.point_a);
    append_field(out, "point_b", contact.point_b);
  }
  if (method.empty()) {
    out += R"(,"method":null)";
  } else {
    fmt::format_to(std::back_inserter(out), R"(,"method":"{}")", method);
  }
  fmt::format_to(std::back_inserter(out), R"(,"iterations":{})", contact.iterations);
  if (contact.definition != Definition::minimum_translation) {
    fmt::format_to(std::back_inserter(out), R"(,"definition":"{}")", name_of(contact.definition));
  }
  out += "}\n";
}

void append_error(std::string& out, std::string_view id_text, long long line_number,
                  std::string_view message) {
  // A message may quote a part of the line that is not UTF-8.
  const std::string quoted =
      nlohmann::json(message).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  fmt::format_to(std::back_inserter(out), R"({{"id":{},"line":{},"error":{}}})", id_text,
                 line_number, quoted);
  out += '\n';
}

}  // namespace talus
