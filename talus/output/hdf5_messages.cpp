#include "talus/output/hdf5_messages.h"

#include <bit>

namespace talus::hdf5 {
namespace {

// Types of messages [IV.A.2].
enum Type {
  nil = 0x00,
  dataspace = 0x01,
  link_info = 0x02,
  datatype = 0x03,
  fill_value = 0x05,
  link = 0x06,
  layout = 0x08,
  group_info = 0x0a,
  attribute = 0x0c,
  more = 0x10
};

std::string byte(int value) { return std::string(1, static_cast<char>(value)); }

// Version 2: a list of so many rows, or one value.
std::string list_space(std::uint64_t rows) {
  return byte(2) + byte(1) + byte(0) + byte(1) + little_endian(rows, 8);
}
std::string one_value_space() { return byte(2) + byte(0) + byte(0) + byte(0); }

std::string attribute_message(std::string_view name, const std::string& type,
                              std::string_view data) {
  const std::string space = one_value_space();
  return message(attribute, byte(3) + byte(0) + little_endian(name.size() + 1, 2) +
                                little_endian(type.size(), 2) + little_endian(space.size(), 2) +
                                byte(0) + std::string(name) + byte(0) + type + space +
                                std::string(data));
}

std::string link_message(int kind, std::string_view name, const std::string& data) {
  constexpr int kind_is_stated = 0x08;
  return message(link, byte(1) + byte(kind_is_stated) + byte(kind) +
                           byte(static_cast<int>(name.size())) + std::string(name) + data);
}

}  // namespace

std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>((value >> (8 * i)) & 0xff);
  return text;
}

// lookup3.c, Bob Jenkins, May 2006, public domain: hashlittle() with the initial value 0.
std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t a = 0xdeadbeef + static_cast<std::uint32_t>(bytes.size()), b = a, c = a;
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i) {
      value |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    }
    return value;
  };
  std::size_t at = 0;
  for (; bytes.size() - at > 12; at += 12) {
    a += word(at), b += word(at + 4), c += word(at + 8);
    a -= c, a ^= std::rotl(c, 4), c += b;
    b -= a, b ^= std::rotl(a, 6), a += c;
    c -= b, c ^= std::rotl(b, 8), b += a;
    a -= c, a ^= std::rotl(c, 16), c += b;
    b -= a, b ^= std::rotl(a, 19), a += c;
    c -= b, c ^= std::rotl(b, 4), b += a;
  }
  if (at == bytes.size()) return c;
  a += word(at), b += word(at + 4), c += word(at + 8);
  c ^= b, c -= std::rotl(b, 14);
  a ^= c, a -= std::rotl(c, 11);
  b ^= a, b -= std::rotl(a, 25);
  c ^= b, c -= std::rotl(b, 16);
  a ^= c, a -= std::rotl(c, 4);
  b ^= a, b -= std::rotl(a, 14);
  c ^= b, c -= std::rotl(b, 24);
  return c;
}

std::string superblock(std::uint64_t end_of_file, std::uint64_t root) {
  const std::string block = std::string("\x89HDF\r\n\x1a\n") + byte(2) + byte(8) + byte(8) +
                            byte(0) + little_endian(0, 8) + little_endian(undefined_address, 8) +
                            little_endian(end_of_file, 8) + little_endian(root, 8);
  return block + little_endian(checksum(block), 4);
}

std::string message(int type, std::string_view data) {
  return byte(type) + little_endian(data.size(), 2) + byte(0) + std::string(data);
}

std::string no_message(std::size_t size) {
  return message(nil, std::string(size - message_prefix, '\0'));
}

std::string continuation(std::uint64_t address, std::uint64_t length) {
  return message(more, little_endian(address, 8) + little_endian(length, 8));
}

// Links are in the header itself, not in a heap.
std::string group_messages() {
  return message(link_info, byte(0) + byte(0) + little_endian(undefined_address, 8) +
                                little_endian(undefined_address, 8)) +
         message(group_info, byte(0) + byte(0));
}

std::string hard_link(std::string_view name, std::uint64_t header) {
  return link_message(0, name, little_endian(header, 8));
}

std::string external_link(std::string_view name, std::string_view file, std::string_view object) {
  constexpr int external = 64;
  const std::string target = byte(0) + std::string(file) + byte(0) + std::string(object) + byte(0);
  return link_message(external, name, little_endian(target.size(), 2) + target);
}

std::string text_attribute(std::string_view name, std::string_view value) {
  return attribute_message(name, text_type(static_cast<std::uint32_t>(value.size())), value);
}

std::string integer_attribute(std::string_view name, std::int64_t value) {
  return attribute_message(name, int64_type(), little_endian(static_cast<std::uint64_t>(value), 8));
}

// [IV.A.2.d]: class and version, bits, size, properties.
std::string double_type() {
  return byte(0x11) + byte(0x20) + byte(0x3f) + byte(0) + little_endian(8, 4) +
         little_endian(0, 2) + little_endian(64, 2) + byte(52) + byte(11) + byte(0) + byte(52) +
         little_endian(1023, 4);
}

std::string int64_type() {
  return byte(0x10) + byte(0x08) + byte(0) + byte(0) + little_endian(8, 4) + little_endian(0, 2) +
         little_endian(64, 2);
}

std::string text_type(std::uint32_t length) {
  constexpr int padded_with_null = 1;
  return byte(0x13) + byte(padded_with_null) + byte(0) + byte(0) + little_endian(length, 4);
}

std::string list_messages(std::string_view type, std::uint64_t rows, std::uint64_t address,
                          std::uint64_t bytes) {
  constexpr int late_and_if_set = 0x0a;  // when storage is allocated and filled
  constexpr int contiguous = 1;
  return message(dataspace, list_space(rows)) + message(datatype, type) +
         message(fill_value, byte(3) + byte(late_and_if_set)) +
         message(layout, byte(3) + byte(contiguous) +
                             little_endian(rows == 0 ? undefined_address : address, 8) +
                             little_endian(bytes, 8));
}

std::string object_header(std::string_view messages) {
  constexpr int size_has_four_bytes = 0x02;
  const std::string header = "OHDR" + byte(2) + byte(size_has_four_bytes) +
                             little_endian(messages.size(), 4) + std::string(messages);
  return header + little_endian(checksum(header), 4);
}

std::string continuation_block(std::string_view messages) {
  const std::string block = "OCHK" + std::string(messages);
  return block + little_endian(checksum(block), 4);
}

}  // namespace talus::hdf5
