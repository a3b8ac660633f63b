// The table of shapes in HDF5 files, the group "shapes" (docs/formats.md).
#pragma once

#include <vector>

#include "talus/output/hdf5.h"
#include "talus/shape/shape.h"

namespace talus {

// The group: types, parameters and vertices.
void write_shapes(Hdf5Writer& out, const std::vector<Shape>& shapes);

// Into the same group, for those who draw: triangles of polyhedra and meshes, counter-clockwise
// seen from outside, as indices of the shape's own vertices.
void write_facets(Hdf5Writer& out, const std::vector<Shape>& shapes);

// All kinds but meshes, whose cells are not in the file. Throws Hdf5Error.
std::vector<Shape> read_shapes(const Hdf5Reader& in);

}  // namespace talus
