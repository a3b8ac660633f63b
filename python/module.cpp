// The extension module talus._core.
#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <stdexcept>
#include <string_view>

#include "convert.h"

namespace talus::python {

void add_results(py::module_& module);    // results.cpp
void add_particles(py::module_& module);  // particles.cpp

Numbers real_numbers(const py::handle& value) {
  const py::array any = py::array::ensure(value);
  Numbers numbers;
  // O: Python numbers that fit no type of NumPy, such as large integers.
  if (any && std::string_view("biufO").find(any.dtype().kind()) != std::string_view::npos) {
    numbers = Numbers::ensure(any);
  } else {
    numbers = py::reinterpret_steal<Numbers>(py::handle());
  }
  PyErr_Clear();
  return numbers;
}

namespace {

std::string text_of(const py::handle& value) {
  const auto text = py::repr(value).cast<std::string>();
  constexpr std::size_t longest = 200;
  return text.size() <= longest ? text : text.substr(0, longest) + "...";
}

}  // namespace

Numbers numbers_from(const py::handle& value, const std::string& name, py::ssize_t count) {
  Numbers numbers = real_numbers(value);
  if (!numbers) {
    throw py::value_error(
        fmt::format("{}: expected {} numbers, got {}", name, count, text_of(value)));
  }
  if (numbers.ndim() != 1) {
    throw py::value_error(fmt::format("{}: expected {} numbers, got an array of {} dimensions",
                                      name, count, numbers.ndim()));
  }
  if (numbers.shape(0) != count) {
    throw py::value_error(
        fmt::format("{}: expected {} numbers, got {}", name, count, numbers.shape(0)));
  }
  return numbers;
}

void require_finite(const Numbers& numbers, const std::string& name) {
  const double* data = numbers.data();
  for (py::ssize_t i = 0; i < numbers.size(); ++i) {
    if (std::isfinite(data[i])) continue;
    std::string index;
    py::ssize_t rest = i;
    for (py::ssize_t k = numbers.ndim(); k-- > 0; rest /= numbers.shape(k)) {
      index = fmt::format("{}{}{}", rest % numbers.shape(k), index.empty() ? "" : ", ", index);
    }
    throw py::value_error(fmt::format("{}[{}]: must be finite, got {}", name, index, data[i]));
  }
}

Vec3<double> unchecked_vec3(const py::handle& value, const std::string& name) {
  const Numbers numbers = numbers_from(value, name, 3);
  return {numbers.at(0), numbers.at(1), numbers.at(2)};
}

Vec3<double> vec3_from(const py::handle& value, const std::string& name) {
  const Vec3<double> v = unchecked_vec3(value, name);
  if (std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) return v;
  throw py::value_error(fmt::format("{}: must be finite, got [{}, {}, {}]", name, v.x, v.y, v.z));
}

Quat<double> unchecked_quat(const py::handle& value, const std::string& name) {
  const Numbers numbers = numbers_from(value, name, 4);
  return {numbers.at(0), numbers.at(1), numbers.at(2), numbers.at(3)};
}

double finite(double value, const std::string& name) {
  if (std::isfinite(value)) return value;
  throw py::value_error(fmt::format("{}: must be finite, got {}", name, value));
}

double finite_not_negative(double value, const std::string& name) {
  if (std::isfinite(value) && value >= 0.0) return value;
  throw py::value_error(fmt::format("{}: must be finite and >= 0, got {}", name, value));
}

double finite_positive(double value, const std::string& name) {
  if (std::isfinite(value) && value > 0.0) return value;
  throw py::value_error(fmt::format("{}: must be finite and > 0, got {}", name, value));
}

py::array_t<double> to_array(const Vec3<double>& v) {
  py::array_t<double> array(3);
  for (int i = 0; i < 3; ++i) array.mutable_at(i) = v[i];
  return array;
}

py::array_t<double> to_array(const SymMat3<double>& m) {
  return to_array(Mat3<double>{{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}});
}

py::array_t<double> to_array(const Mat3<double>& m) {
  py::array_t<double> array({3, 3});
  for (int i = 0; i < 3; ++i) {
    array.mutable_at(0, i) = m.row0[i];
    array.mutable_at(1, i) = m.row1[i];
    array.mutable_at(2, i) = m.row2[i];
  }
  return array;
}

}  // namespace talus::python

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled part of the package talus.";
  module.attr("__version__") = TALUS_VERSION;
  // Of a container that cannot be made so large; pybind11 makes it a ValueError, "vector::_M_...".
  pybind11::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const std::length_error&) {
      PyErr_SetString(PyExc_MemoryError, "there is not enough memory for so many elements");
    }
  });
  talus::python::add_shapes(module);
  talus::python::add_contact(module);
  talus::python::add_batch(module);
  talus::python::add_manifold(module);
  talus::python::add_packing(module);
  talus::python::add_pairs(module);
  talus::python::add_setup(module);
  talus::python::add_simulation(module);
  talus::python::add_results(module);
  talus::python::add_particles(module);
}
