#include "polyhedra/methods.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "polyhedra/growing_faces.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_td.h"

namespace study {
namespace {

// The store keeps its memory from call to call, as the caller of a simulation would.
template <FaceDistance reading>
talus::Contact<double> gjk_td(const talus::Shape& a, const talus::Shape& b,
                              const talus::RelativePose<double>& b_in_a,
                              const talus::Settings<double>& settings, talus::Cache<double>&) {
  thread_local GrowingFaces<reading> sigma(most_faces);
  talus::Silent silent;
  return talus::polyhedron_polyhedron::trace_gjk_td(view_of(a), view_of(b), b_in_a, settings, sigma,
                                                    silent);
}

std::vector<talus::Method> make_methods() {
  std::vector<talus::Method> methods;
  for (talus::Method method : talus::methods_of(talus::Kind::polyhedron, talus::Kind::polyhedron)) {
    const bool fixed = method.name == "gjk-td";
    if (fixed) {
      methods.push_back({"gjk-td", method.source, method.laws, &gjk_td<FaceDistance::of_plane>});
      methods.push_back(
          {"gjk-td-triangle", method.source, method.laws, &gjk_td<FaceDistance::of_triangle>});
      method.name = "gjk-td-fixed";
    }
    methods.push_back(method);
  }
  return methods;
}

}  // namespace

std::span<const talus::Method> methods() {
  static const std::vector<talus::Method> all = make_methods();
  return all;
}

const talus::Method& method(std::string_view name) {
  for (const talus::Method& candidate : methods()) {
    if (candidate.name == name) return candidate;
  }
  throw std::runtime_error("study_polyhedra: no method " + std::string(name));
}

}  // namespace study
