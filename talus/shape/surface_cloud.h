// A body's surface as points, each with the area of a piece of it, for contacts with several points
// (narrow/surface_contacts.h, narrow/wall_contacts.h). Built once per shape, for any number of
// bodies.
//
//   mesh            its vertices, and more where facets are larger than two cells
//   polyhedron      its vertices, and points on edges and faces a third of the radius apart
//   sphere, ellipsoid, superquadric   326 points, those on the axes and in the corners among them
//   half-space, segment               none
//
// The area of a point is a third of that of the triangles around it. The points are in the order of
// a tree of balls, so that those near another body are found without visiting the others.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/shape/shape.h"

namespace talus {

// A ball around the points first ... first + count - 1. Its children follow it in the array; the
// next node that is not below it is `skip`, and a leaf's is the one after it.
struct CloudNode {
  float centre[3]{};
  float radius{};
  std::int32_t first{}, count{};
  std::int32_t skip{};
};

// What kernels see of it, in the body's frame.
template <class T>
struct CloudView {
  const T *x{}, *y{}, *z{}, *area{};
  const Vec3<T>* normal{};  // unit, outward
  const CloudNode* node{};
  std::int32_t size{}, node_count{};
  // The centre of the bounding sphere, and whether the lines from it to all points of the surface
  // are inside the body: so for every convex body and most grains, not for rings and cups.
  Vec3<T> centre{};
  bool is_star{};

  TALUS_HD Vec3<T> point(int i) const { return {x[i], y[i], z[i]}; }
};

class SurfaceCloud {
 public:
  SurfaceCloud() = default;
  explicit SurfaceCloud(const Shape& shape);

  std::int32_t size() const { return static_cast<std::int32_t>(area_.size()); }
  double reach() const { return reach_; }  // of the body from its origin; 0: no points
  CloudView<double> view() const;
  std::size_t bytes() const;

 private:
  void add_node(std::vector<std::int32_t>& order, std::size_t begin, std::size_t end,
                const std::vector<Vec3<double>>& point);

  std::vector<double> x_, y_, z_, area_;
  std::vector<Vec3<double>> normal_;
  std::vector<CloudNode> node_;
  double reach_{};
  Vec3<double> centre_{};
  bool is_star_{};
};

}  // namespace talus
