// The mean stress in a region, with the branch vectors that it cuts: the coarse graining of
// I. Goldhirsch (Granular Matter 12, 2010: 239) with the region as the coarse-graining function.
#include <algorithm>
#include <cmath>

#include "talus/measure/region_parts.h"

namespace talus {
namespace {

// Adds s f l^T.
void add_outer(Mat3<double>& m, double s, const Vec3<double>& f, const Vec3<double>& l) {
  m.row0 = m.row0 + (s * f.x) * l;
  m.row1 = m.row1 + (s * f.y) * l;
  m.row2 = m.row2 + (s * f.z) * l;
}

// The line between the centres of two bodies in contact, from body a to the image of body b; on
// walls the contact point is its end.
struct Branch {
  Vec3<double> from, to;
};

Branch branch_of(const StateView& state, const std::vector<Vec3<double>>& centres, std::size_t k) {
  const ContactTable& c = state.contacts;
  const bool wall_a = is_wall(state.bodies, c.a[k]), wall_b = is_wall(state.bodies, c.b[k]);
  const Vec3<double>& point = c.point[k];
  if (wall_b) return {centres[static_cast<std::size_t>(c.a[k])], point};
  if (!wall_a) {
    const Vec3<double>& from = centres[static_cast<std::size_t>(c.a[k])];
    return {from, from + c.branch[k]};
  }
  // The image of b beside the contact.
  Vec3<double> to = centres[static_cast<std::size_t>(c.b[k])];
  for (int d = 0; d < 3; ++d) {
    if (!state.domain.periodic[d]) continue;
    const double period = state.domain.period(d);
    to[d] += period * std::round((point[d] - to[d]) / period);
  }
  return {point, to};
}

}  // namespace

Stress stress(const StateView& state, const Region& region) {
  Stress s;
  s.volume = region.volume();
  const std::vector<Vec3<double>> centres = centres_of(state.bodies);
  Mat3<double> sum{};
  for (std::size_t k = 0; k < state.contacts.size(); ++k) {
    const Branch line = branch_of(state, centres, k);
    BoundingBox<double> box{line.from, line.from};
    for (int d = 0; d < 3; ++d) {
      box.lower[d] = std::min(line.from[d], line.to[d]);
      box.upper[d] = std::max(line.from[d], line.to[d]);
    }
    double part = 0.0;
    for (const Vec3<double>& shift : images_at(region, state.domain, box)) {
      part += part_inside(region, line.from + shift, line.to + shift);
    }
    add_outer(sum, part, state.contacts.force[k], line.to - line.from);
  }
  const double per_volume = 1.0 / s.volume;
  s.contact = {per_volume * sum.row0, per_volume * sum.row1, per_volume * sum.row2};

  const Vec3<double> mean = motion(state, region).mean_velocity();
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    if (state.motion.freedom[i] != Freedom::free) continue;
    if (!holds(region, state.domain, centres[i])) continue;
    s.kinetic = s.kinetic +
                (per_volume * state.motion.mass[i]) * outer_square(state.motion.velocity[i] - mean);
  }
  return s;
}

double Stress::pressure() const {
  return (contact.row0.x + contact.row1.y + contact.row2.z + kinetic.xx + kinetic.yy + kinetic.zz) /
         3.0;
}

double Stress::deviator() const {
  const double p = pressure();
  const double xx = contact.row0.x + kinetic.xx - p, yy = contact.row1.y + kinetic.yy - p;
  const double zz = contact.row2.z + kinetic.zz - p;
  const double xy = 0.5 * (contact.row0.y + contact.row1.x) + kinetic.xy;
  const double xz = 0.5 * (contact.row0.z + contact.row2.x) + kinetic.xz;
  const double yz = 0.5 * (contact.row1.z + contact.row2.y) + kinetic.yz;
  return std::sqrt(1.5 * (xx * xx + yy * yy + zz * zz + 2.0 * (xy * xy + xz * xz + yz * yz)));
}

}  // namespace talus
