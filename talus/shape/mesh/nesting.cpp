#include "talus/shape/mesh/nesting.h"

#include <algorithm>
#include <map>

#include "talus/parallel/interrupt.h"
#include "talus/shape/mesh/facet_tree.h"
#include "talus/shape/mesh/lattice.h"
#include "talus/shape/mesh/line_crossing.h"
#include "talus/shape/mesh/touching_shells.h"

namespace talus {
namespace {

// Sign of the volume of (a, b, c, p), or 0 if rounding could change it: six products of three
// components, with eight roundings of half an epsilon each, are wrong by at most 24 epsilon.
int side_of(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
            const Vec3<double>& p) {
  const Vec3<double> u = b - a, v = c - a, w = p - a;
  const double volume = dot(cross(u, v), w);
  const double error = 64.0 * epsilon_of<double>() * max_norm(u) * max_norm(v) * max_norm(w);
  return volume > error ? 1 : (volume < -error ? -1 : 0);
}

bool segment_crosses(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& a,
                     const Vec3<double>& b, const Vec3<double>& c) {
  const int from = side_of(a, b, c, p), to = side_of(a, b, c, q);
  if (from * to >= 0) return false;
  const int side = side_of(p, q, a, b);
  return side != 0 && side_of(p, q, b, c) == side && side_of(p, q, c, a) == side;
}

// Whether the segment meets the closed triangle, as far as rounding allows to say; where it is on
// the segment.
bool segment_meets(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& a,
                   const Vec3<double>& b, const Vec3<double>& c, double& at) {
  const int from = side_of(a, b, c, p), to = side_of(a, b, c, q);
  if (from * to > 0 || (from == 0 && to == 0)) return false;
  const int side[3] = {side_of(p, q, a, b), side_of(p, q, b, c), side_of(p, q, c, a)};
  const auto [least, most] = std::ranges::minmax(side);
  if (least < 0 && most > 0) return false;
  const Vec3<double> normal = cross(b - a, c - a);
  const double above = dot(normal, p - a), below = dot(normal, q - a);
  at = from == 0 ? 0.0 : (to == 0 ? 1.0 : above / (above - below));
  return true;
}

// Notes where sides of either triangle meet the other one.
bool note_hits(const OrientedMesh& mesh, int s, int t, EdgeHits& hits) {
  bool found = false;
  const auto note = [&](const std::array<int, 3>& from, const std::array<int, 3>& to) {
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(from[k], from[(k + 1) % 3]);
      double at = 0.0;
      if (!segment_meets(mesh.vertices[low], mesh.vertices[high], mesh.vertices[to[0]],
                         mesh.vertices[to[1]], mesh.vertices[to[2]], at)) {
        continue;
      }
      hits[{low, high}].push_back(at);
      found = true;
    }
  };
  note(mesh.triangles[s], mesh.triangles[t]);
  note(mesh.triangles[t], mesh.triangles[s]);
  return found;
}

std::vector<std::vector<int>> facets_by_shell(const OrientedMesh& mesh) {
  std::vector<std::vector<int>> members(mesh.shell_count);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    members[mesh.shell[t]].push_back(static_cast<int>(t));
  }
  return members;
}

struct Touch {
  EdgeHits hits;
  int facets[2] = {-1, -1};  // one pair that touches
};

// Of two triangles that share at most one vertex.
bool cross_each_other(const OrientedMesh& mesh, int s, int t) {
  const std::array<int, 3>&f = mesh.triangles[s], &g = mesh.triangles[t];
  int shared = 0;
  for (const int v : f) shared += static_cast<int>(std::ranges::count(g, v));
  if (shared > 1) return false;
  const auto sides_cross = [&](const std::array<int, 3>& from, const std::array<int, 3>& to) {
    for (int k = 0; k < 3; ++k) {
      const int v = from[k], w = from[(k + 1) % 3];
      if (std::ranges::count(to, v) + std::ranges::count(to, w) > 0) continue;
      if (segment_crosses(mesh.vertices[v], mesh.vertices[w], mesh.vertices[to[0]],
                          mesh.vertices[to[1]], mesh.vertices[to[2]])) {
        return true;
      }
    }
    return false;
  };
  return sides_cross(f, g) || sides_cross(g, f);
}

// Calls f(facet) for those whose boxes meet the box.
template <class Function>
void for_each_in_box(const MeshTree& tree, const BoundingBox<double>& box, const Function& f) {
  std::vector<std::pair<int, int>> stack = {{tree.height - 1, 0}};
  while (!stack.empty()) {
    const auto [level, n] = stack.back();
    stack.pop_back();
    const MeshTreeNode& node = tree.node[tree.level[level] + n];
    for (int c = 0; c < 4; ++c) {
      bool meets = true;
      for (int axis = 0; axis < 3; ++axis) {
        meets = meets && node.lower[axis][c] <= box.upper[axis] &&
                node.upper[axis][c] >= box.lower[axis];
      }
      if (!meets) continue;
      if (level == 0) {
        f(4 * n + c);
      } else {
        stack.push_back({level - 1, 4 * n + c});
      }
    }
  }
}

