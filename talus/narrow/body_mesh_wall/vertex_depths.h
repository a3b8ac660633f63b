// The depth of a mesh behind a face with ridges or rims near it: that of smooth_depth.h, with sums
// over the vertices of the mesh, weighted by their areas, for integrals. The depth of each fades
// where the face ends, as for polyhedra (face_side.h), so that the sums change smoothly; force and
// torque are their derivatives.
#pragma once

#include "talus/narrow/body_mesh_wall/convex_face.h"
#include "talus/narrow/body_mesh_wall/face_columns.h"
#include "talus/narrow/mesh_overlap/smooth_depth.h"

namespace talus::body_mesh_wall {

class VertexDepths {
 public:
  // Torques are about `origin`; depths are in units of `size`.
  void begin(const Vec3<double>& normal, const Vec3<double>& origin, double size) {
    *this = {};
    normal_ = normal;
    origin_ = origin;
    axes_ = tangent_frame(normal);
    size_ = size;
  }

  // A vertex of this area behind the face; `inner` is its inner point.
  void add(const Vec3<double>& vertex, const Vec3<double>& inner, double area,
           const PointBehind& at) {
    const double t = at.depth / size_;
    const Vec3<double> projection = at.projection - origin_;
    const double x = dot(axes_.x, projection), y = dot(axes_.y, projection);
    const Vec3<double> torque =
        cross(vertex - origin_, at.direction) + cross(inner - origin_, at.on_centre);
    const Vec3<double> force = at.direction + at.on_centre;
    double below = area;  // times t^(q - 1)
    for (int i = 1; i < mesh_overlap::least_power; ++i) below *= t;
    for (int i = 0; i < mesh_overlap::power_count; ++i) {
      const double rate = (mesh_overlap::least_power + i) * below;
      moments_.whole[i] += below * t;
      moments_.rate[i] += rate;
      moments_.rate_x[i] += rate * x;
      moments_.rate_y[i] += rate * y;
      force_[i] = force_[i] + rate * force;
      torque_[i] = torque_[i] + rate * torque;
      if (i == 0) {
        moments_.xx += rate * x * x;
        moments_.xy += rate * x * y;
        moments_.yy += rate * y * y;
      }
      below *= t;
    }
    deepest_ = larger(deepest_, at.depth);
  }

  // False if there is none.
  bool contact(ColumnContact& c) const {
    if (!mesh_overlap::has_depth(moments_)) return false;
    const mesh_overlap::SmoothDepth d = mesh_overlap::smooth_depth(moments_);
    Vec3<double> force{}, torque{};
    for (int i = 0; i < mesh_overlap::power_count; ++i) {
      force = force + d.weight[i] * force_[i];
      torque = torque + d.weight[i] * torque_[i];
    }
    const ForceLine line({}, force, torque);
    if (!(line.length > 0.0)) return false;
    c.normal = line.direction;
    c.point = origin_ + line.point - (0.5 * deepest_) * c.normal;
    c.depth = size_ * d.depth;
    c.slope = line.length;
    c.twist = line.twist;
    const mesh_overlap::PatchExtent patch = mesh_overlap::patch_extent(moments_);
    c.spread_squared = d.flatness * patch.smaller_moment;
    c.patch_arm = patch.mean_arm;
    return true;
  }

 private:
  Vec3<double> normal_{}, origin_{};
  TangentFrame<double> axes_{};
  double size_ = 1.0, deepest_{};
  mesh_overlap::ThicknessMoments moments_;
  Vec3<double> force_[mesh_overlap::power_count]{}, torque_[mesh_overlap::power_count]{};
};

}  // namespace talus::body_mesh_wall
