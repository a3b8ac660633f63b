// The random pairs of the study: families of bodies, and how far apart or deep they are put.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/exact_distance.h"
#include "polyhedra/body.h"

namespace study {

enum class Solid { box, regular, hull, cube, tetrahedron, sphere, gear };

struct Family {
  const char* name;
  Solid solid;
  double share;     // of all pairs
  int least, most;  // vertices of a hull, a faceted sphere or a gear tooth
  int pool;         // distinct bodies
};

// Hulls come in four classes of size, as their times and failures differ; within a class the
// number of vertices is drawn log-uniformly, for each body of a pair by itself.
inline constexpr Family families[] = {
    {"boxes", Solid::box, 0.20, 8, 8, 128},
    {"regular solids", Solid::regular, 0.20, 4, 20, 128},
    {"hulls 10-31", Solid::hull, 0.20, 10, 31, 256},
    {"hulls 32-99", Solid::hull, 0.20, 32, 99, 256},
    {"hulls 100-315", Solid::hull, 0.15, 100, 315, 128},
    {"hulls 316-1000", Solid::hull, 0.05, 316, 1000, 64},
};

// The bodies of section 4.2: cubes and tetrahedra as Wachs et al. 2012 time them, faceted spheres
// and gear teeth as Montanari et al. 2017 do. A pool of one: only the poses differ.
inline constexpr Family compared_families[] = {
    {"cubes", Solid::cube, 0, 8, 8, 1},
    {"tetrahedra", Solid::tetrahedron, 0, 4, 4, 1},
    {"spheres of 8", Solid::sphere, 0, 8, 8, 1},
    {"spheres of 32", Solid::sphere, 0, 32, 32, 1},
    {"spheres of 128", Solid::sphere, 0, 128, 128, 1},
    {"gear teeth of 16", Solid::gear, 0, 16, 16, 1},
    {"gear teeth of 64", Solid::gear, 0, 64, 64, 1},
};

enum class Regime { separated, shallow, deep };
inline constexpr Regime regimes[] = {Regime::separated, Regime::shallow, Regime::deep};
const char* name_of(Regime regime);

struct Pair {
  int a, b;  // of the pool
  oracle::OraclePose b_in_a;
  long double truth;  // the signed distance
};

// The pairs of one family in one regime.
struct Workload {
  const Family* family;
  Regime regime;
  std::vector<Pair> pairs;
};

std::vector<oracle::Solid> make_pool(const Family& family, std::uint64_t seed);

// Separated: a gap of 0.001 to 1 of the size (log-uniform). Shallow: an overlap of about 0.001 to
// 0.03. Deep: anywhere between touching and concentric. Pairs depend on the seed alone, not on the
// number of threads.
Workload make_workload(const Family& family, const std::vector<oracle::Solid>& pool, Regime regime,
                       int pair_count, std::uint64_t seed, int threads);

}  // namespace study
