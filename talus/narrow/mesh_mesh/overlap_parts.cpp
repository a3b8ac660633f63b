// The surface of the overlap of two meshes: facets and shells that are wholly inside, and the
// connected parts.
#include <algorithm>
#include <cmath>

#include "talus/narrow/mesh_mesh/overlap_region.h"
#include "talus/narrow/mesh_mesh/overlap_surface.h"

namespace talus::mesh_mesh {
namespace {

using Vec = Vec3<double>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }
int size_of(const auto& list) { return static_cast<int>(list.size()); }

// A vertex of a shell without crossings is clearly inside or outside the other body if it is deeper
// or farther than this many roundings of both bodies. A choice, well above the error of a
// projection, a few roundings: the shell is on one side of the surface, so any vertex decides.
constexpr double clear_roundings = 64.0;

}  // namespace

// The facets that are wholly inside, from this one over edges to those around it.
void OverlapSurface::add_whole_facets(int of_b, int facet) {
  const MeshView<double>& body = *mesh[of_b].body;
  stack_.clear();
  stack_.push_back(facet);
  facet_[of_b].set(facet, -1);
  while (!stack_.empty()) {
    const int f = stack_.back();
    stack_.pop_back();
    const MeshFacet& visited = body.facet[f];
    double nearest = infinity_of<double>();  // an upper bound at corner 0 by what is known
    const Vec p[3] = {mesh[of_b].corner(f, 0), mesh[of_b].corner(f, 1), mesh[of_b].corner(f, 2)};
    int number[3];
    for (int k = 0; k < 3; ++k) {
      const int known = vertex_[of_b].get(visited.vertex[k], -1);
      if (known >= 0) nearest = std::min(nearest, corner[at(known)].reach + norm(p[k] - p[0]));
    }
    for (int k = 0; k < 3; ++k) {
      number[k] = corner_of_vertex(of_b, visited.vertex[k], nearest + norm(p[k] - p[0]));
    }
    const int first = size_of(side);
    for (int k = 0; k < 3; ++k) add_side(number[k], number[(k + 1) % 3], -1);
    region.push_back({f, of_b, 0, first, first + 3});
    for (int k = 0; k < 3; ++k) {
      const MeshEdge& edge = body.edge[visited.edge[k]];
      const int other = edge.facet[0] == f ? edge.facet[1] : edge.facet[0];
      if (facet_[of_b].has(other)) continue;
      facet_[of_b].set(other, -1);
      stack_.push_back(other);
    }
  }
}

// False if every shell of a body is crossed, or has a vertex clearly outside the other body: none
// is inside then.
bool OverlapSurface::may_have_whole_shell(int of_b, double margin) {
  const MeshShells* shells = shells_[of_b];
  if (shells == nullptr) return true;
  is_crossed_.assign(shells->facet.size(), 0);
  for (const CrossedFacet& crossed : crossed_facet_) {
    if (crossed.of_b == of_b) is_crossed_[at(shells->shell_of(crossed.facet))] = 1;
  }
  const BoundingBox<double>& box = mesh[1 - of_b].body->box;
  const RelativePose<double>& pose = mesh[1].to_a;
  for (std::size_t s = 0; s < shells->facet.size(); ++s) {
    if (is_crossed_[s] != 0) continue;
    const Vec p = mesh[of_b].corner(shells->facet[s], 0);
    const Vec own = of_b == 1 ? p : transpose_times(pose.rotation, p - pose.translation);
    bool outside = false;
    for (int axis = 0; axis < 3; ++axis) {
      outside =
          outside || own[axis] < box.lower[axis] - margin || own[axis] > box.upper[axis] + margin;
    }
    if (!outside && !(project(p, of_b != 0, infinity_of<double>()).distance > margin)) return true;
  }
  return false;
}

