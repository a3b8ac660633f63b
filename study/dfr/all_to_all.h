// The traditional test that the paper compares with (sections 1.3.1 and the abstract): every edge
// and every point of either body against every facet of the other, as an unstructured list of the
// facets of a concave body allows.
//
// Written so that a test costs the same for any size of body: the facets lie next to each other, as
// corners, and are taken in blocks that stay in the first cache while all edges pass.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/math/pose.h"
#include "talus/shape/mesh/view.h"

namespace study {

struct AllToAllFound {
  std::int64_t crossings{};  // edges that cross a facet
  std::int64_t inside{};     // points inside the other body
  std::int64_t tests{};      // edges and points times facets
};

class AllToAll {
 public:
  explicit AllToAll(const talus::MeshView<double>& body);

  // Both ways. `b_in_a` is the pose of B in the frame of A.
  static AllToAllFound test(const AllToAll& a, const AllToAll& b,
                            const talus::RelativePose<double>& b_in_a);

 private:
  using Point = talus::Vec3<double>;
  struct Facet {
    Point a, ab, ac;
  };
  struct Edge {
    std::int32_t from, to;
  };
  static void add(const AllToAll& source, const AllToAll& target,
                  const talus::RelativePose<double>& source_in_target, AllToAllFound& found);

  std::vector<Point> points_;
  std::vector<Edge> edges_;
  std::vector<Facet> facets_;
};

}  // namespace study
