// How many faces GJK-TD visits, against the bound that the paper gives for it, in both readings of
// its face distance d_p.
#pragma once

#include <nlohmann/json.hpp>

#include "polyhedra/growing_faces.h"
#include "talus/math/pose.h"
#include "talus/shape/polyhedron_view.h"

namespace study {

struct ExpansionSteps {
  long pairs = 0;        // that GJK-TD expands
  long beyond = 0;       // visited 3 (v_A + v_B) - 8 faces or more; the paper says fewer
  long turned_back = 0;  // visited a face nearer than the one before; the paper says never
  long outside = 0;      // the last face does not hold V: (6) fails on it
  long unfinished = 0;   // at most_faces
  double steps = 0;      // of all pairs together
  double most_of_bound = 0;
  long most_steps = 0, most_vertices = 0;  // vertices: of A - B that were seen

  // Runs GJK-TD on an overlapping pair.
  void add(FaceDistance reading, const talus::PolyhedronView<double>& a,
           const talus::PolyhedronView<double>& b, const talus::RelativePose<double>& b_in_a);
  ExpansionSteps& operator+=(const ExpansionSteps& other);
};

void to_json(nlohmann::json& json, const ExpansionSteps& steps);

}  // namespace study
