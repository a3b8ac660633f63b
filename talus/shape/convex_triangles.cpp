#include "talus/shape/convex_triangles.h"

#include <map>

#include "talus/shape/superquadric/gauge.h"

namespace talus {
namespace {

// The octahedron |x| + |y| + |z| = n, cut along its integer points and put onto the unit sphere.
TriangleMesh unit_sphere(int n) {
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> known;
  const auto vertex = [&](const std::array<int, 3>& at) {
    const auto [found, is_new] = known.try_emplace(at, static_cast<int>(mesh.vertices.size()));
    if (is_new) {
      mesh.vertices.push_back(
          normalized(Vec3<double>{double(at[0]), double(at[1]), double(at[2])}));
    }
    return found->second;
  };
  for (int octant = 0; octant < 8; ++octant) {
    const int x = (octant & 1) != 0 ? -1 : 1, y = (octant & 2) != 0 ? -1 : 1,
              z = (octant & 4) != 0 ? -1 : 1;
    const auto add = [&](std::array<int, 2> p, std::array<int, 2> q, std::array<int, 2> r) {
      if (x * y * z < 0) std::swap(q, r);
      const auto at = [&](const std::array<int, 2>& i) {
        return vertex({x * i[0], y * i[1], z * (n - i[0] - i[1])});
      };
      mesh.triangles.push_back({at(p), at(q), at(r)});
    };
    for (int i = 0; i < n; ++i) {
      for (int j = 0; i + j < n; ++j) {
        add({i, j}, {i + 1, j}, {i, j + 1});
        if (i + j + 1 < n) add({i + 1, j}, {i + 1, j + 1}, {i, j + 1});
      }
    }
  }
  return mesh;
}

TriangleMesh triangles_of(const Sphere<double>& body, int n) {
  TriangleMesh mesh = unit_sphere(n);
  for (Vec3<double>& v : mesh.vertices) v = body.radius * v;
  return mesh;
}

TriangleMesh triangles_of(const Ellipsoid<double>& body, int n) {
  TriangleMesh mesh = unit_sphere(n);
  for (Vec3<double>& v : mesh.vertices) v = multiply_componentwise(body.semi_axes, v);
  return mesh;
}

TriangleMesh triangles_of(const Superquadric<double>& body, int n) {
  TriangleMesh mesh = unit_sphere(n);
  for (Vec3<double>& v : mesh.vertices) {
    v = multiply_componentwise(body.semi_axes, v);
    v = v / gauge_of(body, v);
  }
  return mesh;
}

TriangleMesh triangles_of(const Polyhedron& polyhedron, int) {
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
  return mesh;
}

template <class Other>
TriangleMesh triangles_of(const Other&, int) {
  return {};
}

}  // namespace

TriangleMesh convex_triangles(const Shape& shape, int n) {
  return std::visit([n](const auto& body) { return triangles_of(body, n); }, shape);
}

}  // namespace talus
