// The part of a facet in one cell of the source that lies inside the target: the grain of which
// patches are made.
//
// A facet within its cell is taken whole, a larger one is clipped to the cell, so that no piece is
// larger than a cell and every part of the surface belongs to one piece. The target's distance is
// taken at the corners of the piece and is linear in between, as are the facets: the piece is cut
// where it is zero. Area, centroid and integral of the depth are exact for what remains, and so are
// of second order in the cell size, and continuous when the bodies move.
//
// The target is anything with `sample(p, distance, gradient)`: whether the distance at p (in its
// frame) is known, which far outside it may not be, then what it is, negative inside, and its
// gradient; and `exact(p, distance, gradient)`, which is always known and slower.
#pragma once

#include "talus/math/constants.h"
#include "talus/narrow/mesh_mesh/zone.h"
#include "talus/shape/mesh/nearest.h"

namespace talus::mesh_mesh {

template <class T>
struct Piece {
  Vec3<T> centroid{};  // all in the frame of A
  Vec3<T> normal{};    // unit, from A to B: against the target's gradient for a piece of A
  Vec3<T> outward{};   // unit, of the facet
  Vec3<T> deepest{};   // the deepest corner
  T area{};
  T depth{};                    // of the deepest corner
  T depth_integral{};           // of the depth over the area
  std::int32_t facet{}, row{};  // of the source
  std::int32_t of_b{};          // 0: of A's surface, 1: of B's
  std::int32_t is_edge{};       // 1: a stretch of an edge between two crossings
};

// Another body as a target: by the distance interpolated in its cells, whose sign is that of the
// facets. Across sharp edges the interpolant is off by a fraction of a cell; where it has the wrong
// side, the exact distance replaces it.
template <class T>
struct MeshTarget {
  const MeshView<T>& body;
  // The distance is 1-Lipschitz.
  static constexpr bool knows_distances = true;

