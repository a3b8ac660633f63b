// What a pair of polyhedra remembers between queries, in the caller's cache: the corners of C that
// carried the nearest point of separated bodies, or the face of C that an overlap stood on. Numbers
// that do not fit the bodies are no memory.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/polyhedron_polyhedron/facet.h"
#include "talus/narrow/polyhedron_polyhedron/separation.h"

namespace talus::polyhedron_polyhedron {

inline constexpr int max_index = 0x7fffffff;

// Values of Cache::feature: up to three corners, then the kinds of faces of C.
inline constexpr int max_corners_remembered = 3;

TALUS_HD inline int code_of(FacetKind kind) {
  return max_corners_remembered + static_cast<int>(kind);
}

template <class T>
TALUS_HD void remember(const Separation<T>& s, const Vec3<T>& normal, Cache<T>& cache) {
  cache.normal = normal;
  cache.feature = s.count;
  for (int i = 0; i < s.count; ++i) {
    cache.vertex_a[i] = s.corner[i].a;
    cache.vertex_b[i] = s.corner[i].b;
  }
}

template <class T>
TALUS_HD void remember(const Facet& facet, const Vec3<T>& normal, Cache<T>& cache) {
  cache.normal = normal;
  cache.feature = code_of(facet.kind);
  for (int i = 0; i < 3; ++i) {
    cache.vertex_a[i] = facet.a[i];
    cache.vertex_b[i] = facet.b[i];
  }
}

template <class T>
TALUS_HD bool fits(const Cache<T>& cache, int count, int limit_a, int limit_b) {
  for (int i = 0; i < count; ++i) {
    const int a = cache.vertex_a[i], b = cache.vertex_b[i];
    if (a < 0 || a >= limit_a || b < 0 || b >= limit_b) return false;
  }
  return true;
}

// Starts a separation from the remembered corners; false if there are none.
template <class T>
TALUS_HD bool recall(const PosedCorners<T>& pair, const Cache<T>& cache, Separation<T>& s) {
  const int count = cache.feature;
  if (count < 1 || count > max_corners_remembered) return false;
  if (!fits(cache, count, pair.a.vertex_count, pair.b.vertex_count)) return false;
  s.count = count;
  for (int i = 0; i < count; ++i) s.corner[i] = pair.corner(cache.vertex_a[i], cache.vertex_b[i]);
  return true;
}

// The remembered face of C; none if there is none.
template <class T>
TALUS_HD Facet recall(const PosedCorners<T>& pair, const Cache<T>& cache) {
  Facet facet;
  const auto is = [&](FacetKind kind, int count, int limit_a, int limit_b) {
    if (cache.feature != code_of(kind) || !fits(cache, count, limit_a, limit_b)) return;
    facet.kind = kind;
    for (int i = 0; i < 3; ++i) {
      facet.a[i] = cache.vertex_a[i];
      facet.b[i] = cache.vertex_b[i];
    }
  };
  const PolyhedronView<T>&a = pair.a, &b = pair.b;
  is(FacetKind::face_a, 1, a.face_count, max_index);
  is(FacetKind::face_b, 1, max_index, b.face_count);
  is(FacetKind::edges, 2, a.vertex_count, b.vertex_count);
  is(FacetKind::corners, 3, a.vertex_count, b.vertex_count);
  return facet;
}

// Three corners of C as a facet: the edges of both bodies where each has two of their vertices.
template <class T>
TALUS_HD Facet facet_of(const Corner<T>* corner) {
  const auto same = [&](int i, int j) {
    return (corner[i].a == corner[j].a ? 1 : 0) + (corner[i].b == corner[j].b ? 2 : 0);
  };
  Facet f{FacetKind::corners,
          {corner[0].a, corner[1].a, corner[2].a},
          {corner[0].b, corner[1].b, corner[2].b}};
  // A corner that shares A's vertex with one and B's with the other is where two edges meet.
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    if (same(i, j) == 2 && same(i, k) == 1) {
      return {FacetKind::edges, {corner[i].a, corner[j].a, 0}, {corner[i].b, corner[k].b, 0}};
    }
    if (same(i, j) == 1 && same(i, k) == 2) {
      return {FacetKind::edges, {corner[i].a, corner[k].a, 0}, {corner[i].b, corner[j].b, 0}};
    }
  }
  return f;
}

}  // namespace talus::polyhedron_polyhedron
