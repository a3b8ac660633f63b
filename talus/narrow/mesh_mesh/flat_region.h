// A region of a facet as its directed border: area and centroid as integrals along it, and the
// region cut in two. Loops, holes and several parts need no special treatment, and the sides no
// order.
#pragma once

#include <algorithm>
#include <vector>

#include "talus/math/vec3.h"

namespace talus::mesh_mesh {

struct RegionSide {
  Vec3<double> from, to;
  double depth_from, depth_to;  // in the other body
  bool on_surface;              // it lies in the other body's surface: the depth is zero along it
};

struct RegionMeasure {
  double area{};
  Vec3<double> centroid{};
  double reach{};  // from the centroid to the farthest corner
};

inline RegionMeasure measure(const RegionSide* side, int count, const Vec3<double>& normal) {
  RegionMeasure m;
  const Vec3<double>& o = side[0].from;
  Vec3<double> moment{}, mean{};
  double size = 0.0;
  for (int i = 0; i < count; ++i) {
    const Vec3<double> p = side[i].from - o, q = side[i].to - o;
    const double area = 0.5 * dot(normal, cross(p, q));
    m.area += area;
    size += std::abs(area);
    moment = moment + (area / 3.0) * (p + q);
    mean = mean + p + q;
  }
  // Slivers whose area is rounding have the mean of their corners as centroid.
  constexpr double is_rounding = 1e-12;
  m.centroid = o + (m.area > is_rounding * size ? moment / m.area : mean / (2.0 * count));
  double squared = 0.0;
  for (int i = 0; i < count; ++i) {
    squared = std::max(squared, norm_squared(side[i].from - m.centroid));
  }
  m.reach = std::sqrt(squared);
  return m;
}

// Cuts regions; keeps its memory.
class RegionCutter {
 public:
  // Appends the sides below and above the plane direction . x = height to `out`, those below
  // first; returns their number. `depth_at(point)` is the depth of a new corner. The sides may be
  // part of `out`.
  template <class DepthAt>
  int cut(const Vec3<double>& direction, double height, int first, int last,
          std::vector<RegionSide>& out, DepthAt depth_at);

 private:
  struct Cut {
    Vec3<double> point;
    double along, depth;
    bool upward;
  };
  std::vector<Cut> cuts_;
  std::vector<RegionSide> above_;
};

template <class DepthAt>
int RegionCutter::cut(const Vec3<double>& direction, double height, int first, int last,
                      std::vector<RegionSide>& out, DepthAt depth_at) {
  cuts_.clear();
  above_.clear();
  const int begin = static_cast<int>(out.size());
  Vec3<double> line{};
  for (int i = first; i < last; ++i) {
    const RegionSide s = out[static_cast<std::size_t>(i)];
    const double from = dot(direction, s.from) - height, to = dot(direction, s.to) - height;
    if (from < 0.0 && to < 0.0) {
      out.push_back(s);
    } else if (!(from < 0.0) && !(to < 0.0)) {
      above_.push_back(s);
    } else {
      const Vec3<double> point = s.from + (from / (from - to)) * (s.to - s.from);
      const double depth = s.on_surface ? 0.0 : depth_at(point);
      const RegionSide head{s.from, point, s.depth_from, depth, s.on_surface},
          tail{point, s.to, depth, s.depth_to, s.on_surface};
      const bool upward = from < 0.0;
      out.push_back(upward ? head : tail);
      above_.push_back(upward ? tail : head);
      if (cuts_.size() == 1) line = point - cuts_[0].point;
      cuts_.push_back({point, 0.0, depth, upward});
    }
  }
  // Closed along the cut: neighbouring cuts in pairs.
  for (Cut& c : cuts_) c.along = dot(line, c.point);
  std::sort(cuts_.begin(), cuts_.end(),
            [](const Cut& p, const Cut& q) { return p.along < q.along; });
  for (std::size_t i = 0; i + 1 < cuts_.size(); i += 2) {
    const Cut &up = cuts_[i].upward ? cuts_[i] : cuts_[i + 1],
              &down = cuts_[i].upward ? cuts_[i + 1] : cuts_[i];
    out.push_back({up.point, down.point, up.depth, down.depth, false});
    above_.push_back({down.point, up.point, down.depth, up.depth, false});
  }
  const int below = static_cast<int>(out.size()) - begin;
  out.insert(out.end(), above_.begin(), above_.end());
  return below;
}

}  // namespace talus::mesh_mesh
