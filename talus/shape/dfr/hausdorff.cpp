#include "talus/shape/dfr/hausdorff.h"

#include <algorithm>
#include <cmath>

#include "talus/shape/dfr/facet_tree.h"
#include "talus/shape/dfr/threads.h"
#include "talus/shape/dfr/tree.h"

namespace talus {
namespace {

struct Target {
  TriangleSoup soup;
  FacetTree tree;

  explicit Target(const SurfaceMesh& mesh) {
    const TriangleSoup given = soup_of(mesh.vertices, mesh.triangles);
    for (const int t : tree_order(given)) {
      for (int k = 0; k < 3; ++k) soup.corners.push_back(given.corner(t, k));
    }
    tree = FacetTree(soup);
  }
};

struct Probe {
  Vec3<double> p;
  double distance;
  int facet;
};

Probe probe_at(const Target& target, const DfrTree& tree, const Vec3<double>& p, int guess) {
  DfrNearest<double> best;
  if (guess >= 0) consider_facet(target.soup, guess, p, best);
  find_nearest_facet(tree, target.soup, p, best);
  return {p, std::sqrt(best.distance_squared), best.facet};
}

double distance_to(const Target& target, int f, const Vec3<double>& p) {
  DfrNearest<double> one;
  consider_facet(target.soup, f, p, one);
  return std::sqrt(one.distance_squared);
}

// Of the triangle between three probes; cut until the upper bound is not above `enough`.
DistanceBounds bounds_over(const Target& target, const DfrTree& tree,
                           const std::array<Probe, 3>& corner, double enough, int cuts) {
  DistanceBounds bounds{0.0, infinity_of<double>()};
  for (const Probe& c : corner) {
    bounds.lower = std::max(bounds.lower, c.distance);
    double over = 0.0;
    for (const Probe& other : corner) {
      over = std::max(
          over, other.facet == c.facet ? other.distance : distance_to(target, c.facet, other.p));
    }
    bounds.upper = std::min(bounds.upper, over);
  }
  if (bounds.upper <= enough || cuts == 0) return bounds;
  std::array<Probe, 3> middle;
  for (int k = 0; k < 3; ++k) {
    middle[k] =
        probe_at(target, tree, 0.5 * (corner[k].p + corner[(k + 1) % 3].p), corner[k].facet);
  }
  DistanceBounds parts =
      bounds_over(target, tree, {middle[0], middle[1], middle[2]}, enough, cuts - 1);
  for (int k = 0; k < 3; ++k) {
    const DistanceBounds part =
        bounds_over(target, tree, {corner[k], middle[k], middle[(k + 2) % 3]}, enough, cuts - 1);
    parts.lower = std::max(parts.lower, part.lower);
    parts.upper = std::max(parts.upper, part.upper);
  }
  return {std::max(bounds.lower, parts.lower), std::min(bounds.upper, parts.upper)};
}

DistanceBounds one_sided(const SurfaceMesh& from, const Target& target, int threads) {
  constexpr int block = 256;
  const DfrTree tree = target.tree.view();
  const int vertices = static_cast<int>(from.vertices.size());
  std::vector<Probe> probe(vertices);
  for_each_item(threads, (vertices + block - 1) / block, [&](int n) {
    int guess = -1;
    for (int v = n * block; v < std::min(vertices, (n + 1) * block); ++v) {
      probe[v] = probe_at(target, tree, from.vertices[v], guess);
      guess = probe[v].facet;
    }
  });
  double lower = 0.0;
  for (const Probe& p : probe) lower = std::max(lower, p.distance);
  constexpr double wanted = 1.02;  // upper over lower
  constexpr int most_cuts = 5;
  const int count = static_cast<int>(from.triangles.size()), blocks = (count + block - 1) / block;
  // Corners on the other surface say little of the middle: the middles first, for a good `enough`.
  std::vector<double> middle(blocks, 0.0);
  for_each_item(threads, blocks, [&](int n) {
    for (int t = n * block; t < std::min(count, (n + 1) * block); ++t) {
      const std::array<int, 3>& v = from.triangles[t];
      const Vec3<double> centre =
          (1.0 / 3.0) * (from.vertices[v[0]] + from.vertices[v[1]] + from.vertices[v[2]]);
      middle[n] = std::max(middle[n], probe_at(target, tree, centre, probe[v[0]].facet).distance);
    }
  });
  for (const double m : middle) lower = std::max(lower, m);
  std::vector<DistanceBounds> part(blocks);
  for_each_item(threads, blocks, [&](int n) {
    for (int t = n * block; t < std::min(count, (n + 1) * block); ++t) {
      const std::array<int, 3>& v = from.triangles[t];
      const DistanceBounds b = bounds_over(target, tree, {probe[v[0]], probe[v[1]], probe[v[2]]},
                                           wanted * lower, most_cuts);
      part[n] = {std::max(part[n].lower, b.lower), std::max(part[n].upper, b.upper)};
    }
  });
  DistanceBounds all{lower, lower};
  for (const DistanceBounds& b : part) {
    all = {std::max(all.lower, b.lower), std::max(all.upper, b.upper)};
  }
  return all;
}

}  // namespace

DistanceBounds hausdorff_distance(const SurfaceMesh& a, const SurfaceMesh& b, int threads) {
  const DistanceBounds forth = one_sided(a, Target(b), threads);
  const DistanceBounds back = one_sided(b, Target(a), threads);
  return {std::max(forth.lower, back.lower), std::max(forth.upper, back.upper)};
}

}  // namespace talus
