#include "talus/shape/surface_cloud.h"

#include <algorithm>

#include "talus/shape.h"
#include "talus/shape/convex_triangles.h"
#include "talus/shape/split_edges.h"

namespace talus {
namespace {

constexpr std::size_t leaf_size = 8;  // points; testing them costs less than another ball

// Subdivisions of the edges of an octahedron: a multiple of three, so that the middle of a face,
// which becomes the corner of a box, is among the points; 9 give 326 points.
constexpr int cuts = 9;

TriangleMesh facets_of(const MeshView<double>& body) {
  TriangleMesh mesh;
  for (int i = 0; i < body.vertex_count; ++i) mesh.vertices.push_back(body.vertex(i));
  for (int f = 0; f < body.facet_count; ++f) {
    const std::int32_t(&v)[3] = body.facet[f].vertex;
    mesh.triangles.push_back({v[0], v[1], v[2]});
  }
  return mesh;
}

// None of a half-space and a segment.
TriangleMesh triangles_of(const Shape& shape) {
  if (const auto* body = std::get_if<Mesh>(&shape)) {
    TriangleMesh mesh = facets_of(body->view());
    split_long_edges(mesh, 2.0 * max_norm(body->view().cell_size));
    return mesh;
  }
  TriangleMesh mesh = convex_triangles(shape, cuts);
  if (const auto* polyhedron = std::get_if<Polyhedron>(&shape)) {
    split_long_edges(mesh, polyhedron->view().bounds.radius / 3.0);
  }
  return mesh;
}

}  // namespace

SurfaceCloud::SurfaceCloud(const Shape& shape) {
  const TriangleMesh mesh = triangles_of(shape);
  if (mesh.triangles.empty()) return;
  const BoundingSphere<double> ball = *bounding_sphere(shape);
  reach_ = norm(ball.centre) + ball.radius;
  centre_ = ball.centre;
  is_star_ = true;
  std::vector<double> area(mesh.vertices.size());
  std::vector<Vec3<double>> normal(mesh.vertices.size(), Vec3<double>{});
  for (const std::array<int, 3>& t : mesh.triangles) {
    const Vec3<double>&a = mesh.vertices[static_cast<std::size_t>(t[0])],
          &b = mesh.vertices[static_cast<std::size_t>(t[1])],
          &c = mesh.vertices[static_cast<std::size_t>(t[2])];
    const Vec3<double> doubled = cross(b - a, c - a);
    is_star_ = is_star_ && dot(doubled, a - ball.centre) >= 0.0;
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
          centre_,        is_star_};
}

std::size_t SurfaceCloud::bytes() const {
  return area_.size() * (4 * sizeof(double) + sizeof(Vec3<double>)) +
         node_.size() * sizeof(CloudNode);
}

}  // namespace talus
