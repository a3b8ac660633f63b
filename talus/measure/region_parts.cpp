#include "talus/measure/region_parts.h"

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

// The part of a line, as parameters of its points.
struct Interval {
  double from = 0.0, to = 1.0;
};

// Cuts off where start + t rise is outside of [lower, upper].
void clip(Interval& part, double start, double rise, double lower, double upper) {
  if (rise == 0.0) {
    // Half open: a line in a bound that a periodic image repeats counts once.
    if (start < lower || start >= upper) part.to = part.from - 1.0;
    return;
  }
  const double t0 = (lower - start) / rise, t1 = (upper - start) / rise;
  part.from = std::max(part.from, std::min(t0, t1));
  part.to = std::min(part.to, std::max(t0, t1));
}

// Cuts off where the point is farther than `radius` from an axis through the origin; `start` and
// `rise` are at right angles to it.
void clip_to_round(Interval& part, const Vec3<double>& start, const Vec3<double>& rise,
                   double radius) {
  const double a = dot(rise, rise), b = dot(start, rise), c = dot(start, start) - radius * radius;
  if (a == 0.0) {
    if (c > 0.0) part.to = part.from - 1.0;
    return;
  }
  const double discriminant = b * b - a * c;
  if (discriminant < 0.0) {
    part.to = part.from - 1.0;
    return;
  }
  const double root = std::sqrt(discriminant);
  part.from = std::max(part.from, (-b - root) / a);
  part.to = std::min(part.to, (-b + root) / a);
}

}  // namespace

double part_inside(const Region& region, const Vec3<double>& from, const Vec3<double>& to) {
  const Vec3<double> line = to - from;
  if (line == Vec3<double>{}) return region.contains(from) ? 1.0 : 0.0;
  Interval part;
  if (region.type == Region::Type::box) {
    for (int k = 0; k < 3; ++k) {
      clip(part, from[k], line[k], region.box.lower[k], region.box.upper[k]);
    }
  } else if (region.type == Region::Type::cylinder) {
    const Vec3<double> start = from - region.base;
    const double along = dot(start, region.axis), rise = dot(line, region.axis);
    clip(part, along, rise, 0.0, region.height);
    clip_to_round(part, start - along * region.axis, line - rise * region.axis, region.radius);
  } else {
    return 0.0;
  }
  return std::max(0.0, part.to - part.from);
}

std::vector<Vec3<double>> images_at(const Region& region, const broad::Domain& domain,
                                    const BoundingBox<double>& box) {
  const BoundingBox<double> bounds = region.bounds();
  std::vector<Vec3<double>> shifts{Vec3<double>{}};
  for (int k = 0; k < 3; ++k) {
    if (!domain.periodic[k]) continue;
    const double period = domain.period(k);
    const auto first = std::ceil((bounds.lower[k] - box.upper[k]) / period);
    const auto last = std::floor((bounds.upper[k] - box.lower[k]) / period);
    std::vector<Vec3<double>> all;
    for (double n = first; n <= last; n += 1.0) {
      for (Vec3<double> shift : shifts) {
        shift[k] = n * period;
        all.push_back(shift);
      }
    }
    shifts = std::move(all);
  }
  return shifts;
}

bool holds(const Region& region, const broad::Domain& domain, const Vec3<double>& point) {
  if (domain.is_open()) return region.contains(point);
  for (const Vec3<double>& shift : images_at(region, domain, {point, point})) {
    if (region.contains(point + shift)) return true;
  }
  return false;
}

std::vector<Vec3<double>> centres_of(const Bodies& bodies) {
  std::vector<Vec3<double>> centroid(bodies.shapes.size());
  for (std::size_t s = 0; s < bodies.shapes.size(); ++s) {
    if (kind_of(bodies.shapes[s]) == Kind::half_space) continue;
    centroid[s] = mass_properties(bodies.shapes[s]).centroid;
  }
  std::vector<Vec3<double>> centres(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Pose<double>& pose = bodies.poses[i];
    centres[i] = pose.position + rotation_of(pose.orientation) *
                                     centroid[static_cast<std::size_t>(bodies.shape_of[i])];
  }
  return centres;
}

bool is_wall(const Bodies& bodies, std::int32_t body) {
  const auto i = static_cast<std::size_t>(body);
  return i >= bodies.size() || kind_of(bodies.shape(i)) == Kind::half_space;
}

}  // namespace talus
