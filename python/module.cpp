// The extension module talus._core.
#include <fmt/format.h>

#include "convert.h"

namespace talus::python {

Numbers numbers_from(const py::handle& value, const std::string& name, py::ssize_t count) {
  Numbers numbers = Numbers::ensure(value);
  if (!numbers) {
    PyErr_Clear();
    throw py::value_error(fmt::format("{}: expected {} numbers, got {}", name, count,
                                      py::repr(value).cast<std::string>()));
  }
  if (numbers.ndim() != 1 || numbers.shape(0) != count) {
    const std::string got = numbers.ndim() == 1
                                ? fmt::format("{}", numbers.shape(0))
                                : fmt::format("an array of {} dimensions", numbers.ndim());
    throw py::value_error(fmt::format("{}: expected {} numbers, got {}", name, count, got));
  }
  return numbers;
}

Vec3<double> vec3_from(const py::handle& value, const std::string& name) {
  const Numbers numbers = numbers_from(value, name, 3);
  return {numbers.at(0), numbers.at(1), numbers.at(2)};
}

Quat<double> quat_from(const py::handle& value, const std::string& name) {
  const Numbers numbers = numbers_from(value, name, 4);
  return {numbers.at(0), numbers.at(1), numbers.at(2), numbers.at(3)};
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
  talus::python::add_shapes(module);
  talus::python::add_contact(module);
  talus::python::add_batch(module);
  talus::python::add_manifold(module);
  talus::python::add_packing(module);
  talus::python::add_pairs(module);
  talus::python::add_setup(module);
  talus::python::add_simulation(module);
}
