// JSON text to a value, with errors that a person can act on: which value, which column, and, for a
// line that breaks off, the id that was already read.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/json_path.h"

namespace talus {

using Json = nlohmann::ordered_json;

// Text that is not JSON, or an object with the same key twice.
class JsonError : public FormatError {
 public:
  JsonError(const std::string& message, std::string id_text)
      : FormatError(message), id_text_(std::move(id_text)) {}

  // The value of the outermost "id" as JSON text, or "null" if the text breaks before it.
  const std::string& id_text() const { return id_text_; }

 private:
  std::string id_text_;
};

Json parse_json(std::string_view text);

// "a number", "an array", ...: for messages.
std::string_view type_in_words(const Json& value);

}  // namespace talus
