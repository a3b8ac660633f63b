/// @file
/// The exceptions of the library. Every message names the value, body or file and the allowed
/// range.
///
/// A contact query never throws: its failures are values of talus::Status (talus/contact.h).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace talus {

/// A shape, a pose or a mesh file that is not valid. what() is "subject: field reason", e.g.
/// "sphere: radius must be finite and > 0, got -1".
class ShapeError : public std::invalid_argument {
 public:
  /// @param reason_text What is wrong.
  explicit ShapeError(std::string reason_text) : ShapeError({}, {}, std::move(reason_text)) {}
  /// @param subject_name Kind of shape, "pose" or "wall".
  /// @param reason_text What is wrong.
  ShapeError(std::string subject_name, std::string reason_text)
      : ShapeError(std::move(subject_name), {}, std::move(reason_text)) {}
  /// @param subject_name Kind of shape, "pose" or "wall".
  /// @param field_name Key of the value in scenes and queries.
  /// @param reason_text What is wrong.
  ShapeError(std::string subject_name, std::string field_name, std::string reason_text)
      : std::invalid_argument((subject_name.empty() ? "" : subject_name + ": ") +
                              (field_name.empty() ? "" : field_name + " ") + reason_text),
        subject(std::move(subject_name)),
        field(std::move(field_name)),
        reason(std::move(reason_text)) {}

  std::string subject;  ///< Kind of shape, "pose" or "wall"; may be empty.
  std::string field;    ///< Key in scenes and queries, "exponents[1]"; empty: the whole shape.
  std::string reason;   ///< "must be finite, got nan"; for a file it begins with the path.
};

/// A file that cannot be read or written: "cannot write a.vtp: No space left on device".
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A folder that a run must not write into, or from which it cannot resume. Nothing in it was
/// changed.
class RunFolderError : public FileError {
 public:
  /// Why.
  enum class Reason {
    foreign,    ///< It is not empty and holds no run.
    holds_run,  ///< It holds a run, finished or not, and neither resume nor overwrite was given.
    in_use,     ///< Another process writes into it.
    no_checkpoint,  ///< There is nothing to resume from.
    other_scene,    ///< The run in it is of another scene.
    damaged         ///< A file that resuming needs cannot be read.
  };
  /// @param why The reason.
  /// @param message What was found.
  RunFolderError(Reason why, const std::string& message) : FileError(message), reason(why) {}

  Reason reason;  ///< Why.
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

/// A simulation that a limit of its setup ended (Setup::stop_overlap, stop_travel, stop_residual),
/// or a body that passed a mesh wall or a convex body that is not free. Its state can be saved.
class LimitError : public SimulationError {
 public:
  /// @param message What happened, with the names of the bodies and the time.
  /// @param at_step The step in which it happened.
  LimitError(const std::string& message, std::int64_t at_step)
      : SimulationError(message), step(at_step) {}

  std::int64_t step;  ///< In which it happened; the simulation may have made one step more.
};

/// A scene file that is not valid. what() has one line per error.
class SceneError : public std::runtime_error {
 public:
  /// @param messages All errors, in the order of the file, each as
  ///   "FILE:LINE:COLUMN: KEY: what is wrong, and what is allowed".
  explicit SceneError(std::vector<std::string> messages);

  /// @return All errors, in the order of the file.
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

}  // namespace talus
