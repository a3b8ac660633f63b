/// @file
/// The exceptions of the library. Every message names the value, body or file and the allowed
/// range.
///
/// A contact query never throws: its failures are values of talus::Status (talus/contact.h).
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace talus {

/// A shape, a pose or a mesh file that is not valid.
class ShapeError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A file that cannot be read or written: "cannot write a.vtp: No space left on device".
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Settings of a packing that are not valid.
class PackingError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A region that cannot be filled; the message states how many grains were placed.
class FillError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A setup that cannot be simulated, or a simulation that failed; the message names the body or
/// pair.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A scene file that is not valid. what() has one line per mistake.
class SceneError : public std::runtime_error {
 public:
  /// @param mistakes All mistakes, in the order of the file, each as
  ///   "FILE:LINE:COLUMN: KEY: what is wrong, and what is allowed".
  explicit SceneError(std::vector<std::string> mistakes);

  /// @return All mistakes, in the order of the file.
  const std::vector<std::string>& mistakes() const { return mistakes_; }

 private:
  std::vector<std::string> mistakes_;
};

}  // namespace talus
