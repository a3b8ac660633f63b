// The contact contract: what every pair method is asked and what it answers (DESIGN section 2).
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
  iteration_limit,  // failures: the other fields hold the best known, never "no contact"
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
  bool fallback{};  // the fast path gave up and the safe one answered
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

// Widest bracket around zero that still reads as touching, relative to the size of the bodies.
template <class T>
inline constexpr T touching_width = T(1e-8);

template <class T>
struct Settings {
  // The bracket counts as closed when upper - lower <= tolerance * max(bounding radius,
  // |distance|). With a tolerance above 1e-10, Newton's method for ellipsoids and superquadrics
  // stops at the first step below min(tolerance, 1e-4) and extrapolates that step without another
  // evaluation: the error of normals and points is about ten times the square of the tolerance,
  // that of distances is of the order of its cube, and a pair that has moved by less since the last
  // query takes one evaluation. On flat sides the points may move ten times as far with that step;
  // their error is then some thousand times the square. 1e-4 is enough for a simulation.
  T tolerance = T(1e-11);
  // Of GJK, and of the steps of an expansion; each query ends after a few times this many support
  // calls.
  int max_iterations = 512;
  // The error of the distance, a length, that a paper's method with such a parameter may make; 0:
  // the paper's own choice. Production methods go by the tolerance.
  T distance_error = T(0);
};

// What a caller keeps of a pair between queries; a fresh one means a cold start. Contents are in
// the frame of the first body in canonical order and are only ever a starting guess: any value is
// safe.
template <class T>
struct Cache {
  Vec3<T> normal{};  // last normal; zero when cold
  // Superquadrics: surface parameters of the last contact points (shape/superquadric/
  // surface_point.h), extrapolated along the drift where the tolerance is coarse; zero when cold.
  Vec3<T> surface_param_a{}, surface_param_b{};
  // Polyhedra: the features of the last contact (polyhedron_polyhedron/memory.h).
  int feature{};
  int vertex_a[3]{}, vertex_b[3]{};
};

}  // namespace talus
