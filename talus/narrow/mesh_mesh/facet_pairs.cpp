#include "talus/narrow/mesh_mesh/facet_pairs.h"

#include <algorithm>
#include <cmath>

#include "talus/narrow/mesh_convex/largest_motion.h"
#include "talus/narrow/mesh_mesh/overlap_region.h"
#include "talus/shape/mesh/triangle.h"

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
    // Boxes whose sizes differ by less than this are opened together, which halves the steps;
    // otherwise the larger one. A choice.
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

struct FacetListLimits {
  // Passes of alternating projections, after which the bound is mostly exact. A choice.
  static constexpr int most_passes = 3;
  // The passes end if the bound is at least this part of the distance of the two points, which is
  // never less than the distance of the triangles: it cannot grow by more than a ninth. A choice.
  static constexpr double close_bound = 0.9;
  // Allowance for the error of a distance, in roundings of both bodies' coordinates. A choice,
  // above the few of the transform to A's frame and of the differences.
  static constexpr double roundings = 16.0;
  // A list that exceeds its storage is begun again with this part of the margin, and with none if
  // the margin is not above this many roundings, where it would save hardly any search. Choices.
  static constexpr double margin_factor = 0.25, least_margin = 1e3;
  // Memory of a pair of meshes with very many facets close to each other: 96 kB.
  static constexpr std::size_t most_pairs = 8192;
};

// The gap between two triangles along a unit vector; negative if they overlap along it.
double gap_along(const Vec& normal, const Vec (&p)[3], const Vec (&q)[3]) {
  const double p0 = dot(normal, p[0]), p1 = dot(normal, p[1]), p2 = dot(normal, p[2]);
  const double q0 = dot(normal, q[0]), q1 = dot(normal, q[1]), q2 = dot(normal, q[2]);
  return larger(smaller(q0, smaller(q1, q2)) - larger(p0, larger(p1, p2)),
                smaller(p0, smaller(p1, p2)) - larger(q0, larger(q1, q2)));
}

// Lower bound on the distance of two triangles: their gap along the two normals, and along the line
// between two points that approach the nearest ones.
double distance_bound(const Vec& normal_p, const Vec (&p)[3], const Vec& normal_q,
                      const Vec (&q)[3], double enough) {
  double bound = larger(gap_along(normal_p, p, q), gap_along(normal_q, p, q));
  Vec on_q = (1.0 / 3.0) * (q[0] + q[1] + q[2]);
  for (int pass = 0; pass < FacetListLimits::most_passes && !(bound > enough); ++pass) {
    const Vec on_p = nearest_on_triangle(p[0], p[1], p[2], on_q).point;
    on_q = nearest_on_triangle(q[0], q[1], q[2], on_p).point;
    const double length = norm(on_q - on_p);
    if (!(length > 0.0)) break;
    bound = larger(bound, gap_along((on_q - on_p) / length, p, q));
    if (bound > FacetListLimits::close_bound * length) break;
  }
  return bound;
}

}  // namespace

double FacetPairList::moved(const MeshView<double>& b, const RelativePose<double>& b_in_a) const {
  const double reach = norm(b.sphere.centre) + b.sphere.radius;
  return mesh_convex::largest_motion(listed_at, b_in_a, reach);
}

void list_facet_pairs(const PosedMesh& a, const PosedMesh& b, double margin, FacetPairList& list) {
  thread_local std::vector<FacetPair> found;  // the list is as long as it must be
  const double rounding = FacetListLimits::roundings * (a.body->rounding + b.body->rounding);
  list.listed_at = b.to_a;
  list.are_outside = false;
  for (bool complete = false; !complete;) {
    complete = true;
    found.clear();
    list.least = margin;
    for_facet_pairs(a, b, margin + rounding, [&](int f, int g) {
      Vec p[3], q[3];
      for (int k = 0; k < 3; ++k) p[k] = a.corner(f, k), q[k] = b.corner(g, k);
      const double apart = distance_bound(a.normal(f), p, b.normal(g), q, margin + rounding);
      const double surely = larger(0.0, apart - rounding);
      if (surely > margin) return true;
      list.least = smaller(list.least, surely);
      constexpr double down = 1.0 - 0x1p-20;  // rounding to float
      found.push_back({f, g, static_cast<float>(down * surely)});
      complete = margin == 0.0 || found.size() <= FacetListLimits::most_pairs;
      return complete;
    });
    if (complete) continue;
    const bool is_wide = margin > FacetListLimits::least_margin * rounding;
    margin = is_wide ? FacetListLimits::margin_factor * margin : 0.0;
  }
  list.margin = margin;
  std::sort(found.begin(), found.end(), [](const FacetPair& s, const FacetPair& t) {
    return s.a < t.a || (s.a == t.a && s.b < t.b);
  });
  list.pair = std::vector<FacetPair>(found.begin(), found.end());
}

}  // namespace talus::mesh_mesh
