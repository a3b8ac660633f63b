// The warm-start data of two polyhedra in the caller's cache: the vertices of C = A - B around the
// nearest point of separated bodies, or the face of C that gave the depth of an overlap. Indices
// out of range, as in a cache of other bodies, count as a cold start.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/polyhedron_polyhedron/facet.h"
#include "talus/narrow/polyhedron_polyhedron/separation.h"

namespace talus::polyhedron_polyhedron {

inline constexpr int max_index = 0x7fffffff;

// Values of Cache::feature: 1 to 3 is the number of cached vertices of C, larger values are the
// kinds of faces of C.
inline constexpr int max_cached_vertices = 3;

TALUS_HD inline int code_of(FacetKind kind) { return max_cached_vertices + static_cast<int>(kind); }

template <class T>
TALUS_HD void store_warm_start(const Separation<T>& s, const Vec3<T>& normal, Cache<T>& cache) {
  cache.normal = normal;
  cache.feature = s.count;
  for (int i = 0; i < s.count; ++i) {
    cache.vertex_a[i] = s.vertex[i].a;
    cache.vertex_b[i] = s.vertex[i].b;
  }
}

template <class T>
TALUS_HD void store_warm_start(const Facet& facet, const Vec3<T>& normal, Cache<T>& cache) {
  cache.normal = normal;
  cache.feature = code_of(facet.kind);
  for (int i = 0; i < 3; ++i) {
    cache.vertex_a[i] = facet.a[i];
    cache.vertex_b[i] = facet.b[i];
  }
}

template <class T>
TALUS_HD bool indices_fit(const Cache<T>& cache, int count, int limit_a, int limit_b) {
  for (int i = 0; i < count; ++i) {
    const int a = cache.vertex_a[i], b = cache.vertex_b[i];
    if (a < 0 || a >= limit_a || b < 0 || b >= limit_b) return false;
  }
  return true;
}

// Starts a separation from the cached vertices; false if there are none.
template <class T>
TALUS_HD bool load_warm_start(const PosedPolyhedra<T>& pair, const Cache<T>& cache,
                              Separation<T>& s) {
  const int count = cache.feature;
  if (count < 1 || count > max_cached_vertices) return false;
  if (!indices_fit(cache, count, pair.a.vertex_count, pair.b.vertex_count)) return false;
  s.count = count;
  for (int i = 0; i < count; ++i)
    s.vertex[i] = pair.difference_vertex(cache.vertex_a[i], cache.vertex_b[i]);
  return true;
}

// The cached face of C; kind none if there is none.
template <class T>
TALUS_HD Facet load_warm_start(const PosedPolyhedra<T>& pair, const Cache<T>& cache) {
  Facet facet;
  const auto is = [&](FacetKind kind, int count, int limit_a, int limit_b) {
    if (cache.feature != code_of(kind) || !indices_fit(cache, count, limit_a, limit_b)) return;
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
  is(FacetKind::vertices, 3, a.vertex_count, b.vertex_count);
  return facet;
}

// Three vertices of C as a facet: an edge of each body if the vertices come from two of each.
template <class T>
TALUS_HD Facet facet_of(const DifferenceVertex<T>* vertex) {
  const auto same = [&](int i, int j) {
    return (vertex[i].a == vertex[j].a ? 1 : 0) + (vertex[i].b == vertex[j].b ? 2 : 0);
  };
  Facet f{FacetKind::vertices,
          {vertex[0].a, vertex[1].a, vertex[2].a},
          {vertex[0].b, vertex[1].b, vertex[2].b}};
  // A vertex of C that shares A's vertex with one and B's with the other is where two edges meet.
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    if (same(i, j) == 2 && same(i, k) == 1) {
      return {FacetKind::edges, {vertex[i].a, vertex[j].a, 0}, {vertex[i].b, vertex[k].b, 0}};
    }
    if (same(i, j) == 1 && same(i, k) == 2) {
      return {FacetKind::edges, {vertex[i].a, vertex[k].a, 0}, {vertex[i].b, vertex[j].b, 0}};
    }
  }
  return f;
}

}  // namespace talus::polyhedron_polyhedron
