// The contact manifold of two bodies and the overlap volume of two convex polyhedra, from shapes
// and poses in world coordinates. Definitions and continuity:
// polyhedron_polyhedron/polyhedron_polyhedron_manifold.h, convex_convex/convex_contact_patch.h
// (pairs with a curved body) and polyhedron_polyhedron/overlap_volume.h.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "talus/math/pose.h"
#include "talus/narrow/pair.h"
#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_manifold.h"
#include "talus/shape/shape.h"

namespace talus {

struct Manifold {
  // False: the bodies have no overlap along the contact's normal, not even pressed together (a
  // normal that is not that of the depth, or vertices too sharp for double precision). The
  // polygon is then the one point midway between the contact points.
  bool found{};
  ContactFeature feature_a{}, feature_b{};  // the features in the contact plane
  Vec3<double> normal{};                    // the contact's, from A to B
  // Counter-clockwise about the normal; depths are lengths along it, a gap is negative. With a
  // curved body: points of the rim, and so a polygon inside the patch.
  std::vector<PatchCorner<double>> polygon;
  double area{};               // of the patch; area * mean_depth is the volume of the overlap
  Vec3<double> centroid{};     // of the area
  Vec3<double> force_point{};  // where a normal force acts: the centroid weighted with the depth
  double mean_depth{};         // over the area
  // Of the ball that has a patch of this area when it overlaps a plane by as much: area / (2 pi
  // depth), with at least the skin as depth. Of round bodies it is that of a Hertz law (1 / R = 1 /
  // R_a + 1 / R_b, up to terms of the order of the depth); of flat ones it is finite too.
  double equivalent_radius{};
};

// The scratch of a query, reused by the next query. One per thread.
class OverlapScratch {
 public:
  // Storage of at least this size; earlier contents are lost.
  polyhedron_polyhedron::ClipStorage<double> reserve(int corners, int faces);
  std::vector<PatchCorner<double>> outline;

 private:
  std::unique_ptr<Vec3<double>[]> corner_[2];
  std::unique_ptr<polyhedron_polyhedron::ClippedFace<double>[]> face_;
  std::unique_ptr<polyhedron_polyhedron::CutEdge<double>[]> cut_;
  int corner_capacity_{}, face_capacity_{};
};

// Two polyhedra; or a sphere, ellipsoid or superquadric with one of these, a polyhedron or a
// half-space. Not segments and concave bodies, and not a polyhedron with a half-space.
bool has_manifold(Kind a, Kind b);

// The contact patch of A and B for a result of contact() of this pair at these poses. None if the
// kinds have no manifold (has_manifold) or the contact has no finite distance and unit normal.
// Swapping A and B mirrors the answer bit for bit. The scratch is for polyhedra.
std::optional<Manifold> manifold(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                                 const Pose<double>& pose_b, const Contact<double>& contact,
                                 const ManifoldSettings<double>& settings = {},
                                 OverlapScratch* scratch = nullptr);

// The volume that A and B have in common, its centroid, and its derivatives: moving B by dx changes
// the volume by -area * normal . dx. All zero where nothing overlaps; none unless both are
// polyhedra.
std::optional<OverlapVolume<double>> overlap_volume(const Shape& a, const Pose<double>& pose_a,
                                                    const Shape& b, const Pose<double>& pose_b,
                                                    OverlapScratch* scratch = nullptr);

std::string_view name_of(ContactFeature feature);  // "vertex", "edge", "face"

}  // namespace talus
