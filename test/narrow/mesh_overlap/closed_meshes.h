// Closed surfaces as meshes: a box cut into n x n squares per side, a ball of triangles, a table.
#pragma once

#include <array>
#include <map>
#include <random>

#include "talus/shape.h"

namespace talus::test {

inline Vec3<double> random_unit(std::mt19937& engine) {
  std::normal_distribution<> n;
  return normalized(Vec3<double>{n(engine), n(engine), n(engine)});
}

class ClosedSurface {
 public:
  std::int32_t vertex(const Vec3<double>& p) {
    const auto [at, is_new] =
        known_.try_emplace({p.x, p.y, p.z}, static_cast<std::int32_t>(mesh.vertices.size()));
    if (is_new) mesh.vertices.push_back(p);
    return at->second;
  }
  void triangle(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& r) {
    mesh.triangles.push_back({vertex(p), vertex(q), vertex(r)});
  }
  // The rectangle with the sides u and v, cut into n x n; u x v is outward.
  void rectangle(const Vec3<double>& from, const Vec3<double>& u, const Vec3<double>& v, int n) {
    const auto at = [&](int i, int k) { return from + (double(i) / n) * u + (double(k) / n) * v; };
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < n; ++k) {
        triangle(at(i, k), at(i + 1, k), at(i + 1, k + 1));
        triangle(at(i, k), at(i + 1, k + 1), at(i, k + 1));
      }
    }
  }
  Shape shape() const { return make_mesh(mesh, {.cells = 16, .surface = MeshSurface::source}); }

  TriangleMesh mesh;

 private:
  std::map<std::array<double, 3>, std::int32_t> known_;
};

// A box, or, `inward`, a hollow.
inline void add_box(ClosedSurface& s, const Vec3<double>& half, int cuts, bool inward = false) {
  const Vec3<double> x{2 * half.x, 0, 0}, y{0, 2 * half.y, 0}, z{0, 0, 2 * half.z}, low = -half;
  const auto side = [&](const Vec3<double>& from, const Vec3<double>& u, const Vec3<double>& v) {
    s.rectangle(from, inward ? v : u, inward ? u : v, cuts);
  };
  side(low, y, x);
  side(low + z, x, y);
  side(low, x, z);
  side(low + y, z, x);
  side(low, z, y);
  side(low + x, y, z);
}

inline Shape box_mesh(const Vec3<double>& half, int cuts) {
  ClosedSurface s;
  add_box(s, half, cuts);
  return s.shape();
}

inline Shape ball_mesh(double radius, int level) {
  std::vector<std::array<Vec3<double>, 3>> face;
  for (const double x : {1.0, -1.0}) {
    for (const double y : {1.0, -1.0}) {
      for (const double z : {1.0, -1.0}) {
        if (x * y * z > 0) {
          face.push_back({Vec3<double>{x, 0, 0}, {0, y, 0}, {0, 0, z}});
        } else {
          face.push_back({Vec3<double>{x, 0, 0}, {0, 0, z}, {0, y, 0}});
        }
      }
    }
  }
  const auto middle = [](const Vec3<double>& p, const Vec3<double>& q) {
    return normalized(p + q);
  };
  for (int i = 0; i < level; ++i) {
    std::vector<std::array<Vec3<double>, 3>> finer;
    for (const auto& [p, q, r] : face) {
      const Vec3<double> a = middle(p, q), b = middle(q, r), c = middle(r, p);
      finer.push_back({p, a, c});
      finer.push_back({a, q, b});
      finer.push_back({c, b, r});
      finer.push_back({a, b, c});
    }
    face = std::move(finer);
  }
  ClosedSurface s;
  for (const auto& [p, q, r] : face) s.triangle(radius * p, radius * q, radius * r);
  return s.shape();
}

// A plate on two bars along y: concave, with feet of unequal width.
inline Shape table_mesh() {
  // Its profile in x and z, counter-clockwise seen against y.
  const std::array<double, 2> p[] = {{-0.5, -0.3}, {-0.4, -0.3}, {-0.4, 0.1}, {0.3, 0.1},
                                     {0.3, -0.3},  {0.5, -0.3},  {0.5, 0.3},  {-0.5, 0.3}};
  const int cap[][3] = {{0, 1, 2}, {0, 2, 7}, {2, 3, 7}, {3, 6, 7}, {3, 4, 5}, {3, 5, 6}};
  ClosedSurface s;
  const auto at = [&](int i, double y) { return Vec3<double>{p[i][0], y, p[i][1]}; };
  for (const auto& c : cap) {
    s.triangle(at(c[0], -0.4), at(c[1], -0.4), at(c[2], -0.4));
    s.triangle(at(c[0], 0.4), at(c[2], 0.4), at(c[1], 0.4));
  }
  for (int i = 0; i < 8; ++i) {
    const int k = (i + 1) % 8;
    s.triangle(at(i, -0.4), at(i, 0.4), at(k, 0.4));
    s.triangle(at(i, -0.4), at(k, 0.4), at(k, -0.4));
  }
  return s.shape();
}

// Seven cubes of the given size, one on each side of the middle one.
inline Shape jack_mesh(double size) {
  ClosedSurface s;
  const auto along = [&](int axis, double by) {
    Vec3<double> v{};
    v[axis] = by;
    return v;
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (const double out : {1.0, -1.0}) {
      for (int side = 0; side < 6; ++side) {
        const int across = side / 2, u = (across + 1) % 3, v = (across + 2) % 3;
        const double sign = side % 2 == 0 ? 1.0 : -1.0;
        if (across == axis && sign != out) continue;  // on the middle cube
        const Vec3<double> middle = along(axis, out * size) + along(across, 0.5 * sign * size);
        const Vec3<double> p = along(u, size), q = along(v, size);
        s.rectangle(middle - 0.5 * p - 0.5 * q, sign > 0 ? p : q, sign > 0 ? q : p, 1);
      }
    }
  }
  return s.shape();
}

}  // namespace talus::test