// Shells that no curve crosses. A facet of one that is inside has its first vertex clearly inside.
void OverlapSurface::add_whole_shells() {
  const MeshView<double>&a = *mesh[0].body, &b = *mesh[1].body;
  const double margin = clear_roundings * (a.rounding + b.rounding);
  const bool possible[2] = {may_have_whole_shell(0, margin), may_have_whole_shell(1, margin)};
  if (!possible[0] && !possible[1]) return;
  const OverlapRegions<double> regions = overlap_regions(a, b, mesh[1].to_a, margin);
  if (!regions.meet) return;
  for (int of_b = 0; of_b < 2; ++of_b) {
    if (!possible[of_b]) continue;
    const MeshView<double>&body = of_b == 0 ? a : b, &target = of_b == 0 ? b : a;
    for_leaves_in(body, of_b == 0 ? regions.of_a : regions.of_b, [&](int leaf, int end) {
      for (int f = 4 * leaf; f < std::min(4 * end, body.facet_count); ++f) {
        const int v = body.facet[f].vertex[0];
        if (facet_[of_b].has(f) || vertex_[of_b].has(v)) continue;
        const Vec p = mesh[of_b].vertex(v);
        const RelativePose<double>& pose = mesh[1].to_a;
        const Vec own = of_b == 1 ? p : transpose_times(pose.rotation, p - pose.translation);
        if (!contains(target, own)) continue;
        const MeshProjection<double> found = project(p, of_b != 0, infinity_of<double>());
        if (!(found.distance < -margin)) continue;
        corner_of_vertex(of_b, v, -found.distance);
        add_whole_facets(of_b, f);
      }
    });
  }
}

double OverlapSurface::signed_area(const CrossedFacet& crossed, int group) const {
  const Vec n = mesh[crossed.of_b].normal(crossed.facet);
  const Vec o = corner[at(side[at(crossed.first)].from)].point;
  double twice = 0.0;
  for (int i = crossed.first; i < crossed.last; ++i) {
    if (leader_of_side_[at(i - crossed.first)] != group) continue;
    twice +=
        dot(n, cross(corner[at(side[at(i)].from)].point - o, corner[at(side[at(i)].to)].point - o));
  }
  return 0.5 * twice;
}

// Whether the border of a group goes around the point: by its crossings with a ray, in the plane
// of the two axes that the normal is least along.
bool OverlapSurface::is_around(const CrossedFacet& crossed, int group, const Vec& point) const {
  const Vec n = mesh[crossed.of_b].normal(crossed.facet);
  const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
  const int dropped = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const int u = (dropped + 1) % 3, v = (dropped + 2) % 3;
  int winding = 0;
  for (int i = crossed.first; i < crossed.last; ++i) {
    if (leader_of_side_[at(i - crossed.first)] != group) continue;
    const Vec p = corner[at(side[at(i)].from)].point - point,
              q = corner[at(side[at(i)].to)].point - point;
    if ((p[v] > 0.0) == (q[v] > 0.0)) continue;
    if (p[u] + p[v] / (p[v] - q[v]) * (q[u] - p[u]) > 0.0) winding += q[v] > 0.0 ? 1 : -1;
  }
  return winding != 0;
}

void OverlapSurface::find_groups_of(const CrossedFacet& crossed) {
  leader_of_side_.clear();
  groups_of_facet_.clear();
  for (int i = crossed.first; i < crossed.last; ++i) {
    const int group = leader(side[at(i)].from);
    leader_of_side_.push_back(group);
    if (std::find(groups_of_facet_.begin(), groups_of_facet_.end(), group) ==
        groups_of_facet_.end()) {
      groups_of_facet_.push_back(group);
    }
  }
}

// A border that goes around clockwise is that of a hole: it belongs to the smallest region around
// it.
void OverlapSurface::unite_holes(const CrossedFacet& crossed) {
  find_groups_of(crossed);
  if (groups_of_facet_.size() < 2) return;
  for (const std::int32_t hole : groups_of_facet_) {
    if (!(signed_area(crossed, hole) < 0.0)) continue;
    Vec point{};
    for (int i = crossed.first; i < crossed.last; ++i) {
      if (leader_of_side_[at(i - crossed.first)] == hole)
        point = corner[at(side[at(i)].from)].point;
    }
    int around = -1;
    double least = infinity_of<double>();
    for (const std::int32_t group : groups_of_facet_) {
      if (group == hole || !is_around(crossed, group, point)) continue;
      const double area = signed_area(crossed, group);
      if (area > 0.0 && area < least) around = group, least = area;
    }
    if (around >= 0) unite(around, hole);
  }
}

