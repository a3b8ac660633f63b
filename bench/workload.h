// What is measured: families of bodies, and pairs of them at a given depth.
#pragma once

#include <string>
#include <vector>

#include "bench/body.h"

namespace bench {

enum class Regime { separated, shallow, deep };
inline constexpr Regime all_regimes[] = {Regime::separated, Regime::shallow, Regime::deep};

const char* name_of(Regime regime);

// Two bodies of the pool; B at its first pose and after a small move, as between two time steps.
struct Pair {
  int a, b;
  Placement pose_a, pose_b, pose_b_moved;
  double truth, truth_moved;  // signed distance, by the oracle
};

struct Workload {
  std::string name;
  Regime regime{};
  std::vector<Body> bodies;
  std::vector<Pair> pairs;

  bool all_of(Family family) const;
  const Body& body_a(int i) const { return bodies[pairs[i].a]; }
  const Body& body_b(int i) const { return bodies[pairs[i].b]; }
};

// boxes, solids, hull8, ..., spheroid-1/6, ..., superquadric
std::vector<std::string> workload_names(bool only_polyhedra = false);

// Those of ellipsoids that are not spheres: aspect ratios from 1/6 to 6, and three random axes.
std::vector<std::string> ellipsoid_workloads();

// Superquadrics by the range of their exponents (exponents-2-4), at one exponent (exponent-8), and
// on polyhedra by the number of faces (faces-100).
std::vector<std::string> superquadric_workloads();

// At most the requested pairs: the oracle takes milliseconds for each of these.
int pairs_of(const std::string& workload, int pairs);

// Vertices of each body of a workload; 0 if it has none, or bodies of different counts.
int vertices_of(const std::string& workload);

// The 256 distinct bodies of a workload. Where polyhedra and other bodies are in it, A is one of
// the former and B one of the latter.
std::vector<Body> workload_bodies(const std::string& name, unsigned seed);

// 32 hulls of so many points on ellipsoids, for the growth of the cost with their number.
std::vector<Body> growth_bodies(int vertex_count, unsigned seed);

Workload make_workload(const std::string& name, Regime regime, const std::vector<Body>& bodies,
                       int pair_count, unsigned seed);

}  // namespace bench
