#include "polyhedra/evaluations.h"

#include <stdexcept>
#include <string>

#include "polyhedra/growing_faces.h"
#include "polyhedra/methods.h"
#include "talus/narrow/polyhedron_polyhedron/published/cundall_revised.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_td.h"
#include "talus/narrow/polyhedron_polyhedron/published/nezami_revised.h"

namespace study {
namespace {

using namespace talus::polyhedron_polyhedron;

struct Count {
  long evaluations;

  void operator()(const gjk::GjkStep<double>&) { ++evaluations; }
  void operator()(const gjk::TdStep<double>&) { ++evaluations; }
  void operator()(const CandidateStep<double>&) { ++evaluations; }
  // Four tilts of the plane (lines 15 to 18 of Algorithm 1).
  void operator()(const PerturbationStep<double>&) { evaluations += 4; }
};

}  // namespace

long support_evaluations(std::string_view method, const talus::PolyhedronView<double>& a,
                         const talus::PolyhedronView<double>& b,
                         const talus::RelativePose<double>& b_in_a) {
  const talus::Settings<double> settings;
  if (method == "gjk-td") {
    thread_local GrowingFaces<FaceDistance::of_plane> sigma(most_faces);
    Count count{1};  // along v_1
    trace_gjk_td(a, b, b_in_a, settings, sigma, count);
    return count.evaluations;
  }
  if (method == "nezami-revised") {
    Count count{0};  // the first plane is traced as well
    trace_nezami_revised(a, b, b_in_a, settings, count);
    return count.evaluations;
  }
  if (method == "cundall-revised") {
    Count count{3};  // the three initial planes
    trace_cundall_revised(a, b, b_in_a, settings, count);
    return count.evaluations;
  }
  throw std::invalid_argument("support_evaluations: " + std::string(method));
}

}  // namespace study
