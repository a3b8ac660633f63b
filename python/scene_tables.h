// Dictionaries of Python as tables of a scene, for the readers of scenes.
#pragma once

#include <fmt/format.h>
#include <pybind11/stl/filesystem.h>

#include <cstdint>
#include <string>

#include "convert.h"
#include "talus/error.h"
#include "talus/sim/scene/section.h"

namespace talus::python {

// Whole numbers of scenes have 64 bits.
inline std::int64_t integer_from(const py::handle& value, const std::string& key) {
  int overflow = 0;
  const long long integer = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow == 0) return integer;
  throw py::value_error(fmt::format("{}: a whole number must be from {} to {}, got {}",
                                    key.empty() ? "a value" : key, INT64_MIN, INT64_MAX,
                                    std::string(py::str(value))));
}

// Values of Python as those of a scene file, with limits like those of its text: a list may hold
// itself, or one list a million times.
class NodeReader {
 public:
  // `argument`: for messages.
  explicit NodeReader(std::string argument) : argument_(std::move(argument)) {}

  scene::Node read(const py::object& value, const std::string& key) {
    if (++depth_ > most_levels) refuse(fmt::format("nested deeper than {} levels", most_levels));
    if (++values_ > most_values) refuse(fmt::format("more than {} values", most_values));
    if (values_ % values_per_check == 0 && PyErr_CheckSignals() != 0) throw py::error_already_set();
    scene::Node node = read_one(value, key);
    --depth_;
    return node;
  }

 private:
  static constexpr int most_levels = 64, most_values = 5'000'000, values_per_check = 4096;

  scene::Node read_one(const py::object& value, const std::string& key) {
    scene::Node node;
    node.key = key;
    if (py::isinstance<py::bool_>(value)) {
      node.type = scene::Node::Type::boolean;
      node.boolean = value.cast<bool>();
    } else if (py::isinstance<py::str>(value)) {
      node.type = scene::Node::Type::text;
      node.text = value.cast<std::string>();
    } else if (py::hasattr(value, "__fspath__")) {
      node.type = scene::Node::Type::text;
      node.text = value.cast<std::filesystem::path>().string();
    } else if (py::isinstance<py::dict>(value)) {
      // A copy: what it holds may run code of Python that changes the dictionary.
      const auto entries = py::reinterpret_steal<py::dict>(PyDict_Copy(value.ptr()));
      if (!entries) throw py::error_already_set();
      for (const auto& [name, entry] : entries) {
        node.elements.push_back(read(py::reinterpret_borrow<py::object>(entry), py::str(name)));
      }
    } else if (py::hasattr(value, "tolist")) {  // of NumPy
      return read(value.attr("tolist")(), key);
    } else if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
      node.type = scene::Node::Type::array;
      for (const auto& entry : value) {
        node.elements.push_back(read(py::reinterpret_borrow<py::object>(entry), ""));
      }
    } else if (py::isinstance<py::int_>(value)) {
      node.type = scene::Node::Type::integer;
      node.integer = integer_from(value, key);
      node.number = static_cast<double>(node.integer);
    } else if (py::isinstance<py::float_>(value)) {
      node.type = scene::Node::Type::number;
      node.number = value.cast<double>();
    } else {
      throw py::type_error(fmt::format("{}: expected a number, a string, a list or a dictionary",
                                       key.empty() ? "a value" : key));
    }
    return node;
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw py::value_error(fmt::format("{}: {}", argument_, why));
  }

  std::string argument_;
  int depth_ = 0, values_ = 0;
};

inline scene::Node node_from(const py::object& value, const std::string& argument) {
  return NodeReader(argument).read(value, argument);
}

// Reads `read(section)` from a table, and raises its errors as one ValueError.
template <class Read>
void read_table(const scene::Node& table, const Read& read) {
  scene::SceneErrors errors("");
  scene::Section section(table, "", errors);
  read(section);
  try {
    errors.check();
  } catch (const SceneError& error) {
    throw py::value_error(error.what());
  }
}

}  // namespace talus::python
