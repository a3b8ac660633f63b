// Pairs of superquadrics, and of superquadrics and polyhedra, each laid around a contact: two
// points with opposite normals, a gap apart along them. The direction is known, so that no answer
// may lie below the gap along it; for bodies apart it is the distance.
#pragma once

#include "../study/superellipsoids/known_pairs.h"
#include "narrow/laws/posed_pair.h"
#include "narrow/superquadric_superquadric/exponent_families.h"

namespace laws {

struct LaidPair {
  PosedPair pair;
  Triple direction;  // from A to B, unit to rounding
};

enum class Gap { apart, shallow, deep };
inline constexpr const char* gap_names[] = {"apart", "shallow", "deep"};

// P3's two series in one of its intervals of squareness, and overlaps up to containment.
inline LaidPair lay_superellipsoids(int interval, Gap gap, Random& random) {
  constexpr double farthest[] = {superellipsoids::largest_distance,
                                 -superellipsoids::largest_penetration, -2};
  superellipsoids::Random own(static_cast<std::uint64_t>(random.uniform(0, 0x1p53)), 0);
  const superellipsoids::KnownPair known = superellipsoids::known_pair(
      superellipsoids::intervals[interval], farthest[static_cast<int>(gap)], own);
  const auto spec_of = [](const superellipsoids::Body& body) {
    Spec spec;
    spec.type = Type::superquadric;
    spec.semi_axes = body.r;
    spec.n1 = body.n1();
    spec.n2 = body.n2();
    return spec;
  };
  PairSpec pair{spec_of(known.one), spec_of(known.two)};
  const auto& q = known.orientation;
  const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; ++i) pair.b.orientation[i] = q[i] / norm;
  pair.b.position = known.centre;
  return {PosedPair(pair), known.c};
}

// Polyhedra of 4 to 1,000 faces; making one costs more than a query, so that a stock of them is
// kept and renewed now and then.
class PolyhedronStock {
 public:
  struct Item {
    Spec spec;
    talus::Shape shape;
  };

  const Item& draw(Random& random) {
    constexpr int renewals = 20000, size = 48;
    if (drawn_++ % renewals == 0) {
      items_.clear();
      for (int i = 0; i < size; ++i) {
        Spec spec;
        spec.type = Type::polyhedron;
        spec.points = random.chance(0.2) ? random_points(random) : round_points(random);
        items_.push_back({spec, make_shape(spec)});
      }
    }
    return items_[random.below(static_cast<int>(items_.size()))];
  }

 private:
  // All of them corners: as many faces as points, twice over, less four.
  static std::vector<Triple> round_points(Random& random) {
    const int count = static_cast<int>(random.log_uniform(4, 1004) + 4) / 2;
    const double b = random.log_uniform(0.3, 1), c = random.log_uniform(0.3, 1);
    std::vector<Triple> points;
    for (int i = 0; i < std::max(4, count); ++i) {
      const Triple d = random.direction();
      points.push_back({d[0], b * d[1], c * d[2]});
    }
    return points;
  }

  long drawn_ = 0;
  std::vector<Item> items_;
};

// A point of the polyhedron with one of its outward normals, in the body's frame.
struct SurfacePoint {
  oracle::Vec<double> point, normal;
};

inline SurfacePoint point_of_polyhedron(const talus::PolyhedronView<double>& body, Random& random) {
  const auto corner = [&](int k) { return oracle::Vec<double>(triple(body.vertex(k))); };
  const auto normal = [&](int f) { return oracle::Vec<double>(triple(body.face_normal[f])); };
  const int feature = random.below(3);
  if (feature == 0) {  // any direction: nearly always a corner
    const oracle::Vec<double> n(random.direction());
    oracle::Vec<double> best = corner(0);
    for (int k = 1; k < body.vertex_count; ++k) {
      if (dot(n, corner(k)) > dot(n, best)) best = corner(k);
    }
    return {best, n};
  }
  const double s = random.uniform(0, 1), t = random.uniform(0, 1);
  if (feature == 1) {
    const talus::PolyhedronEdge& edge = body.edge[random.below(body.edge_count)];
    return {(1 - s) * corner(edge.vertex[0]) + s * corner(edge.vertex[1]),
            unit((1 - t) * normal(edge.face[0]) + t * normal(edge.face[1]))};
  }
  const int f = random.below(body.face_count), k = body.face_vertex_start[f];
  const int* corners = body.face_vertex + k;
  const double u = std::min(s, t), v = std::abs(s - t);
  return {u * corner(corners[0]) + v * corner(corners[1]) + (1 - u - v) * corner(corners[2]),
          normal(f)};
}

// One in six lies with the end of its z axis on the feature: flat on flat, or a sharp tip.
inline LaidPair lay_on_polyhedron(const exponents::Bin& bin, Gap gap, PolyhedronStock& stock,
                                  Random& random) {
  const PolyhedronStock::Item& item = stock.draw(random);
  const auto& view = std::get<talus::Polyhedron>(item.shape).view();
  PairSpec pair{exponents::body(bin, random), item.spec};
  scale_shape(pair.a, random.log_uniform(0.3, 3));
  pair.b.orientation = random.orientation();
  pair.b.position = random.in_box(2);
  const auto turn = oracle::rotation_from<double>(pair.b.orientation);
  const SurfacePoint at = point_of_polyhedron(view, random);
  const oracle::Vec<double> n = turn.to_world(at.normal), p = turn.to_world(at.point);
  pair.a.orientation = random.chance(1.0 / 6) ? exponents::turning({0, 0, 1}, {n.x, n.y, n.z})
                                              : random.orientation();
  const double size = std::min(size_of(pair.a), view.bounds.radius);
  double distance = size * random.log_uniform(1e-6, 2);
  if (gap == Gap::shallow) distance = -size * random.log_uniform(1e-9, 1e-2);
  if (gap == Gap::deep) distance = -size * random.uniform(0.01, 2);
  const auto q = oracle::Body<double>(pair.a, {}).support_point(-n);
  pair.a.position = pair.b.position;
  shift(pair.a, {p.x - q.x, p.y - q.y, p.z - q.z});
  shift(pair.a, {n.x, n.y, n.z}, distance);
  PosedPair posed(PairSpec{pair.a, Spec{pair.a}});  // the stock's shape instead of a new hull
  posed.spec.b = pair.b;
  posed.b = item.shape;
  posed.pose_b = make_pose(pair.b);
  return {std::move(posed), {-n.x, -n.y, -n.z}};
}

}  // namespace laws
