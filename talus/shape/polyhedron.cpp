#include "talus/shape/polyhedron.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "talus/error.h"
#include "talus/shape/hull.h"
#include "talus/shape/polyhedron_arrays.h"
#include "talus/shape/smallest_sphere.h"

namespace talus {

namespace {

void check_points(std::span<const Vec3<double>> points) {
  if (points.size() < 4) {
    throw ShapeError("polyhedron",
                     fmt::format("at least 4 vertices are needed, got {}", points.size()));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3<double>& p = points[i];
    if (!(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z))) {
      throw ShapeError(
          "polyhedron", "vertices",
          fmt::format("must be finite, got [{}, {}, {}] at index {}", p.x, p.y, p.z, i));
    }
  }
}

void check_hull(const Hull& hull, std::span<const Vec3<double>> points) {
  const Vec3<double>& p = points[0];
  switch (hull.span) {
    case Span::point:
      throw ShapeError("polyhedron", fmt::format("the {} vertices all coincide at [{}, {}, {}]",
                                                 points.size(), p.x, p.y, p.z));
    case Span::line:
      throw ShapeError("polyhedron", fmt::format("the {} vertices all lie on one line (size {})",
                                                 points.size(), hull.size));
    case Span::plane:
      throw ShapeError("polyhedron",
                       fmt::format("the {} vertices all lie in one plane (size {}, thickness {})",
                                   points.size(), hull.size, hull.thickness));
    case Span::solid:
      break;
  }
  // Of the size: a hundred times the tolerance of coplanar faces (merge_faces.h).
  constexpr double least_thickness = 1e-12;
  if (!(hull.thickness >= least_thickness * hull.size)) {
    throw ShapeError(
        "polyhedron",
        fmt::format("the thickness must be at least 1e-12 of the size, got thickness {} at size {}",
                    hull.thickness, hull.size));
  }
}

// Padded with copies of the last vertex to whole lanes: a copy never beats the original.
void fill_vertices(const Hull& hull, std::span<const Vec3<double>> points, PolyhedronArrays& body) {
  for (const int i : hull.vertex) {
    body.x.push_back(points[i].x);
    body.y.push_back(points[i].y);
    body.z.push_back(points[i].z);
  }
  for (auto* component : {&body.x, &body.y, &body.z}) pad_to_lanes(*component);
}

// A half-edge leaves its vertex for `to`, with `face` on its left; corner is its index in
// face_vertex.
struct HalfEdge {
  int to, face, corner;
};

// Vertex -> its half-edges, sorted by where they lead. Each edge leaves both of its ends, so these
// are the rows of the vertex adjacency too.
std::vector<HalfEdge> fill_vertex_adjacency(PolyhedronArrays& body, int vertex_count) {
  const int face_count = static_cast<int>(body.face_vertex_start.size()) - 1;
  std::vector<int>& start = body.neighbour_start;
  start.assign(vertex_count + 1, 0);
  for (const int v : body.face_vertex) ++start[v + 1];
  for (int v = 0; v < vertex_count; ++v) start[v + 1] += start[v];

  std::vector<HalfEdge> leaving(body.face_vertex.size());
  std::vector<int> filled(start.begin(), start.end() - 1);
  for (int f = 0; f < face_count; ++f) {
    const int first = body.face_vertex_start[f], last = body.face_vertex_start[f + 1] - 1;
    for (int k = first; k <= last; ++k) {
      const int to = body.face_vertex[k == last ? first : k + 1];
      leaving[filled[body.face_vertex[k]]++] = {to, f, k};
    }
  }
  for (int v = 0; v < vertex_count; ++v) {
    std::sort(leaving.begin() + start[v], leaving.begin() + start[v + 1],
              [](const HalfEdge& e, const HalfEdge& f) { return e.to < f.to; });
  }
  body.neighbour.reserve(leaving.size());
  for (const HalfEdge& e : leaving) body.neighbour.push_back(e.to);
  return leaving;
}

void fill_edges(const std::vector<HalfEdge>& leaving, PolyhedronArrays& body, int vertex_count) {
  const std::vector<int>& start = body.neighbour_start;
  body.face_neighbour.resize(body.face_vertex.size());
  body.neighbour_edge.resize(leaving.size());
  body.edge.reserve(leaving.size() / 2);
  for (int v = 0; v < vertex_count; ++v) {
    for (int k = start[v]; k < start[v + 1]; ++k) {
      const HalfEdge& e = leaving[k];
      if (e.to < v) continue;
      const auto back =
          std::lower_bound(leaving.begin() + start[e.to], leaving.begin() + start[e.to + 1], v,
                           [](const HalfEdge& f, int to) { return f.to < to; });
      body.neighbour_edge[k] = static_cast<int>(body.edge.size());
      body.neighbour_edge[back - leaving.begin()] = body.neighbour_edge[k];
      body.edge.push_back({{v, e.to}, {e.face, back->face}});
      body.face_neighbour[e.corner] = back->face;
      body.face_neighbour[back->corner] = e.face;
    }
  }
}

PolyhedronView<double> view_of(const PolyhedronArrays& body, int vertex_count) {
  PolyhedronView<double> view;
  view.x = body.x.data();
  view.y = body.y.data();
  view.z = body.z.data();
  view.vertex_count = vertex_count;
  view.neighbour_start = body.neighbour_start.data();
  view.neighbour = body.neighbour.data();
  view.neighbour_edge = body.neighbour_edge.data();
  view.face_normal = body.face_normal.data();
  view.face_offset = body.face_offset.data();
  view.face_vertex_start = body.face_vertex_start.data();
  view.face_vertex = body.face_vertex.data();
  view.face_neighbour = body.face_neighbour.data();
  view.face_count = static_cast<int>(body.face_normal.size());
  view.edge = body.edge.data();
  view.edge_count = static_cast<int>(body.edge.size());
  return view;
}

// The largest normal . x over all vertices, not the mean over the corners: the body lies inside.
// For bodies above `scan_limit`, scanning every vertex for every face would take quadratic time;
// the vertex is climbed to, which is the farthest up to rounding.
void fill_offsets(PolyhedronArrays& body) {
  constexpr int scan_limit = 2048;
  const PolyhedronView<double>& view = body.view;
  body.face_offset.reserve(view.face_count);
  for (int f = 0; f < view.face_count; ++f) {
    const Vec3<double>& n = view.face_normal[f];
    const int corner = view.face_vertex[view.face_vertex_start[f]];
    const int farthest =
        view.vertex_count <= scan_limit
            ? scan_support(view.x, view.y, view.z, view.vertex_count, n.x, n.y, n.z)
            : climb(view, n, corner);
    double offset = dot(n, view.vertex(farthest));
    for (int k = view.face_vertex_start[f]; k < view.face_vertex_start[f + 1]; ++k) {
      offset = std::max(offset, dot(n, view.vertex(view.face_vertex[k])));
    }
    body.face_offset.push_back(offset);
  }
  body.view.face_offset = body.face_offset.data();
}

BoundingSphere<double> bounds_of(const PolyhedronView<double>& view) {
  std::vector<Vec3<double>> vertices;
  vertices.reserve(view.vertex_count);
  for (int i = 0; i < view.vertex_count; ++i) vertices.push_back(view.vertex(i));
  return smallest_sphere(vertices);
}

}  // namespace

Polyhedron make_polyhedron(std::span<const Vec3<double>> points) {
  check_points(points);
  Hull hull = convex_hull(points);
  check_hull(hull, points);

  const auto body = std::make_shared<PolyhedronArrays>();
  const int vertex_count = static_cast<int>(hull.vertex.size());
  fill_vertices(hull, points, *body);
  body->face_vertex_start = std::move(hull.face_start);
  body->face_vertex = std::move(hull.face_vertex);
  body->face_normal = std::move(hull.face_normal);
  const std::vector<HalfEdge> leaving = fill_vertex_adjacency(*body, vertex_count);
  fill_edges(leaving, *body, vertex_count);
  body->view = view_of(*body, vertex_count);
  fill_spokes(*body);
  fill_first_guesses(*body);
  fill_offsets(*body);
  fill_search_tables(*body);
  body->view.bounds = bounds_of(body->view);
  body->view.inner = ball_inside(body->view);
  gather_tables(*body);

  Polyhedron polyhedron;
  polyhedron.view_ = &body->view;
  polyhedron.arrays_ = body;
  return polyhedron;
}

}  // namespace talus
