#include "talus/shape/mesh/hausdorff.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talus/parallel/interrupt.h"
#include "talus/parallel/parallel_for.h"
#include "talus/shape/mesh/facet_tree.h"
#include "talus/shape/mesh/tree.h"

namespace talus {
namespace {

// How densely facets are sampled. Choices.
struct SampleLimits {
  static constexpr double most_parts = 1024.0;  // of a side; a facet then has half a million points
  // The facets with the largest distances are sampled once more, more densely by this factor: the
  // largest distance of all is on one of them.
  static constexpr int refined_facets = 64, refinement = 16;
};

class Target {
 public:
  explicit Target(const SurfaceMesh& mesh) {
    const TriangleSoup given = soup_of(mesh.vertices, mesh.triangles);
    for (const int t : tree_order(given)) {
      for (int k = 0; k < 3; ++k) soup_.corners.push_back(given.corner(t, k));
    }
    tree_ = FacetTree(soup_);
    view_ = tree_.view();
  }

  // `guess` is the last answer, a bound for the next.
  double distance(const Vec3<double>& p, int& guess) const {
    MeshNearest<double> best;
    if (guess >= 0) consider_facet(soup_, guess, p, best);
    find_nearest_facet(view_, soup_, p, best);
    guess = best.facet;
    return std::sqrt(best.distance_squared);
  }

 private:
  TriangleSoup soup_;
  FacetTree tree_;
  MeshTree view_;
};

// The largest over the points of a triangle that cut its sides into `parts`, and its middle.
double largest_over(const Target& target, const Vec3<double> (&corner)[3], int parts, int& guess) {
  double largest = target.distance((1.0 / 3.0) * (corner[0] + corner[1] + corner[2]), guess);
  const Vec3<double> u = (corner[1] - corner[0]) / parts, v = (corner[2] - corner[0]) / parts;
  for (int i = 0; i <= parts; ++i) {
    check_interrupt();
    for (int j = 0; i + j <= parts; ++j) {
      const Vec3<double> p = corner[0] + static_cast<double>(i) * u + static_cast<double>(j) * v;
      largest = std::max(largest, target.distance(p, guess));
    }
  }
  return largest;
}

}  // namespace

double largest_distance(const SurfaceMesh& from, const SurfaceMesh& to, double spacing,
                        int threads) {
  const Target target(to);
  const int count = static_cast<int>(from.triangles.size());
  std::vector<double> largest(count);
  const auto sample = [&](int t, int times, int& guess) {
    const std::array<int, 3>& v = from.triangles[t];
    const Vec3<double> corner[3] = {from.vertices[v[0]], from.vertices[v[1]], from.vertices[v[2]]};
    const double longest = std::max(
        {norm(corner[1] - corner[0]), norm(corner[2] - corner[1]), norm(corner[0] - corner[2])});
    const double parts = std::clamp(std::ceil(longest / spacing), 1.0, SampleLimits::most_parts);
    largest[t] = largest_over(target, corner, times * static_cast<int>(parts), guess);
  };
  constexpr int block = 64;
  parallel_for_chunks(count, block, threads, [&](std::int64_t, auto begin, auto end) {
    int guess = -1;
    for (auto t = static_cast<int>(begin); t < end; ++t) sample(t, 1, guess);
  });
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  const int refined = std::min(count, SampleLimits::refined_facets);
  std::ranges::partial_sort(order, order.begin() + refined, [&](int s, int t) {
    return largest[s] > largest[t] || (largest[s] == largest[t] && s < t);
  });
  // A facet that is large itself has been sampled well enough.
  parallel_for(count > refined ? refined : 0, threads, [&](std::int64_t n) {
    int guess = -1;
    sample(order[n], SampleLimits::refinement, guess);
  });
  return *std::ranges::max_element(largest);
}

}  // namespace talus
