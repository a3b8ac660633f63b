// The convex bodies of P4's Table 3, by their number of triangular facets, and finer ones.
#pragma once

#include <vector>

#include "shape/mesh/grains.h"

namespace study {

struct ConvexBody {
  int facets;
  double paper_speed_up;  // over Cyrus-Beck, 0 if the paper has no such body
  talus::TriangleMesh mesh;
};

// 2 rings * around facets on the unit sphere, between two poles.
inline talus::TriangleMesh rings_on_sphere(int rings, int around) {
  return talus::test::turned_outward(talus::test::capped_rings(
      rings, around,
      [=](int i, int j) -> talus::Vec3<double> {
        const double a = talus::test::two_pi * j / around;
        const double b = 0.5 * talus::test::two_pi * (i + 1) / (rings + 1);
        return {std::sin(b) * std::cos(a), std::sin(b) * std::sin(a), -std::cos(b)};
      },
      {0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}));
}

inline std::vector<ConvexBody> convex_bodies(int most_facets) {
  struct Row {
    int rings, around;
    double speed_up;
  };
  std::vector<ConvexBody> bodies;
  for (const Row& row :
       {Row{1, 4, 2.6}, Row{1, 8, 4.1}, Row{4, 13, 22.5}, Row{4, 37, 62.1}, Row{4, 67, 120.7},
        Row{2, 263, 265.0}, Row{10, 103, 522.8}, Row{34, 34, 596.8}}) {
    const int facets = 2 * row.rings * row.around;
    if (facets > most_facets) break;
    bodies.push_back({facets, row.speed_up, rings_on_sphere(row.rings, row.around)});
  }
  for (const int n : {25, 50, 100, 158}) {
    if (8 * n * n <= most_facets) bodies.push_back({8 * n * n, 0.0, talus::test::sphere(n)});
  }
  return bodies;
}

// As many cells as leave a few facets in each. Fewer than 64 put more points into boundary cells
// and are slower.
inline int cells_for(int facets) {
  return facets <= 20000 ? 64 : static_cast<int>(64.0 * std::sqrt(facets / 20000.0));
}

}  // namespace study
