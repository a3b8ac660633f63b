// Families for two polyhedra beyond those of the laws: plates and needles that really cross, small
// bodies on the faces of large ones, and prisms that share an axis.
#pragma once

#include "narrow/laws/families.h"
#include "oracle/solid.h"

namespace laws::families {

inline Spec polyhedron_of(std::vector<Triple> points, Random& random) {
  Spec spec;
  spec.type = Type::polyhedron;
  spec.points = std::move(points);
  spec.orientation = random.orientation();
  return spec;
}

// A plate or a needle, down to 1:1e8.
inline Spec sliver(Random& random) {
  std::vector<Triple> points;
  const int count = 4 + random.below(9);
  const double thin = random.log_uniform(1e-8, 1e-1);
  const bool needle = random.chance(0.5);
  for (int i = 0; i < count; ++i) {
    const Triple p = random.in_box(1);
    points.push_back({p[0], needle ? thin * p[1] : p[1], thin * p[2]});
  }
  return polyhedron_of(points, random);
}

inline PairSpec crossing_slivers(Type, Type, Random& random) {
  PairSpec pair{sliver(random),
                random.chance(0.5) ? sliver(random) : random_shape(Type::polyhedron, random)};
  if (random.chance(0.2)) pair.b.orientation = pair.a.orientation;
  const double apart = random.chance(0.5) ? 0.5 : random.log_uniform(1e-9, 1);
  shift(pair.b, random.direction(), random.chance(0.1) ? 0 : apart);
  return pair;
}

// 1:1 to 1:1e4, at any point of a face of the larger body, from well above it to below it.
inline PairSpec small_on_a_face(Type, Type, Random& random) {
  PairSpec pair{random_shape(Type::polyhedron, random), random_shape(Type::polyhedron, random)};
  scale_shape(pair.b, random.log_uniform(1e-4, 1));
  pair.a.orientation = upright;
  const oracle::Solid solid = oracle::make_solid(pair.a.points);
  const int f = random.below(static_cast<int>(solid.faces.size()));
  const oracle::Vec<double>& n = solid.normals[f];
  const double u = random.uniform(0, 1), v = random.uniform(0, 1 - u);
  const double weight[3] = {u, v, 1 - u - v};
  for (int k = 0; k < 3; ++k) shift(pair.b, pair.a.points[solid.faces[f][k]], weight[k]);
  const oracle::Body<double> b(pair.b, pair.b.position);
  const oracle::Vec<double> lowest = b.support_point(-n);
  shift(pair.b, {lowest.x, lowest.y, lowest.z}, -1);
  constexpr double gaps[] = {0, 1e-15, -1e-15, 1e-9, -1e-9, 1e-3, -1e-3, 0.1, -0.1, 1, -1, -3};
  shift(pair.b, {n.x, n.y, n.z}, size_of(pair.b) * gaps[random.below(12)]);
  return pair;
}

inline std::vector<Triple> prism(int sides, double radius, double half_height) {
  std::vector<Triple> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::acos(-1.0) * i / sides;
    for (const double z : {-half_height, half_height}) {
      points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
  }
  return points;
}

// Turned about their axis by nothing, by almost nothing or by anything: edges parallel, nearly
// parallel or crossing, faces on faces.
inline PairSpec coaxial_prisms(Type, Type, Random& random) {
  const double height_a = random.uniform(0.1, 1), height_b = random.uniform(0.1, 1);
  const int sides = 3 + random.below(8);
  PairSpec pair{polyhedron_of(prism(sides, 1, height_a), random),
                polyhedron_of(prism(random.chance(0.5) ? sides : 3 + random.below(8),
                                    random.chance(0.5) ? 1 : random.uniform(0.3, 2), height_b),
                              random)};
  const double angle = random.chance(0.3) ? 0 : random.log_uniform(1e-15, 3);
  pair.a.orientation = upright;
  pair.b.orientation = {std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
  constexpr double gaps[] = {0, 1e-15, -1e-15, 1e-9, -1e-9, 0.05, -0.05, -0.15, 0.5};
  pair.b.position[2] = height_a + height_b + gaps[random.below(9)];
  if (random.chance(0.5)) shift(pair.b, {random.uniform(-2, 2), random.uniform(-2, 2), 0});
  if (random.chance(0.2)) pair.b.position[2] = 0;
  return pair;
}

}  // namespace laws::families

namespace laws {

inline const std::vector<Family>& polyhedra_families() {
  static const std::vector<Family> list = [] {
    std::vector<Family> families = all_families();
    families.push_back({"crossing slivers 1:1e8", families::crossing_slivers});
    families.push_back({"small on a face", families::small_on_a_face});
    families.push_back({"coaxial prisms", families::coaxial_prisms});
    return families;
  }();
  return list;
}

}  // namespace laws