// One region per group.
void OverlapSurface::add_regions_of(const CrossedFacet& crossed) {
  find_groups_of(crossed);
  reordered_.assign(side.begin() + crossed.first, side.begin() + crossed.last);
  int end = crossed.first;
  for (const std::int32_t group : groups_of_facet_) {
    const int first = end;
    for (std::size_t i = 0; i < reordered_.size(); ++i) {
      if (leader_of_side_[i] == group) side[at(end++)] = reordered_[i];
    }
    region.push_back({crossed.facet, crossed.of_b, 0, first, end});
  }
}

void OverlapSurface::number_parts() {
  part_of_group_.assign(group_.size(), -1);
  parts = 0;
  for (SurfaceRegion& r : region) {
    std::int32_t& part = part_of_group_[at(leader(side[at(r.first)].from))];
    if (part < 0) part = parts++;
    r.part = part;
  }
}

RegionArea OverlapSurface::area_of(const SurfaceRegion& r) const {
  RegionArea area{mesh[r.of_b].normal(r.facet), corner[at(side[at(r.first)].from)].point, 0.0};
  for (int i = r.first; i < r.last; ++i) {
    const Vec &x = corner[at(side[at(i)].from)].point, &y = corner[at(side[at(i)].to)].point;
    area.twice += dot(area.normal, cross(x - area.corner, y - area.corner));
  }
  return area;
}

// The surface of a cavity of the overlap bounds a negative volume. It belongs to the smallest part
// around it.
void OverlapSurface::unite_cavities() {
  if (parts < 2) return;
  struct Part {
    double volume = 0.0;
    Vec origin{};
    BoundingBox<double> box = empty_box<double>();
  };
  std::vector<Part> part(at(parts));
  for (const SurfaceRegion& r : region) {
    Part& p = part[at(r.part)];
    if (is_empty(p.box)) p.origin = corner[at(side[at(r.first)].from)].point;
    for (int i = r.first; i < r.last; ++i) {
      grow(p.box, corner[at(side[at(i)].from)].point);
      grow(p.box, corner[at(side[at(i)].to)].point);
    }
    p.volume += area_of(r).cone_volume(p.origin);
  }
  std::vector<int> goes_to(at(parts));
  int left = 0;
  bool any = false;
  for (int k = 0; k < parts; ++k) goes_to[at(k)] = k;
  for (int k = 0; k < parts; ++k) {
    const Part& cavity = part[at(k)];
    if (!(cavity.volume < 0.0)) continue;
    int around = -1;
    for (int j = 0; j < parts; ++j) {
      const Part& p = part[at(j)];
      bool holds = p.volume > -cavity.volume;
      for (int axis = 0; axis < 3; ++axis) {
        holds = holds && p.box.lower[axis] <= cavity.box.lower[axis] &&
                p.box.upper[axis] >= cavity.box.upper[axis];
      }
      if (holds && (around < 0 || p.volume < part[at(around)].volume)) around = j;
    }
    if (around >= 0) goes_to[at(k)] = around, any = true;
  }
  if (!any) return;
  std::vector<int> number(at(parts), -1);
  for (SurfaceRegion& r : region) {
    int& renumbered = number[at(goes_to[at(r.part)])];
    if (renumbered < 0) renumbered = left++;
    r.part = renumbered;
  }
  parts = left;
}

double OverlapSurface::thickness() const {
  const OverlapExtent all = extent(0, parts);
  return all.area > 0.0 ? all.volume / all.area : 0.0;
}

OverlapExtent OverlapSurface::extent(int first_part, int last_part) const {
  const int first = part_begin.empty() ? 0 : part_begin[at(first_part)];
  const int last = part_begin.empty() ? 0 : part_begin[at(last_part)];
  OverlapExtent sum;
  if (first == last) return sum;
  const Vec& origin = corner[at(side[at(region[at(first)].first)].from)].point;
  for (int number = first; number < last; ++number) {
    const RegionArea of_region = area_of(region[at(number)]);
    sum.volume += of_region.cone_volume(origin);
    sum.area += 0.5 * std::abs(of_region.twice);
  }
  return sum;
}

void OverlapSurface::sort_by_part() {
  std::stable_sort(region.begin(), region.end(),
                   [](const SurfaceRegion& r, const SurfaceRegion& s) { return r.part < s.part; });
  part_begin.assign(at(parts + 1), size_of(region));
  for (int i = size_of(region) - 1; i >= 0; --i) part_begin[at(region[at(i)].part)] = i;
}

}  // namespace talus::mesh_mesh
