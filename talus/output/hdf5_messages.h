// Parts of HDF5 files, as bytes ("HDF5 File Format Specification Version 3.0"; sections in
// brackets). Only what talus/output/results_index.cpp needs. Lengths and addresses have eight
// bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace talus::hdf5 {

constexpr std::uint64_t undefined_address = ~std::uint64_t{0};

// The lowest `bytes` bytes of a number, the lowest first.
std::string little_endian(std::uint64_t value, int bytes);

// Checksum of metadata: Jenkins' lookup3 [II.C, IV.A.1.b].
std::uint32_t checksum(std::string_view bytes);

// Version 2 [II.C].
std::string superblock(std::uint64_t end_of_file, std::uint64_t root);

// A message with its prefix [IV.A.1.b].
std::string message(int type, std::string_view data);
std::string no_message(std::size_t size);                               // [IV.A.2.a]
std::string continuation(std::uint64_t address, std::uint64_t length);  // [IV.A.2.q]
std::string group_messages();                                           // [IV.A.2.c, k]
std::string hard_link(std::string_view name, std::uint64_t header);     // [IV.A.2.g]
std::string external_link(std::string_view name, std::string_view file, std::string_view object);
std::string text_attribute(std::string_view name, std::string_view value);  // [IV.A.2.m]
std::string integer_attribute(std::string_view name, std::int64_t value);

// Messages of a list of numbers or texts in one piece [IV.A.2.b, d, f, i].
std::string list_messages(std::string_view type, std::uint64_t rows, std::uint64_t address,
                          std::uint64_t bytes);
std::string double_type();
std::string int64_type();
std::string text_type(std::uint32_t length);

// Object header and continuation block with signature and checksum [IV.A.1.b].
std::string object_header(std::string_view messages);
std::string continuation_block(std::string_view messages);
constexpr std::size_t continuation_block_overhead = 8;  // bytes: signature and checksum
constexpr std::size_t message_prefix = 4;               // bytes

}  // namespace talus::hdf5
