// The depth of a body below a plane, for any normal: what the contacts with a round wall are made
// of. In the frame of the wall.
#pragma once

#include <span>

#include "talus/math/pose.h"
#include "talus/narrow/flat_superquadric/bulged_depth.h"
#include "talus/narrow/rounded_maximum.h"
#include "talus/shape/superquadric/superquadric.h"

namespace talus::body_round_wall {

// slope * normal is the derivative of `depth` against the body's motion, at `point`.
struct Lowest {
  double depth{};  // below zero: the body is above the plane
  Vec3<double> point{};
  double slope = 1.0;
  double level{};  // of the plane

  // Of the point, below the plane: less than the depth where that is a smooth one.
  double overlap(const Vec3<double>& normal) const { return level - dot(normal, point); }
};

// Sphere, ellipsoid, superquadric.
template <class Body>
struct SmoothBody {
  const Body& body;
  const RelativePose<double>& in_wall;

  // Below the plane normal . x = level.
  Lowest below(const Vec3<double>& normal, double level) const {
    const Vec3<double> point =
        in_wall.point_to_a(support_point(body, -(transpose_times(in_wall.rotation, normal))));
    return {level - dot(normal, point), point, 1.0, level};
  }
};

// A superquadric with flat sides: its bulged depth (flat_superquadric/bulged_depth.h).
struct FlatBody {
  const Superquadric<double>& body;
  const RelativePose<double>& in_wall;

  BulgedBody<double> bulged(const Vec3<double>& origin) const {
    return {body, in_wall.rotation, in_wall.translation - origin};
  }
  // Below a plane with this normal, with this bulged depth.
  BulgedBody<double> bulged_at(const Vec3<double>& normal, double depth) const {
    BulgedBody<double> b = bulged({});
    b.find(-normal, depth);
    return b;
  }

  Lowest below(const Vec3<double>& normal, double level) const {
    double moment = 0.0;
    return below(normal, level, moment);
  }
  // `moment`: BulgedDepth::moment.
  Lowest below(const Vec3<double>& normal, double level, double& moment) const {
    const Lowest sharp = SmoothBody<Superquadric<double>>{body, in_wall}.below(normal, level);
    moment = 0.0;
    if (!(sharp.depth > 0.0)) return sharp;
    const Vec3<double> middle = sharp.point + (0.5 * sharp.depth) * normal;
    BulgedBody<double> b = bulged(middle);
    const BulgedDepth<double> r = bulged_depth_on_plane(b, -normal, sharp.depth);
    if (!r.found) return sharp;
    moment = r.moment;
    return {r.depth, b.point + middle, r.slope, level};
  }
};

// The vertices of a polyhedron: the smooth maximum of their depths, at their weighted mean.
struct VertexBody {
  std::span<const Vec3<double>> vertex;
  double size{};  // scales the depths, so that their powers do not underflow

  Lowest below(const Vec3<double>& normal, double level) const {
    double sum = 0.0, weights = 0.0, most = -infinity_of<double>();
    Vec3<double> mean{}, deepest{};
    for (const Vec3<double>& v : vertex) {
      const double depth = level - dot(normal, v);
      if (depth > most) {
        most = depth;
        deepest = v;
      }
      if (!(depth > 0.0)) continue;
      const double z = depth / size, weight = rounding_weight(z) * z;
      weights += weight;
      mean = mean + weight * v;
      sum += weight * z;
    }
    if (!(sum > 0.0)) return {most, deepest, 1.0, level};
    const double root = rounding_root(sum);
    return {size * root, mean / weights, weights * root / sum, level};
  }
};

}  // namespace talus::body_round_wall
