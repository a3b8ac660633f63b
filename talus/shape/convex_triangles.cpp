#include "talus/shape/convex_triangles.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

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

// A point of the unit sphere, stretched onto the body.
Vec3<double> stretched(const Sphere<double>& body, const Vec3<double>& unit) {
  return body.radius * unit;
}
Vec3<double> stretched(const Ellipsoid<double>& body, const Vec3<double>& unit) {
  return multiply_componentwise(body.semi_axes, unit);
}
Vec3<double> stretched(const Superquadric<double>& body, const Vec3<double>& unit) {
  const Vec3<double> v = multiply_componentwise(body.semi_axes, unit);
  return v / gauge_of(body, v);
}

template <class Body>
concept Smooth = requires(const Body& body, const Vec3<double>& unit) {
  stretched(body, unit);
};

template <Smooth Body>
TriangleMesh triangles_of(const Body& body, int n) {
  TriangleMesh mesh = unit_sphere(n);
  for (Vec3<double>& v : mesh.vertices) v = stretched(body, v);
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
requires(!Smooth<Other>) TriangleMesh triangles_of(const Other&, int) { return {}; }

// Bisection at longest edges: the longest edge of every triangle that is cut is cut, too, which
// keeps the angles of the triangles, and both triangles of an edge see the same cut.
class Refinement {
 public:
  using Point = std::function<Vec3<double>(const Vec3<double>& unit)>;
  using Allowed = std::function<double(const Vec3<double>& point)>;

  Refinement(int n, const Point& point, const Allowed& allowed)
      : mesh_(unit_sphere(n)), point_(point), allowed_(allowed), unit_(mesh_.vertices) {
    for (Vec3<double>& v : mesh_.vertices) v = point_(v);
  }

  TriangleMesh run(std::size_t most) {
    while (mesh_.triangles.size() < most && cut_once()) {
    }
    return std::move(mesh_);
  }

 private:
  struct Edge {
    bool is_checked{}, is_cut{};
    int middle = -1;
  };
  using Triangle = std::array<int, 3>;

  Edge& edge(int p, int q) { return edge_[{std::min(p, q), std::max(p, q)}]; }
  double length_squared(int p, int q) const {
    return norm_squared(mesh_.vertices[static_cast<std::size_t>(p)] -
                        mesh_.vertices[static_cast<std::size_t>(q)]);
  }
  Vec3<double> middle_of(int p, int q) const {
    return normalized(unit_[static_cast<std::size_t>(p)] + unit_[static_cast<std::size_t>(q)]);
  }

  void check(int p, int q) {
    Edge& e = edge(p, q);
    if (std::exchange(e.is_checked, true)) return;
    const Vec3<double> from = mesh_.vertices[static_cast<std::size_t>(p)],
                       chord = mesh_.vertices[static_cast<std::size_t>(q)] - from;
    const Vec3<double> top = point_(middle_of(p, q)), up = top - from;
    const double along = dot(up, chord) / norm_squared(chord);
    e.is_cut = norm(up - along * chord) > allowed_(top);
  }

  // The edge from corner k to the next is the longest, and of several the one with the lowest
  // numbers of vertices.
  int longest(const Triangle& t) const {
    int best = 0;
    const auto key = [&](int k) {
      const int p = t[static_cast<std::size_t>(k)], q = t[static_cast<std::size_t>((k + 1) % 3)];
      return std::tuple(-length_squared(p, q), std::min(p, q), std::max(p, q));
    };
    for (int k = 1; k < 3; ++k) {
      if (key(k) < key(best)) best = k;
    }
    return best;
  }

  bool cut_once() {
    bool any = false;
    for (const Triangle& t : mesh_.triangles) {
      for (std::size_t k = 0; k < 3; ++k) {
        check(t[k], t[(k + 1) % 3]);
        any = any || edge(t[k], t[(k + 1) % 3]).is_cut;
      }
    }
    if (!any) return false;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Triangle& t : mesh_.triangles) {
        const auto k = static_cast<std::size_t>(longest(t));
        Edge& main = edge(t[k], t[(k + 1) % 3]);
        if (main.is_cut ||
            !(edge(t[0], t[1]).is_cut || edge(t[1], t[2]).is_cut || edge(t[2], t[0]).is_cut)) {
          continue;
        }
        main.is_cut = changed = true;
      }
    }
    std::vector<Triangle> next;
    for (const Triangle& t : mesh_.triangles) cut(t, next);
    mesh_.triangles = std::move(next);
    std::erase_if(edge_, [](const auto& entry) { return entry.second.is_cut; });
    return true;
  }

  int middle(int p, int q) {
    Edge& e = edge(p, q);
    if (!e.is_cut || e.middle >= 0) return e.middle;
    e.middle = static_cast<int>(unit_.size());
    unit_.push_back(middle_of(p, q));
    mesh_.vertices.push_back(point_(unit_.back()));
    return e.middle;
  }

  void cut(const Triangle& t, std::vector<Triangle>& next) {
    const auto k = static_cast<std::size_t>(longest(t));
    const int a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3], m = middle(a, b);
    if (m < 0) {
      next.push_back(t);
      return;
    }
    const int p = middle(c, a), q = middle(b, c);
    if (p < 0) {
      next.push_back({a, m, c});
    } else {
      next.push_back({a, m, p});
      next.push_back({p, m, c});
    }
    if (q < 0) {
      next.push_back({m, b, c});
    } else {
      next.push_back({m, b, q});
      next.push_back({m, q, c});
    }
  }

  TriangleMesh mesh_;
  const Point& point_;
  const Allowed& allowed_;
  std::vector<Vec3<double>> unit_;  // by vertex: on the unit sphere
  std::map<std::pair<int, int>, Edge> edge_;
};

}  // namespace

TriangleMesh convex_triangles(const Shape& shape, int n) {
  return std::visit([n](const auto& body) { return triangles_of(body, n); }, shape);
}

TriangleMesh refined_triangles(const Shape& shape, int n, std::size_t most,
                               const std::function<double(const Vec3<double>& point)>& allowed) {
  return std::visit(
      [&](const auto& body) -> TriangleMesh {
        if constexpr (Smooth<std::decay_t<decltype(body)>>) {
          const Refinement::Point point = [&body](const Vec3<double>& unit) {
            return stretched(body, unit);
          };
          return Refinement(n, point, allowed).run(most);
        } else {
          return {};
        }
      },
      shape);
}

}  // namespace talus
