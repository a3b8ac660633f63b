// Polishes a direction on what the bodies are made of: Newton where both are smooth; along the
// crease of an edge or the normal of a face where one has vertices; the features' own normal where
// both have.
#pragma once

#include "talus/narrow/engine/feature_normal.h"
#include "talus/narrow/engine/newton.h"
#include "talus/narrow/engine/simplex.h"

namespace talus::engine {

// The points of the features that come closest to being joined by h n, and what they miss it by.
template <class T>
TALUS_HD void join_features(Simplex<T>& features, Stationary<T>& s) {
  const Vec3<T> foot = s.h * s.normal;
  Simplex<T> shifted = features;
  for (int i = 0; i < features.count; ++i) shifted.point[i].c = features.point[i].c - foot;
  const SubDistance<T> nearest = nearest_on(shifted);
  reduce(features, nearest);
  s.a = features.point_a();
  s.b = features.point_b();
  s.residual = norm(s.a - s.b - foot);
}

// PairOf bodies have vertices: the normal of the face of C that the features span.
template <class T, class Difference>
TALUS_HD Stationary<T> polish_on_face(Difference& difference, const Vec3<T>& n,
                                      const Simplex<T>& face) {
  Stationary<T> s;
  s.normal = n;
  s.support = s.rival = difference.support(n);
  s.h = dot(n, s.support.c);
  s.iterations = 0;
  Simplex<T> features = face;
  join_features(features, s);
  return s;
}

// One body is smooth, the other has vertices. An active set of up to three of them says where n is:
// on a face, along an edge's crease or free at a vertex. Vertices that carry no weight in the
// contact leave the set; the vertex that refuses Newton's step joins it.
template <class T, class Difference>
TALUS_HD Stationary<T> polish_on_vertices(Difference& difference, const Vec3<T>& n,
                                          const Simplex<T>& start) {
  constexpr int max_rounds = 6;
  const T rounding = difference.rounding();
  Simplex<T> active;
  const auto join = [&](const SupportPair<T>& p) {
    for (int i = 0; i < active.count; ++i) {
      if (difference.same_vertex(active.point[i], p)) return false;
    }
    if (active.count == 3) return false;
    active.point[active.count++] = p;
    return true;
  };
  for (int i = 0; i < start.count; ++i) join(start.point[i]);

  Stationary<T> best;
  best.h = infinity_of<T>();
  Vec3<T> from = n;
  int iterations = 0;
  for (int round = 0; round < max_rounds; ++round) {
    Constraint<T> constraint;
    for (int i = 1; i < active.count; ++i) {
      Vec3<T> e = difference.vertex_edge(active.point[0], active.point[i]);
      e = normalized(e);
      // Three vertices in a row determine an edge, not a face.
      if (constraint.count == 1 && !(norm(cross(constraint.across[0], e)) > T(1e-9))) {
        --active.count;
        break;
      }
      constraint.across[constraint.count++] = e;
    }
    Stationary<T> s = newton(difference, from, constraint, 20);
    iterations += s.iterations;
    Simplex<T> features = active;
    for (int i = 0; i < active.count; ++i) {
      features.point[i] = difference.with_vertex_of(s.support, active.point[i]);
    }
    const int before = features.count;
    join_features(features, s);
    const bool better =
        s.h < best.h - rounding || (s.h < best.h + rounding && s.residual < best.residual);
    const SupportPair<T> support = s.support, rival = s.rival;
    from = s.normal;
    if (better) best = s;
    if (!(s.residual > T(8) * rounding)) break;
    active = features;
    const bool joined_support = join(support), joined_rival = join(rival);
    if (!joined_support && !joined_rival && features.count == before) break;
  }
  best.iterations = iterations;
  return best;
}

// PairOf bodies are smooth, but superquadrics have near-creases: they are so flat around their axes
// (exponents above 2) that Newton's steps oscillate there, as if the flat sides were faces.
template <class T, class Difference>
TALUS_HD Stationary<T> polish_smooth(Difference& difference, const Vec3<T>& n) {
  Stationary<T> best = newton(difference, n, Constraint<T>{}, 30);
  if (!(best.residual > T(64) * difference.rounding())) return best;
  Vec3<T> across[6];
  const int creases = difference.creases(best.normal, across);
  int iterations = best.iterations;
  const auto consider = [&](const Constraint<T>& constraint) {
    const Stationary<T> s = newton(difference, best.normal, constraint, 20);
    iterations += s.iterations;
    if (s.h < best.h) best = s;
  };
  for (int i = 0; i < creases; ++i) {
    consider(Constraint<T>{{across[i], {}}, 1});
    for (int j = i + 1; j < creases; ++j) {
      if (norm(cross(across[i], across[j])) > T(1e-9)) {
        consider(Constraint<T>{{across[i], across[j]}, 2});
      }
    }
  }
  // On a crease the tangential part across it counts again.
  best.residual = norm(best.support.c - best.h * best.normal);
  best.iterations = iterations;
  return best;
}

// Bodies that almost share a centre have mirrored minima that differ by next to nothing: the mirror
// images of n in the bodies' own frames are tried where they promise as much.
template <class T, class Difference>
TALUS_HD void try_mirror_images(Difference& difference, Stationary<T>& best) {
  if (norm(difference.between_centres()) > T(1e-3) * difference.radius()) return;
  constexpr int max_rounds = 4;
  for (int round = 0; round < max_rounds; ++round) {
    Vec3<T> lowest{};
    T lowest_h = best.h + T(1e-6) * difference.radius();
    for (int k = 1; k < Difference::mirror_images; ++k) {
      const Vec3<T> image = normalized(difference.mirror_image(best.normal, k));
      const T h = dot(image, difference.support(image).c);
      if (h < lowest_h) {
        lowest_h = h;
        lowest = image;
      }
    }
    if (lowest == Vec3<T>{}) return;
    const Stationary<T> s = polish_smooth(difference, lowest);
    const int spent = best.iterations + s.iterations;
    const bool improved = s.h < best.h;
    if (improved) best = s;
    best.iterations = spent;
    if (!improved) return;
  }
}

// A stationary direction may be a saddle or a ridge of h: then steps to both sides along the most
// negative curvature lead to lower ground.
template <class T, class Difference>
TALUS_HD void leave_saddle(Difference& difference, Stationary<T>& best) {
  const Vec3<T> n = best.normal;
  const Vec3<T> t = any_orthogonal(n), u = cross(n, t);
  SymMat2<T> m = difference.tangent_hessian(n, t, u);
  m.tt = m.tt - best.h;
  m.uu = m.uu - best.h;
  const T mean = T(0.5) * (m.tt + m.uu), half = T(0.5) * (m.tt - m.uu);
  const T root = square_root(half * half + m.tu * m.tu);
  if (!(mean - root < T(-1e-10) * difference.radius())) return;  // also where it is not finite
  // The eigenvector of mean - root, from the row of m - (mean - root) that is better determined.
  const bool first = half > T(0);
  const T v_t = first ? -m.tu : half - root, v_u = first ? half + root : m.tu;
  const T length = square_root(v_t * v_t + v_u * v_u);
  const Vec3<T> along = length > T(0) ? (v_t / length) * t + (v_u / length) * u : (first ? u : t);
  const T saddle = best.h;
  for (T angle = T(0.4); angle > T(1e-3) && !(best.h < saddle - difference.rounding());
       angle = T(0.2) * angle) {
    for (int side = -1; side <= 1; side += 2) {
      const Stationary<T> s =
          newton(difference, normalized(n + (T(side) * angle) * along), Constraint<T>{}, 30);
      const int spent = best.iterations + s.iterations;
      if (s.h < best.h) best = s;
      best.iterations = spent;
    }
  }
}

// `near` holds the points of C that n comes from (a GJK simplex, a face of the polytope, one
// point).
template <class T, class Difference>
TALUS_HD Stationary<T> polish(Difference& difference, const Vec3<T>& n, const Simplex<T>& near) {
  if constexpr (!Difference::smooth) {
    return polish_on_face(difference, n, near);
  } else if constexpr (Difference::has_vertices) {
    return polish_on_vertices(difference, n, near);
  } else {
    Stationary<T> s = polish_smooth(difference, n);
    if (s.h > difference.tangent_ball(s.normal)) {
      leave_saddle(difference, s);
      try_mirror_images(difference, s);
    }
    return s;
  }
}

}  // namespace talus::engine
