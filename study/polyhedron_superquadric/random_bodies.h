// The bodies and random numbers of the study, and a recorder of peng-hanley's case.
#pragma once

#include <string>
#include <vector>

#include "narrow/laws/random_shape.h"
#include "talus/narrow/superquadric_polyhedron/published/peng_hanley.h"
#include "talus/shape/polyhedron.h"

namespace study {

using Contact = talus::Contact<double>;
using Superquadric = talus::Superquadric<double>;
using Vec = talus::Vec3<double>;
using talus::superquadric_polyhedron::Feature;

// The random numbers of the tests, which are the same with every standard library.
class Random : public laws::Random {
 public:
  using laws::Random::Random;
  Vec in_box(double half) { return vector_of(laws::Random::in_box(half)); }
  Vec direction() { return vector_of(laws::Random::direction()); }
  talus::Quat<double> orientation() {
    const auto q = laws::Random::orientation();
    return {q[0], q[1], q[2], q[3]};
  }

 private:
  static Vec vector_of(const laws::Triple& v) { return {v[0], v[1], v[2]}; }
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

// The faces of the search and the end of the method.
struct CaseRecorder {
  std::vector<talus::superquadric_polyhedron::FaceStep<double>> faces;
  talus::superquadric_polyhedron::PengHanleyCase<double> end{};
  template <class Step>
  void operator()(const Step&) {}
  void operator()(const talus::superquadric_polyhedron::FaceStep<double>& step) {
    faces.push_back(step);
  }
  void operator()(const talus::superquadric_polyhedron::PengHanleyCase<double>& e) { end = e; }
};

// The superquadric at `centre`, neither body turned.
Contact query(const Superquadric& s, const talus::Polyhedron& p, const Vec& centre,
              CaseRecorder& recorder);

}  // namespace study
