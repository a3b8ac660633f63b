#include "scene_values.h"

#include <fmt/format.h>

#include "convert.h"

namespace talus::python {
namespace {

// A string of TOML.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7f) {
      out += fmt::format("\\u{:04x}", code);
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

std::string toml_of(const py::handle& value, const std::string& key, int depth) {
  constexpr int most_levels = 16;
  if (depth > most_levels) {
    throw py::value_error(fmt::format("{}: nested deeper than {} levels", key, most_levels));
  }
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  if (py::isinstance<py::str>(value)) return quoted(value.cast<std::string>());
  if (py::isinstance<py::float_>(value) || py::isinstance<py::int_>(value)) {
    return py::repr(value).cast<std::string>();
  }
  if (py::hasattr(value, "tolist")) return toml_of(value.attr("tolist")(), key, depth + 1);
  if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    std::string out = "[";
    for (const py::handle& entry : value) {
      if (out.size() > 1) out += ", ";
      out += toml_of(entry, key, depth + 1);
    }
    out += ']';
    return out;
  }
  throw py::type_error(
      fmt::format("{}: expected a number, a string, a boolean or a list of them", key));
}

}  // namespace

std::vector<SceneChange> changes_from(const std::optional<py::dict>& values) {
  std::vector<SceneChange> changes;
  if (!values) return changes;
  for (const auto& [key, value] : *values) {
    const auto name = py::str(key).cast<std::string>();
    // A float of a subclass, such as numpy.float64, has another text.
    const py::object plain = py::isinstance<py::float_>(value)
                                 ? py::object(py::float_(value.cast<double>()))
                                 : py::reinterpret_borrow<py::object>(value);
    changes.push_back({name, toml_of(plain, name, 0)});
  }
  return changes;
}

}  // namespace talus::python
