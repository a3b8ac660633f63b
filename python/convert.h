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

// Anything that NumPy can read as `count` numbers; ValueError with the name otherwise.
Numbers numbers_from(const py::handle& value, const std::string& name, py::ssize_t count);
Vec3<double> vec3_from(const py::handle& value, const std::string& name);
Quat<double> quat_from(const py::handle& value, const std::string& name);

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