  TALUS_HD bool sample(const Vec3<T>& p, T& distance, Vec3<T>& gradient) const {
    const MeshIndex w = cell_of(body, p);
    const std::int32_t index = stencil_index(body, w);
    if (index < 0) return false;
    const MeshSample<T> at = sample_in_cell(body, w, p);
    distance = at.distance;
    gradient = at.gradient;
    const std::int32_t entry = body.stencil[index];
    if (entry >= 0 && absolute(distance) < interpolation_error() &&
        inside_boundary_cell(body, entry, p) != (distance < T(0))) {
      exact(p, distance, gradient);
    }
    return true;
  }
  // `reach`: the surface is known to be that near, which spares most of the search.
  TALUS_HD void exact(const Vec3<T>& p, T& distance, Vec3<T>& gradient,
                      const T& reach = infinity_of<T>()) const {
    MeshProjection<T> at = project_to_surface(body, p, reach);
    if (at.facet < 0) at = project_to_surface(body, p, infinity_of<T>());
    distance = at.distance;
    gradient = at.normal;
  }
  // The interpolant of a 1-Lipschitz function is a mean of values at most this far away, rms.
  TALUS_HD T interpolation_error() const {
    return T(0.5 * root_3_above) * max_norm(body.cell_size);
  }
  // Whether a point within `radius` of p can be inside.
  TALUS_HD bool may_meet(const Vec3<T>& p, const T& radius) const {
    MeshSample<T> at;
    if (sample_distance(body, p, at) && at.distance >= radius + interpolation_error()) return false;
    const Vec3<T> around{radius, radius, radius};
    return may_meet(BoundingBox<T>{p - around, p + around});
  }
  // Whether a point of the box can be inside.
  TALUS_HD bool may_meet(const BoundingBox<T>& box) const {
    return has_cells_in(body, index_set(body, box, body.rounding));
  }
};

template <class T>
struct Corner {
  Vec3<T> point;  // in the source's frame
  Vec3<T> gradient;
  T distance;
};

template <class T>
TALUS_HD Corner<T> between(const Corner<T>& p, const Corner<T>& q) {
  const T t = p.distance / (p.distance - q.distance);
  return {p.point + t * (q.point - p.point), p.gradient + t * (q.gradient - p.gradient), T(0)};
}

// Whether the facet's piece in this cell is counted in this cell: one that lies in the common face
// of two cells is listed in both.
template <class T>
TALUS_HD bool belongs_here(const MeshView<T>& source, int row, int facet, const Vec3<T>& middle) {
  const MeshIndex w = cell_of(source, middle);
  const MeshDescriptor& cell = source.descriptor[row];
  if (w.cell == cell.cell[0] && w.prism == cell.cell[1] && w.slice == cell.cell[2]) return true;
  const std::int32_t other = stencil_entry(source, w);
  if (other < 0) return true;
  for (int i = source.descriptor[other].first_facet; i < source.descriptor[other + 1].first_facet;
       ++i) {
    if (source.cell_facet[i] == facet) return false;
  }
  return true;
}

// The facet clipped to the cell of a row, in the source's frame; the number of corners.
template <class T>
TALUS_HD int facet_in_cell(const MeshView<T>& source, int row, int facet,
                           Vec3<T> (&polygon)[max_clipped_corners]) {
  const MeshDescriptor& cell = source.descriptor[row];
  const MeshIndex w{cell.cell[0], cell.cell[1], cell.cell[2]};
  const BoundingBox<T> box{lower_corner(source, w), corner_of(source, w, 7)};
  int count = 3;
  bool whole = true;
  const T slack = source.rounding;
  for (int k = 0; k < 3; ++k) {
    polygon[k] = source.corner(facet, k);
    for (int axis = 0; axis < 3; ++axis) {
      whole = whole && polygon[k][axis] >= box.lower[axis] - slack &&
              polygon[k][axis] <= box.upper[axis] + slack;
    }
  }
  if (!whole) count = clip_to_box(polygon, 3, box);
  return count;
}

// Area, centroid and integral of the depth of a polygon of corners inside, as a fan of triangles.
template <class T>
TALUS_HD void integrate(const Corner<T>* corner, int count, const Vec3<T>& outward,
                        Piece<T>& piece) {
  Vec3<T> moment{}, gradient{};
  const Vec3<T>& origin = corner[0].point;
  for (int i = 1; i + 1 < count; ++i) {
    const Vec3<T> u = corner[i].point - origin, v = corner[i + 1].point - origin;
    const T area = T(0.5) * dot(outward, cross(u, v));
    piece.area += area;
    moment = moment + (area / T(3)) * (u + v);
    piece.depth_integral -=
        (area / T(3)) * (corner[0].distance + corner[i].distance + corner[i + 1].distance);
  }
  int deepest = 0;
  for (int i = 0; i < count; ++i) {
    gradient = gradient + corner[i].gradient;
    if (corner[i].distance < corner[deepest].distance) deepest = i;
  }
  piece.centroid = piece.area > T(0) ? origin + moment / piece.area : origin;
  piece.normal = gradient;
  piece.deepest = corner[deepest].point;
  piece.depth = -corner[deepest].distance;
}

// Factor of a length that bounds a distance to a surface: more than the rounding of the length and
// of the distance. A choice: it hardly widens the search for the nearest facet.
inline constexpr double reach_slack = 1.0001;

// Computes the distances of the corners whose distance is unknown, far outside, of a polygon with a
// corner inside. The surface is not farther from such a corner than the corner inside is.
template <class T, class Target>
TALUS_HD void find_unknown(const Target& target, const RelativePose<T>& source_in_target,
                           Corner<T>* corner, int count) {
  int inside = 0;
  while (!(corner[inside].distance < T(0))) ++inside;
  for (int i = 0; i < count; ++i) {
    if (corner[i].distance < infinity_of<T>()) continue;
    const T reach = T(reach_slack) * norm(corner[i].point - corner[inside].point);
    target.exact(source_in_target.point_to_a(corner[i].point), corner[i].distance,
                 corner[i].gradient, reach);
  }
}

// False if no part of the facet in this cell is inside. In the source's frame, the normal along the
// target's gradient in the target's frame and not yet unit.
template <class T, class Target>
TALUS_HD bool piece_inside(const MeshView<T>& source, int row, int facet, const Target& target,
                           const RelativePose<T>& source_in_target, Piece<T>& piece) {
  Vec3<T> polygon[max_clipped_corners];
  const int count = facet_in_cell(source, row, facet, polygon);
  if (count < 3) return false;
  Corner<T> corner[max_clipped_corners];
  int inside = 0, unknown = 0;
  for (int i = 0; i < count; ++i) {
    corner[i] = {polygon[i], {}, infinity_of<T>()};
    const Vec3<T> p = source_in_target.point_to_a(polygon[i]);
    if (!target.sample(p, corner[i].distance, corner[i].gradient)) ++unknown;
    if (corner[i].distance < T(0)) ++inside;
  }
  if (inside == 0) return false;
  if constexpr (Target::knows_distances) {
    if (unknown > 0) find_unknown(target, source_in_target, corner, count);
  }
  Vec3<T> middle{};
  for (int i = 0; i < count; ++i) middle = middle + polygon[i];
  if (!belongs_here(source, row, facet, middle / T(count))) return false;
  Corner<T> kept[max_clipped_corners + 1];
  int left = 0;
  for (int i = 0; i < count && left < max_clipped_corners; ++i) {
    const Corner<T>&p = corner[i], &q = corner[i + 1 == count ? 0 : i + 1];
    if (p.distance < T(0)) kept[left++] = p;
    if ((p.distance < T(0)) != (q.distance < T(0))) kept[left++] = between(p, q);
  }
  piece = {};
  piece.outward = source.facet_plane[facet].normal;
  piece.facet = facet;
  piece.row = row;
  integrate(kept, left, piece.outward, piece);
  return true;
}

}  // namespace talus::mesh_mesh
