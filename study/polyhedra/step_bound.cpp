#include "polyhedra/step_bound.h"

#include <algorithm>

#include "talus/narrow/polyhedron_polyhedron/published/gjk_td.h"

namespace study {
namespace {

struct FaceVisits {
  int count = 0;

  template <class Step>
  void operator()(const Step&) {}  // of GJK
  void operator()(const talus::polyhedron_polyhedron::gjk::TdStep<double>&) { ++count; }
};

}  // namespace

void StepCount::add(const talus::PolyhedronView<double>& a, const talus::PolyhedronView<double>& b,
                    const talus::RelativePose<double>& b_in_a) {
  FaceVisits visits;
  talus::polyhedron_polyhedron::trace_gjk_td<double>(a, b, b_in_a, {}, visits);
  const int bound = 3 * (a.vertex_count + b.vertex_count) - 8;
  ++pairs;
  if (visits.count >= bound) ++exceeded;
  most = std::max(most, static_cast<double>(visits.count) / bound);
}

StepCount& StepCount::operator+=(const StepCount& other) {
  pairs += other.pairs;
  exceeded += other.exceeded;
  most = std::max(most, other.most);
  return *this;
}

}  // namespace study
