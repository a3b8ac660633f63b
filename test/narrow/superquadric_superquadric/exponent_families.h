// Pairs of superquadrics by the range of their exponents and by how they lie: where methods that
// trust a normal or a point alone lose their digits.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "narrow/laws/random_shape.h"

namespace exponents {

using laws::Random;
using oracle::PairSpec;
using oracle::Spec;
using oracle::Triple;
using Quaternion = std::array<double, 4>;

// Both exponents are drawn from it; the accuracy is relative to max(larger bounding radius,
// |distance|).
struct Bin {
  const char* name;
  double least, most, accuracy;
};
inline constexpr Bin bins[] = {{"1.1 to 1.25", 1.1, 1.25, 1e-12}, {"1.25 to 1.5", 1.25, 1.5, 1e-12},
                               {"1.5 to 2", 1.5, 2, 1e-12},       {"2 to 4", 2, 4, 1e-12},
                               {"4 to 8", 4, 8, 1e-12},           {"8 to 20", 8, 20, 1e-12},
                               {"20 to 50", 20, 50, 1e-10}};

inline Quaternion product(const Quaternion& p, const Quaternion& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
          p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1]};
}
inline Quaternion about(const Triple& axis, double angle) {
  const double s = std::sin(angle / 2);
  return {std::cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]};
}
inline double dot(const Triple& u, const Triple& v) {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
inline Triple unit(const Triple& v) {
  const double length = std::sqrt(dot(v, v));
  return {v[0] / length, v[1] / length, v[2] / length};
}
inline Triple minus(const Triple& v) { return {-v[0], -v[1], -v[2]}; }
// The least turn that takes one unit vector to another, not opposite, one.
inline Quaternion turning(const Triple& from, const Triple& to) {
  const Quaternion q{1 + dot(from, to), from[1] * to[2] - from[2] * to[1],
                     from[2] * to[0] - from[0] * to[2], from[0] * to[1] - from[1] * to[0]};
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}
inline Triple axis(int k) {
  Triple v{0, 0, 0};
  v[k] = 1;
  return v;
}

// Upright at the origin, axis ratios up to 1:20.
inline Spec body(const Bin& bin, Random& random) {
  Spec spec;
  spec.type = oracle::Type::superquadric;
  for (double& a : spec.semi_axes) a = random.log_uniform(random.chance(0.25) ? 0.05 : 0.4, 1);
  spec.n1 = random.log_uniform(bin.least, bin.most);
  spec.n2 = random.log_uniform(bin.least, bin.most);
  return spec;
}

inline double thickness(const PairSpec& pair) {
  double least = 1e300;
  for (const Spec* s : {&pair.a, &pair.b}) {
    for (const double a : s->semi_axes) least = std::min(least, a);
  }
  return least;
}

// B's point of normal -u at a gap from A's of normal u.
inline void lay(PairSpec& pair, const Triple& u, double gap) {
  const oracle::Body<double> a(pair.a, {}), b(pair.b, {});
  const oracle::Vec<double> n(u);
  const auto link = a.support_point(n) - b.support_point(-n);
  pair.b.position = {link.x + gap * u[0], link.y + gap * u[1], link.z + gap * u[2]};
}

// A third each apart, shallow and deep.
inline double any_gap(const PairSpec& pair, Random& random) {
  const int kind = random.below(3);
  if (kind == 0) return random.log_uniform(1e-6, 2);
  return thickness(pair) * (kind == 1 ? -random.log_uniform(1e-9, 1e-2) : -random.uniform(0.01, 2));
}

inline PairSpec random_pair(const Bin& bin, Random& random) {
  PairSpec pair{body(bin, random), body(bin, random)};
  pair.a.orientation = random.orientation();
  pair.b.orientation = random.orientation();
  lay(pair, random.direction(), any_gap(pair, random));
  return pair;
}

// Two nearly flat sides parallel, turned against each other, some tilted by next to nothing.
inline PairSpec face_on_face(const Bin& bin, Random& random) {
  PairSpec pair{body(bin, random), body(bin, random)};
  const int k = random.below(3);
  const Triple u = axis(k);
  if (random.chance(0.5)) pair.b.orientation = about(u, random.uniform(0, 3));
  if (random.chance(0.3)) {
    pair.b.orientation =
        product(about(random.direction(), random.log_uniform(1e-15, 1e-3)), pair.b.orientation);
  }
  lay(pair, u, any_gap(pair, random));
  const double least = std::min(pair.a.semi_axes[(k + 1) % 3], pair.b.semi_axes[(k + 1) % 3]);
  if (random.chance(0.7)) pair.b.position[(k + 1) % 3] += random.uniform(-1, 1) * least;
  if (random.chance(0.5)) pair.b.position[(k + 2) % 3] += random.uniform(-1, 1) * least;
  return pair;
}

// A rounded or sharp edge of each at the other, parallel or crossing.
inline PairSpec edge_on_edge(const Bin& bin, Random& random) {
  PairSpec pair{body(bin, random), body(bin, random)};
  const int i = random.below(3), j = random.below(3);
  const auto diagonal = [](const Spec& s, int along) {
    Triple n{1 / s.semi_axes[0], 1 / s.semi_axes[1], 1 / s.semi_axes[2]};
    n[along] = 0;
    return unit(n);
  };
  const Triple u = diagonal(pair.a, i), v = diagonal(pair.b, j);
  pair.b.orientation = turning(v, minus(u));
  if (i != j || random.chance(0.5)) {
    pair.b.orientation = product(about(u, random.uniform(0, 3)), pair.b.orientation);
  }
  lay(pair, u, any_gap(pair, random));
  return pair;
}

// Normals with zero components, where curvatures vanish or are infinite.
inline PairSpec axis_aligned(const Bin& bin, Random& random) {
  PairSpec pair{body(bin, random), body(bin, random)};
  for (double& x : pair.b.position) x = random.chance(0.4) ? 0 : 0.25 * (random.below(13) - 6);
  return pair;
}

inline PairSpec concentric(const Bin& bin, Random& random) {
  PairSpec pair{body(bin, random), body(bin, random)};
  const int kind = random.below(4);
  if (kind == 0) pair.b.orientation = random.orientation();
  if (kind == 1) pair.b.orientation = about(axis(random.below(3)), random.uniform(0, 3));
  if (kind == 2) pair.b = pair.a;
  return pair;
}

// Gaps of nothing and of a few units in the last place.
inline PairSpec touching(const Bin& bin, Random& random) {
  PairSpec pair = random.chance(0.3)   ? face_on_face(bin, random)
                  : random.chance(0.4) ? edge_on_edge(bin, random)
                                       : random_pair(bin, random);
  constexpr double gaps[] = {0, 1e-16, -1e-16, 3e-16, -3e-16, 1e-15, -1e-15, 1e-13, -1e-13};
  lay(pair, random.chance(0.5) ? random.direction() : axis(random.below(3)), gaps[random.below(9)]);
  return pair;
}

inline PairSpec needle_or_plate(const Bin& bin, Random& random) {
  PairSpec pair{body(bin, random), body(bin, random)};
  const auto flatten = [&](Spec& s) {
    s.semi_axes = random.chance(0.5) ? Triple{1, 0.05, 0.05} : Triple{1, 1, 0.05};
    std::rotate(s.semi_axes.begin(), s.semi_axes.begin() + random.below(3), s.semi_axes.end());
    s.orientation = random.orientation();
  };
  flatten(pair.a);
  if (random.chance(0.5)) flatten(pair.b);
  lay(pair, random.direction(), any_gap(pair, random));
  return pair;
}

inline PairSpec contained(const Bin& bin, Random& random) {
  PairSpec pair{body(bin, random), body(bin, random)};
  laws::scale_shape(pair.b, 0.5 * thickness(pair) * random.log_uniform(0.1, 1));
  pair.b.orientation = random.chance(0.3) ? Quaternion{1, 0, 0, 0} : random.orientation();
  const Triple u = random.direction();
  for (int i = 0; i < 3; ++i) {
    pair.b.position[i] = random.uniform(0, 0.6) * pair.a.semi_axes[i] * u[i];
  }
  return pair;
}

struct Family {
  const char* name;
  PairSpec (*draw)(const Bin&, Random&);
};
inline constexpr Family families[] = {{"random", random_pair},
                                      {"face on face", face_on_face},
                                      {"edge on edge", edge_on_edge},
                                      {"axis aligned", axis_aligned},
                                      {"concentric", concentric},
                                      {"touching", touching},
                                      {"needle or plate", needle_or_plate},
                                      {"contained", contained}};

}  // namespace exponents
