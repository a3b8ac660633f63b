// The Minkowski difference C = A - B of two posed bodies, in the form that the engines use: a
// support mapping, the Hessian of the support value, and the directions of edges. The only file
// that knows both shapes and engines.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/engine/newton.h"
#include "talus/narrow/engine/support_pair.h"
#include "talus/shape/ellipsoid.h"
#include "talus/shape/polyhedron_view.h"
#include "talus/shape/segment.h"
#include "talus/shape/sphere.h"
#include "talus/shape/superquadric/superquadric.h"

namespace talus {

// The core of a sphere: its centre. Engines work on cores; the margin, the radius of the sphere, is
// added to the answer afterwards, exactly (margins.h). Here it only sets the size of the body.
template <class T>
struct Point {
  T margin{};
};

template <class T>
TALUS_HD Vec3<T> support_point(const Point<T>&, const Vec3<T>&) {
  return {};
}

template <class T>
TALUS_HD BoundingSphere<T> bounding_sphere(const Point<T>& p) {
  return {{}, p.margin};
}

// What a body contributes to a pair: whether its support Hessian is finite almost everywhere and
// not zero (smooth), or its support points are vertices with edges between them.
template <class Body>
inline constexpr bool is_smooth = false;
template <class T>
inline constexpr bool is_smooth<Ellipsoid<T>> = true;
template <class T>
inline constexpr bool is_smooth<Superquadric<T>> = true;

template <class Body>
inline constexpr bool has_vertices = false;
template <class T>
inline constexpr bool has_vertices<PolyhedronView<T>> = true;
template <class T>
inline constexpr bool has_vertices<Segment<T>> = true;

// Unit directions (up to three) across which n is close to a crease of the body's support value:
// the axes of flat sides (exponents above 2), where Newton's method oscillates, and the ruled sides
// of n2 = 1.
template <class T, class Body>
TALUS_HD int creases_of(const Body&, const Vec3<T>&, Vec3<T>*) {
  return 0;
}

// A component of n below this counts as close to the crease. A choice; it decides only which
// constraints polishing tries.
inline constexpr double crease_nearness = 1e-2;

template <class T>
TALUS_HD int creases_of(const Superquadric<T>& body, const Vec3<T>& n, Vec3<T>* across) {
  const T near = T(crease_nearness);
  int count = 0;
  for (int i = 0; i < 3; ++i) {
    const bool flat = i < 2 ? body.n2 > T(2) : body.n1 > T(2);
    if (!flat || !(absolute(n[i]) < near)) continue;
    across[count] = Vec3<T>{};
    across[count++][i] = T(1);
  }
  if (body.n2 == T(1)) {
    // Between the ridges at x and at y: n is at right angles to the line from one to the other.
    const Vec3<T>& a = body.semi_axes;
    const Vec3<T> ruling = normalized(Vec3<T>{sign_of(n.x) * a.x, -sign_of(n.y) * a.y, T(0)});
    if (absolute(dot(ruling, n)) < near) across[count++] = ruling;
  }
  return count;
}

// The support point with the index of its vertex.
template <class T, class Body>
TALUS_HD Vec3<T> support_with_index(const Body& body, const Vec3<T>& n, int&) {
  return support_point(body, n);
}

template <class T>
TALUS_HD Vec3<T> support_with_index(const PolyhedronView<T>& body, const Vec3<T>& n, int& index) {
  index = support_vertex(body, n);
  return body.vertex(index);
}

template <class T>
TALUS_HD Vec3<T> support_with_index(const Segment<T>& body, const Vec3<T>& n, int& index) {
  index = dot(n, body.to - body.from) > T(0) ? 1 : 0;
  return index == 1 ? body.to : body.from;
}

// The vector between two vertices, from the body's own coordinates; zero for bodies without
// vertices.
template <class T, class Body>
TALUS_HD Vec3<T> edge_between(const Body&, int, int) {
  return {};
}

template <class T>
TALUS_HD Vec3<T> edge_between(const PolyhedronView<T>& body, int i, int j) {
  return body.vertex(j) - body.vertex(i);
}

template <class T>
TALUS_HD Vec3<T> edge_between(const Segment<T>& body, int i, int j) {
  return T(j - i) * (body.to - body.from);
}

template <class T, class BodyA, class BodyB>
class Difference {
 public:
  static constexpr bool smooth = is_smooth<BodyA> || is_smooth<BodyB>;
  static constexpr bool has_vertices = talus::has_vertices<BodyA> || talus::has_vertices<BodyB>;

  TALUS_HD Difference(const BodyA& a, const BodyB& b, const RelativePose<T>& b_in_a)
      : a_(a), b_(b), b_in_a_(b_in_a) {
    const BoundingSphere<T> ball_a = bounding_sphere(a), ball_b = bounding_sphere(b);
    radius_ = larger(ball_a.radius, ball_b.radius);
    between_centres_ = b_in_a.point_to_a(ball_b.centre) - ball_a.centre;
    // Coordinates in the frame of A are at most this large, and carry a few roundings of it each.
    const T reach_a = max_norm(ball_a.centre) + ball_a.radius;
    const T reach_b = max_norm(b_in_a.translation) + max_norm(ball_b.centre) * T(2) + ball_b.radius;
    rounding_ = T(4) * epsilon_of<T>() * larger(reach_a, reach_b);
  }

  // The point of C farthest along n.
  TALUS_HD engine::SupportPair<T> support(const Vec3<T>& n) {
    engine::SupportPair<T> pair;
    pair.a = support_with_index(a_, n, last_a_);
    pair.b = b_in_a_.point_to_a(support_with_index(b_, b_in_a_.direction_to_b(-n), last_b_));
    pair.c = pair.a - pair.b;
    pair.index_a = last_a_;
    pair.index_b = last_b_;
    return pair;
  }

