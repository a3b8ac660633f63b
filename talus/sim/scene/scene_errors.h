// Errors of a scene file, collected with line, column and key and reported together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "talus/error.h"
#include "talus/sim/scene/node.h"

namespace talus::scene {

class SceneErrors {
 public:
  explicit SceneErrors(std::string file) : file_(std::move(file)) {}

  void add(int line, int column, std::string_view key, std::string_view what);
  void at(const Node& node, std::string_view key, std::string_view what) {
    add(node.line, node.column, key, what);
  }
  bool none() const { return found_.empty(); }
  std::size_t count() const { return found_.size(); }
  // Throws SceneError with all errors in the order of the file, if there are any.
  void check() const;

 private:
  struct Entry {
    int line, column;
    std::string text;
  };
  std::string file_;
  std::vector<Entry> found_;
};

}  // namespace talus::scene
