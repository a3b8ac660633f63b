// What is thrown when a shape or a pose is refused: the message names the value and what is
// allowed.
#pragma once

#include <stdexcept>

namespace talus {

class ShapeError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace talus
