// The contacts of one moment as tables, for files and for people: one row for every pair of bodies
// that push each other. Where they touch in several points (meshes, mesh walls) the row sums them
// up.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

struct ContactTable {
  std::vector<std::int32_t> a, b;    // bodies; mesh walls are numbered after them
  std::vector<Vec3<double>> point;   // m, where the force acts, beside body a
  std::vector<Vec3<double>> normal;  // unit, from a to b
  std::vector<Vec3<double>> force;   // N, on b
  std::vector<Vec3<double>> branch;  // m, from the centre of a to that of b's image it meets
  std::vector<double> overlap;       // m
  std::vector<double> area;          // m2, of the patch; 0 where the law does not need it

  std::size_t size() const { return a.size(); }
  void clear() {
    a.clear(), b.clear(), point.clear(), normal.clear(), force.clear(), branch.clear();
    overlap.clear(), area.clear();
  }
};

}  // namespace talus
