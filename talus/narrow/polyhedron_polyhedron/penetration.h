// The depth of two overlapping polyhedra (expanding polytope, van den Bergen 2001):
//   1. take the nearest plane of the inner polytope and the support vertex of C along its normal;
//   2. if the vertex is not beyond the plane, the plane is a face of C: the ball inside the
//      polytope and the support value along the normal agree, which proves the global minimum;
//   3. otherwise add the vertex to the polytope and repeat.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/inner_polytope.h"

namespace talus::polyhedron_polyhedron {

template <class T>
struct Penetration {
  bool found{};
  Vec3<T> normal;                 // unit, from A to B
  T h;                            // the depth: support value of C along the normal
  T ball;                         // radius of a ball inside C
  DifferenceVertex<T> vertex[3];  // of the face of C
  T weight[3];                    // barycentric coordinates of the projection of the origin
  int iterations{};
};

// A flat side of C is many triangles in one plane: walks from face f to the one that contains the
// projection of the origin. `flat` is the distance below which planes count as the same. A
// walk of more than 16 steps (no derivation) leaves the pair to the fallback.
template <class T>
TALUS_HD bool find_closest_point(const InnerPolytope<T>& polytope, int f, T flat,
                                 Penetration<T>& p) {
  constexpr int max_steps = 16;
  const T offset = polytope.offset(f);
  const Vec3<T> first = polytope.normal(f);
  for (int step = 0; step < max_steps; ++step) {
    const Vec3<T> n = polytope.normal(f), projection = polytope.offset(f) * n;
    if (!(offset * norm(n - first) <= T(8) * flat)) return false;
    T area[3], sum = T(0);
    for (int i = 0; i < 3; ++i) {
      p.vertex[i] = polytope.vertex(f, i);
      area[i] = dot(n, cross(polytope.vertex(f, i < 2 ? i + 1 : 0).c - projection,
                             polytope.vertex(f, i > 0 ? i - 1 : 2).c - projection));
      sum = sum + area[i];
    }
    const int least = area[0] <= area[1] && area[0] <= area[2] ? 0 : (area[1] <= area[2] ? 1 : 2);
    for (int i = 0; i < 3; ++i) p.weight[i] = area[i] / sum;
    if (!(area[least] < T(0))) return true;
    f = polytope.across(f, least < 2 ? least + 1 : 0);
    if (!(polytope.offset(f) <= offset + flat)) return false;
  }
  return false;
}

template <class T>
TALUS_HD Penetration<T> penetrate(const PosedPolyhedra<T>& pair,
                                  const DifferenceVertex<T>* tetrahedron, int max_iterations) {
  Penetration<T> p;
  InnerPolytope<T> polytope;
  if (!polytope.start(tetrahedron, pair.rounding)) return p;
  const T closed = T(2) * pair.rounding;
  for (p.iterations = 1; p.iterations <= max_iterations; ++p.iterations) {
    const int f = polytope.nearest_face();
    const Vec3<T> n = polytope.normal(f);
    const DifferenceVertex<T> w = pair.support(n);
    const T h = dot(n, w.c);
    if (h - polytope.offset(f) <= closed) {
      p.normal = n;
      p.h = h;
      p.ball = polytope.offset(f);
      p.found = p.ball > T(0) && find_closest_point(polytope, f, closed, p);
      return p;
    }
    if (!polytope.add(w)) return p;
  }
  return p;
}

}  // namespace talus::polyhedron_polyhedron
