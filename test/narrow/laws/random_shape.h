// Random bodies as plain numbers, of every kind, with the exact exponents and the regular solids
// mixed in.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "oracle/body.h"
#include "oracle/sample_solids.h"
#include "oracle/spec.h"

namespace laws {

using oracle::PairSpec;
using oracle::Spec;
using oracle::Triple;
using oracle::Type;

class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}

  // The same numbers with every standard library, unlike std::uniform_real_distribution.
  double uniform(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(generator_() >> 11), -53);
  }
  double log_uniform(double low, double high) {
    return std::exp(uniform(std::log(low), std::log(high)));
  }
  int below(int count) { return static_cast<int>(generator_() % static_cast<unsigned>(count)); }
  bool chance(double probability) { return uniform(0, 1) < probability; }

  Triple in_box(double half) {
    const double x = uniform(-half, half), y = uniform(-half, half), z = uniform(-half, half);
    return {x, y, z};
  }
  Triple direction() {
    for (;;) {
      const Triple v = in_box(1);
      const double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
      if (square < 0.01 || square > 1) continue;
      const double s = 1 / std::sqrt(square);
      return {s * v[0], s * v[1], s * v[2]};
    }
  }
  std::array<double, 4> orientation() {
    for (;;) {
      const Triple v = in_box(1);
      const double w = uniform(-1, 1);
      const double square = w * w + v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
      if (square < 0.01 || square > 1) continue;
      const double s = 1 / std::sqrt(square);
      return {s * w, s * v[0], s * v[1], s * v[2]};
    }
  }

 private:
  std::mt19937_64 generator_;
};

inline std::vector<Triple> box_points(const Triple& half) {
  std::vector<Triple> points;
  for (int i = 0; i < 8; ++i) {
    points.push_back(
        {i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]});
  }
  return points;
}

// 0: tetrahedron, 1: cube, 2: octahedron, 3: icosahedron, 4: dodecahedron.
inline std::vector<Triple> regular_solid(int which) {
  using enum oracle::RegularSolid;
  constexpr oracle::RegularSolid all[] = {tetrahedron, cube, octahedron, icosahedron, dodecahedron};
  std::vector<Triple> points;
  for (const auto& p : oracle::regular_corners(all[which])) points.push_back({p.x, p.y, p.z});
  return points;
}

inline std::vector<Triple> random_points(Random& random) {
  const double draw = random.uniform(0, 1);
  if (draw < 0.10) {
    return box_points({random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)});
  }
  if (draw < 0.18) return regular_solid(random.below(5));
  const int count = draw < 0.19 ? 100 : 4 + random.below(17);
  const bool on_sphere = random.chance(0.5);
  const Triple shift = random.chance(0.3) ? random.in_box(2) : Triple{0, 0, 0};
  const double thin = random.chance(0.05) ? 1e-3 : 1;
  std::vector<Triple> points;
  for (int i = 0; i < count; ++i) {
    const Triple p = on_sphere ? random.direction() : random.in_box(1);
    points.push_back({p[0] + shift[0], p[1] + shift[1], thin * p[2] + shift[2]});
  }
  return points;
}

inline double random_exponent(Random& random) {
  const double draw = random.uniform(0, 1);
  if (draw < 0.08) return 1;
  if (draw < 0.16) return 2;
  if (draw < 0.24) return 20;
  if (draw < 0.50) return random.uniform(1, 2);
  return random.log_uniform(2, 20);
}

inline void scale_shape(Spec& spec, double factor) {
  for (double& a : spec.semi_axes) a *= factor;
  for (Triple& p : spec.points) {
    for (double& x : p) x *= factor;
  }
  spec.offset *= factor;
}

