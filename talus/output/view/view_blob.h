// A file of arrays for the page of talus view (docs/formats.md): a line of JSON that says what is
// in it and where, and the arrays, little-endian, each at a multiple of eight bytes, so that a
// browser reads them in place.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "talus/math/vec3.h"

namespace talus {

// "a \"b\"": a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD.
std::string json_quoted(std::string_view text);

// With 17 digits; null if it is not finite, for JSON has no infinities.
std::string json_number(double value);

class ViewBlob {
 public:
  // `format` is named in the head, as is everything that is added.
  explicit ViewBlob(std::string_view format);

  // `json` is a JSON value.
  void add(std::string_view key, std::string_view json);
  void add(std::string_view key, double value);
  void add(std::string_view key, const Vec3<double>& value);

  void array(std::string_view name, std::span<const float> values, int columns = 1);
  void array(std::string_view name, std::span<const double> values, int columns = 1);
  void array(std::string_view name, std::span<const std::int16_t> values, int columns = 1);
  void array(std::string_view name, std::span<const std::int32_t> values, int columns = 1);
  void array(std::string_view name, std::span<const std::uint8_t> values, int columns = 1);

  // The file. Throws FileError if the head is longer than browsers read.
  std::string bytes() const;

 private:
  void add_array(std::string_view name, std::string_view type, std::span<const std::byte> bytes,
                 std::size_t count, int columns);

  std::string head_, arrays_, data_;
};

}  // namespace talus
