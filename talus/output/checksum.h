// The block in front of a checksummed HDF5 file: a line of text with the length of what follows and
// its CRC-32, then zeros. HDF5 looks for its own contents at 0, 512, 1024 ... and leaves such a
// "user block" alone.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace talus {

inline constexpr std::size_t checksum_block_size = 512;
using ChecksumBlock = std::array<std::byte, checksum_block_size>;

ChecksumBlock checksum_block(std::span<const std::byte> contents);

}  // namespace talus
