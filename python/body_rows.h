// Bodies as Python gives them: rows of numbers for many bodies, or one row for all, and materials
// by name.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "convert.h"
#include "talus/material.h"
#include "talus/setup.h"
#include "talus/setup/names.h"
#include "talus/state.h"

namespace talus::python {

// The end of an error message: the shape of an array that has not the expected one.
inline std::string got(const Numbers& numbers) {
  if (!numbers) return ", got what are not real numbers";
  std::string shape;
  for (py::ssize_t k = 0; k < numbers.ndim(); ++k) {
    shape += fmt::format("{}{}", k == 0 ? "" : ", ", numbers.shape(k));
  }
  return fmt::format(", got one of shape ({}{})", shape, numbers.ndim() == 1 ? "," : "");
}

// Rows of numbers: one row for all bodies, or one for each.
class Rows {
 public:
  Rows(const py::object& value, const char* name, py::ssize_t columns, py::ssize_t count)
      : numbers_(real_numbers(value)) {
    const bool one = numbers_ && numbers_.ndim() == 1 && numbers_.shape(0) == columns;
    const bool each = numbers_ && numbers_.ndim() == 2 && numbers_.shape(0) == count &&
                      numbers_.shape(1) == columns;
    if (!one && !each) {
      throw py::value_error(fmt::format("{}: expected {} numbers or an array of shape ({}, {}){}",
                                        name, columns, count, columns, got(numbers_)));
    }
    require_finite(numbers_, name);
    stride_ = each ? columns : 0;
  }
  const double* row(py::ssize_t i) const { return numbers_.data() + i * stride_; }
  Vec3<double> vec3(py::ssize_t i) const { return {row(i)[0], row(i)[1], row(i)[2]}; }
  Quat<double> quat(py::ssize_t i) const { return {row(i)[0], row(i)[1], row(i)[2], row(i)[3]}; }

 private:
  Numbers numbers_;
  py::ssize_t stride_{};
};

// ValueError for control characters.
inline void check_name(const std::string& name) {
  if (!is_name(name)) throw py::value_error("name: " + name_defect(name));
}

inline Freedom freedom_of(bool fixed, bool prescribed) {
  if (fixed && prescribed) {
    throw py::value_error("a body is fixed or has a prescribed motion, not both");
  }
  return fixed ? Freedom::fixed : prescribed ? Freedom::prescribed : Freedom::free;
}

inline std::size_t material_named(const MaterialTable& materials, const std::string& name) {
  const std::vector<Material>& known = materials.material;
  std::string names;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i].name == name) return i;
    names += (i == 0 ? "" : ", ") + known[i].name;
  }
  throw py::value_error(
      fmt::format("unknown material \"{}\"; known: {}", name, names.empty() ? "none" : names));
}

// By name, or the only one.
inline std::int32_t material_from(const MaterialTable& materials,
                                  const std::optional<std::string>& name) {
  if (name) return static_cast<std::int32_t>(material_named(materials, *name));
  const std::size_t count = materials.material.size();
  if (count == 1) return 0;
  throw py::value_error(count == 0
                            ? "material: there is none yet; add_material comes first"
                            : fmt::format("material: must be named where there are {}", count));
}

}  // namespace talus::python
