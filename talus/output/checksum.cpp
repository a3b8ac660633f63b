#include "talus/output/checksum.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <system_error>

#include "talus/output/hdf5.h"

namespace talus {
namespace {

std::string length_in_line(std::uintmax_t length) {
  return fmt::format("talus, {} bytes follow this block, CRC-32 ", length);
}

std::string line_for(std::uintmax_t length, unsigned long checksum) {
  return length_in_line(length) + fmt::format("{:08x}\n", checksum);
}

unsigned long continued(unsigned long checksum, const char* data, std::size_t size) {
  return crc32_z(checksum, reinterpret_cast<const Bytef*>(data), size);
}

}  // namespace

ChecksumBlock checksum_block(std::span<const std::byte> contents) {
  const char* data = reinterpret_cast<const char*>(contents.data());
  const std::string line = line_for(contents.size(), continued(0, data, contents.size()));
  ChecksumBlock block{};
  std::transform(line.begin(), line.end(), block.begin(), [](char c) { return std::byte(c); });
  return block;
}

bool checksum_holds(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, checksum_block_size> block{};
  if (!in.read(block.data(), block.size())) return false;
  // A file of another length, which may be terabytes of holes, is not read.
  std::error_code none;
  const std::uintmax_t all = std::filesystem::file_size(file, none);
  if (none || all < block.size()) return false;
  const std::string stated = length_in_line(all - block.size());
  if (!std::equal(stated.begin(), stated.end(), block.begin())) return false;
  constexpr std::size_t piece_size = std::size_t{1} << 20;  // bytes read at a time
  std::vector<char> piece(piece_size);
  unsigned long checksum = 0;
  std::uintmax_t length = 0;
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    const auto count = static_cast<std::size_t>(in.gcount());
    checksum = continued(checksum, piece.data(), count);
    length += count;
  }
  const std::string line = line_for(length, checksum);
  return std::equal(line.begin(), line.end(), block.begin());
}

}  // namespace talus
