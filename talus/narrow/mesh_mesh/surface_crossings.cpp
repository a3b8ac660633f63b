#include "talus/narrow/mesh_mesh/surface_crossings.h"

#include <algorithm>
#include <cmath>

#include "talus/narrow/mesh_mesh/exact_orientation.h"

namespace talus::mesh_mesh {
namespace {

using Vec = Vec3<double>;

// Pairs of facets are sorted out without exact signs if one is on one side of the other's plane by
// more than this many roundings of both bodies: the error of a height is a few. A choice; a larger
// one would only leave more pairs to the exact signs.
constexpr double plane_roundings = 16.0;

// Slots of the table of crossings at first, a power of two, and per crossing of the last pair. A
// choice: the table is at most half full, and one that has grown eightfold shrinks again.
constexpr std::size_t fewest_slots = 256, most_slots_per_crossing = 8;

std::size_t hash_of(bool of_b, int edge, int facet) {
  const auto key = (static_cast<std::uint64_t>(edge) << 32 | static_cast<std::uint32_t>(facet)) ^
                   (of_b ? 0x8000000000000000u : 0u);
  const std::uint64_t mixed = (key ^ key >> 31) * 0x9E3779B97F4A7C15u;  // 2^64 / golden ratio
  return static_cast<std::size_t>(mixed >> 20);
}

// Whether three points are all above or all below the plane of a facet by more than rounding.
bool misses_plane(const Vec& normal, const Vec& on_plane, const Vec (&p)[3], double margin) {
  const double d0 = dot(normal, p[0] - on_plane), d1 = dot(normal, p[1] - on_plane),
               d2 = dot(normal, p[2] - on_plane);
  return (d0 > margin && d1 > margin && d2 > margin) ||
         (d0 < -margin && d1 < -margin && d2 < -margin);
}

}  // namespace

// The point depends on the edge and the facet only, not on the pair of facets that found it.
int SurfaceCrossings::crossing_of(const PosedMesh& with_edge, int edge, const PosedMesh& with_facet,
                                  int facet, bool is_entry) {
  if (2 * (crossing.size() + 1) > table_.size()) {
    table_.assign(std::max(fewest_slots, 2 * table_.size()), -1);
    for (std::size_t i = 0; i < crossing.size(); ++i) {
      const Crossing& c = crossing[i];
      std::size_t slot = hash_of(c.of_b != 0, c.edge, c.facet) & (table_.size() - 1);
      while (table_[slot] >= 0) slot = (slot + 1) & (table_.size() - 1);
      table_[slot] = static_cast<std::int32_t>(i);
    }
  }
  std::size_t slot = hash_of(with_edge.of_b, edge, facet) & (table_.size() - 1);
  for (; table_[slot] >= 0; slot = (slot + 1) & (table_.size() - 1)) {
    const Crossing& c = crossing[static_cast<std::size_t>(table_[slot])];
    if (c.edge == edge && c.facet == facet && (c.of_b != 0) == with_edge.of_b) return table_[slot];
  }
  const MeshEdge& e = with_edge.body->edge[edge];
  const Vec p = with_edge.vertex(e.vertex[0]), q = with_edge.vertex(e.vertex[1]),
            o = with_facet.corner(facet, 0),
            n = cross(with_facet.corner(facet, 1) - o, with_facet.corner(facet, 2) - o);
  const double from = std::abs(dot(n, p - o)), to = std::abs(dot(n, q - o));
  double along = from + to > 0.0 ? from / (from + to) : 0.5;
  // The edge crosses the facet within its three sides. Of an edge that lies in the plane of the
  // facet to within rounding that says more than the heights of its ends.
  double low = 0.0, high = 1.0;
  for (int k = 0; k < 3; ++k) {
    const Vec c = with_facet.corner(facet, k),
              inward = cross(n, with_facet.corner(facet, (k + 1) % 3) - c);
    const double at_p = dot(inward, p - c), at_q = dot(inward, q - c);
    if (at_p < 0.0 && at_q > 0.0) low = std::max(low, at_p / (at_p - at_q));
    if (at_p > 0.0 && at_q < 0.0) high = std::min(high, at_p / (at_p - at_q));
  }
  along = low <= high ? std::min(std::max(along, low), high) : 0.5 * (low + high);
  const auto number = static_cast<std::int32_t>(crossing.size());
  crossing.push_back({p + along * (q - p), along, edge, facet,
                      static_cast<std::int8_t>(with_edge.of_b ? 1 : 0),
                      static_cast<std::int8_t>(is_entry ? 1 : 0)});
  table_[slot] = number;
  return number;
}

void SurfaceCrossings::intersect(const PosedMesh& a, const PosedMesh& b, int f, int g) {
  Vec p[3], q[3];
  for (int k = 0; k < 3; ++k) p[k] = a.corner(f, k), q[k] = b.corner(g, k);
  const double margin = plane_roundings * (a.body->rounding + b.body->rounding);
  if (misses_plane(a.normal(f), p[0], q, margin)) return;
  if (misses_plane(b.normal(g), q[0], p, margin)) return;
  int side_p[4], side_q[4];
  for (int k = 0; k < 3; ++k) side_p[k] = side_of_b(q, p[k]), side_q[k] = side_of_a(p, q[k]);
  side_p[3] = side_p[0], side_q[3] = side_q[0];
  if ((side_p[0] == side_p[1] && side_p[1] == side_p[2]) ||
      (side_q[0] == side_q[1] && side_q[1] == side_q[2])) {
    return;
  }
  int passes[3][3];
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 3; ++j) {
      passes[k][j] = side_of_edges(p[k], p[(k + 1) % 3], q[j], q[(j + 1) % 3]);
    }
  }
  const auto all_equal = [](int x, int y, int z) { return x != 0 && x == y && y == z; };
  int start = -1, end = -1;
  for (int k = 0; k < 3; ++k) {
    if (side_p[k] * side_p[k + 1] < 0 && all_equal(passes[k][0], passes[k][1], passes[k][2])) {
      const int e = a.body->facet[f].edge[k];
      const bool entry = side_p[k] > 0, along = a.body->edge[e].facet[0] == f;
      (entry ? end : start) = crossing_of(a, e, b, g, entry == along);
    }
    if (side_q[k] * side_q[k + 1] < 0 && all_equal(passes[0][k], passes[1][k], passes[2][k])) {
      const int e = b.body->facet[g].edge[k];
      const bool entry = side_q[k] > 0, along = b.body->edge[e].facet[0] == g;
      (entry ? start : end) = crossing_of(b, e, a, f, entry == along);
    }
  }
  if (start >= 0 && end >= 0) section.push_back({{f, g}, start, end});
}

void SurfaceCrossings::find(const PosedMesh& a, const PosedMesh& b, const FacetPairList& near,
                            double moved) {
  section.clear();
  // One pair with many crossings does not slow down all that follow.
  std::size_t size = fewest_slots;
  while (size < table_.size() && size < most_slots_per_crossing * crossing.size()) size *= 2;
  table_.assign(size, -1);
  crossing.clear();
  for (const FacetPair& pair : near.pair) {
    if (pair.apart <= moved) intersect(a, b, pair.a, pair.b);
  }
}

}  // namespace talus::mesh_mesh
