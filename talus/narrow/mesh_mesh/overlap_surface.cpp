#include "talus/narrow/mesh_mesh/overlap_surface.h"

#include <algorithm>
#include <cmath>

namespace talus::mesh_mesh {
namespace {

using Vec = Vec3<double>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }
int size_of(const auto& list) { return static_cast<int>(list.size()); }

}  // namespace

MeshProjection<double> OverlapSurface::project(const Vec& point, bool of_b, double reach) const {
  const PosedMesh& target = mesh[of_b ? 0 : 1];
  const RelativePose<double>& pose = mesh[1].to_a;
  const Vec own = of_b ? point : transpose_times(pose.rotation, point - pose.translation);
  MeshProjection<double> found = project_to_surface(*target.body, own, reach);
  if (found.facet < 0) found = project_to_surface(*target.body, own, infinity_of<double>());
  if (!of_b) {
    found.point = pose.point_to_a(found.point);
    found.normal = pose.rotation * found.normal;
  }
  return found;
}

int OverlapSurface::leader(int corner) {
  while (group_[at(corner)] != corner) {
    corner = group_[at(corner)] = group_[at(group_[at(corner)])];
  }
  return corner;
}

// The smaller number leads, whatever the order of unions.
void OverlapSurface::unite(int p, int q) {
  p = leader(p), q = leader(q);
  group_[at(std::max(p, q))] = std::min(p, q);
}

void OverlapSurface::add_side(int from, int to, int other_facet) {
  side.push_back({from, to, other_facet});
  unite(from, to);
}

int OverlapSurface::corner_of_vertex(int of_b, int vertex, double reach) {
  int number = vertex_[of_b].get(vertex, -1);
  if (number < 0) {
    number = size_of(corner);
    corner.push_back({mesh[of_b].vertex(vertex), reach, true, of_b != 0});
    group_.push_back(number);
    vertex_[of_b].set(vertex, number);
  }
  corner[at(number)].reach = std::min(corner[at(number)].reach, reach);
  return number;
}

void OverlapSurface::link_crossings() {
  const std::vector<Crossing>& crossing = crossings_.crossing;
  next_on_edge_.assign(crossing.size(), -1);
  for (int i = 0; i < size_of(crossing); ++i) {
    const Crossing& c = crossing[at(i)];
    corner.push_back({c.point, 0.0, false, c.of_b != 0});
    group_.push_back(i);
    if (!edge_[c.of_b].has(c.edge)) {
      edge_[c.of_b].set(c.edge, size_of(crossed_edge_));
      crossed_edge_.push_back({c.edge, c.of_b, -1});
    }
    std::int32_t* link = &crossed_edge_[at(edge_[c.of_b].get(c.edge, -1))].first;
    while (*link >= 0 && crossing[at(*link)].along < c.along) link = &next_on_edge_[at(*link)];
    next_on_edge_[at(i)] = *link;
    *link = i;
  }
  for (int of_b = 0; of_b < 2; ++of_b) next_of_[of_b].resize(crossings_.section.size());
  for (int i = 0; i < size_of(crossings_.section); ++i) {
    for (int of_b = 0; of_b < 2; ++of_b) {
      const int f = crossings_.section[at(i)].facet[of_b];
      if (!facet_[of_b].has(f)) {
        facet_[of_b].set(f, size_of(crossed_facet_));
        crossed_facet_.push_back({f, of_b, -1, 0, 0});
      }
      CrossedFacet& crossed = crossed_facet_[at(facet_[of_b].get(f, -1))];
      next_of_[of_b][at(i)] = crossed.first_section;
      crossed.first_section = i;
    }
  }
}

