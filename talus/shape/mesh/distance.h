// Signed distance and direction by interpolation between the lattice nodes.
//
// Exact distances d are stored at the nodes; within a cell of size h they are interpolated linearly
// in each coordinate. Where the surface is smooth the error of the distance is at most
// (3/8) h^2 max |d''| = O(h^2), and that of the gradient O(h); across sharp edges and the medial
// axis, where d itself has a kink, both are one order lower. d is 1-Lipschitz, so that the value is
// always within h sqrt(3) of the true one, and the interpolant is continuous over the whole hull.
#pragma once

#include "talus/shape/mesh/stencil.h"

namespace talus {

template <class T>
struct MeshSample {
  T distance{};        // negative inside
  Vec3<T> gradient{};  // of the interpolant: outward, about unit length
};

// The distances at the eight corners of a cell of the hull, corner x + 2 y + 4 z.
template <class T>
TALUS_HD void corner_distances(const MeshView<T>& body, const MeshIndex& w, T (&d)[8]) {
  const MeshNodeRow* row =
      body.node_row + (w.slice - body.node_slice) * body.node_prisms + (w.prism - body.node_prism);
  for (int k = 0; k < 4; ++k) {
    const MeshNodeRow r = row[(k >> 1) * body.node_prisms + (k & 1)];
    const float* pair = body.node_distance + (r.start + w.cell - r.offset);
    d[2 * k] = static_cast<T>(pair[0]);
    d[2 * k + 1] = static_cast<T>(pair[1]);
  }
}

// Within a cell w of the hull (stencil_index >= 0) that p lies in, or is near to.
template <class T>
TALUS_HD MeshSample<T> sample_in_cell(const MeshView<T>& body, const MeshIndex& w,
                                      const Vec3<T>& p) {
  T d[8];
  corner_distances(body, w, d);
  const Vec3<T> t = multiply_componentwise(p - lower_corner(body, w), body.inverse_cell_size);
  const T dx00 = d[1] - d[0], dx10 = d[3] - d[2], dx01 = d[5] - d[4], dx11 = d[7] - d[6];
  const T c00 = d[0] + t.x * dx00, c10 = d[2] + t.x * dx10;
  const T c01 = d[4] + t.x * dx01, c11 = d[6] + t.x * dx11;
  const T dy0 = c10 - c00, dy1 = c11 - c01;
  const T c0 = c00 + t.y * dy0, c1 = c01 + t.y * dy1;
  const T dx0 = dx00 + t.y * (dx10 - dx00), dx1 = dx01 + t.y * (dx11 - dx01);
  const Vec3<T> slope{dx0 + t.z * (dx1 - dx0), dy0 + t.z * (dy1 - dy0), c1 - c0};
  return {c0 + t.z * (c1 - c0), multiply_componentwise(slope, body.inverse_cell_size)};
}

// False beyond the hull, where p is outside the body and nothing is stored.
template <class T>
TALUS_HD bool sample_distance(const MeshView<T>& body, const Vec3<T>& p, MeshSample<T>& sample) {
  const MeshIndex w = cell_of(body, p);
  if (stencil_index(body, w) < 0) return false;
  sample = sample_in_cell(body, w, p);
  return true;
}

}  // namespace talus
