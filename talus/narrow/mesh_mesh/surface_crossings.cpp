#include "talus/narrow/mesh_mesh/surface_crossings.h"

#include <algorithm>
#include <cmath>

#include "talus/narrow/mesh_mesh/exact_orientation.h"
#include "talus/narrow/mesh_mesh/overlap_region.h"

namespace talus::mesh_mesh {
namespace {

using Vec = Vec3<double>;

// Boxes in A's frame around the children of a node, or around the whole tree or one facet, by their
// centres and half lengths.
struct Boxes {
  Vec centre[4], half[4];
  std::int32_t number[4];
  int count = 0;
};

bool overlap(const Boxes& a, int i, const Boxes& b, int j) {
  const Vec d = a.centre[i] - b.centre[j], h = a.half[i] + b.half[j];
  return std::abs(d.x) <= h.x && std::abs(d.y) <= h.y && std::abs(d.z) <= h.z;
}

// The children of a node that reach above the plane, which is in the frame of their own body. The
// boxes are wider by `margin`.
void open(const PosedMesh& mesh, const LowerBound<double>& plane, int level, int number,
          double margin, Boxes& boxes) {
  const MeshTree& tree = mesh.body->tree;
  const MeshTreeNode& node = tree.node[tree.level[level] + number];
  double above[4];
  reaches_of_children(node, plane.normal, above);
  boxes.count = 0;
  for (int c = 0; c < 4; ++c) {
    if (!(above[c] >= plane.least) || !(node.lower[0][c] <= node.upper[0][c])) continue;
    if (level == 0 && 4 * number + c >= tree.facet_count) continue;
    const Vec lower{node.lower[0][c], node.lower[1][c], node.lower[2][c]},
        upper{node.upper[0][c], node.upper[1][c], node.upper[2][c]};
    Vec centre = 0.5 * (lower + upper), half = 0.5 * (upper - lower);
    if (mesh.of_b) {
      const auto reach = [&half](const Vec& row) {
        return std::abs(row.x) * half.x + std::abs(row.y) * half.y + std::abs(row.z) * half.z;
      };
      const Mat3<double>& r = mesh.to_a.rotation;
      centre = mesh.to_a.point_to_a(centre);
      half = {reach(r.row0), reach(r.row1), reach(r.row2)};
    }
    boxes.centre[boxes.count] = centre;
    boxes.half[boxes.count] = half + Vec{margin, margin, margin};
    boxes.number[boxes.count++] = 4 * number + c;
  }
}

// Calls visit(facet of A, facet of B) for the pairs whose boxes, wider by `margin`, overlap, until
// it is false. Two nodes of about the same size are opened together, sixteen pairs of children at
// once, else the larger.
template <class Visit>
void for_facet_pairs(const PosedMesh& a, const PosedMesh& b, double margin, Visit visit) {
  struct Node {
    Vec centre, half;
    std::int32_t level, number;  // level -1: a facet
  };
  struct Entry {
    Node a, b;
  };
  const OverlapRegions<double> regions = overlap_regions(*a.body, *b.body, b.to_a, 4.0 * margin);
  if (!regions.meet) return;
  const LowerBound<double> plane_a = regions.plane_of_a(), plane_b = regions.plane_of_b();
  Entry stack[18 * mesh_tree_levels + 16];  // at most 15 more a level of both trees, then 3 of one
  int count = 0;
  const auto root_of = [](const PosedMesh& mesh) -> Node {
    const BoundingSphere<double>& s = mesh.body->sphere;
    return {mesh.of_b ? mesh.to_a.point_to_a(s.centre) : s.centre,
            {s.radius, s.radius, s.radius},
            mesh.body->tree.height - 1,
            0};
  };
  stack[count++] = {root_of(a), root_of(b)};
  while (count > 0) {
    const Entry entry = stack[--count];
    constexpr double alike = 2.0;
    const double size_a = max_norm(entry.a.half), size_b = max_norm(entry.b.half);
    const bool open_a = entry.a.level >= 0 && (entry.b.level < 0 || alike * size_a >= size_b);
    const bool open_b =
        entry.b.level >= 0 && (entry.a.level < 0 || alike * size_b >= size_a || !open_a);
    Boxes of_a, of_b;
    const auto keep = [](const Node& node, Boxes& boxes) {
      boxes.centre[0] = node.centre, boxes.half[0] = node.half;
      boxes.number[0] = node.number, boxes.count = 1;
    };
    if (open_a) {
      open(a, plane_a, entry.a.level, entry.a.number, margin, of_a);
    } else {
      keep(entry.a, of_a);
    }
    if (open_b) {
      open(b, plane_b, entry.b.level, entry.b.number, 0.0, of_b);
    } else {
      keep(entry.b, of_b);
    }
    const int level_a = entry.a.level - (open_a ? 1 : 0),
              level_b = entry.b.level - (open_b ? 1 : 0);
    for (int i = of_a.count - 1; i >= 0; --i) {
      for (int j = of_b.count - 1; j >= 0; --j) {
        if (!overlap(of_a, i, of_b, j)) continue;
        if (level_a < 0 && level_b < 0) {
          if (!visit(of_a.number[i], of_b.number[j])) return;
        } else {
          stack[count++] = {{of_a.centre[i], of_a.half[i], level_a, of_a.number[i]},
                            {of_b.centre[j], of_b.half[j], level_b, of_b.number[j]}};
        }
      }
    }
  }
}

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
    table_.assign(std::max<std::size_t>(256, 2 * table_.size()), -1);
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

void SurfaceCrossings::meet(const PosedMesh& a, const PosedMesh& b, int f, int g) {
  Vec p[3], q[3];
  for (int k = 0; k < 3; ++k) p[k] = a.corner(f, k), q[k] = b.corner(g, k);
  const double margin = 16.0 * (a.body->rounding + b.body->rounding);
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

void SurfaceCrossings::find(const PosedMesh& a, const PosedMesh& b) {
  section.clear();
  // One pair with many crossings does not slow down all that follow.
  std::size_t size = 256;
  while (size < table_.size() && size < 8 * crossing.size()) size *= 2;
  table_.assign(size, -1);
  crossing.clear();
  for_facet_pairs(a, b, a.body->rounding + b.body->rounding, [&](int f, int g) {
    meet(a, b, f, g);
    return true;
  });
}

bool are_apart(const PosedMesh& a, const PosedMesh& b, double distance) {
  bool apart = true;
  const double margin = distance + 16.0 * (a.body->rounding + b.body->rounding);
  for_facet_pairs(a, b, margin, [&](int f, int g) {
    Vec p[3], q[3];
    for (int k = 0; k < 3; ++k) p[k] = a.corner(f, k), q[k] = b.corner(g, k);
    apart =
        misses_plane(a.normal(f), p[0], q, margin) || misses_plane(b.normal(g), q[0], p, margin);
    return apart;
  });
  return apart;
}

}  // namespace talus::mesh_mesh
