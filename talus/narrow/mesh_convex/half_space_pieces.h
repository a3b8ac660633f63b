// The pieces of a mesh's surface in a half-space, and the part of the plane that closes them.
//
// Seen along the plane's normal n, a piece of area a and outward normal m covers -n . m a of the
// plane. The parts that the pieces cover, those of overhangs negative, add up to the section of the
// body by the plane, so that with them the pieces of a contact bound its overlap: the volume by the
// divergence theorem is exact for the facets.
#pragma once

#include "talus/narrow/mesh_mesh/contact_set.h"
#include "talus/shape/half_space.h"

namespace talus::mesh_convex {

template <class T>
struct HalfSpaceTarget {
  HalfSpace<T> body;
  static constexpr bool knows_distances = false;

  TALUS_HD T distance_of(const Vec3<T>& p) const { return dot(body.normal, p) - body.offset; }
  TALUS_HD bool sample(const Vec3<T>& p, T& distance, Vec3<T>& gradient) const {
    distance = distance_of(p);
    gradient = body.normal;
    return true;
  }
  TALUS_HD void exact(const Vec3<T>& p, T& distance, Vec3<T>& gradient) const {
    sample(p, distance, gradient);
  }
  TALUS_HD bool may_meet(const Vec3<T>& p, const T& radius) const {
    return distance_of(p) < radius;
  }
};

// In the frame of the mesh A, in which the half-space is given.
template <class T, class Sink>
TALUS_HD void find_pieces_in(const MeshView<T>& a, const HalfSpace<T>& half_space, Sink& sink) {
  const HalfSpaceTarget<T> target{half_space};
  const RelativePose<T> here{identity_matrix<T>(), {}};
  const T half_diagonal = T(0.5) * norm(a.cell_size);
  for (int row = 0; row < a.boundary_count; ++row) {
    if (!mesh_mesh::cell_may_meet(a, row, target, here, half_diagonal)) continue;
    mesh_mesh::add_facets_of_cell(a, row, {}, target, here, false, here, sink);
  }
}

// The part of the plane that a piece covers, as a piece of the half-space's surface.
template <class T>
TALUS_HD mesh_mesh::Piece<T> part_of_plane(const mesh_mesh::Piece<T>& piece,
                                           const HalfSpace<T>& half_space) {
  const Vec3<T>& n = half_space.normal;
  const T share = -dot(n, piece.outward);
  mesh_mesh::Piece<T> part = piece;
  part.centroid = piece.centroid - (dot(n, piece.centroid) - half_space.offset) * n;
  part.outward = n;
  part.area = share * piece.area;
  part.depth_integral = share * piece.depth_integral;
  part.of_b = 1;
  return part;
}

}  // namespace talus::mesh_convex
