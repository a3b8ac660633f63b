/// @file
/// What a contact looks like beyond one point: the patch in which two bodies meet, the volume of
/// their overlap, and all patches of a mesh with another body. Points and vectors are in the
/// world's frame, lengths in the unit of the shapes.
///
/// All functions may be called from several threads at once, with a scratch object per thread.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "talus/contact.h"
#include "talus/shape.h"

namespace talus {

/// The part of a body that lies in the contact plane.
enum class ContactFeature {
  vertex,  ///< A vertex.
  edge,    ///< An edge.
  face,    ///< A face.
  curved   ///< A curved surface, which touches the plane in a point or a nearly flat spot.
};

/// @param feature Any feature.
/// @return Its name in files: "vertex", "edge", "face", "curved"; static storage.
std::string_view name_of(ContactFeature feature);

/// Thresholds of a manifold.
template <class T>
struct ManifoldSettings {
  /// Least overlap for which the patch is computed, relative to the smaller bounding radius: bodies
  /// that overlap by less are pressed together until they overlap by this much.
  T skin = epsilon_of<T>() < T(1e-10) ? T(1e-6) : T(1e-3);
  /// An edge that is inclined to the contact plane by less than this angle, rad, lies in it.
  T flat = epsilon_of<T>() < T(1e-10) ? T(1e-6) : T(1e-3);
};

/// A corner of a patch, in the plane through the force point at right angles to the normal.
template <class T>
struct PatchCorner {
  Vec3<T> point{};  ///< Length.
  T depth{};        ///< Local overlap along the normal, length; negative: a gap.
};

/// The patch in which two bodies meet.
struct Manifold {
  /// False if the bodies have no overlap along the contact normal, not even pressed together (a
  /// normal that is not that of the least depth, or corners too sharp for double precision). The
  /// polygon is then the one point midway between the contact points.
  bool found{};
  ContactFeature feature_a{};  ///< The part of A in the contact plane.
  ContactFeature feature_b{};  ///< The part of B in the contact plane.
  Vec3<double> normal{};       ///< The contact's: unit, from A to B.
  /// Counter-clockwise about the normal. With a curved body: points of the rim, and so a polygon
  /// inside the patch.
  std::vector<PatchCorner<double>> polygon;
  double area{};               ///< Length^2; area * mean_depth is the volume of the overlap.
  Vec3<double> centroid{};     ///< Of the area.
  Vec3<double> force_point{};  ///< Centroid weighted by depth, at which a normal force acts.
  double mean_depth{};         ///< Over the area, length.
  /// Radius of the ball that has a patch of this area if it overlaps a plane by the same depth:
  /// area / (2 pi depth), with at least the skin as depth. For round bodies the radius of a Hertz
  /// law (1/R = 1/R_a + 1/R_b, up to terms of the order of the depth); finite for flat bodies, too.
  double equivalent_radius{};
};

/// Memory that manifold() and overlap_volume() reuse. Optional; one per thread.
class OverlapScratch {
 public:
  OverlapScratch();
  /// @param other Left empty.
  OverlapScratch(OverlapScratch&& other) noexcept;
  /// @param other Left empty.
  /// @return This object.
  OverlapScratch& operator=(OverlapScratch&& other) noexcept;
  ~OverlapScratch();

  struct Impl;
  /// @return The internal buffers.
  Impl& impl();

