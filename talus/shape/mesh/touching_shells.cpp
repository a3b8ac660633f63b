#include "talus/shape/mesh/touching_shells.h"

#include <algorithm>
#include <set>

#include "talus/shape/mesh/lattice.h"
#include "talus/shape/mesh/line_crossing.h"
#include "talus/shape/mesh/triangle.h"

namespace talus {
namespace {

// Points closer to the other surface, relative to the size, are on neither side.
constexpr double on_surface = 1e-9;
// Vertices of a shell that are tested beside the pieces of its edges.
constexpr std::size_t most_vertices = 200;

std::vector<Vec3<double>> samples_of(const OrientedMesh& mesh, const std::vector<int>& facets,
                                     const EdgeHits& hits) {
  std::vector<Vec3<double>> samples;
  std::set<std::pair<int, int>> edges;
  const std::size_t stride = std::max<std::size_t>(1, facets.size() / most_vertices);
  for (std::size_t i = 0; i < facets.size(); ++i) {
    const std::array<int, 3>& t = mesh.triangles[facets[i]];
    if (i % stride == 0) samples.push_back(mesh.vertices[t[0]]);
    for (int k = 0; k < 3; ++k) edges.insert(std::minmax(t[k], t[(k + 1) % 3]));
  }
  for (const auto& [edge, found] : hits) {
    if (!edges.contains(edge)) continue;
    std::vector<double> cuts = found;
    cuts.insert(cuts.end(), {0.0, 1.0});
    std::ranges::sort(cuts);
    const Vec3<double>&from = mesh.vertices[edge.first], &to = mesh.vertices[edge.second];
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      samples.push_back(from + (0.5 * (cuts[i] + cuts[i + 1])) * (to - from));
    }
  }
  return samples;
}

struct Sides {
  bool inside = false, outside = false;
};

Sides sides_of(const OrientedMesh& mesh, const std::vector<Vec3<double>>& samples,
               const std::vector<int>& facets, double tolerance) {
  Sides sides;
  for (const Vec3<double>& p : samples) {
    bool is_near = false;
    int beyond = 0;
    for (const int f : facets) {
      const Vec3<double>&a = mesh.vertices[mesh.triangles[f][0]],
            &b = mesh.vertices[mesh.triangles[f][1]], &c = mesh.vertices[mesh.triangles[f][2]];
      is_near = norm_squared(nearest_on_triangle(a, b, c, p).point - p) < tolerance * tolerance;
      if (is_near) break;
      const auto hit = crossing_of({0, p.y, p.z}, a, b, c);
      beyond += hit && hit->at > p.x;
    }
    if (is_near) continue;
    (beyond % 2 == 1 ? sides.inside : sides.outside) = true;
  }
  return sides;
}

}  // namespace

ShellRelation relation_of(const OrientedMesh& mesh, const std::vector<int>& facets_of_first,
                          const std::vector<int>& facets_of_second, const EdgeHits& hits) {
  const BoundingBox<double> box = box_of_points(mesh.vertices);
  const double tolerance = on_surface * max_norm(box.upper - box.lower);
  const Sides first =
      sides_of(mesh, samples_of(mesh, facets_of_first, hits), facets_of_second, tolerance);
  const Sides second =
      sides_of(mesh, samples_of(mesh, facets_of_second, hits), facets_of_first, tolerance);
  if ((first.inside && (first.outside || second.inside)) || (second.inside && second.outside)) {
    return ShellRelation::crossing;
  }
  if (first.inside) return ShellRelation::first_inside;
  return second.inside ? ShellRelation::second_inside : ShellRelation::apart;
}

}  // namespace talus
