#include "app/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace talus {
namespace {

// A query line has five levels. A polyhedron of a million vertices has four million values; each
// takes about 60 bytes.
constexpr std::size_t most_levels = 32;
constexpr std::size_t most_values = 8'000'000;
// Keys of an object are searched one by one; no object of a format has more than ten.
constexpr std::size_t most_keys = 64;

// Parses a text up to its first error and words it. Only invalid texts are parsed by it, so it need
// not be fast.
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
    if (keys.size() <= most_keys) return true;
    message_ = fmt::format("{}an object of more than {} keys", prefix(), most_keys);
    return false;
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
    if (levels_.size() == most_levels) {
      message_ = fmt::format("more than {} levels of brackets within each other", most_levels);
      return false;
    }
    levels_.push_back({array, 0, {}});
    return count();
  }
  bool close() {
    levels_.pop_back();
    return next();
  }
  bool count() {
    if (++values_ <= most_values) return true;
    message_ = fmt::format("more than {} values", most_values);
    return false;
  }
  bool value(const std::string& text) {
    if (!count()) return false;
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

  // The lexer stops after the "N" of "NaN", the "na" of "nan" and the "-I" of "-Infinity"; the
  // token may begin earlier.
  static bool looks_like_non_finite(std::string_view token) {
    return token.ends_with('N') || token.ends_with("na") || token.ends_with('I') ||
           token.ends_with('i');
  }

  std::vector<Level> levels_;
  std::size_t values_{};
  std::string id_text_ = "null";
  std::string message_;
};

// Builds the value and stops at a duplicate key, which the library's own parser overwrites
// silently. Half the instructions of that parser with a callback per event.
class TreeBuilder final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool x) override { return add(x); }
  bool number_integer(number_integer_t x) override { return add(x); }
  bool number_unsigned(number_unsigned_t x) override { return add(x); }
  bool number_float(number_float_t x, const string_t&) override { return add(x); }
  bool string(string_t& x) override { return add(std::move(x)); }
  bool binary(binary_t&) override { return false; }  // not in JSON text

  bool start_object(std::size_t) override { return open(Json::value_t::object); }
  bool start_array(std::size_t) override { return open(Json::value_t::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    auto& object = open_.back()->get_ref<Json::object_t&>();
    if (object.empty()) object.reserve(usual_elements);
    const auto [entry, is_new] = object.emplace(std::move(name), nullptr);
    member_ = &entry->second;
    return is_new && object.size() <= most_keys;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

  Json& root() { return root_; }

 private:
  // Quaternions have four elements, bodies and most shapes three keys.
  static constexpr std::size_t usual_elements = 4;

  // A container is not changed while one of its elements is open, so the addresses stay valid.
  template <class Value>
  Json& put(Value&& value) {
    if (open_.empty()) return root_ = Json(std::forward<Value>(value));
    if (!open_.back()->is_array()) return *member_ = Json(std::forward<Value>(value));
    auto& array = open_.back()->get_ref<Json::array_t&>();
    if (array.empty()) array.reserve(usual_elements);
    return array.emplace_back(std::forward<Value>(value));
  }
  template <class Value>
  bool add(Value&& value) {
    put(std::forward<Value>(value));
    return ++values_ <= most_values;
  }
  bool open(Json::value_t type) {
    if (open_.size() == most_levels) return false;
    Json& opened = put(type);
    open_.push_back(&opened);
    return ++values_ <= most_values;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::vector<Json*> open_;  // the containers around the next value, outermost first
  std::size_t values_{};
  Json* member_{};  // receives the value of the key read last
};

}  // namespace

Json parse_json(std::string_view text) {
  TreeBuilder builder;
  if (Json::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.root());
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
