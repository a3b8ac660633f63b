#include "talus/setup/names.h"

#include "talus/setup.h"

namespace talus {
namespace {

// The bytes of the control character that begins there: U+0000 to U+001F and U+007F have one,
// U+0080 to U+009F two. 0: none does.
std::size_t control_character_at(std::string_view text, std::size_t at) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(at) < 0x20 || byte(at) == 0x7f) return 1;
  const bool has_two = byte(at) == 0xc2 && at + 1 < text.size();
  return has_two && byte(at + 1) >= 0x80 && byte(at + 1) < 0xa0 ? 2 : 0;
}

}  // namespace

bool is_name(std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (control_character_at(name, i) != 0) return false;
  }
  return true;
}

std::string printable(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t bytes = control_character_at(text, i);
    if (bytes == 0) {
      shown += text[i];
      continue;
    }
    i += bytes - 1;  // the last byte has the number of the character
    const auto number = static_cast<unsigned char>(text[i]);
    shown += {'\\', 'u', '0', '0', digits[number / 16], digits[number % 16]};
  }
  return shown;
}

std::string name_defect(std::string_view name) {
  if (is_name(name)) return {};
  return "must be " + std::string(name_words) + ", got \"" + printable(name) + "\"";
}

}  // namespace talus
