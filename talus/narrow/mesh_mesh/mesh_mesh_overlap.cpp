#include "talus/narrow/mesh_mesh/mesh_mesh_overlap.h"

#include <algorithm>
#include <cmath>

#include "talus/narrow/mesh_mesh/mesh_mesh_deepest.h"
#include "talus/narrow/mesh_mesh/overlap_depth.h"

namespace talus::mesh_mesh {
namespace {

struct FastPathLimits {
  // Overlaps that are not deeper than this many roundings of both bodies count as touching.
  static constexpr double roundings = 4.0;
  // The cells resolve a body if the interpolated depth differs from that of the projection by at
  // most this part of a cell, and its slope from 1 by at most this. Of rough stones the depths
  // differ by up to a tenth of a cell and the slopes by 0.12; around the middle of a wall or a bar
  // the slope falls to zero within a cell, and vertices may miss the deepest point.
  static constexpr double depth_error = 1.0 / 8.0, slope_error = 0.15;
  // A vertex deeper than this many edges misses less than a tenth of the depth.
  static constexpr double deep_edges = 4.0;
  // Vertices deeper than this part of the greatest interpolated depth are checked: one of them is
  // the deepest, as interpolated depths that resolve a body are right to a small part. A choice.
  static constexpr double checked_depth = 0.75;
};

double rounding_of(const MeshView<double>& a, const MeshView<double>& b) {
  return FastPathLimits::roundings * (a.rounding + b.rounding);
}

bool has_small_facets(const MeshView<double>& body) {
  return body.longest_edge <= small_facet(body);
}

// Whether the cells of the target resolve it around a vertex of the source inside it.
bool is_resolved(const MeshView<double>& source, const MeshView<double>& target,
                 const Vec3<double>& own, double interpolated, double depth) {
  const double cell = max_norm(target.cell_size);
  if (depth > FastPathLimits::deep_edges * source.longest_edge) {
    return std::abs(interpolated - depth) < cell;
  }
  MeshSample<double> at;
  return std::abs(interpolated - depth) <= FastPathLimits::depth_error * cell &&
         sample_distance(target, own, at) &&
         std::abs(norm(at.gradient) - 1.0) <= FastPathLimits::slope_error;
}

// The fast path, for surfaces whose facets are not larger than two cells: vertices inside and edges
// that pass through, ordered by interpolated depths. It answers if the cells resolve the bodies
// around the deepest of them.
bool find_deepest_vertex(const MeshView<double>& a, const MeshView<double>& b,
                         const RelativePose<double>& b_in_a, Contact<double>& c) {
  if (!has_small_facets(a) || !has_small_facets(b)) return false;
  DeepestPieces<double> candidates;
  find_contact_points(a, b, b_in_a, candidates);
  if (candidates.found == 0) return false;
  Contact<double> deepest = c;
  const auto are_resolved = [&] {
    for (int of_b = 0; of_b < 2; ++of_b) {
      for (int i = 0; i < candidates.count[of_b]; ++i) {
        const Piece<double>& piece = candidates.piece[of_b][i];
        Contact<double> exact = c;
        consider_point(a, b, b_in_a, piece.deepest, of_b == 1, exact);
        if (exact.distance < deepest.distance) deepest = exact;
        const Vec3<double> own =
            of_b == 1 ? piece.deepest
                      : transpose_times(b_in_a.rotation, piece.deepest - b_in_a.translation);
        const bool is_deep = piece.depth > FastPathLimits::checked_depth * candidates.greatest;
        if (is_deep &&
            !is_resolved(of_b == 1 ? b : a, of_b == 1 ? a : b, own, piece.depth, -exact.distance)) {
          return false;
        }
      }
    }
    return true;
  };
  const int vertices = candidates.found;
  if (!are_resolved()) return false;
  find_contact_set(a, b, b_in_a, candidates);
  if (candidates.found > vertices && !are_resolved()) return false;
  c = deepest;
  c.iterations = candidates.found;
  return c.distance < -rounding_of(a, b);
}

// Bodies that coincide: no point of either surface is inside the other body. Of points below the
// surface of the overlap, the one that is deepest in both.
void find_deepest_below(const OverlapSurface& overlap, double thickness, Contact<double>& c) {
  constexpr int most_regions = 64;  // of those evaluated, evenly spread: a choice
  const int count = static_cast<int>(overlap.region.size());
  for (int k = 0; k < count; k += 1 + count / most_regions) {
    const SurfaceRegion& r = overlap.region[static_cast<std::size_t>(k)];
    Vec3<double> middle{};
    for (int i = r.first; i < r.last; ++i) {
      const int from = overlap.side[static_cast<std::size_t>(i)].from;
      middle = middle + overlap.corner[static_cast<std::size_t>(from)].point;
    }
    middle = middle / static_cast<double>(r.last - r.first);
    for (const double share : {0.5, 1.0}) {
      const Vec3<double> p = middle - (share * thickness) * overlap.mesh[r.of_b].normal(r.facet);
      const MeshProjection<double> in_a = overlap.project(p, true, infinity_of<double>()),
                                   in_b = overlap.project(p, false, infinity_of<double>());
      if (!(std::max(in_a.distance, in_b.distance) < c.distance)) continue;
      const bool to_a = in_a.distance > in_b.distance;
      c.distance = to_a ? in_a.distance : in_b.distance;
      c.normal = to_a ? in_a.normal : -in_b.normal;
      c.point_a = to_a ? in_a.point : p;
      c.point_b = to_a ? p : in_b.point;
    }
  }
}

bool find_deepest(const MeshView<double>& a, const MeshView<double>& b,
                  const RelativePose<double>& b_in_a, Contact<double>& c) {
  thread_local OverlapSurface overlap;
  thread_local OverlapDepth depth;
  overlap.find(a, b, b_in_a);
  c.iterations = static_cast<int>(overlap.region.size());
  if (overlap.region.empty()) return false;
  depth.begin(overlap);
  const DeepestPoint deepest = depth.deepest(-1, OverlapDepth::most_evaluations);
  const double rounding = rounding_of(a, b), thickness = overlap.thickness();
  if (deepest.depth > rounding) {
    consider_point(a, b, b_in_a, deepest.point, deepest.of_b, c);
  } else if (thickness > rounding) {
    find_deepest_below(overlap, thickness, c);
  }
  return c.distance < 0.0;
}

void find_closest_approach(const MeshView<double>& a, const MeshView<double>& b,
                           const RelativePose<double>& b_in_a, Contact<double>& c) {
  ClosestFacets<double> closest;
  find_closest(a, b, b_in_a, closest);
  c.distance = std::sqrt(closest.points.distance_squared);
  c.point_a = closest.points.on_a;
  c.point_b = closest.points.on_b;
  c.status = c.distance > 0.0 ? Status::separated : Status::touching;
  c.normal = c.distance > 0.0 ? (c.point_b - c.point_a) / c.distance
                              : surface_normal(a, closest.facet_a, triangle_interior);
}

}  // namespace

Contact<double> overlap_contact(const MeshView<double>& a, const MeshView<double>& b,
                                const RelativePose<double>& b_in_a,
                                const Settings<double>& settings, Cache<double>& cache) {
  Contact<double> c;
  c.definition = Definition::deepest_contact;
  if (find_deepest_vertex(a, b, b_in_a, c) || find_deepest(a, b, b_in_a, c)) {
    c.status = Status::overlapping;
  } else {
    find_closest_approach(a, b, b_in_a, c);
  }
  c.upper = c.distance;
  const double gap = dot(c.normal, b_in_a.translation) -
                     support_value(b, -b_in_a.direction_to_b(c.normal)) -
                     support_value(a, c.normal);
  const double radius = std::max(a.sphere.radius, b.sphere.radius);
  c.lower = std::min(gap, c.distance);
  c.proven = !(c.upper - c.lower > settings.tolerance * std::max(radius, std::abs(c.distance)));
  cache.normal = c.normal;
  return c;
}

}  // namespace talus::mesh_mesh
