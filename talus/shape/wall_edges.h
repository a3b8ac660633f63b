// The edges of a surface of triangles: the sides of its triangles, cut at T-junctions.
//
// Vertices of equal coordinates count as one. A side with one triangle on which ends of other such
// sides lie is cut there, so that the triangles on its other side share the parts with it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

class WallEdges {
 public:
  using Point = Vec3<double>;
  using Triangle = std::array<std::int32_t, 3>;

  struct Edge {
    std::int32_t vertex[2]{};
    std::vector<std::int32_t> triangle;  // with area
  };

  // tolerance: a length, how far a vertex may be from a side that it cuts. least_height: that of a
  // triangle with area. Keeps a reference to the vertices.
  WallEdges(const std::vector<Point>& vertices, const std::vector<Triangle>& triangles,
            double tolerance, double least_height);

  std::size_t size() const { return edge_.size(); }
  const Edge& operator[](std::int32_t e) const { return edge_[static_cast<std::size_t>(e)]; }

  // Calls visit(edge) for the sides of a triangle, or for the parts of those that are cut.
  template <class Visit>
  void for_edges(std::int32_t t, Visit visit) const {
    for (const std::int32_t e : edges_of_[static_cast<std::size_t>(t)]) {
      const auto cut = parts_.find(e);
      if (cut == parts_.end()) {
        visit(e);
      } else {
        for (const std::int32_t part : cut->second) visit(part);
      }
    }
  }

  bool has_area(std::size_t t) const { return has_area_[t]; }
  // The triangles with the first of all vertices that have the same coordinates.
  const std::vector<Triangle>& welded() const { return welded_; }
  // The corner of a triangle that is farthest from one of its edges.
  std::int32_t opposite(std::int32_t t, const Edge& edge) const;

 private:
  const Point& at(std::int32_t v) const { return vertex_[static_cast<std::size_t>(v)]; }
  std::int32_t edge_between(std::int32_t v, std::int32_t w);
  std::vector<std::int32_t> junctions(const Edge& edge, const std::vector<std::int32_t>& ends,
                                      int axis, double tolerance) const;
  void join(const std::vector<Triangle>& triangles, double least_height);
  void cut_at_junctions(double tolerance);

  const std::vector<Point>& vertex_;
  std::vector<Triangle> welded_;
  std::vector<bool> has_area_;
  std::vector<Edge> edge_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> known_;  // edges by their ends
  std::map<std::int32_t, std::vector<std::int32_t>> parts_;              // of edges that are cut
  std::vector<std::array<std::int32_t, 3>> edges_of_;                    // of a triangle
};

}  // namespace talus