// At the origin, in a random orientation.
inline Spec random_shape(Type type, Random& random) {
  Spec spec;
  spec.type = type;
  spec.orientation = random.orientation();
  switch (type) {
    case Type::sphere:
      break;
    case Type::ellipsoid:
      spec.semi_axes = {random.log_uniform(0.17, 1), random.log_uniform(0.17, 1), 1};
      std::rotate(spec.semi_axes.begin(), spec.semi_axes.begin() + random.below(3),
                  spec.semi_axes.end());
      if (random.chance(0.2)) spec.semi_axes[0] = spec.semi_axes[1];
      break;
    case Type::superquadric:
      spec.semi_axes = {random.log_uniform(0.25, 1), random.log_uniform(0.25, 1),
                        random.log_uniform(0.25, 1)};
      spec.n1 = random_exponent(random);
      spec.n2 = random_exponent(random);
      break;
    case Type::polyhedron:
      spec.points = random_points(random);
      break;
    case Type::half_space:
      spec.normal = random.direction();
      spec.offset = random.uniform(-1, 1);
      break;
    case Type::segment:
      spec.points = {random.in_box(1), random.in_box(1)};
      break;
  }
  scale_shape(spec, random.log_uniform(0.3, 3));
  return spec;
}

// Scales the whole scene: bodies, positions.
inline PairSpec scaled(PairSpec pair, double factor) {
  for (Spec* s : {&pair.a, &pair.b}) {
    scale_shape(*s, factor);
    for (double& x : s->position) x *= factor;
  }
  return pair;
}

inline void shift(Spec& spec, const Triple& by, double factor = 1) {
  for (int i = 0; i < 3; ++i) spec.position[i] += factor * by[i];
}

// Puts B at a gap along the direction u: sigma(u) = gap. Works for a half-space on either side.
inline void place_at_gap(PairSpec& pair, const Triple& u, double gap) {
  const oracle::Body<double> a(pair.a, {0, 0, 0}), b(pair.b, {0, 0, 0});
  oracle::Vec<double> n(u);
  if (pair.a.type == Type::half_space) n = a.plane_normal();
  if (pair.b.type == Type::half_space) n = -b.plane_normal();
  const double sigma = -b.support_value(-n) - a.support_value(n);
  shift(pair.b, {n.x, n.y, n.z}, gap - sigma);
}

inline double size_of(const Spec& spec) { return oracle::Body<double>(spec, {0, 0, 0}).radius(); }

// Puts B beside or into A, overlapping in about half of the draws, from just touching to almost
// concentric.
inline void place_randomly(PairSpec& pair, Random& random) {
  pair.a.position = random.in_box(2);
  pair.b.position = pair.a.position;
  const Triple u = random.direction();
  const bool plane = pair.a.type == Type::half_space || pair.b.type == Type::half_space;
  const double smaller = plane ? std::max(size_of(pair.a), size_of(pair.b))
                               : std::min(size_of(pair.a), size_of(pair.b));
  // A gap along one direction is a lower bound of the distance, so an overlap along it is often
  // none, most often for thin bodies: hence how often and how deep depends on the kinds.
  const auto thin = [](Type type) { return type == Type::segment ? 3 : type == Type::polyhedron; };
  const int thinness = plane ? 0 : thin(pair.a.type) + thin(pair.b.type);
  const double overlapping = plane ? 0.5 : std::min(0.64 + 0.1 * thinness, 0.97);
  double gap = 0;
  if (random.chance(overlapping)) {
    const bool deep = random.chance(plane ? 0.5 : 0.85);
    const double least = thinness < 3 ? 0.3 : 0.7;
    gap = -smaller * (deep ? random.uniform(least, 1.8) : random.log_uniform(1e-3, least));
  } else {
    gap = smaller *
          (random.chance(0.5) ? random.log_uniform(1e-4, 0.3) : random.log_uniform(0.3, 10));
  }
  place_at_gap(pair, u, gap);
  // Sideways too, so that the centre line is not special.
  if (!plane && random.chance(0.3)) shift(pair.b, random.direction(), 0.1 * smaller);
}

inline PairSpec random_pair(Type type_a, Type type_b, Random& random) {
  PairSpec pair{random_shape(type_a, random), random_shape(type_b, random)};
  if (random.chance(0.5)) std::swap(pair.a, pair.b);
  place_randomly(pair, random);
  return pair;
}

}  // namespace laws
