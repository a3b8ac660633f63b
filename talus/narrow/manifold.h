// The buffers of a manifold query between polyhedra (talus/manifold.h), with the kernels that use
// them.
#pragma once

#include <memory>
#include <vector>

#include "talus/manifold.h"
#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_manifold.h"
#include "talus/shape/shape.h"

namespace talus {

struct OverlapScratch::Impl {
  // At least this size; the previous contents are lost.
  polyhedron_polyhedron::ClipStorage<double> reserve(int corners, int faces);
  std::vector<PatchCorner<double>> outline;

 private:
  std::unique_ptr<Vec3<double>[]> corner_[2];
  std::unique_ptr<polyhedron_polyhedron::ClippedFace<double>[]> face_;
  std::unique_ptr<polyhedron_polyhedron::CutEdge<double>[]> cut_;
  int corner_capacity_{}, face_capacity_{};
};

}  // namespace talus
