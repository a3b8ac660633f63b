// The memory of a body that planes are cut off of (clipped_body.h): the caller's, so that kernels
// need no allocator.
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

// The caller's memory. A body of F faces has fewer than 6 F corners, and A and B together have F;
// bounds with room for a cut and for what rounding adds: corner_capacity 24 F + 64 in each pool,
// face_capacity and cut_capacity 2 F + 64.
template <class T>
struct ClipStorage {
  Vec3<T>* corner[2];  // two pools, each of corner_capacity: one in use, one to tidy up into
  int corner_capacity;
  ClippedFace<T>* face;
  int face_capacity;
  CutEdge<T>* cut;
  int cut_capacity;
};

// For kernels without an allocator: pairs whose faces number fewer than `faces` together.
template <class T, int faces>
struct FixedClipStorage {
  Vec3<T> corner[2][24 * faces + 64];
  ClippedFace<T> face[2 * faces + 64];
  CutEdge<T> cut[2 * faces + 64];

  TALUS_HD ClipStorage<T> view() {
    return {{corner[0], corner[1]}, 24 * faces + 64, face, 2 * faces + 64, cut, 2 * faces + 64};
  }
};

}  // namespace talus::polyhedron_polyhedron