BoundingBox<double> box_of_triangle(const TriangleSoup& soup, int f) {
  return box_of_points({soup.corner(f, 0), soup.corner(f, 1), soup.corner(f, 2)});
}

bool is_within(const Vec3<double>& p, const BoundingBox<double>& box) {
  bool within = true;
  for (int axis = 0; axis < 3; ++axis) {
    within = within && p[axis] >= box.lower[axis] && p[axis] <= box.upper[axis];
  }
  return within;
}

void resolve_touches(const OrientedMesh& mesh, const std::map<std::pair<int, int>, Touch>& touches,
                     Intersections& result) {
  if (touches.empty()) return;
  const std::vector<std::vector<int>> members = facets_by_shell(mesh);
  for (const auto& [shells, touch] : touches) {
    if (result.shells.contains(shells)) continue;
    const auto [s, t] = shells;
    switch (relation_of(mesh, members[s], members[t], touch.hits)) {
      case ShellRelation::crossing:
        if (result.pairs++ == 0) std::copy_n(touch.facets, 2, result.first);
        result.shells.insert(shells);
        continue;
      case ShellRelation::first_inside:
        result.nested.insert({s, t});
        break;
      case ShellRelation::second_inside:
        result.nested.insert({t, s});
        break;
      case ShellRelation::apart:
        break;
    }
    result.touching.insert(shells);
  }
}

}  // namespace

Intersections find_intersections(const OrientedMesh& mesh) {
  const TriangleSoup given = soup_of(mesh.vertices, mesh.triangles);
  const std::vector<int> order = tree_order(given);
  TriangleSoup soup;
  for (const int t : order) {
    for (int k = 0; k < 3; ++k) soup.corners.push_back(given.corner(t, k));
  }
  const FacetTree tree(soup);
  Intersections result;
  std::map<std::pair<int, int>, Touch> touches;
  for (int f = 0; f < soup.size(); ++f) {
    check_interrupt();
    for_each_in_box(tree.view(), box_of_triangle(soup, f), [&](int g) {
      const int s = order[f], t = order[g];
      if (g <= f) return;
      if (!cross_each_other(mesh, s, t)) {
        if (mesh.shell[s] == mesh.shell[t]) return;
        EdgeHits hits;
        if (!note_hits(mesh, s, t, hits)) return;
        Touch& touch = touches[std::minmax(mesh.shell[s], mesh.shell[t])];
        touch.facets[0] = std::min(s, t), touch.facets[1] = std::max(s, t);
        for (const auto& [edge, at] : hits) {
          std::vector<double>& known = touch.hits[edge];
          known.insert(known.end(), at.begin(), at.end());
        }
        return;
      }
      if (result.pairs++ == 0) result.first[0] = std::min(s, t), result.first[1] = std::max(s, t);
      if (mesh.shell[s] != mesh.shell[t]) {
        result.shells.insert(std::minmax(mesh.shell[s], mesh.shell[t]));
      }
    });
  }
  resolve_touches(mesh, touches, result);
  return result;
}

std::vector<int> shell_depths(const OrientedMesh& mesh, const Intersections& crossing) {
  std::vector<int> depth(mesh.shell_count, 0);
  if (mesh.shell_count == 1) return depth;
  const std::vector<std::vector<int>> members = facets_by_shell(mesh);
  std::vector<BoundingBox<double>> boxes;
  for (const std::vector<int>& shell : members) {
    std::vector<Vec3<double>> points;
    for (const int t : shell) {
      for (const int v : mesh.triangles[t]) points.push_back(mesh.vertices[v]);
    }
    boxes.push_back(box_of_points(points));
  }
  for (int s = 0; s < mesh.shell_count; ++s) {
    const Vec3<double>& p = mesh.vertices[mesh.triangles[members[s].front()][0]];
    for (int t = 0; t < mesh.shell_count; ++t) {
      if (s == t || !is_within(p, boxes[t]) || crossing.shells.contains(std::minmax(s, t)))
        continue;
      if (crossing.touching.contains(std::minmax(s, t))) {
        depth[s] += crossing.nested.contains({s, t}) ? 1 : 0;
        continue;
      }
      int beyond = 0;
      for (const int f : members[t]) {
        const auto hit =
            crossing_of({0, p.y, p.z}, mesh.vertices[mesh.triangles[f][0]],
                        mesh.vertices[mesh.triangles[f][1]], mesh.vertices[mesh.triangles[f][2]]);
        beyond += hit && hit->at > p.x;
      }
      depth[s] += beyond % 2;
    }
  }
  return depth;
}

}  // namespace talus