// An edge that goes in once more often than out has its first vertex outside and its second one
// inside. One that goes in and out as often has both on the side from which it comes first, unless
// the first two crossings are so close that rounding may have exchanged them.
void OverlapSurface::set_vertices_of_crossed_edges() {
  constexpr double clearly_apart = 1e-9;  // along an edge; positions are good to about 1e-15
  for (const CrossedEdge& crossed : crossed_edge_) {
    int net = 0;
    double last = 0.0;
    for (int i = crossed.first; i >= 0; i = next_on_edge_[at(i)]) {
      net += crossings_.crossing[at(i)].is_entry != 0 ? 1 : -1;
      last = crossings_.crossing[at(i)].along;
    }
    const Crossing& first = crossings_.crossing[at(crossed.first)];
    bool inside_0 = net < 0;
    if (net == 0) {
      if (!(crossings_.crossing[at(next_on_edge_[at(crossed.first)])].along - first.along >
            clearly_apart)) {
        continue;
      }
      inside_0 = first.is_entry == 0;
    }
    const bool inside_1 = net == 0 ? inside_0 : net > 0;
    const int of_b = crossed.of_b;
    const MeshEdge& edge = mesh[of_b].body->edge[crossed.edge];
    const double length =
        norm(mesh[of_b].vertex(edge.vertex[1]) - mesh[of_b].vertex(edge.vertex[0]));
    const auto set = [&](int vertex, bool inside, double reach) {
      if (inside) {
        corner_of_vertex(of_b, vertex, reach);
      } else if (!vertex_[of_b].has(vertex)) {
        vertex_[of_b].set(vertex, -1);
      }
    };
    set(edge.vertex[0], inside_0, first.along * length);
    set(edge.vertex[1], inside_1, (1.0 - last) * length);
  }
}

// Vertices of crossed facets without a crossed edge: as their neighbours along edges that are not
// crossed; a facet that is pierced in its middle has none, and the distance decides.
void OverlapSurface::set_other_vertices() {
  bool changed = true;
  const auto spread = [&] {
    for (changed = true; changed;) {
      changed = false;
      for (const CrossedFacet& crossed : crossed_facet_) {
        const int of_b = crossed.of_b;
        const MeshFacet& facet = mesh[of_b].body->facet[crossed.facet];
        for (int k = 0; k < 3; ++k) {
          const int v = facet.vertex[k], w = facet.vertex[(k + 1) % 3];
          if (edge_[of_b].has(facet.edge[k]) || vertex_[of_b].has(v) == vertex_[of_b].has(w)) {
            continue;
          }
          const int known = vertex_[of_b].has(v) ? v : w, other = known == v ? w : v;
          if (is_inside(of_b, known)) {
            const OverlapCorner& from = corner[at(vertex_[of_b].get(known, -1))];
            const double reach = from.reach + norm(mesh[of_b].vertex(other) - from.point);
            corner_of_vertex(of_b, other, reach);
          } else {
            vertex_[of_b].set(other, -1);
          }
          changed = true;
        }
      }
    }
  };
  spread();
  for (const CrossedFacet& crossed : crossed_facet_) {
    for (int k = 0; k < 3; ++k) {
      const int v = mesh[crossed.of_b].body->facet[crossed.facet].vertex[k];
      if (vertex_[crossed.of_b].has(v)) continue;
      const MeshProjection<double> found =
          project(mesh[crossed.of_b].vertex(v), crossed.of_b != 0, infinity_of<double>());
      if (found.distance < 0.0) {
        corner_of_vertex(crossed.of_b, v, -found.distance);
      } else {
        vertex_[crossed.of_b].set(v, -1);
      }
      spread();
    }
  }
}

