// Errors of a scene file, collected with line, column and key and reported together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "talus/error.h"
#include "talus/sim/scene/node.h"

namespace talus::scene {

// Errors that are listed; of the others, the number.
inline constexpr std::size_t most_listed_errors = 100;

class SceneErrors {
 public:
  // Without a file, messages have no position.
  explicit SceneErrors(std::string file) : file_(std::move(file)) {}

  void add(int line, int column, std::string_view key, std::string_view what);
  void at(const Node& node, std::string_view key, std::string_view what) {
    add(node.line, node.column, key, what);
  }
  bool none() const { return count_ == 0; }
  std::size_t count() const { return count_; }
  // Throws SceneError with the errors in the order of the file, if there are any. If there are more
  // than most_listed_errors, its last message is their number.
  void check() const;

 private:
  struct Entry {
    int line, column;
    std::string text;
  };
  std::string file_;
  std::vector<Entry> found_;  // the first of them
  std::size_t count_{};
};

}  // namespace talus::scene
