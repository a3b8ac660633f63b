// Triangles as Python has them: arrays, or an object with vertices and faces, such as a Trimesh.
#pragma once

#include "convert.h"

namespace talus::python {

// Vertices (N, 3), finite, and triangles (M, 3), whose corners are among them. With no triangles
// the first argument is an object that has both. ValueError otherwise.
TriangleMesh triangles_from(const py::object& vertices, const py::object& triangles);

// Its vertices if it is an object that has them, else the object itself.
py::object vertices_of(const py::object& value);

}  // namespace talus::python
