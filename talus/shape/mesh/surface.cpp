// The facets of a body in the order of the tree, their edges, planes and normals.
#include <algorithm>
#include <cmath>

#include "talus/shape/mesh/arrays.h"

namespace talus {
namespace {

// Renumbers the triangles of all parts: entry i of `order` becomes triangle i.
void reorder(MeshParts& parts, const std::vector<int>& order) {
  const std::size_t count = order.size();
  std::vector<int> new_index(count);
  for (std::size_t i = 0; i < count; ++i) new_index[order[i]] = static_cast<int>(i);
  std::vector<std::array<int, 3>> triangles(count), neighbour(count);
  for (std::size_t i = 0; i < count; ++i) {
    triangles[i] = parts.triangles[order[i]];
    for (int k = 0; k < 3; ++k) neighbour[i][k] = new_index[parts.neighbour[order[i]][k]];
  }
  parts.triangles = std::move(triangles);
  parts.neighbour = std::move(neighbour);
  for (CellFacet& listed : parts.cell_facet) listed.facet = new_index[listed.facet];
  std::ranges::sort(parts.cell_facet);
}

// The side of facet f that runs from -> to.
int side_from(const MeshFacet& f, int from, int to) {
  for (int k = 0; k < 2; ++k) {
    if (f.vertex[k] == from && f.vertex[k + 1] == to) return k;
  }
  return 2;
}

// The angle of a triangle at a; 0 if it has none.
double angle_at(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const Vec3<double> u = b - a, v = c - a;
  return std::atan2(norm(cross(u, v)), dot(u, v));
}

}  // namespace

void fill_surface(MeshArrays& body, MeshParts& parts) {
  const TriangleSoup given = soup_of(parts.vertices, parts.triangles);
  reorder(parts, tree_order(given));
  body.tree = FacetTree(soup_of(parts.vertices, parts.triangles));
  body.facet.resize(parts.triangles.size());
  for (std::size_t f = 0; f < body.facet.size(); ++f) {
    for (int k = 0; k < 3; ++k) {
      body.facet[f].vertex[k] = parts.triangles[f][k];
      body.facet[f].edge[k] = -1;
    }
  }
  for (int f = 0; f < static_cast<int>(body.facet.size()); ++f) {
    for (int k = 0; k < 3; ++k) {
      if (body.facet[f].edge[k] >= 0) continue;
      const int from = body.facet[f].vertex[k], to = body.facet[f].vertex[(k + 1) % 3];
      const int other = parts.neighbour[f][k];
      const int number = static_cast<int>(body.edge.size());
      body.edge.push_back({{from, to}, {f, other}});
      body.facet[f].edge[k] = number;
      body.facet[other].edge[side_from(body.facet[other], to, from)] = number;
    }
  }
}

void fill_leaf_vertices(MeshArrays& body) {
  std::vector<bool> seen(body.x.size(), false);
  body.leaf_vertex.reserve(body.x.size());
  for (std::size_t f = 0; f < body.facet.size(); ++f) {
    if (f % 4 == 0) {
      body.leaf_first_vertex.push_back(static_cast<std::int32_t>(body.leaf_vertex.size()));
    }
    for (const std::int32_t v : body.facet[f].vertex) {
      if (!seen[v]) body.leaf_vertex.push_back(v);
      seen[v] = true;
    }
  }
  body.leaf_first_vertex.push_back(static_cast<std::int32_t>(body.leaf_vertex.size()));
}

// Facet normals weighted by the angle at the vertex: a direction that is outward at every vertex
// and does not depend on how the faces around it are cut into triangles (J. A. Baerentzen and
// H. Aanaes, Signed distance computation using the angle weighted pseudonormal, 2005).
void fill_normals(MeshArrays& body) {
  const auto vertex = [&body](int v) { return Vec3<double>{body.x[v], body.y[v], body.z[v]}; };
  body.facet_plane.resize(body.facet.size());
  body.vertex_normal.assign(body.x.size(), Vec3<double>{});
  body.vertex_area.assign(body.x.size(), 0.0);
  for (std::size_t f = 0; f < body.facet.size(); ++f) {
    const std::int32_t* v = body.facet[f].vertex;
    const Vec3<double> corner[3] = {vertex(v[0]), vertex(v[1]), vertex(v[2])};
    const Vec3<double> product = cross(corner[1] - corner[0], corner[2] - corner[0]);
    const double size = norm(product);
    const double longest =
        std::max({norm_squared(corner[1] - corner[0]), norm_squared(corner[2] - corner[1]),
                  norm_squared(corner[0] - corner[2])});
    body.view.longest_edge = std::max(body.view.longest_edge, std::sqrt(longest));
    constexpr double flat = 1e-14;  // thinner than that, the direction is rounding
    const bool has_area = size > flat * longest;
    const Vec3<double> normal = has_area ? product / size : Vec3<double>{};
    body.facet_plane[f] = {normal, dot(normal, (1.0 / 3.0) * (corner[0] + corner[1] + corner[2]))};
    for (int k = 0; k < 3; ++k) {
      const double angle = angle_at(corner[k], corner[(k + 1) % 3], corner[(k + 2) % 3]);
      body.vertex_normal[v[k]] = body.vertex_normal[v[k]] + angle * normal;
      body.vertex_area[v[k]] += size / 6.0;
    }
  }
  for (Vec3<double>& normal : body.vertex_normal) {
    const double length = norm(normal);
    normal = length > 0.0 ? normal / length : Vec3<double>{0.0, 0.0, 1.0};
  }
}

}  // namespace talus
