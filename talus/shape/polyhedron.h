// Convex polyhedron: the convex hull of given points, with its true faces, edges and adjacency.
// Copies share one immutable body.
#pragma once

#include <memory>
#include <span>

#include "talus/shape/polyhedron_view.h"

namespace talus {

struct PolyhedronArrays;  // the vectors behind the view (polyhedron.cpp)

class Polyhedron {
 public:
  const PolyhedronView<double>& view() const { return *view_; }

 private:
  friend Polyhedron make_polyhedron(std::span<const Vec3<double>> points);
  std::shared_ptr<const PolyhedronArrays> arrays_;
  const PolyhedronView<double>* view_{};
};

// The convex hull of the points, which may be interior, duplicate or coplanar, anywhere relative to
// the body's origin. Throws ShapeError for fewer than 4 points, non-finite coordinates, and a hull
// that is flat or thinner than 1e-12 of its size.
Polyhedron make_polyhedron(std::span<const Vec3<double>> points);

}  // namespace talus
