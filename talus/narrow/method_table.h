// The method lists of every pair of kinds, each defined in methods/<pairs>_methods.cpp. The first
// method of a list is the production method ("auto"), the others are there for comparison; a
// comment in the list states why the first is first. A new method is one file in its pair's folder
// and one line in its pair's list; the laws, the benches and `talus methods` iterate over the
// lists.
#pragma once

#include <span>

#include "talus/narrow/contact.h"

namespace talus::method_table {

// Constant-initialised where they are defined, so that dispatch.cpp may refer to them by address.
using MethodList = std::span<const Method>;

// methods/sphere_methods.cpp
extern const MethodList sphere_sphere, sphere_ellipsoid;
// methods/ellipsoid_ellipsoid_methods.cpp
extern const MethodList ellipsoid_ellipsoid;
// methods/superquadric_methods.cpp
extern const MethodList sphere_superquadric, ellipsoid_superquadric, superquadric_superquadric;
// methods/smooth_polyhedron_methods.cpp
extern const MethodList sphere_polyhedron, ellipsoid_polyhedron, superquadric_polyhedron;
// methods/polyhedron_polyhedron_methods.cpp
extern const MethodList polyhedron_polyhedron;
// methods/segment_methods.cpp
extern const MethodList sphere_segment, ellipsoid_segment, superquadric_segment, polyhedron_segment,
    segment_segment;
// methods/half_space_methods.cpp
extern const MethodList sphere_half_space, ellipsoid_half_space, superquadric_half_space,
    polyhedron_half_space, half_space_segment, half_space_mesh;
// methods/mesh_methods.cpp
extern const MethodList sphere_mesh, ellipsoid_mesh, superquadric_mesh, polyhedron_mesh, mesh_mesh;

}  // namespace talus::method_table
