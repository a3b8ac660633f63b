#include "app/view_page.h"

#include <cstddef>

// The assembler puts the file into the program: a compiler would take seconds for a literal of half
// a megabyte.
#ifdef TALUS_VIEW_PAGE
asm(".section .rodata\n"
    ".global talus_view_page_begin\n"
    "talus_view_page_begin:\n"
    ".incbin \"" TALUS_VIEW_PAGE
    "\"\n"
    ".global talus_view_page_end\n"
    "talus_view_page_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" {
extern const char talus_view_page_begin[];
extern const char talus_view_page_end[];
}

namespace talus {

std::string_view view_page() {
  return {talus_view_page_begin,
          static_cast<std::size_t>(talus_view_page_end - talus_view_page_begin)};
}

}  // namespace talus
#else
namespace talus {

std::string_view view_page() { return {}; }

}  // namespace talus
#endif
