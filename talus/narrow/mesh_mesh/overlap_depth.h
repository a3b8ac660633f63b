// How deep the surface of an overlap is: the depths of its corners, the deepest point, and the
// regions as pieces of patches (piece.h).
//
// The depth at a point of a region is its distance to the other surface, at most the distance to
// any one facet of it. That is a convex function, bounded over a region by its values at the
// corners, and so is the least of several (least_mean.h). Where it would be largest, the depth is
// evaluated and the facet that is nearest there is taken into account, until nothing changes; then
// the region is cut in two. That with the greatest bound comes first, until no bound is above the
// deepest point found. Bodies of flat faces end the search soon, by bounds that
// are exact; curved surfaces of many facets end it by the number of evaluations, near the deepest
// point.
#pragma once

#include <vector>

#include "talus/narrow/mesh_mesh/flat_region.h"
#include "talus/narrow/mesh_mesh/least_mean.h"
#include "talus/narrow/mesh_mesh/overlap_surface.h"
#include "talus/narrow/mesh_mesh/piece.h"

namespace talus::mesh_mesh {

struct DeepestPoint {
  double depth{};        // 0: none
  Vec3<double> point{};  // of the surface of A, or of B, in A's frame
  bool of_b{};
};

class OverlapDepth {
 public:
  // Projections after which a search ends. Pairs of flat faces need 50 in the median and 200 in
  // nine of ten (test/narrow/mesh_mesh/overlap_test.cpp); of curved surfaces, which have many
  // regions, they gain little.
  static constexpr int most_evaluations = 1024, fewest_evaluations = 32;

  // Evaluates the vertices inside. The overlap must outlive this object or the next call.
  void begin(const OverlapSurface& overlap);

  // Of one part of the overlap, or of all (-1), by at most `evaluations` projections, and fewer if
  // it has many regions.
  DeepestPoint deepest(int part, int evaluations);

  // Appends the pieces of all regions, none larger than its body's cells.
  void add_pieces(std::vector<Piece<double>>& piece, std::vector<std::int32_t>& patch_of);

 private:
  static constexpr int most_near = 8;
  struct Node {
    double bound;
    std::int32_t facet, of_b;
    std::int32_t first, last;  // sides
    bool is_tight;             // the bound is by the facets near it, not by path lengths alone
    std::int32_t near_count;
    std::int32_t near[most_near];  // facets of the other body that bound the depth
  };

  struct Sample {
    double depth, error;  // the depth is known to within the error
    Vec3<double> normal;  // from A to B; zero at crossings
    std::int32_t facet;   // of the other body, the nearest one, or -1
  };

  Sample sample(const Vec3<double>& point, bool of_b, double reach) const;
  void find_deepest_vertex(int first_region, int last_region);
  int add_sides(const SurfaceRegion& region);
  Node node_of(const SurfaceRegion& region);
  double evaluate(const Vec3<double>& point, bool of_b, double reach, int& facet);
  void add_near(Node& node, int facet);
  Vec3<double> tighten(Node& node);
  double final_depth() const;
  void push(const Node& node);
  void expand(const Node& node);
  void add_leaves(const SurfaceRegion& region, int first, int last, double size, int levels,
                  std::vector<Piece<double>>& piece, std::vector<std::int32_t>& patch_of);

  const OverlapSurface* overlap_{};
  std::vector<Sample> corner_;
  std::vector<std::int32_t> candidate_;
  std::vector<RegionSide> side_;
  std::vector<Node> heap_;
  std::vector<double> distance_;  // of the corners of a node to the facets near it
  std::vector<double> table_, weight_;
  std::vector<int> row_;
  RegionCutter cutter_;
  DeepestPoint best_;
  int evaluations_{}, most_evaluations_{};
};

}  // namespace talus::mesh_mesh
