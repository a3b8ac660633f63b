// The degenerate families: where known libraries hang, answer with not-a-number or miss contacts.
// Each is a small generator of pairs of the given kinds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "narrow/laws/random_shape.h"

namespace laws {

struct Family {
  std::string name;
  std::function<PairSpec(Type, Type, Random&)> draw;
};

namespace families {

constexpr std::array<double, 4> upright{1, 0, 0, 0};

// Without the random origin and the slivers: shapes whose middle is the body's origin.
inline Spec centred_shape(Type type, Random& random) {
  Spec spec = random_shape(type, random);
  if (type == Type::polyhedron) {
    spec.points = random.chance(0.5) ? regular_solid(random.below(5))
                                     : box_points({1, random.chance(0.5) ? 1 : 0.5, 0.25});
  }
  if (type == Type::segment) {
    const Triple half = random.direction();
    spec.points = {half, {-half[0], -half[1], -half[2]}};
  }
  return spec;
}

// Boxes, cylinders along z, rounded boxes, axis-parallel segments and planes: shapes with faces and
// edges along the axes.
inline Spec axis_shape(Type type, Random& random) {
  Spec spec = centred_shape(type, random);
  spec.orientation = upright;
  const auto length = [&] { return 0.25 * (1 + random.below(8)); };
  if (type != Type::sphere) spec.semi_axes = {length(), length(), length()};
  if (type == Type::sphere) spec.semi_axes = {1, 1, 1};
  if (type == Type::polyhedron) spec.points = box_points({length(), length(), length()});
  const int axis = random.below(3);
  Triple along{0, 0, 0};
  along[axis] = random.chance(0.5) ? 1 : -1;
  if (type == Type::segment) {
    const double half = length();
    spec.points = {{-half * along[0], -half * along[1], -half * along[2]},
                   {half * along[0], half * along[1], half * along[2]}};
  }
  if (type == Type::half_space) {
    spec.normal = along;
    spec.offset = 0.25 * random.below(5);
  }
  if (type == Type::superquadric) {
    constexpr double choices[] = {1, 1.5, 2, 4, 8, 20};
    spec.n1 = choices[random.below(6)];
    spec.n2 = choices[random.below(6)];
  }
  return spec;
}

inline PairSpec axis_aligned(Type a, Type b, Random& random) {
  PairSpec pair{axis_shape(a, random), axis_shape(b, random)};
  for (double& x : pair.b.position) x = 0.25 * (random.below(17) - 8);
  return pair;
}

inline PairSpec on_the_axes(Type a, Type b, Random& random) {
  PairSpec pair{axis_shape(a, random), axis_shape(b, random)};
  pair.b.position[random.below(3)] = 0.25 * (random.below(17) - 8);
  return pair;
}

inline PairSpec concentric(Type a, Type b, Random& random) {
  return {centred_shape(a, random), centred_shape(b, random)};
}

inline PairSpec concentric_aligned(Type a, Type b, Random& random) {
  PairSpec pair = concentric(a, b, random);
  pair.b.orientation = pair.a.orientation;
  return pair;
}

// For kinds that differ, the nearest thing: the same numbers read as two kinds.
inline PairSpec identical(Type a, Type b, Random& random) {
  PairSpec pair{random_shape(a, random), random_shape(b, random)};
  if (a == b) pair.b = pair.a;
  pair.b.semi_axes = pair.a.semi_axes;
  if (b == Type::sphere) pair.b.semi_axes.fill(pair.a.semi_axes[0]);
  pair.b.orientation = pair.a.orientation;
  return pair;
}

inline PairSpec nearly_identical(Type a, Type b, Random& random) {
  PairSpec pair = identical(a, b, random);
  shift(pair.b, random.direction(), random.log_uniform(1e-14, 1e-2));
  return pair;
}

inline PairSpec identical_apart(Type a, Type b, Random& random) {
  PairSpec pair = identical(a, b, random);
  shift(pair.b, random.direction(), random.uniform(0.1, 6));
  return pair;
}

// Same orientation and a gap along a body axis: faces, or nearly flat sides, lie parallel.
inline PairSpec parallel_faces(Type a, Type b, Random& random) {
  PairSpec pair{axis_shape(a, random), axis_shape(b, random)};
  Triple u{0, 0, 0};
  u[random.below(3)] = random.chance(0.5) ? 1 : -1;
  constexpr double gaps[] = {0, 1e-15, -1e-15, 1e-9, -1e-9, 0.125, -0.125, -0.5, 1};
  place_at_gap(pair, u, gaps[random.below(9)]);
  Triple sideways = random.in_box(0.5);
  for (int i = 0; i < 3; ++i) sideways[i] *= u[i] == 0;
  if (a != Type::half_space && b != Type::half_space) shift(pair.b, sideways);
  const auto q = random.orientation();
  if (random.chance(0.5)) {  // the whole scene turned
    const auto turn = oracle::rotation_from<double>(q);
    for (Spec* s : {&pair.a, &pair.b}) {
      const auto p = turn.to_world(oracle::Vec<double>(s->position));
      s->position = {p.x, p.y, p.z};
      s->orientation = q;
    }
  }
  return pair;
}

// B turned about a shared axis: edges along that axis stay parallel, others do not.
inline PairSpec parallel_edges(Type a, Type b, Random& random) {
  PairSpec pair{axis_shape(a, random), axis_shape(b, random)};
  const int axis = random.below(3);
  const double angle = random.chance(0.3) ? std::acos(-1.0) / 4 : random.uniform(0, 3);
  pair.b.orientation = {std::cos(angle / 2), 0, 0, 0};
  pair.b.orientation[1 + axis] = std::sin(angle / 2);
  Triple u = random.direction();
  u[axis] = 0;
  const double norm = std::hypot(u[0], u[1], u[2]);
  for (double& x : u) x /= norm;
  constexpr double gaps[] = {0, 1e-12, -1e-12, 0.1, -0.1, 0.5, -0.5};
  place_at_gap(pair, u, gaps[random.below(7)]);
  return pair;
}

// Turned by angles down to the last digits away from parallel.
inline PairSpec nearly_parallel(Type a, Type b, Random& random) {
  PairSpec pair = parallel_faces(a, b, random);
  const Triple axis = random.direction();
  const double half = 0.5 * random.log_uniform(1e-15, 1e-4);
  const auto r = pair.b.orientation;
  const std::array<double, 4> q{1, half * axis[0], half * axis[1], half * axis[2]};
  pair.b.orientation = {q[0] * r[0] - q[1] * r[1] - q[2] * r[2] - q[3] * r[3],
                        q[0] * r[1] + q[1] * r[0] + q[2] * r[3] - q[3] * r[2],
                        q[0] * r[2] - q[1] * r[3] + q[2] * r[0] + q[3] * r[1],
                        q[0] * r[3] + q[1] * r[2] - q[2] * r[1] + q[3] * r[0]};
  const auto& n = pair.b.orientation;
  const double norm = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3]);
  for (double& x : pair.b.orientation) x /= norm;
  return pair;
}

