// Exception of the shape and pose factories and of the mesh file readers.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace talus {

// what() is "subject: field reason", e.g. "sphere: radius must be finite and > 0, got -1". Readers
// of scenes and queries report `reason` at the key `field` instead of parsing the text.
class ShapeError : public std::invalid_argument {
 public:
  explicit ShapeError(std::string reason_text) : ShapeError({}, {}, std::move(reason_text)) {}
  ShapeError(std::string subject_name, std::string reason_text)
      : ShapeError(std::move(subject_name), {}, std::move(reason_text)) {}
  ShapeError(std::string subject_name, std::string field_name, std::string reason_text)
      : std::invalid_argument((subject_name.empty() ? "" : subject_name + ": ") +
                              (field_name.empty() ? "" : field_name + " ") + reason_text),
        subject(std::move(subject_name)),
        field(std::move(field_name)),
        reason(std::move(reason_text)) {}

  std::string subject;  // name of the kind of shape, "pose" or "wall"; may be empty
  std::string field;    // key in scenes and queries, e.g. "exponents[1]"; empty: the whole shape
  std::string reason;   // e.g. "must be finite, got nan"; for a file it begins with the path
};

}  // namespace talus
