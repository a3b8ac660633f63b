// The shortest connection of two separated solids: a simplex of vertex differences that comes
// nearer to the origin step by step, in double to find it and in 113 bits to measure it.
#pragma once

#include "oracle/scene.h"

namespace oracle {

struct Separation {
  Quad lower, upper;  // sigma along the connection, and its length
};

Separation separate(const Scene& scene, const Vec<double>& start);
double rough_separation(const Scene& scene, const Vec<double>& start);

}  // namespace oracle
