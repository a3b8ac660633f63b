// The buffers of a manifold query between polyhedra (talus/manifold.h), with the kernels that use
// them. Definitions and continuity: polyhedron_polyhedron/polyhedron_polyhedron_manifold.h,
// convex_convex/convex_contact_patch.h (pairs with a curved body) and
// polyhedron_polyhedron/overlap_volume.h.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "talus/manifold.h"
#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_manifold.h"
#include "talus/shape/shape.h"

namespace talus {

struct OverlapScratch::Impl {
  // Storage of at least this size; earlier contents are lost.
  polyhedron_polyhedron::ClipStorage<double> reserve(int corners, int faces);
  std::vector<PatchCorner<double>> outline;

 private:
  std::unique_ptr<Vec3<double>[]> corner_[2];
  std::unique_ptr<polyhedron_polyhedron::ClippedFace<double>[]> face_;
  std::unique_ptr<polyhedron_polyhedron::CutEdge<double>[]> cut_;
  int corner_capacity_{}, face_capacity_{};
};

// overlap_volume() of a pair whose contact is known: along its normal, from A to B, there is less
// to clip. The same but for rounding.
std::optional<OverlapVolume<double>> overlap_volume(const Shape& a, const Pose<double>& pose_a,
                                                    const Shape& b, const Pose<double>& pose_b,
                                                    const Vec3<double>& normal,
                                                    OverlapScratch& scratch);

}  // namespace talus
