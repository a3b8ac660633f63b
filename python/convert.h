// Between NumPy and Talus.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>

#include "talus/math/pose.h"
#include "talus/shape/shape.h"

namespace talus::python {

namespace py = pybind11;

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

// What NumPy reads as real numbers (no text, no complex numbers), in rows; an empty array
// otherwise.
Numbers real_numbers(const py::handle& value);

// `count` numbers; ValueError with the name and the value otherwise.
Numbers numbers_from(const py::handle& value, const std::string& name, py::ssize_t count);
// Finite ones.
Vec3<double> vec3_from(const py::handle& value, const std::string& name);
// For constructors that check them.
Vec3<double> unchecked_vec3(const py::handle& value, const std::string& name);
Quat<double> unchecked_quat(const py::handle& value, const std::string& name);

// The number itself; ValueError with the name and the value unless it is finite, and at least, or
// above, zero.
double finite(double value, const std::string& name);
double finite_not_negative(double value, const std::string& name);
double finite_positive(double value, const std::string& name);

// ValueError with the index of the first number that is not finite.
void require_finite(const Numbers& numbers, const std::string& name);

py::array_t<double> to_array(const Vec3<double>& v);
py::array_t<double> to_array(const SymMat3<double>& m);
py::array_t<double> to_array(const Mat3<double>& m);

// An object of the Python class of its kind.
py::object to_python(const Shape& shape);

// The parts of the module, one file each.
void add_shapes(py::module_& module);
void add_contact(py::module_& module);
void add_batch(py::module_& module);
void add_manifold(py::module_& module);
void add_packing(py::module_& module);
void add_pairs(py::module_& module);
void add_setup(py::module_& module);
void add_simulation(py::module_& module);

}  // namespace talus::python
