// Where in a query line a value stands ("a.shape.semi_axes[1]"), and the error that names it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace talus {

// What is wrong with a query line or a shape file; the message begins with the place.
class FormatError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// A chain on the stack, turned into text only when something is wrong: reading a good line pays
// nothing for it.
class Place {
 public:
  Place() = default;
  Place key(std::string_view name) const { return {this, name, -1}; }
  Place element(int index) const { return {this, {}, index}; }

  std::string text() const;
  [[noreturn]] void fail(const std::string& message) const;

 private:
  Place(const Place* parent, std::string_view name, int index)
      : parent_(parent), name_(name), index_(index) {}

  const Place* parent_{};
  std::string_view name_;
  int index_{-1};
};

}  // namespace talus
