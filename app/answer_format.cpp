#include "app/answer_format.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "app/answer_fields.h"
#include "app/request.h"

namespace talus {
void append_answer(std::string& out, std::string_view id_text, const Contact<double>& contact,
                   std::string_view method, std::string_view more_fields) {
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
  out += more_fields;
  out += "}\n";
}

void append_error(std::string& out, std::string_view id_text, long long line_number,
                  std::string_view message) {
  // A message may quote a part of the line, which may be long and not UTF-8.
  constexpr std::size_t longest = 1000;
  std::string shown(message.substr(0, longest));
  if (shown.size() < message.size()) shown += " ...";
  const std::string quoted =
      nlohmann::json(shown).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  fmt::format_to(std::back_inserter(out), R"({{"id":{},"line":{},"error":{}}})", id_text,
                 line_number, quoted);
  out += '\n';
}

}  // namespace talus