// The extreme points along one direction meet, or nearly.
inline PairSpec vertex_to_vertex(Type a, Type b, Random& random) {
  PairSpec pair{random_shape(a, random), random_shape(b, random)};
  const Triple u = random.direction();
  if (a == Type::half_space || b == Type::half_space) {
    place_at_gap(pair, u, 0);
    return pair;
  }
  const oracle::Body<double> body_a(pair.a, {}), body_b(pair.b, {});
  const oracle::Vec<double> n(u);
  const auto link = body_a.support_point(n) - body_b.support_point(-n);
  constexpr double gaps[] = {0, 1e-15, 1e-10, 1e-3, 1, -1e-15, -1e-10, -1e-3, -0.1};
  const double gap = gaps[random.below(9)];
  pair.b.position = {link.x + gap * u[0], link.y + gap * u[1], link.z + gap * u[2]};
  return pair;
}

inline Spec needle(Type type, Random& random) {
  Spec spec = random_shape(type, random);
  const bool disc = random.chance(0.4);
  const Triple stretch = disc ? Triple{1, 1, 1e-3} : Triple{1e-3, 1e-3, 1};
  if (type == Type::ellipsoid || type == Type::superquadric || type == Type::polyhedron) {
    for (int i = 0; i < 3; ++i) {
      spec.semi_axes[i] *= stretch[i];
      for (Triple& p : spec.points) p[i] *= stretch[i];
    }
  }
  return spec;
}

inline PairSpec needles(Type a, Type b, Random& random) {
  PairSpec pair{needle(a, random),
                random.chance(0.5) ? needle(b, random) : random_shape(b, random)};
  const double size = 0.5 * (size_of(pair.a) + size_of(pair.b));
  constexpr double gaps[] = {-1e-4, -1e-2, -0.3, 1e-4, 0.1, 0};
  place_at_gap(pair, random.direction(), size * gaps[random.below(6)]);
  return pair;
}

inline PairSpec size_ratio(Type a, Type b, Random& random) {
  PairSpec pair{random_shape(a, random), random_shape(b, random)};
  scale_shape(random.chance(0.5) ? pair.a : pair.b, 1e-4);
  const double small = std::min(size_of(pair.a), size_of(pair.b));
  constexpr double gaps[] = {-1, -0.1, -1e-3, 1e-3, 0.1, 10};
  place_at_gap(pair, random.direction(), (small > 0 ? small : 1) * gaps[random.below(6)]);
  return pair;
}

inline PairSpec tiny_scale(Type a, Type b, Random& random) {
  return scaled(random_pair(a, b, random), 1e-6);
}
inline PairSpec huge_scale(Type a, Type b, Random& random) {
  return scaled(random_pair(a, b, random), 1e6);
}

inline PairSpec world_offset(Type a, Type b, Random& random) {
  PairSpec pair = random_pair(a, b, random);
  const Triple u = random.direction();
  shift(pair.a, u, 1e6);
  shift(pair.b, u, 1e6);
  return pair;
}

}  // namespace families

inline const std::vector<Family>& all_families() {
  using namespace families;
  static const std::vector<Family> list = {
      {"axis aligned", axis_aligned},
      {"on the axes", on_the_axes},
      {"concentric", concentric},
      {"concentric aligned", concentric_aligned},
      {"identical", identical},
      {"nearly identical", nearly_identical},
      {"identical, apart", identical_apart},
      {"parallel faces", parallel_faces},
      {"parallel edges", parallel_edges},
      {"nearly parallel", nearly_parallel},
      {"vertex to vertex", vertex_to_vertex},
      {"needles 1:1000", needles},
      {"size ratio 1:1e4", size_ratio},
      {"scale 1e-6", tiny_scale},
      {"scale 1e6", huge_scale},
      {"world offset 1e6", world_offset},
  };
  return list;
}

}  // namespace laws
