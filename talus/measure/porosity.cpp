// The volume of bodies in a region. Bodies that the region cuts are sampled at points that fill
// space evenly: multiples of an irrational vector modulo 1 (the R3 sequence of M. Roberts, "The
// unreasonable effectiveness of quasirandom sequences", 2018).
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include "talus/measure/region_parts.h"
#include "talus/shape/ellipsoid.h"
#include "talus/shape/mesh/classify.h"
#include "talus/shape/polyhedron_view.h"
#include "talus/shape/sphere.h"
#include "talus/shape/superquadric/superquadric.h"

namespace talus {
namespace {

// Points that are drawn in the bounding box of a body: a needle across its box gets fewer than
// Porosity::least_points, and its sampling error says so.
constexpr int most_points = 1 << 20;
// The root of x^4 = x + 1; the inverses of its powers are the vector.
constexpr double generator = 1.2207440846057596;

bool contains(const Shape& shape, const Vec3<double>& x) {
  return std::visit(
      [&](const auto& body) {
        using Body = std::decay_t<decltype(body)>;
        if constexpr (std::is_same_v<Body, Polyhedron>) {
          return inside_outside(body.view(), x) <= 0.0;
        } else if constexpr (std::is_same_v<Body, Mesh>) {
          return contains(body.view(), x);
        } else if constexpr (std::is_same_v<Body, HalfSpace<double>> ||
                             std::is_same_v<Body, Segment<double>>) {
          return false;
        } else {
          return inside_outside(body, x) <= 0.0;
        }
      },
      shape);
}

// Points inside a body, in its frame.
std::vector<Vec3<double>> points_in(const Shape& shape) {
  const BoundingBox<double> box = *bounding_box(shape);
  const Vec3<double> sides = box.upper - box.lower;
  std::vector<Vec3<double>> points;
  for (int i = 0; i < most_points && points.size() < std::size_t{Porosity::least_points}; ++i) {
    Vec3<double> at;
    double step = 1.0;
    for (int k = 0; k < 3; ++k) {
      step /= generator;
      double whole{};
      at[k] = box.lower[k] + sides[k] * std::modf(0.5 + (i + 1) * step, &whole);
    }
    if (contains(shape, at)) points.push_back(at);
  }
  return points;
}

// What is kept of a shape of which a body is cut.
struct ShapeVolume {
  double volume{};
  BoundingSphere<double> sphere;
  std::vector<Vec3<double>> points;
};

double squared(double x) { return x * x; }

// Whether all of a ball is outside: its distance from the box around the region, or from the axis
// and the ends of a cylinder.
bool is_outside(const Region& region, const Vec3<double>& centre, double radius) {
  if (region.type == Region::Type::cylinder) {
    const Vec3<double> start = centre - region.base;
    const double along = dot(start, region.axis);
    return along < -radius || along > region.height + radius ||
           norm(start - along * region.axis) > region.radius + radius;
  }
  double distance = 0.0;
  for (int k = 0; k < 3; ++k) {
    distance +=
        squared(std::max({region.box.lower[k] - centre[k], centre[k] - region.box.upper[k], 0.0}));
  }
  return distance > squared(radius);
}

}  // namespace

Porosity porosity(const StateView& state, const Region& region) {
  Porosity p;
  p.volume = region.volume();
  const Bodies& bodies = state.bodies;
  std::vector<ShapeVolume> shapes(bodies.shapes.size());
  double variance = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Shape& shape = bodies.shape(i);
    if (kind_of(shape) == Kind::half_space || kind_of(shape) == Kind::segment) continue;
    ShapeVolume& known = shapes[static_cast<std::size_t>(bodies.shape_of[i])];
    if (known.volume == 0.0) {
      known.volume = mass_properties(shape).volume;
      known.sphere = *bounding_sphere(shape);
    }
    const Pose<double>& pose = bodies.poses[i];
    const Mat3<double> rotation = rotation_of(pose.orientation);
    const Vec3<double> centre = pose.position + rotation * known.sphere.centre;
    const double r = known.sphere.radius;
    const Vec3<double> reach{r, r, r};
    for (const Vec3<double>& shift :
         images_at(region, state.domain, {centre - reach, centre + reach})) {
      if (is_outside(region, centre + shift, r)) continue;
      if (region.contains(centre + shift, r)) {
        p.solid += known.volume;
        continue;
      }
      if (known.points.empty()) known.points = points_in(shape);
      std::int64_t inside = 0;
      for (const Vec3<double>& x : known.points) {
        inside += region.contains(pose.position + shift + rotation * x);
      }
      const auto count = static_cast<double>(std::max<std::size_t>(1, known.points.size()));
      const double part = static_cast<double>(inside) / count;
      p.solid += part * known.volume;
      // Of the part that Laplace's rule expects: not 0 where all points are on one side.
      const double expected = (static_cast<double>(inside) + 1.0) / (count + 2.0);
      variance += squared(known.volume) * (expected * (1.0 - expected) / count);
    }
  }
  p.sampling_error = std::sqrt(variance);
  return p;
}

}  // namespace talus
