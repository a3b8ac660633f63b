// Path of a value in a JSON document ("a.shape.semi_axes[1]") and the error that names it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace talus {

// An invalid query line, shape file or option. The message begins with the path of the value.
class FormatError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// A linked list on the stack, converted to text only when an error is reported: a valid line pays
// nothing for its paths. A path must outlive the paths derived from it.
class JsonPath {
 public:
  JsonPath() = default;
  JsonPath key(std::string_view name) const { return {this, name, -1}; }
  JsonPath element(int index) const { return {this, {}, index}; }

  std::string text() const;
  [[noreturn]] void fail(const std::string& message) const;

 private:
  JsonPath(const JsonPath* parent, std::string_view name, int index)
      : parent_(parent), name_(name), index_(index) {}

  const JsonPath* parent_{};
  std::string_view name_;
  int index_{-1};
};

}  // namespace talus
