/// @file
/// The contact between two bodies: what every query returns and how it is tuned.
///
/// The signed distance is the largest separation along any direction,
///
///     distance = max over unit n of sigma(n),  sigma(n) = min over B of n.x - max over A of n.x
///
/// It is positive for separated bodies: their Euclidean distance. It is negative for overlapping
/// bodies: minus the penetration depth, the length of the shortest translation that separates them.
/// Lengths are in the unit of the shapes.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

/// The outcome of a query. Values after overlapping are failures: the other fields of the contact
/// then hold the best known values, and a failure never means "no contact".
enum class Status {
  separated,         ///< lower > 0.
  touching,          ///< The certified bracket of the distance contains zero.
  overlapping,       ///< upper < 0.
  iteration_limit,   ///< Failure: the bracket did not close.
  degenerate_input,  ///< Failure: a shape or pose that is not valid.
  not_supported,     ///< Failure: half-space with half-space.
};

/// @param status Any status.
/// @return Whether it is a failure.
TALUS_HD constexpr bool is_failure(Status status) { return status > Status::overlapping; }

/// Which notion of depth and contact point a method uses; the production methods use
/// minimum_translation, the others are those of published methods (docs/methods).
enum class Definition {
  minimum_translation,  ///< As stated at the top of this file.
  separation_only,      ///< The distance of separated bodies, 0 for overlapping ones.
  common_normal,        ///< P3: points with opposite normals along their connection.
  summed_potential,     ///< P2: the minimum of the sum of both inside-outside functions.
  common_plane,         ///< P0: the gap along Cundall's common plane.
  deepest_contact,      ///< P4: the deepest point of the discrete function representation.
  analytic_centre,      ///< Boon et al. 2012: along the line through the analytic centre.
};

/// The contact between bodies A and B.
template <class T>
struct Contact {
  T distance{};                          ///< Signed, length.
  T lower{};                             ///< Certified: lower <= distance.
  T upper{};                             ///< Certified: distance <= upper.
  Vec3<T> normal{};                      ///< Unit, from A to B, world frame.
  Vec3<T> point_a{};                     ///< On A, world frame.
  Vec3<T> point_b{};                     ///< On B: point_a + distance * normal, world frame.
  Status status{Status::not_supported};  ///< Check it with is_failure().
  Definition definition{Definition::minimum_translation};  ///< Of the method.
  bool proven{};     ///< The bracket is closed to the tolerance: this is the global solution.
  bool fallback{};   ///< The fast path did not converge, and the safe one was used.
  int iterations{};  ///< Of the method.
};

/// @param contact With its bracket set.
/// @param narrow Width, length, up to which a bracket around zero counts as touching.
/// @return The status that follows from the bracket.
template <class T>
TALUS_HD Status status_of(const Contact<T>& contact, T narrow) {
  if (contact.lower > T(0)) return Status::separated;
  if (contact.upper < T(0)) return Status::overlapping;
  return contact.upper - contact.lower > narrow ? Status::iteration_limit : Status::touching;
}

/// Widest bracket around zero that counts as touching, relative to the size of the bodies.
template <class T>
inline constexpr T touching_width = T(1e-8);

/// Accuracy of a query.
template <class T>
struct Settings {
  /// The bracket counts as closed if upper - lower <= tolerance * max(bounding radius, |distance|).
  ///
  /// With more than 1e-10, pairs of ellipsoids and superquadrics iterate until a step is below the
  /// tolerance (at most 1e-4), and take that step without another evaluation: normals and points
  /// are then right to about ten times its square (on flat sides points to some thousand times its
  /// square), distances to the order of its cube, and a pair that has moved by less since the last
  /// query costs one evaluation. 1e-4 is enough for a simulation.
  T tolerance = T(1e-11);
  /// Limit of GJK iterations, and of the steps of an expansion. A query ends after a few times this
  /// many support evaluations.
  int max_iterations = 512;
  /// Error of the distance, length, for published methods with such a parameter; 0: the choice of
  /// the paper. Production methods use the tolerance.
  T distance_error = T(0);
};

/// What a caller keeps for a pair between queries, as a starting guess; any value is safe, and a
/// default-constructed cache is a cold start. The contents are internal, in the frame of the first
/// body in canonical order.
template <class T>
struct Cache {
  Vec3<T> normal{};           ///< Last normal; zero if cold.
  Vec3<T> surface_param_a{};  ///< Superquadrics: surface parameters on A near the last contact.
  Vec3<T> surface_param_b{};  ///< Superquadrics: surface parameters on B near the last contact.
  int feature{};              ///< Polyhedra: the type of the last contact's features.
  int vertex_a[3]{};          ///< Polyhedra: vertices of A's feature.
  int vertex_b[3]{};          ///< Polyhedra: vertices of B's feature.
};

}  // namespace talus
