// The overlap of two surfaces of triangles as columns along n: every facet of A over every facet of
// B, their common projection across n, and the thickness between them there.
//
// A column that enters and leaves a body several times counts with the signs of the facets that it
// passes, so that what one body adds and another facet of it takes away cancels. The sums are
// continuous while facets come and go: at the border of the overlap the thickness is zero.
//
// With the unit normals N_f of A and N_g of B, the thickness grows by v . N_f / (N_f . n) as A
// moves by v, and falls by v . N_g / (N_g . n) as B does: the integrals over the columns give force
// and torque on either body. They are opposite where the depth is stationary in n.
#pragma once

#include <vector>

#include "talus/math/tangent_frame.h"
#include "talus/narrow/mesh_overlap/smooth_depth.h"

namespace talus::mesh_overlap {

// A facet projected across n.
struct ProjectedFacet {
  Column corner[3];         // counter-clockwise; t is the height along n
  double low[2], high[2];   // of x and y
  double sign;              // 1 if the facet faces the other body
  Vec3<double> gradient{};  // N / (N . n)
};

// A force and a torque about the origin of the columns, per change of an integral.
struct ColumnWrench {
  Vec3<double> force{}, torque{};
};

class ColumnOverlay {
 public:
  // Columns along n around `origin`; thicknesses are in units of `size`.
  void begin(const Vec3<double>& n, const Vec3<double>& origin, double size) {
    n_ = n, origin_ = origin, size_ = size, axes_ = tangent_frame(n);
    facet_[0].clear(), facet_[1].clear();
    moments_ = {};
    height_ = 0.0;
    for (int i = 0; i < power_count; ++i) wrench_[0][i] = wrench_[1][i] = {};
  }

  // A facet of A (0) or B (1) with its corners, counter-clockwise seen from outside, and its
  // normal.
  void add(int of_b, const Vec3<double> (&corner)[3], const Vec3<double>& normal);

  // Adds up all columns.
  void find();

  const ThicknessMoments& moments() const { return moments_; }
  // The middle of the overlap, relative to the origin: the mean of its columns.
  Vec3<double> middle() const {
    const double scale = 1.0 / moments_.rate[power_count - 1];
    return scale * (moments_.rate_x[power_count - 1] * axes_.x +
                    moments_.rate_y[power_count - 1] * axes_.y + height_ * n_);
  }

  // The derivative of the depth by the motion of B against that of A: the mean of both sides.
  ColumnWrench wrench(const SmoothDepth& depth) const {
    ColumnWrench sum;
    for (int i = 0; i < power_count; ++i) {
      const ColumnWrench &a = wrench_[0][i], &b = wrench_[1][i];
      sum.force = sum.force + (0.5 * depth.weight[i]) * (a.force + b.force);
      sum.torque = sum.torque + (0.5 * depth.weight[i]) * (a.torque + b.torque);
    }
    return sum;
  }
  // Of one side alone.
  ColumnWrench wrench_of(int of_b, const SmoothDepth& depth) const {
    ColumnWrench sum;
    for (int i = 0; i < power_count; ++i) {
      sum.force = sum.force + depth.weight[i] * wrench_[of_b][i].force;
      sum.torque = sum.torque + depth.weight[i] * wrench_[of_b][i].torque;
    }
    return sum;
  }

 private:
  void intersect(const ProjectedFacet& f, const ProjectedFacet& g);
  void add_wrench(int of_b, const ProjectedFacet& facet, double sign,
                  const ThicknessMoments& columns);

  Vec3<double> n_{}, origin_{};
  double size_ = 1.0;
  TangentFrame<double> axes_{};
  std::vector<ProjectedFacet> facet_[2];
  ThicknessMoments moments_;
  double height_{};  // of the middles of the columns, weighted as rate[power_count - 1]
  ColumnWrench wrench_[2][power_count];
};

}  // namespace talus::mesh_overlap
