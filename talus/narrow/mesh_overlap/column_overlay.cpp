#include "talus/narrow/mesh_overlap/column_overlay.h"

#include <algorithm>

namespace talus::mesh_overlap {
namespace {

// Sine of the angle between n and a facet below which it is seen edge on: it has no columns to
// speak of.
constexpr double edge_on = 1e-9;

// Twice the area of p, q and c: positive if c is on the left of the line from p to q.
double turn(const Column& p, const Column& q, const Column& c) {
  return (q.x - p.x) * (c.y - p.y) - (q.y - p.y) * (c.x - p.x);
}

// The height of the plane of a facet at a point; its corners are at height t.
struct Height {
  explicit Height(const ProjectedFacet& f) : at(f.corner[0]) {
    // From the gradient: a facet has the slope -N_x / N_z.
    along_x = -f.gradient.x, along_y = -f.gradient.y;
  }
  double operator()(const Column& c) const {
    return at.t + along_x * (c.x - at.x) + along_y * (c.y - at.y);
  }
  Column at;
  double along_x, along_y;
};

}  // namespace

void ColumnOverlay::add(int of_b, const Vec3<double> (&corner)[3], const Vec3<double>& normal) {
  const double along = dot(normal, n_);
  if (!(absolute(along) > edge_on)) return;
  ProjectedFacet f;
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> from = corner[k] - origin_;
    f.corner[k] = {dot(axes_.x, from), dot(axes_.y, from), dot(n_, from)};
  }
  if (turn(f.corner[0], f.corner[1], f.corner[2]) < 0.0) std::swap(f.corner[1], f.corner[2]);
  const auto [x_low, x_high] = std::minmax({f.corner[0].x, f.corner[1].x, f.corner[2].x});
  const auto [y_low, y_high] = std::minmax({f.corner[0].y, f.corner[1].y, f.corner[2].y});
  f.low[0] = x_low, f.high[0] = x_high;
  f.low[1] = y_low, f.high[1] = y_high;
  f.sign = (along > 0.0) == (of_b == 0) ? 1.0 : -1.0;
  // In the axes of the columns.
  f.gradient = {dot(axes_.x, normal) / along, dot(axes_.y, normal) / along, 1.0};
  facet_[of_b].push_back(f);
}

void ColumnOverlay::find() {
  const auto by_x = [](const ProjectedFacet& f, const ProjectedFacet& g) {
    return f.low[0] < g.low[0];
  };
  std::stable_sort(facet_[1].begin(), facet_[1].end(), by_x);
  for (const ProjectedFacet& f : facet_[0]) {
    for (const ProjectedFacet& g : facet_[1]) {
      if (g.low[0] >= f.high[0]) break;
      if (f.low[0] < g.high[0] && f.low[1] < g.high[1] && g.low[1] < f.high[1]) intersect(f, g);
    }
  }
}

void ColumnOverlay::intersect(const ProjectedFacet& f, const ProjectedFacet& g) {
  Column buffer[2][10];
  const Height of_f(f), of_g(g);
  const double per_size = 1.0 / size_;
  int count = 3;
  std::copy_n(f.corner, 3, buffer[0]);
  for (int k = 0; k < 3; ++k) {
    buffer[0][k].t = per_size * (f.corner[k].t - of_g(f.corner[k]));
  }
  int at = 0;
  for (int k = 0; k < 3; ++k) {
    const Column &p = g.corner[k], &q = g.corner[(k + 1) % 3];
    count = clip(
        buffer[at], count, [&](const Column& c) { return turn(p, q, c); }, buffer[1 - at]);
    at = 1 - at;
    if (count < 3) return;
  }
  count = clip_thickness(buffer[at], count, buffer[1 - at]);
  if (count < 3) return;
  ThicknessMoments columns;
  columns.add_polygon(buffer[1 - at], count);
  const double sign = f.sign * g.sign;
  moments_.add(columns, sign);
  add_wrench(0, f, sign, columns);
  add_wrench(1, g, sign, columns);
}

void ColumnOverlay::add_wrench(int of_b, const ProjectedFacet& facet, double sign,
                               const ThicknessMoments& columns) {
  const Height height(facet);
  const double level = height({0.0, 0.0, 0.0});
  const Vec3<double> gradient =
      facet.gradient.x * axes_.x + facet.gradient.y * axes_.y + facet.gradient.z * n_;
  for (int i = 0; i < power_count; ++i) {
    const double rate = sign * columns.rate[i], x = sign * columns.rate_x[i],
                 y = sign * columns.rate_y[i];
    const double z = rate * level + x * height.along_x + y * height.along_y;
    ColumnWrench& sum = wrench_[of_b][i];
    sum.force = sum.force + rate * gradient;
    sum.torque = sum.torque + cross(x * axes_.x + y * axes_.y + z * n_, gradient);
    if (i + 1 == power_count) height_ += 0.5 * z;
  }
}

}  // namespace talus::mesh_overlap
