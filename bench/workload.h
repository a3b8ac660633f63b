// What is measured: families of bodies, and pairs of them at a given depth.
#pragma once

#include <string>
#include <vector>

#include "bench/body.h"

namespace bench {

enum class Regime { separated, shallow, deep };
inline constexpr Regime all_regimes[] = {Regime::separated, Regime::shallow, Regime::deep};

const char* name_of(Regime regime);

// Two bodies of the pool; B at its first place and after a small move, as between two time steps.
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

  const Body& body_a(int i) const { return bodies[pairs[i].a]; }
  const Body& body_b(int i) const { return bodies[pairs[i].b]; }
};

// boxes, hull20, ..., spheroid-1/6, ..., superquadric
std::vector<std::string> workload_names();

Workload make_workload(const std::string& name, Regime regime, int pair_count, unsigned seed);

}  // namespace bench
