// Mutations of the contents of an HDF5 file as edits of what a reader asks for.
#pragma once

#include <cstring>
#include <iterator>
#include <string_view>
#include <vector>

#include "output/recorded_hdf5.h"

namespace talus::fuzz {

// Edits of recorded contents: records of 14 bytes, the table, what to do, where, and a value.
inline test::Hdf5Contents edited(test::Hdf5Contents contents, std::string_view bytes) {
  std::vector<Hdf5Data*> all;
  for (auto& [name, data] : contents.tables) all.push_back(&data);
  for (auto& [name, data] : contents.attributes) all.push_back(&data);
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

}  // namespace talus::fuzz