  // The Hessian of the support value on the tangent plane of n, in the basis (t, u).
  TALUS_HD SymMat2<T> tangent_hessian(const Vec3<T>& n, const Vec3<T>& t, const Vec3<T>& u) const {
    return curvature_a(n, t, u) + curvature_b(n, t, u);
  }

  // The radius of a ball inside C that touches its surface at the support point for n.
  TALUS_HD T tangent_ball(const Vec3<T>& n) const {
    T sum = T(0);
    if constexpr (is_smooth<BodyA>) sum = sum + talus::tangent_ball(a_, n);
    if constexpr (is_smooth<BodyB>) {
      sum = sum + talus::tangent_ball(b_, b_in_a_.direction_to_b(-n));
    }
    return sum;
  }

  // Directions of edges from the bodies' own coordinates, free of the rounding of the poses.
  TALUS_HD Vec3<T> edge_a(int i, int j) const { return edge_between<T>(a_, i, j); }
  TALUS_HD Vec3<T> edge_b(int i, int j) const {
    return b_in_a_.rotation * edge_between<T>(b_, i, j);
  }

  // Where one body has vertices and the other is smooth: which vertex a support pair stands on, the
  // edge between two of them, and a pair with its vertex exchanged for another's.
  TALUS_HD bool same_vertex(const engine::SupportPair<T>& p,
                            const engine::SupportPair<T>& q) const {
    return talus::has_vertices<BodyA> ? p.index_a == q.index_a : p.index_b == q.index_b;
  }
  TALUS_HD Vec3<T> vertex_edge(const engine::SupportPair<T>& p,
                               const engine::SupportPair<T>& q) const {
    return talus::has_vertices<BodyA> ? edge_a(p.index_a, q.index_a) : edge_b(p.index_b, q.index_b);
  }
  TALUS_HD engine::SupportPair<T> with_vertex_of(engine::SupportPair<T> p,
                                                 const engine::SupportPair<T>& q) const {
    if constexpr (talus::has_vertices<BodyA>) {
      p.a = q.a;
      p.index_a = q.index_a;
    } else {
      p.b = q.b;
      p.index_b = q.index_b;
    }
    p.c = p.a - p.b;
    return p;
  }

  TALUS_HD int creases(const Vec3<T>& n, Vec3<T>* across) const {
    const int from_a = creases_of(a_, n, across);
    const int from_b = creases_of(b_, b_in_a_.direction_to_b(n), across + from_a);
    for (int i = from_a; i < from_a + from_b; ++i) across[i] = b_in_a_.rotation * across[i];
    return from_a + from_b;
  }

  // How much of a tangential vector to give to A when the contact points must move along it: in
  // proportion to the radii of curvature, so that the flatter surface takes most.
  TALUS_HD T share_of_a(const Vec3<T>& n, const Vec3<T>& along) const {
    const T radius_a = curvature_a(n, along, along).tt, radius_b = curvature_b(n, along, along).tt;
    // Not finite: flat.
    const bool flat_a = !(radius_a < infinity_of<T>()), flat_b = !(radius_b < infinity_of<T>());
    if (flat_a != flat_b) return flat_a ? T(1) : T(0);
    return !flat_a && radius_a + radius_b > T(0) ? radius_a / (radius_a + radius_b) : T(0.5);
  }

  // n with the signs of its components flipped and two of them exchanged, in the frame of A or of
  // B, in all combinations: the symmetries of boxes and of bodies with equal axes.
  static constexpr int mirror_images = 64;
  TALUS_HD Vec3<T> mirror_image(const Vec3<T>& n, int k) const {
    const bool in_a = k < 32;
    const int flips = k % 8, exchange = k / 8 % 4;
    Vec3<T> m = in_a ? n : b_in_a_.direction_to_b(n);
    if (exchange > 0) {
      const int i = exchange - 1, j = exchange % 3;
      const T kept = m[i];
      m[i] = m[j];
      m[j] = kept;
    }
    for (int i = 0; i < 3; ++i) {
      if ((flips >> i & 1) != 0) m[i] = -m[i];
    }
    return in_a ? m : b_in_a_.rotation * m;
  }

  // The same pair with B moved.
  TALUS_HD Difference moved(const Vec3<T>& shift) const {
    RelativePose<T> pose = b_in_a_;
    pose.translation = pose.translation + shift;
    return Difference(a_, b_, pose);
  }

  // The larger bounding radius: the length that errors are relative to.
  TALUS_HD T radius() const { return radius_; }
  // Absolute error of a coordinate of C.
  TALUS_HD T rounding() const { return rounding_; }
  TALUS_HD const Vec3<T>& between_centres() const { return between_centres_; }

 private:
  TALUS_HD SymMat2<T> curvature_a(const Vec3<T>& n, const Vec3<T>& t, const Vec3<T>& u) const {
    if constexpr (is_smooth<BodyA>) return support_curvature(a_, n, t, u);
    return {};
  }
  TALUS_HD SymMat2<T> curvature_b(const Vec3<T>& n, const Vec3<T>& t, const Vec3<T>& u) const {
    if constexpr (is_smooth<BodyB>) {
      return support_curvature(b_, b_in_a_.direction_to_b(-n), b_in_a_.direction_to_b(t),
                               b_in_a_.direction_to_b(u));
    }
    return {};
  }

  const BodyA& a_;
  const BodyB& b_;
  RelativePose<T> b_in_a_;
  T radius_, rounding_;
  Vec3<T> between_centres_;
  int last_a_{}, last_b_{};
};

template <class T>
using PolyhedronDifference = Difference<T, PolyhedronView<T>, PolyhedronView<T>>;

}  // namespace talus
