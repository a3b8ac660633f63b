// The answers of `talus query` (docs/formats.md): one JSON object per line, fields in a fixed
// order.
#pragma once

#include <string>
#include <string_view>

#include "talus/contact.h"

namespace talus {

// Appends one line. id_text is JSON already; an empty method (a pair that no method answers) is
// null. more_fields are further fields as JSON, each after a comma.
void append_answer(std::string& out, std::string_view id_text, const Contact<double>& contact,
                   std::string_view method, std::string_view more_fields);

// Appends {"id":..,"line":n,"error":"..."}.
void append_error(std::string& out, std::string_view id_text, long long line_number,
                  std::string_view message);

}  // namespace talus
