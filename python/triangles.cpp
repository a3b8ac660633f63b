#include "triangles.h"

#include <fmt/format.h>

#include "body_rows.h"

namespace talus::python {
namespace {

bool has_triangles(const py::object& value) {
  return py::hasattr(value, "vertices") && py::hasattr(value, "faces");
}

}  // namespace

py::object vertices_of(const py::object& value) {
  return has_triangles(value) ? py::object(value.attr("vertices")) : value;
}

TriangleMesh triangles_from(const py::object& vertices, const py::object& triangles) {
  if (triangles.is_none()) {
    if (has_triangles(vertices)) {
      return triangles_from(vertices.attr("vertices"), vertices.attr("faces"));
    }
    throw py::value_error(
        "triangles: missing; without them the first argument is a file or has vertices and faces");
  }
  using Indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;
  const Numbers points = real_numbers(vertices);
  if (!points || points.ndim() != 2 || points.shape(1) != 3 || points.shape(0) == 0 ||
      points.shape(0) > INT32_MAX) {
    throw py::value_error("vertices: expected an array of shape (N, 3)" + got(points));
  }
  require_finite(points, "vertices");
  const py::array given = py::array::ensure(triangles);
  const bool whole = given && (given.dtype().kind() == 'i' || given.dtype().kind() == 'u');
  const Indices corners = whole ? Indices::ensure(given) : Indices();
  PyErr_Clear();
  if (!whole || corners.ndim() != 2 || corners.shape(1) != 3 || corners.shape(0) == 0) {
    throw py::value_error("triangles: expected an array of shape (M, 3) of integers" +
                          got(real_numbers(triangles)));
  }
  TriangleMesh mesh;
  for (py::ssize_t i = 0; i < points.shape(0); ++i) {
    mesh.vertices.push_back({points.at(i, 0), points.at(i, 1), points.at(i, 2)});
  }
  for (py::ssize_t i = 0; i < corners.shape(0); ++i) {
    for (int k = 0; k < 3; ++k) {
      const std::int64_t corner = corners.at(i, k);
      if (corner >= 0 && corner < points.shape(0)) continue;
      throw py::value_error(fmt::format("triangles[{}]: there is no vertex {}", i, corner));
    }
    const auto vertex = [&](int k) { return static_cast<int>(corners.at(i, k)); };
    mesh.triangles.push_back({vertex(0), vertex(1), vertex(2)});
  }
  return mesh;
}

}  // namespace talus::python