// The stretches of edge k of the facet that are inside, from its corner k to the next.
void OverlapSurface::add_sides_of_edge(const CrossedFacet& crossed, int k) {
  const int of_b = crossed.of_b;
  const MeshFacet& facet = mesh[of_b].body->facet[crossed.facet];
  const int from = vertex_[of_b].get(facet.vertex[k], -1),
            to = vertex_[of_b].get(facet.vertex[(k + 1) % 3], -1);
  if (!edge_[of_b].has(facet.edge[k])) {
    if (from >= 0 && to >= 0) add_side(from, to, -1);
    return;
  }
  stack_.clear();
  for (int i = crossed_edge_[at(edge_[of_b].get(facet.edge[k], -1))].first; i >= 0;
       i = next_on_edge_[at(i)]) {
    stack_.push_back(i);
  }
  const bool along = mesh[of_b].body->edge[facet.edge[k]].facet[0] == crossed.facet;
  if (!along) std::reverse(stack_.begin(), stack_.end());
  int depth = from >= 0 ? 1 : 0, last_in = from, last_out = -1;
  for (const std::int32_t c : stack_) {
    const bool entry = (crossings_.crossing[at(c)].is_entry != 0) == along;
    if (entry) {
      // Two crossings that rounding exchanged: a stretch of no length.
      if (++depth == 0) add_side(c, last_out, -1);
      if (depth == 1) last_in = c;
    } else {
      if (depth == 1) add_side(last_in, c, -1);
      if (--depth == -1) last_out = c;
    }
  }
  if (depth > 0 && to >= 0) add_side(last_in, to, -1);
}

void OverlapSurface::add_sides_of(CrossedFacet& crossed) {
  crossed.first = size_of(side);
  for (int i = crossed.first_section; i >= 0; i = next_of_[crossed.of_b][at(i)]) {
    const Section& s = crossings_.section[at(i)];
    if (crossed.of_b == 0) {
      add_side(s.start, s.end, s.facet[1]);
    } else {
      add_side(s.end, s.start, s.facet[0]);
    }
  }
  for (int k = 0; k < 3; ++k) add_sides_of_edge(crossed, k);
  crossed.last = size_of(side);
}

void OverlapSurface::find(const MeshView<double>& a, const MeshView<double>& b,
                          const RelativePose<double>& b_in_a) {
  list_facet_pairs({&a, {identity_matrix<double>(), {}}, false}, {&b, b_in_a, true}, 0.0, near_);
  find({a}, {b}, b_in_a, near_, 0.0);
}

void OverlapSurface::find(const ShelledMesh& a, const ShelledMesh& b,
                          const RelativePose<double>& b_in_a, const FacetPairList& near,
                          double moved) {
  mesh[0] = {&a.mesh, {identity_matrix<double>(), {}}, false};
  mesh[1] = {&b.mesh, b_in_a, true};
  shells_[0] = a.shells, shells_[1] = b.shells;
  corner.clear();
  side.clear();
  region.clear();
  group_.clear();
  crossed_edge_.clear();
  crossed_facet_.clear();
  for (int of_b = 0; of_b < 2; ++of_b) {
    facet_[of_b].clear(mesh[of_b].body->facet_count);
    edge_[of_b].clear(mesh[of_b].body->edge_count);
    vertex_[of_b].clear(mesh[of_b].body->vertex_count);
  }
  crossings_.find(mesh[0], mesh[1], near, moved);
  link_crossings();
  set_vertices_of_crossed_edges();
  set_other_vertices();
  for (CrossedFacet& crossed : crossed_facet_) add_sides_of(crossed);
  for (std::size_t i = 0; i < crossed_facet_.size(); ++i) {
    const CrossedFacet crossed = crossed_facet_[i];
    const MeshView<double>& body = *mesh[crossed.of_b].body;
    const MeshFacet& facet = body.facet[crossed.facet];
    for (int k = 0; k < 3; ++k) {
      if (edge_[crossed.of_b].has(facet.edge[k]) || !is_inside(crossed.of_b, facet.vertex[k])) {
        continue;
      }
      const MeshEdge& edge = body.edge[facet.edge[k]];
      const int other = edge.facet[0] == crossed.facet ? edge.facet[1] : edge.facet[0];
      if (!facet_[crossed.of_b].has(other)) add_whole_facets(crossed.of_b, other);
    }
  }
  add_whole_shells();
  for (const CrossedFacet& crossed : crossed_facet_) unite_holes(crossed);
  for (const CrossedFacet& crossed : crossed_facet_) add_regions_of(crossed);
  number_parts();
  unite_cavities();
  sort_by_part();
}

}  // namespace talus::mesh_mesh
