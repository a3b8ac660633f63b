#include "talus/output/view/view_blob.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "talus/error.h"

namespace talus {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t alignment = 8;
// In front of the head, in 24 bytes: the mark, the length of the head in 15 digits, a newline.
constexpr std::string_view mark = "TALUSVW2";
// Chromium's texts have at most 512 MiB. A choice below that.
constexpr std::size_t most_head_bytes = std::size_t{256} << 20;

// The length of the UTF-8 sequence at the start of the text, without overlong forms and surrogates
// (RFC 3629); 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xc2 && first <= 0xdf   ? 2
                             : first >= 0xe0 && first <= 0xef ? 3
                             : first >= 0xf0 && first <= 0xf4 ? 4
                                                              : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
  }
  const bool is_overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool is_beyond = (first == 0xed && byte(1) > 0x9f) || (first == 0xf4 && byte(1) > 0x8f);
  return is_overlong || is_beyond ? 0 : length;
}

void pad(std::string& text, char filler) {
  while (text.size() % alignment != 0) text.push_back(filler);
}

}  // namespace

std::string json_quoted(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const auto code = static_cast<unsigned char>(text.front());
    const std::size_t length = utf8_length(text);
    // The page stands in HTML, where "</script>" ends a text: "<" is never written as itself.
    if (length == 0) {
      quoted += "\\ufffd";
    } else if (code < 0x20 || code == 0x7f || code == '"' || code == '\\' || code == '<') {
      quoted += fmt::format("\\u{:04x}", code);
    } else {
      quoted += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return quoted + '"';
}

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.17g}", value) : "null";
}

ViewBlob::ViewBlob(std::string_view format) {
  head_ = fmt::format("{{\"format\":{},\"version\":1", json_quoted(format));
}

void ViewBlob::add(std::string_view key, std::string_view json) {
  head_ += fmt::format(",\"{}\":{}", key, json);
}
void ViewBlob::add(std::string_view key, double value) { add(key, json_number(value)); }
void ViewBlob::add(std::string_view key, const Vec3<double>& value) {
  add(key,
      fmt::format("[{},{},{}]", json_number(value.x), json_number(value.y), json_number(value.z)));
}

void ViewBlob::add_array(std::string_view name, std::string_view type,
                         std::span<const std::byte> bytes, std::size_t count, int columns) {
  arrays_ += fmt::format("{}\"{}\":{{\"type\":\"{}\",\"at\":{},\"count\":{},\"columns\":{}}}",
                         arrays_.empty() ? "" : ",", name, type, data_.size(), count, columns);
  data_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  pad(data_, '\0');
}

void ViewBlob::array(std::string_view name, std::span<const float> values, int columns) {
  add_array(name, "f32", std::as_bytes(values), values.size(), columns);
}
void ViewBlob::array(std::string_view name, std::span<const double> values, int columns) {
  add_array(name, "f64", std::as_bytes(values), values.size(), columns);
}
void ViewBlob::array(std::string_view name, std::span<const std::int16_t> values, int columns) {
  add_array(name, "i16", std::as_bytes(values), values.size(), columns);
}
void ViewBlob::array(std::string_view name, std::span<const std::int32_t> values, int columns) {
  add_array(name, "i32", std::as_bytes(values), values.size(), columns);
}
void ViewBlob::array(std::string_view name, std::span<const std::uint8_t> values, int columns) {
  add_array(name, "u8", std::as_bytes(values), values.size(), columns);
}

std::string ViewBlob::bytes() const {
  std::string head = head_ + ",\"arrays\":{" + arrays_ + "}}";
  pad(head, ' ');
  if (head.size() > most_head_bytes) {
    throw FileError(
        fmt::format("the names and tables of the run take {} MiB, more than the {} MiB "
                    "that a page reads",
                    head.size() >> 20, most_head_bytes >> 20));
  }
  std::string file = fmt::format("{}{:015}\n", mark, head.size());
  file += head;
  file += data_;
  return file;
}

}  // namespace talus
