// Mutations of the contents of an HDF5 file as edits of what a reader asks for.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "output/recorded_hdf5.h"

namespace talus::fuzz {

// A table, or an attribute by "object@name"; null if there is none.
inline Hdf5Data* find_data(test::Hdf5Contents& contents, const std::string& name) {
  if (const auto table = contents.tables.find(name); table != contents.tables.end()) {
    return &table->second;
  }
  const auto attribute = contents.attributes.find(name);
  return attribute == contents.attributes.end() ? nullptr : &attribute->second;
}

// One edit by name, in words, so that it stays what it is when files get other tables:
//   state/ids i64 0 -1      element 0 becomes -1; also u8, i32, f64, of any table in this width
//   state/ids fill 0.5      all elements, as numbers of 8 bytes; ifill: of 4, whole
//   state/ids rows 3        its first extent becomes 3, and its bytes are as many
//   state/ids bytes 3       only its bytes
//   state/ids extent 0 3    only its extent
//   state/ids width 4       only the bytes of an element
//   shapes/type text box    its first bytes
//   shapes/type state 1     Hdf5Data::State
//   shapes has 0            whether a name exists
// False if it names nothing.
inline bool edit_by_name(test::Hdf5Contents& contents, std::string_view line) {
  std::istringstream words{std::string(line)};
  std::string name, what, first, second;
  words >> name >> what >> first >> second;
  if (what == "has") {
    const auto known = contents.names.find(name);
    if (known != contents.names.end()) known->second = first != "0";
    return known != contents.names.end();
  }
  Hdf5Data* const data = find_data(contents, name);
  if (data == nullptr) return false;
  constexpr std::uint64_t most_elements = 100000;
  std::uint64_t number = 0;
  std::from_chars(first.data(), first.data() + first.size(), number);
  const auto set = [&](auto value) {
    std::from_chars(second.data(), second.data() + second.size(), value);
    const std::uint64_t elements = data->bytes.size() / sizeof(value);
    if (number >= elements) return false;
    std::memcpy(data->bytes.data() + sizeof(value) * number, &value, sizeof(value));
    return true;
  };
  if (what == "u8") return set(std::uint8_t{});
  if (what == "i32") return set(std::int32_t{});
  if (what == "i64") return set(std::int64_t{});
  if (what == "f64") return set(double{});
  const auto fill = [&](auto value) {
    std::from_chars(first.data(), first.data() + first.size(), value);
    for (std::size_t at = 0; at + sizeof(value) <= data->bytes.size(); at += sizeof(value)) {
      std::memcpy(data->bytes.data() + at, &value, sizeof(value));
    }
    return true;
  };
  if (what == "fill") return fill(double{});
  if (what == "ifill") return fill(std::int32_t{});
  if (what == "state") {
    data->state = static_cast<Hdf5Data::State>(number % 6);
  } else if (what == "width") {
    data->element_bytes = number % 16;
  } else if (what == "bytes") {
    data->bytes.resize(number % most_elements);
  } else if (what == "text") {
    first.resize(std::min(first.size(), data->bytes.size()));
    std::transform(first.begin(), first.end(), data->bytes.begin(),
                   [](char c) { return static_cast<std::byte>(c); });
  } else if (what == "extent") {
    std::uint64_t value = 0;
    std::from_chars(second.data(), second.data() + second.size(), value);
    if (number >= data->extent.size()) return false;
    data->extent[number] = value;
  } else if (what == "rows") {
    if (data->extent.empty()) return false;
    data->extent[0] = number % most_elements;
    data->bytes.resize(data->extent[0] * data->element_bytes *
                       (data->extent.size() > 1 ? data->extent[1] % 16 : 1));
  } else {
    return false;
  }
  return true;
}

// Edits of recorded contents: records of 14 bytes, the table, what to do, where, and a value.
inline test::Hdf5Contents edited(test::Hdf5Contents contents, std::string_view bytes) {
  std::vector<Hdf5Data*> all;
  for (auto& [name, data] : contents.tables) all.push_back(&data);
  for (auto& [name, data] : contents.attributes) all.push_back(&data);
  if (all.empty()) return contents;
  constexpr std::size_t record = 14;
  for (; bytes.size() >= record; bytes.remove_prefix(record)) {
    std::uint32_t at = 0;
    std::uint64_t value = 0;
    std::memcpy(&at, bytes.data() + 2, sizeof(at));
    // A checkpoint has more than 256 tables: the highest byte of the position counts them, too.
    Hdf5Data& data = *all[(static_cast<unsigned char>(bytes[0]) + 256 * (at >> 24)) % all.size()];
    at &= 0xffffff;
    std::memcpy(&value, bytes.data() + 6, sizeof(value));
    constexpr std::uint64_t most_elements = 100000;
    switch (static_cast<unsigned char>(bytes[1]) % 8) {
      case 0:
      case 1:
      case 2: {
        const std::size_t width = bytes[1] % 2 == 0 ? 4 : 8;
        if (data.bytes.size() < width) break;
        const std::size_t slot = at % (data.bytes.size() / width);
        std::memcpy(data.bytes.data() + width * slot, &value, width);
        break;
      }
      case 3:
        if (!data.bytes.empty()) data.bytes[at % data.bytes.size()] = std::byte(value);
        break;
      case 4:
        if (data.extent.empty()) break;
        data.extent[0] = value % most_elements;
        data.bytes.resize(data.extent[0] * data.element_bytes *
                          (data.extent.size() > 1 ? data.extent[1] % 16 : 1));
        break;
      case 5:
        if (data.extent.empty()) break;
        data.extent[at % data.extent.size()] = value;  // without the bytes
        break;
      case 6:
        data.state = static_cast<Hdf5Data::State>(value % 6);
        break;
      default:
        data.element_bytes = value % 16;
        if (contents.names.empty()) break;
        std::next(contents.names.begin(), at % contents.names.size())->second = value % 2 == 0;
    }
  }
  return contents;
}

// Edits by name, a line each, up to an empty line, then records.
inline test::Hdf5Contents edited_by_name(test::Hdf5Contents contents, std::string_view text) {
  while (!text.empty() && text.front() != '\n') {
    const std::size_t end = std::min(text.find('\n'), text.size());
    edit_by_name(contents, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return edited(std::move(contents), text.substr(std::min<std::size_t>(1, text.size())));
}

}  // namespace talus::fuzz
