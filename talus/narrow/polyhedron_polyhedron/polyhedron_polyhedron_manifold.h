// The contact manifold of two convex polyhedra: the contact patch, projected along the contact
// normal n, and the point at which a force acts.
//
// Clipping a face of one body by a face of the other gives a polygon that collapses at once to an
// edge or a corner when a body tilts. Here the patch is the overlap K of the bodies projected along
// n, the local depth is the length of K along n, and the force point is the centroid of K: the
// centroid of the patch weighted with the local depth. A tilted face sinks in less on one side, so
// the weight, and with it the force point, moves continuously from the middle of a face to its edge
// and on to a corner.
//
// K needs a depth. So bodies that overlap by less than a skin s, touch or are separated are first
// pressed together along n, each by half, until they overlap by s; depths are given back as those
// of the bodies where they are (a gap is negative). Area, centroid, force point and mean depth are
// therefore continuous functions of the poses wherever n is, through touching and into separation;
// between a face and a corner they change over a tilt of about (depth or s) / (width of the patch).
// They jump only where the contact normal does: where two directions are equally good.
//
// Pressed bodies may meet in less than an area, such as boxes face to face in a line, or miss each
// other by less than s, such as slanted tips. Where the patch is narrower than a thousandth of the
// skin, B's faces are moved outward by up to 2 s, the more the narrower: enough for a patch always,
// and still continuous. The answer is then a strip or a spot of about that width in the right
// place.
//
// A manifold is a function of the poses of two shapes, without history: hence narrow/, not
// contact/, which keeps data from step to step.
#pragma once

#include "talus/narrow/patch.h"
#include "talus/narrow/polyhedron_polyhedron/contact_feature.h"
#include "talus/narrow/polyhedron_polyhedron/overlap_volume.h"
#include "talus/narrow/polyhedron_polyhedron/projected_hull.h"

namespace talus::polyhedron_polyhedron {

// A patch narrower than this part of the skin is recomputed with B's faces moved outward by up to
// growth skins. Any small part would do: it decides where the continuous transition lies.
inline constexpr double narrow_patch = 1e-3;
inline constexpr double patch_growth = 2;

// The length of the overlap along n at a corner of the patch, which several vertices of the overlap
// may share.
template <class T>
TALUS_HD T length_at(const ProjectedHull<T>& hull, const Vec3<T>& at, const T& rounding) {
  T low = at.z, high = at.z;
  for (int i = 0; i < hull.point_count; ++i) {
    const Vec3<T>& p = hull.point[i];
    if (absolute(p.x - at.x) > rounding || absolute(p.y - at.y) > rounding) continue;
    low = smaller(low, p.z);
    high = larger(high, p.z);
  }
  return high - low;
}

// The overlap in the frame of A and its projection along n.
template <class T>
struct ProjectedOverlap {
  ClippedVolume<T> overlap;
  ProjectedHull<T> hull;
  AreaCentroid<T> area;

  TALUS_HD bool exceeded() const { return overlap.exceeded || hull.exceeded; }
  // About area over diameter; zero without an overlap.
  TALUS_HD T width() const {
    T diameter{};
    for (int i = 1; i < hull.count; ++i) {
      const Vec3<T> d = hull.outline[i] - hull.outline[0];
      diameter = larger(diameter, larger(absolute(d.x), absolute(d.y)));
    }
    return area.area > T(0) ? area.area / diameter : T(0);
  }
};

template <class T>
TALUS_HD ProjectedOverlap<T> project_overlap(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                             const RelativePose<T>& b_in_a, const Vec3<T>& n,
                                             const T& grown, const T& rounding,
                                             const ClipStorage<T>& storage) {
  ProjectedOverlap<T> seen;
  ClippedBody<T> body(storage);
  cut_out_overlap(a, b, b_in_a, n, grown, body);
  seen.overlap = volume_of(body);
  if (!(seen.overlap.volume > T(0))) return seen;
  seen.hull = projected_hull(body, n, seen.overlap.centroid, rounding, storage);
  if (!seen.hull.exceeded) seen.area = area_of(seen.hull);
  return seen;
}

// n and `distance` are those of the contact, in the frame of A as all points are. The corners of
// the patch, counter-clockwise about n, go to `corner`.
template <class T>
TALUS_HD Patch<T> patch_of(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                           const RelativePose<T>& b_in_a, const Vec3<T>& n, const T& distance,
                           const ManifoldSettings<T>& settings, const ClipStorage<T>& storage,
                           PatchCorner<T>* corner, int corner_capacity) {
  Patch<T> patch;
  patch.feature_a = feature_facing(a, n, settings.flat);
  patch.feature_b = feature_facing(b, b_in_a.direction_to_b(-n), settings.flat);
  const T skin = settings.skin * smaller(a.bounds.radius, b.bounds.radius);
  const T pressed = larger(T(0), skin + distance), narrow = T(narrow_patch) * skin;
  patch.depth = larger(skin, -distance);
  RelativePose<T> pressed_in_a = b_in_a;
  pressed_in_a.translation = b_in_a.translation - pressed * n;
  const T rounding = T(8) * corner_rounding(a, b, pressed_in_a);
  ProjectedOverlap<T> seen = project_overlap(a, b, pressed_in_a, n, T(0), rounding, storage);
  if (!seen.exceeded() && seen.width() < narrow) {
    const T grown = T(patch_growth) * skin * (T(1) - seen.width() / narrow);
    seen = project_overlap(a, b, pressed_in_a, n, grown, rounding, storage);
  }
  const ProjectedHull<T>& hull = seen.hull;
  patch.exceeded = seen.exceeded() || hull.count > corner_capacity;
  if (patch.exceeded || !(seen.area.area > T(0))) return patch;
  patch.found = true;
  patch.force_point = seen.overlap.centroid + T(0.5) * pressed * n;
  const auto in_space = [&](const T& x, const T& y) {
    return patch.force_point + (x * hull.axes.x + y * hull.axes.y);
  };
  patch.corner_count = hull.count;
  for (int i = 0; i < hull.count; ++i) {
    const Vec3<T>& at = hull.outline[i];
    corner[i] = {in_space(at.x, at.y), length_at(hull, at, T(8) * rounding) - pressed};
  }
  patch.area = seen.area.area;
  patch.centroid = in_space(seen.area.x, seen.area.y);
  patch.mean_depth = seen.overlap.volume / seen.area.area - pressed;
  return patch;
}

}  // namespace talus::polyhedron_polyhedron