 private:
  std::unique_ptr<Impl> impl_;
};

/// @param a Kind of one body.
/// @param b Kind of the other body; the order does not matter.
/// @return Whether manifold() supports the pair: two polyhedra; or a sphere, ellipsoid or
///   superquadric with one of these, a polyhedron or a half-space.
bool has_manifold(Kind a, Kind b);

/// The patch in which A and B meet. Area, centroid, force point and mean depth are continuous
/// functions of the poses wherever the contact normal is. Swapping A and B mirrors the answer bit
/// for bit.
/// @param a Shape of body A.
/// @param pose_a Pose of A in the world.
/// @param b Shape of body B.
/// @param pose_b Pose of B in the world.
/// @param contact The answer of contact() for this pair at these poses.
/// @param settings Thresholds.
/// @param scratch Reused memory, for polyhedra; nullptr: allocated in the call.
/// @return None if the pair has no manifold, or the contact no finite distance and unit normal.
std::optional<Manifold> manifold(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                                 const Pose<double>& pose_b, const Contact<double>& contact,
                                 const ManifoldSettings<double>& settings = {},
                                 OverlapScratch* scratch = nullptr);

/// The volume that two bodies have in common, and its derivatives.
template <class T>
struct OverlapVolume {
  T volume{};          ///< Length^3.
  Vec3<T> centroid{};  ///< Of the volume.
  Vec3<T> normal{};    ///< Unit, from A to B; zero if one body is inside the other, or apart.
  T area{};            ///< Moving B by dx changes the volume by -area * normal . dx. Length^2.
  Vec3<T> moment{};    ///< Turning B by dw about the centroid changes it by -moment . dw. Length^3.
};

/// The volume that two polyhedra have in common.
/// @param a Shape of body A.
/// @param pose_a Pose of A in the world.
/// @param b Shape of body B.
/// @param pose_b Pose of B in the world.
/// @param scratch Reused memory; nullptr: allocated in the call.
/// @return None unless both are polyhedra; all zero if they do not overlap.
std::optional<OverlapVolume<double>> overlap_volume(const Shape& a, const Pose<double>& pose_a,
                                                    const Shape& b, const Pose<double>& pose_b,
                                                    OverlapScratch* scratch = nullptr);

/// A connected part of the overlap of a mesh with another body.
template <class T>
struct ContactPatch {
  T area{};               ///< Half of its surface: the mean of A's and B's parts of it, length^2.
  Vec3<T> centroid{};     ///< Of its surface.
  Vec3<T> normal{};       ///< Unit, from A to B: the mean over the depth.
  T depth{};              ///< Greatest depth, length.
  T volume{};             ///< Length^3.
  Vec3<T> deepest{};      ///< Point of the greatest depth.
  Vec3<T> force_point{};  ///< Centroid weighted by depth.
  /// Integral of depth times normal over the patch, length^3: a bed of springs of unit stiffness
  /// per area acts on B with this force. Continuous when the bodies move, also for a patch that
  /// encloses a body.
  Vec3<T> depth_integral{};
  Vec3<T> moment{};  ///< Of the same force about the origin of the frame, length^4.
  int pieces{};      ///< Facets, or parts of them, in the patch.
};

/// Memory that mesh_patches() reuses, and the last convex body that it converted to a mesh.
/// Optional; one per thread.
class MeshPatchScratch {
 public:
  MeshPatchScratch();
  /// @param other Left empty.
  MeshPatchScratch(MeshPatchScratch&& other) noexcept;
  /// @param other Left empty.
  /// @return This object.
  MeshPatchScratch& operator=(MeshPatchScratch&& other) noexcept;
  ~MeshPatchScratch();

  struct Impl;
  /// @return The internal buffers.
  Impl& impl();

 private:
  std::unique_ptr<Impl> impl_;
};

/// All connected parts of the overlap of a mesh with another body; volume and area are exact for
/// the facets.
///
/// A sphere, an ellipsoid, a superquadric or a polyhedron is converted to a mesh first: a
/// polyhedron exactly, the others to facets with corners on the surface, which lie inside by up to
/// 4e-3 of the depth of the overlap; depths and volumes are too small by about that. A single one
/// that is thinner than 4e-3 of the radius is computed by tangent planes instead. The conversion
/// takes a tenth of a second; that for overlaps deeper than 1/8 of the radius is kept in scratch.
/// @param a Shape of body A.
/// @param pose_a Pose of A in the world.
/// @param b Shape of body B.
/// @param pose_b Pose of B in the world.
/// @param scratch Reused memory; nullptr: allocated in the call.
/// @return None unless one body is a mesh and the other not a segment. Swapping A and B reverses
///   the normals. Moments are about the world's origin.
/// @throws ShapeError if a body is too thin to be converted.
std::optional<std::vector<ContactPatch<double>>> mesh_patches(const Shape& a,
                                                              const Pose<double>& pose_a,
                                                              const Shape& b,
                                                              const Pose<double>& pose_b,
                                                              MeshPatchScratch* scratch = nullptr);

}  // namespace talus
