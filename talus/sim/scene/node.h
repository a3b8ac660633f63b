// A scene file as a tree of values with their lines and columns. Only parse_toml.cpp uses the TOML
// library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace talus::scene {

struct Node {
  enum class Type { boolean, integer, number, text, array, table, time };

  Type type = Type::table;
  int line = 1, column = 1;          // of the value, from 1
  std::string key;                   // of an entry of a table
  int key_line = 1, key_column = 1;  // of that key
  bool boolean{};
  std::int64_t integer{};
  double number{};  // of an integer, too
  std::string text;
  std::vector<Node> elements;  // of an array, and the entries of a table in the order of the file
};

// "a number", "an array", ...: for messages.
std::string in_words(const Node& node);

}  // namespace talus::scene
