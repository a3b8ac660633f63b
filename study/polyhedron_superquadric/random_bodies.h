// The bodies of the study, random numbers that are the same everywhere, and a recorder of
// peng-hanley's case.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "talus/narrow/superquadric_polyhedron/published/peng_hanley.h"
#include "talus/shape/polyhedron.h"

namespace study {

using Contact = talus::Contact<double>;
using Superquadric = talus::Superquadric<double>;
using Vec = talus::Vec3<double>;
using talus::superquadric_polyhedron::Feature;

class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(generator_() >> 11), -53);
  }
  double log_uniform(double low, double high) {
    return std::exp(uniform(std::log(low), std::log(high)));
  }
  int below(int count) { return static_cast<int>(generator_() % static_cast<unsigned>(count)); }
  Vec in_box(double half);
  Vec direction();
  talus::Quat<double> orientation();

 private:
  std::mt19937_64 generator_;
};

struct NamedPolyhedron {
  std::string name;
  talus::Polyhedron body;
};

// Tetrahedron, cube, octahedron, dodecahedron, icosahedron: P2's five, each with the volume of the
// cube of edge 2 (the paper gives only the cube's size).
std::vector<NamedPolyhedron> regular_solids();

// The hull of points on a sphere.
talus::Polyhedron random_hull(int points, Random& random);

// The last step of the method.
struct CaseRecorder {
  talus::superquadric_polyhedron::PengHanleyCase<double> end{};
  template <class Step>
  void operator()(const Step&) {}
  void operator()(const talus::superquadric_polyhedron::PengHanleyCase<double>& e) { end = e; }
};

// The superquadric at `centre`, neither body turned.
Contact query(const Superquadric& s, const talus::Polyhedron& p, const Vec& centre,
              CaseRecorder& recorder);

}  // namespace study
