// The contact contract: the inputs and outputs of every pair method.
//
//   distance = max over unit n of sigma(n),  sigma(n) = min over B of n.x - max over A of n.x
//
// Positive: the Euclidean distance of the bodies. Negative: minus the penetration depth, the length
// of the shortest translation that separates them.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

enum class Status {
  separated,
  touching,  // the certified bracket of the distance contains zero
  overlapping,
  iteration_limit,  // failures: the other fields are the best known values, never "no contact"
  degenerate_input,
  not_supported,
};

TALUS_HD constexpr bool is_failure(Status status) { return status > Status::overlapping; }

// Which notion of depth and contact point an answer uses.
enum class Definition {
  minimum_translation,  // the contract above
  separation_only,      // distance when separated, 0 when overlapping
  common_normal,        // P3
  summed_potential,     // P2
  common_plane,         // P0's gap along the common plane
  deepest_contact,      // P4
  analytic_centre,      // Boon et al. 2012 (P0 section 2): the line through the analytic centre
};

template <class T>
struct Contact {
  T distance{};
  T lower{}, upper{};            // certified: lower <= distance <= upper
  Vec3<T> normal{};              // unit, from A to B
  Vec3<T> point_a{}, point_b{};  // point_b - point_a = distance * normal
  Status status{Status::not_supported};
  Definition definition{Definition::minimum_translation};
  bool proven{};    // the bracket is closed to the tolerance: the answer is the global one
  bool fallback{};  // the fast method gave up and a slower one answered
  int iterations{};
};

// The status that follows from the bracket. A bracket around zero that is wider than `narrow` means
// "not known".
template <class T>
TALUS_HD Status status_of(const Contact<T>& contact, T narrow) {
  if (contact.lower > T(0)) return Status::separated;
  if (contact.upper < T(0)) return Status::overlapping;
  return contact.upper - contact.lower > narrow ? Status::iteration_limit : Status::touching;
}

// Widest bracket around zero that still reads as touching, relative to the size of the bodies: well
// above the brackets of the production methods (1e-10), well below an overlap of a simulation.
template <class T>
inline constexpr T touching_width = T(1e-8);

template <class T>
struct Settings {
  // The bracket counts as closed when upper - lower <= tolerance * max(bounding radius,
  // |distance|). For ellipsoids and superquadrics with a tolerance above 1e-10 the iteration stops
  // when its next step is below the tolerance (at most 1e-4); that step is then applied without
  // another evaluation. The error of normals and points is about ten times the square of the step,
  // that of the distance of the order of its cube; on flat sides the error of points is up to a
  // thousand times the square. A pair that has moved by less than the step since the last query
  // takes one evaluation. 1e-4 is sufficient for a simulation.
  T tolerance = T(1e-11);
  // Limit of the iterations of GJK and of the steps of an expansion. A query takes at most a few
  // times this many support evaluations.
  int max_iterations = 512;
  // Target error of the distance (a length) of the paper methods with such a parameter; 0: the
  // paper's own choice. Production methods use the tolerance.
  T distance_error = T(0);
};

// Warm-start data of a pair, owned by the caller; a new one means a cold start. Contents are in the
// frame of the first body in canonical order and serve as a starting guess only: any value is safe.
template <class T>
struct Cache {
  Vec3<T> normal{};  // last normal; zero when cold
  // Superquadrics: the places of the last contact (superquadric_place.h), or with a coarse
  // tolerance a little ahead, where contacts drift; zero when cold.
  Vec3<T> place_a{}, place_b{};
  // Polyhedra: the features of the last contact (polyhedron_polyhedron/warm_start.h).
  int feature{};
  int vertex_a[3]{}, vertex_b[3]{};
};

}  // namespace talus
