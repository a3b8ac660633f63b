// The caches of many pairs of the same two kinds of shapes, without the parts that these do not
// use: 24 bytes for a pair of ellipsoids instead of 104.
#pragma once

#include <array>
#include <vector>

#include "talus/contact.h"
#include "talus/shape/shape.h"
#include "talus/simd/prefetch.h"

namespace talus {

class CacheTable {
 public:
  struct SurfaceParams {
    Vec3<double> a{}, b{};
  };
  struct Features {
    std::int32_t feature{};
    std::array<std::int32_t, 3> a{}, b{};
  };

  // All cold. Closed forms remember nothing.
  void make(Kind a, Kind b, std::size_t count) {
    const bool closed_form =
        b == Kind::half_space || b == Kind::mesh || (a == Kind::sphere && b == Kind::sphere);
    const bool corners = has_corners(a) || has_corners(b);
    const bool round = b == Kind::sphere || b == Kind::ellipsoid;
    const bool smooth = a == Kind::sphere || a == Kind::ellipsoid || a == Kind::superquadric;
    normal.assign(closed_form ? 0 : count, {});
    surface_params.assign(closed_form || round || !smooth ? 0 : count, {});
    features.assign(closed_form || !corners ? 0 : count, {});
  }

  bool empty() const { return normal.empty(); }

  // Writes what the pair remembers; what its kinds do not use stays as it is.
  void get(std::size_t k, Cache<double>& cache) const {
    cache.normal = normal[k];
    if (!surface_params.empty())
      cache.surface_param_a = surface_params[k].a, cache.surface_param_b = surface_params[k].b;
    if (features.empty()) return;
    const Features& f = features[k];
    cache.feature = f.feature;
    for (std::size_t i = 0; i < 3; ++i) cache.vertex_a[i] = f.a[i], cache.vertex_b[i] = f.b[i];
  }

  // Prefetches the cache of pair k.
  TALUS_INLINE void fetch(std::size_t k) const {
    if (!normal.empty()) prefetch(normal[k]);
    if (!surface_params.empty()) prefetch(surface_params[k]);
    if (!features.empty()) prefetch(features[k]);
  }

  void set(std::size_t k, const Cache<double>& cache) {
    normal[k] = cache.normal;
    if (!surface_params.empty()) surface_params[k] = {cache.surface_param_a, cache.surface_param_b};
    if (features.empty()) return;
    features[k].feature = cache.feature;
    for (std::size_t i = 0; i < 3; ++i) {
      features[k].a[i] = cache.vertex_a[i], features[k].b[i] = cache.vertex_b[i];
    }
  }

  // From another table of the same kinds.
  void copy(std::size_t k, const CacheTable& other, std::size_t from) {
    normal[k] = other.normal[from];
    if (!surface_params.empty()) surface_params[k] = other.surface_params[from];
    if (!features.empty()) features[k] = other.features[from];
  }

  std::vector<Vec3<double>> normal;
  std::vector<SurfaceParams> surface_params;  // of superquadrics, and of smooth bodies on corners
  std::vector<Features> features;             // of bodies with corners

 private:
  static bool has_corners(Kind kind) { return kind == Kind::polyhedron || kind == Kind::segment; }
};

}  // namespace talus
