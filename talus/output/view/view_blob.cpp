#include "talus/output/view/view_blob.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace talus {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t alignment = 8;
// In front of the head, in 16 bytes: the mark, the length of the head in seven digits, a newline.
constexpr std::string_view mark = "TALUSVW1";

// JSON has no infinities.
std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.17g}", value) : "null";
}

void pad(std::string& text, char filler) {
  while (text.size() % alignment != 0) text.push_back(filler);
}

}  // namespace

std::string json_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    // The page stands in HTML, where "</script>" ends a text: "<" is never written as itself.
    if (code < 0x20 || code >= 0x7f || c == '"' || c == '\\' || c == '<') {
      quoted += fmt::format("\\u{:04x}", code);
    } else {
      quoted.push_back(c);
    }
  }
  return quoted + '"';
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
  std::string file = fmt::format("{}{:07}\n", mark, head.size());
  file += head;
  file += data_;
  return file;
}

}  // namespace talus
