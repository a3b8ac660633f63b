// The page of talus view: one HTML file, made by viewer/ and put into the program when it is built.
#pragma once

#include <string_view>

namespace talus {

// Empty if the program was built without it.
std::string_view view_page();

}  // namespace talus
