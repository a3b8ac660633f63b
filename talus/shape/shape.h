// Any shape, by value. The order of the alternatives is the order of kinds everywhere: in the
// dispatch table, in the canonical order of a pair and in the lists of methods.
#pragma once

#include <string_view>
#include <variant>

#include "talus/math/pose.h"
#include "talus/shape/ellipsoid.h"
#include "talus/shape/half_space.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/polyhedron.h"
#include "talus/shape/segment.h"
#include "talus/shape/sphere.h"
#include "talus/shape/superquadric/superquadric.h"

namespace talus {

using Shape = std::variant<Sphere<double>, Ellipsoid<double>, Superquadric<double>, Polyhedron,
                           HalfSpace<double>, Segment<double>, Mesh>;

enum class Kind { sphere, ellipsoid, superquadric, polyhedron, half_space, segment, mesh };
inline constexpr int kind_count = 7;

inline Kind kind_of(const Shape& shape) { return static_cast<Kind>(shape.index()); }

// The name in the query format: "sphere", ..., "half_space", "segment", "mesh".
std::string_view name_of(Kind kind);

// Throws ShapeError unless all numbers are finite and the quaternion is unit to 1e-6 (a smaller
// deviation is normalised away).
Pose<double> make_pose(const Vec3<double>& position, const Quat<double>& orientation);

}  // namespace talus
