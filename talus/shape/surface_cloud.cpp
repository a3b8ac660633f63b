#include "talus/shape/surface_cloud.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "talus/shape/split_edges.h"
#include "talus/shape/superquadric_gauge.h"

namespace talus {
namespace {

constexpr std::size_t leaf_size = 8;  // points: as many as are cheaper to ask than another ball

// An octahedron whose faces are cut into n^2 triangles each, on the unit sphere. Nine is a multiple
// of three, so that the middle of a face, the corner of a box, is among the points.
TriangleMesh unit_sphere() {
  constexpr int n = 9;
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> known;
  const auto vertex = [&](const std::array<int, 3>& at) {
    const auto [found, is_new] = known.try_emplace(at, static_cast<int>(mesh.vertices.size()));
    const Vec3<double> p{double(at[0]), double(at[1]), double(at[2])};
    if (is_new) mesh.vertices.push_back(normalized(p));
    return found->second;
  };
  for (int octant = 0; octant < 8; ++octant) {
    const int s[3] = {(octant & 1) != 0 ? -1 : 1, (octant & 2) != 0 ? -1 : 1,
                      (octant & 4) != 0 ? -1 : 1};
    const auto at = [&](int i, int j) { return vertex({s[0] * i, s[1] * j, s[2] * (n - i - j)}); };
    const bool mirrored = s[0] * s[1] * s[2] < 0;
    const auto add = [&](int a, int b, int c) {
      mesh.triangles.push_back(mirrored ? std::array{a, c, b} : std::array{a, b, c});
    };
    for (int i = 0; i < n; ++i) {
      for (int j = 0; i + j < n; ++j) {
        add(at(i, j), at(i + 1, j), at(i, j + 1));
        if (i + j + 1 < n) add(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
      }
    }
  }
  return mesh;
}

TriangleMesh triangles_of(const Sphere<double>& body) {
  TriangleMesh mesh = unit_sphere();
  for (Vec3<double>& v : mesh.vertices) v = body.radius * v;
  return mesh;
}

TriangleMesh triangles_of(const Ellipsoid<double>& body) {
  TriangleMesh mesh = unit_sphere();
  for (Vec3<double>& v : mesh.vertices) v = multiply_componentwise(body.semi_axes, v);
  return mesh;
}

TriangleMesh triangles_of(const Superquadric<double>& body) {
  TriangleMesh mesh = unit_sphere();
  for (Vec3<double>& v : mesh.vertices) {
    v = multiply_componentwise(body.semi_axes, v);
    v = v / gauge_of(body, v);
  }
  return mesh;
}

TriangleMesh triangles_of(const Polyhedron& polyhedron) {
  const PolyhedronView<double>& body = polyhedron.view();
  TriangleMesh mesh;
  for (int i = 0; i < body.vertex_count; ++i) mesh.vertices.push_back(body.vertex(i));
  for (int f = 0; f < body.face_count; ++f) {
    const int first = body.face_vertex_start[f], end = body.face_vertex_start[f + 1];
    for (int k = first + 1; k + 1 < end; ++k) {
      mesh.triangles.push_back(
          {body.face_vertex[first], body.face_vertex[k], body.face_vertex[k + 1]});
    }
  }
  split_long_edges(mesh, body.bounds.radius / 3.0);
  return mesh;
}

TriangleMesh triangles_of(const Dfr& dfr) {
  const DfrView<double>& body = dfr.view();
  TriangleMesh mesh;
  for (int i = 0; i < body.vertex_count; ++i) mesh.vertices.push_back(body.vertex(i));
  for (int f = 0; f < body.facet_count; ++f) {
    const std::int32_t(&v)[3] = body.facet[f].vertex;
    mesh.triangles.push_back({v[0], v[1], v[2]});
  }
  split_long_edges(mesh, 2.0 * max_norm(body.cell_size));
  return mesh;
}

TriangleMesh triangles_of(const HalfSpace<double>&) { return {}; }
TriangleMesh triangles_of(const Segment<double>&) { return {}; }

}  // namespace

SurfaceCloud::SurfaceCloud(const Shape& shape) {
  const TriangleMesh mesh = std::visit([](const auto& body) { return triangles_of(body); }, shape);
  if (mesh.triangles.empty()) return;
  std::vector<double> area(mesh.vertices.size());
  std::vector<Vec3<double>> normal(mesh.vertices.size(), Vec3<double>{});
  for (const std::array<int, 3>& t : mesh.triangles) {
    const Vec3<double>&a = mesh.vertices[static_cast<std::size_t>(t[0])],
          &b = mesh.vertices[static_cast<std::size_t>(t[1])],
          &c = mesh.vertices[static_cast<std::size_t>(t[2])];
    const Vec3<double> doubled = cross(b - a, c - a);
    spacing_ = std::max({spacing_, norm(b - a), norm(c - b), norm(a - c)});
    for (const int v : t) {
      area[static_cast<std::size_t>(v)] += norm(doubled) / 6.0;
      normal[static_cast<std::size_t>(v)] = normal[static_cast<std::size_t>(v)] + doubled;
    }
  }
  std::vector<std::int32_t> order;
  for (std::size_t i = 0; i < area.size(); ++i) {
    if (area[i] > 0.0) order.push_back(static_cast<std::int32_t>(i));
  }
  add_node(order, 0, order.size(), mesh.vertices);
  for (const std::int32_t from : order) {
    const auto i = static_cast<std::size_t>(from);
    const double length = norm(normal[i]);
    x_.push_back(mesh.vertices[i].x);
    y_.push_back(mesh.vertices[i].y);
    z_.push_back(mesh.vertices[i].z);
    area_.push_back(area[i]);
    reach_ = std::max(reach_, norm(mesh.vertices[i]));
    normal_.push_back(length > 0.0 ? normal[i] / length : Vec3<double>{0.0, 0.0, 1.0});
  }
}

// Halves the points along the longest side of their box until they fit a leaf.
void SurfaceCloud::add_node(std::vector<std::int32_t>& order, std::size_t begin, std::size_t end,
                            const std::vector<Vec3<double>>& point) {
  const auto at = [&](std::size_t i) { return point[static_cast<std::size_t>(order[i])]; };
  Vec3<double> lower = at(begin), upper = lower;
  for (std::size_t i = begin; i < end; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      lower[axis] = std::min(lower[axis], at(i)[axis]);
      upper[axis] = std::max(upper[axis], at(i)[axis]);
    }
  }
  const Vec3<double> middle = 0.5 * (lower + upper), side = upper - lower;
  CloudNode node{
      {static_cast<float>(middle.x), static_cast<float>(middle.y), static_cast<float>(middle.z)},
      0.0f,
      static_cast<std::int32_t>(begin),
      static_cast<std::int32_t>(end - begin),
      0};
  const Vec3<double> centre{node.centre[0], node.centre[1], node.centre[2]};
  double radius = 0.0;
  for (std::size_t i = begin; i < end; ++i) radius = std::max(radius, norm(at(i) - centre));
  node.radius = static_cast<float>(radius * (1.0 + 1e-6));  // more than float's rounding
  const std::size_t own = node_.size();
  node_.push_back(node);
  if (end - begin > leaf_size) {
    const int axis = side.x >= side.y && side.x >= side.z ? 0 : (side.y >= side.z ? 1 : 2);
    const auto from = order.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(from, order.begin() + static_cast<std::ptrdiff_t>(end),
              [&](std::int32_t i, std::int32_t j) {
                const double p = point[static_cast<std::size_t>(i)][axis];
                const double q = point[static_cast<std::size_t>(j)][axis];
                return p < q || (p == q && i < j);
              });
    const std::size_t half = begin + (end - begin) / 2;
    add_node(order, begin, half, point);
    add_node(order, half, end, point);
  }
  node_[own].skip = static_cast<std::int32_t>(node_.size());
}

CloudView<double> SurfaceCloud::view() const {
  return {x_.data(),      y_.data(),    z_.data(), area_.data(),
          normal_.data(), node_.data(), size(),    static_cast<std::int32_t>(node_.size()),
          spacing_};
}

std::size_t SurfaceCloud::bytes() const {
  return area_.size() * (4 * sizeof(double) + sizeof(Vec3<double>)) +
         node_.size() * sizeof(CloudNode);
}

}  // namespace talus
