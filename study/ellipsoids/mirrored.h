// P1 section 3: the mirrored pair of spheroids with a known answer, (3.2), on which the paper
// validates every method, Figs. 6 to 19 and Tables 3 and 4; and the pair of Table 2.
#pragma once

#include "ellipsoids/query.h"

namespace study {

// E_1 at x_c on the x axis, turned by 45 degrees about z, and its mirror image across the yz plane.
struct Mirrored {
  talus::Shape shape;
  double diameter{}, distance{};  // D_eq and d*
  Vec nearest_in_a;               // x_1*
  Vec first_in_a;                 // (3.3), the initial vector for GJK
  talus::RelativePose<double> b_in_a;

  // All lengths times the dilation.
  Mirrored(double aspect, double distance_over_diameter, double dilation = 1);
  Query query() const { return {&shape, &shape, b_in_a}; }
};

// One point of a curve: the errors of a method on the pair, in D_eq.
Json measured(const Mirrored& at, const Solver& solve, double eps_d);

// A curve over the distances 1 to 1e-6 D_eq for each aspect ratio, at eps_d = 1e-6 D_eq.
Json curves_over_aspects(const Solver& solve);

struct MirroredOptions {
  int passes = 5;  // of each timing
  // Iterations of the penalty method, for which the paper states no limit, and of the others.
  int penalty_limit = 1'000'000, limit = 100'000;
  int blurred_pairs = 1000;  // that round to the one of Table 2
};

// Everything of section 3 but the small arrays.
Json run_mirrored(const MirroredOptions& options);

}  // namespace study
