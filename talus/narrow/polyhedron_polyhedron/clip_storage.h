// The storage of a clipped body (clipped_body.h). It belongs to the caller, so that kernels need no
// allocator.
#pragma once

#include "talus/math/vec3.h"

namespace talus::polyhedron_polyhedron {

enum class Source { a, b };  // whose surface a face is part of

template <class T>
struct ClippedFace {
  int start, count;  // in the pool of corners
  Source source;
  Vec3<T> centre;  // of a ball around the corners, its radius rounded up
  T radius;
};

template <class T>
struct CutEdge {
  Vec3<T> from, to;
};

// The capacities that suffice for two bodies of F faces together. Such a body has fewer than 6 F
// face corners (Euler); a cut doubles them, a pool holds two generations, and 64 allows for the
// pieces that rounding adds: 24 F + 64. Faces and cut edges: 2 F + 64.
inline constexpr int spare_capacity = 64;
TALUS_HD constexpr int corner_capacity_for(int faces) { return 24 * faces + spare_capacity; }
TALUS_HD constexpr int face_capacity_for(int faces) { return 2 * faces + spare_capacity; }

template <class T>
struct ClipStorage {
  Vec3<T>* corner[2];  // two pools of corner_capacity each: one in use, one to compact into
  int corner_capacity;
  ClippedFace<T>* face;
  int face_capacity;
  CutEdge<T>* cut;
  int cut_capacity;
};

// For kernels without an allocator: pairs whose faces number fewer than `faces` together.
template <class T, int faces>
struct FixedClipStorage {
  Vec3<T> corner[2][corner_capacity_for(faces)];
  ClippedFace<T> face[face_capacity_for(faces)];
  CutEdge<T> cut[face_capacity_for(faces)];

  TALUS_HD ClipStorage<T> view() {
    return {
        {corner[0], corner[1]},  corner_capacity_for(faces), face, face_capacity_for(faces), cut,
        face_capacity_for(faces)};
  }
};

}  // namespace talus::polyhedron_polyhedron
