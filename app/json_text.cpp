#include "app/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace talus {
namespace {

// Follows a text up to its first error. Only bad lines come here, so it may be slow.
class ErrorFinder : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return value("null"); }
  bool boolean(bool x) override { return value(x ? "true" : "false"); }
  bool number_integer(number_integer_t x) override { return value(Json(x).dump()); }
  bool number_unsigned(number_unsigned_t x) override { return value(Json(x).dump()); }
  bool number_float(number_float_t x, const string_t&) override { return value(Json(x).dump()); }
  bool string(string_t& x) override { return value(Json(x).dump()); }
  bool binary(binary_t&) override { return true; }

  bool start_object(std::size_t) override { return open(false); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    std::vector<std::string>& keys = levels_.back().keys;
    if (std::find(keys.begin(), keys.end(), name) != keys.end()) {
      keys.push_back(name);
      message_ = fmt::format("{}the key \"{}\" appears twice", prefix(), name);
      return false;
    }
    keys.push_back(name);
    return true;
  }

  bool parse_error(std::size_t column, const std::string& last_token,
                   const nlohmann::json::exception& error) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 5: the part worth showing"
    std::string_view what = error.what();
    if (const std::size_t start = what.find(": "); start != what.npos)
      what.remove_prefix(start + 2);
    else if (const std::size_t tag = what.find("] "); tag != what.npos)
      what.remove_prefix(tag + 2);
    message_ = fmt::format("{}not valid JSON at column {}: {}{}", prefix(), column, what,
                           looks_like_non_finite(last_token)
                               ? " (JSON has no NaN and no Infinity; numbers must be finite)"
                               : "");
    return false;
  }

  const std::string& id_text() const { return id_text_; }
  const std::string& message() const { return message_; }

 private:
  struct Level {
    bool array{};
    int index{};
    std::vector<std::string> keys;
  };

  bool open(bool array) {
    levels_.push_back({array, 0, {}});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return next();
  }
  bool value(const std::string& text) {
    if (levels_.size() == 1 && !levels_[0].array && levels_[0].keys.back() == "id") id_text_ = text;
    return next();
  }
  bool next() {
    if (!levels_.empty()) ++levels_.back().index;
    return true;
  }

  std::string prefix() const {
    std::string path;
    for (const Level& level : levels_) {
      if (level.array) {
        path += fmt::format("[{}]", level.index);
      } else if (!level.keys.empty()) {
        path += (path.empty() ? "" : ".") + level.keys.back();
      }
    }
    return path.empty() ? path : path + ": ";
  }

  // Of "NaN" the token ends in "N", of "nan" in "na", of "-Infinity" in "-I"; it may begin earlier.
  static bool looks_like_non_finite(std::string_view token) {
    return token.ends_with('N') || token.ends_with("na") || token.ends_with('I') ||
           token.ends_with('i');
  }

  std::vector<Level> levels_;
  std::string id_text_ = "null";
  std::string message_;
};

// The library keeps the last of two equal keys without a word; this sees each key as it is read.
class DuplicateKeyWatch {
 public:
  bool operator()(int, nlohmann::json::parse_event_t event, const Json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    if (event == Event::object_start) {
      starts_.push_back(keys_.size());
    } else if (event == Event::object_end) {
      keys_.resize(starts_.back());
      starts_.pop_back();
    } else if (event == Event::key) {
      const std::string& name = parsed.get_ref<const std::string&>();
      if (std::find(keys_.begin() + static_cast<std::ptrdiff_t>(starts_.back()), keys_.end(),
                    name) != keys_.end()) {
        found_ = true;
      }
      keys_.push_back(name);
    }
    return true;
  }
  bool found() const { return found_; }

 private:
  std::vector<std::string> keys_;
  std::vector<std::size_t> starts_;
  bool found_{};
};

}  // namespace

Json parse_json(std::string_view text) {
  DuplicateKeyWatch watch;
  Json value = Json::parse(
      text.begin(), text.end(),
      [&watch](int depth, Json::parse_event_t event, Json& parsed) {
        return watch(depth, event, parsed);
      },
      false);
  if (!value.is_discarded() && !watch.found()) return value;
  ErrorFinder finder;
  Json::sax_parse(text.begin(), text.end(), &finder);
  throw JsonError(finder.message(), finder.id_text());
}

std::string_view type_in_words(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return "an array";
    case Json::value_t::string:
      return "a string";
    case Json::value_t::boolean:
      return "a boolean";
    default:
      return "a number";
  }
}

}  // namespace talus
