// Names in messages: with control characters a line of a table or of a log would be two, a name
// would end early, or a terminal would obey it.
#pragma once

#include <string>
#include <string_view>

namespace talus {

// The text with control characters as "\u0000"; line breaks, too.
std::string printable(std::string_view text);

// "must be text without control characters, got ..."; empty for what is_name() accepts.
std::string name_defect(std::string_view name);

}  // namespace talus
