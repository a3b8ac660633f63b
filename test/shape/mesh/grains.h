// Closed meshes of concave grains, with holes and without, for tests and studies. All are about two
// units large, centred near the origin and face outward.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <random>
#include <vector>

#include "talus/mesh_file.h"

namespace talus::test {

inline constexpr double two_pi = 2.0 * std::numbers::pi;

// Rings of `around` points each; neighbouring rings are joined, the last with the first.
inline TriangleMesh closed_rings(int rings, int around,
                                 const std::function<Vec3<double>(int, int)>& point) {
  TriangleMesh mesh;
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < around; ++j) mesh.vertices.push_back(point(i, j));
  }
  const auto at = [&](int i, int j) { return i % rings * around + j % around; };
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < around; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

// The same, but open rings closed by a point at either end.
inline TriangleMesh capped_rings(int rings, int around,
                                 const std::function<Vec3<double>(int, int)>& point,
                                 const Vec3<double>& first, const Vec3<double>& last) {
  TriangleMesh mesh = closed_rings(rings, around, point);
  mesh.triangles.resize(mesh.triangles.size() - 2 * static_cast<std::size_t>(around));
  const int bottom = static_cast<int>(mesh.vertices.size()), top = bottom + 1;
  mesh.vertices.push_back(first);
  mesh.vertices.push_back(last);
  for (int j = 0; j < around; ++j) {
    const int next = (j + 1) % around, ring = (rings - 1) * around;
    mesh.triangles.push_back({bottom, j, next});
    mesh.triangles.push_back({top, ring + next, ring + j});
  }
  return mesh;
}

inline TriangleMesh turned_outward(TriangleMesh mesh) {
  if (enclosed_volume(mesh) < 0.0) {
    for (std::array<int, 3>& t : mesh.triangles) std::swap(t[1], t[2]);
  }
  return mesh;
}

inline TriangleMesh box(const Vec3<double>& half) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back(
        {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

// An octahedron whose faces are cut into n^2 triangles each, on the unit sphere: 8 n^2 facets.
inline TriangleMesh sphere(int n) {
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> known;
  const auto vertex = [&](const std::array<int, 3>& at) {
    const auto [found, is_new] = known.try_emplace(at, static_cast<int>(mesh.vertices.size()));
    const Vec3<double> p{double(at[0]), double(at[1]), double(at[2])};
    if (is_new) mesh.vertices.push_back(p / norm(p));
    return found->second;
  };
  for (int octant = 0; octant < 8; ++octant) {
    const int s[3] = {octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1};
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

inline TriangleMesh torus(double ring, double tube, int rings, int around) {
  return turned_outward(closed_rings(rings, around, [=](int i, int j) -> Vec3<double> {
    const double u = two_pi * i / rings, v = two_pi * j / around;
    const double r = ring + tube * std::cos(v);
    return {r * std::cos(u), r * std::sin(u), tube * std::sin(v)};
  }));
}

// A tube around a closed curve, whose tangent is never along `up`.
inline TriangleMesh tube_around(const std::function<Vec3<double>(double)>& curve, double radius,
                                int rings, int around, const Vec3<double>& up) {
  return turned_outward(closed_rings(rings, around, [=](int i, int j) -> Vec3<double> {
    const double u = two_pi * i / rings, v = two_pi * j / around, step = 1e-5;
    const Vec3<double> tangent = normalized(curve(u + step) - curve(u - step));
    const Vec3<double> side = normalized(cross(up, tangent)), other = cross(tangent, side);
    return curve(u) + radius * (std::cos(v) * side + std::sin(v) * other);
  }));
}

inline TriangleMesh trefoil(double radius, int rings, int around) {
  const auto curve = [](double t) -> Vec3<double> {
    return {(std::sin(t) + 2.0 * std::sin(2.0 * t)) / 3.0,
            (std::cos(t) - 2.0 * std::cos(2.0 * t)) / 3.0, -std::sin(3.0 * t) / 3.0};
  };
  return tube_around(curve, radius, rings, around, {0.0, 0.0, 1.0});
}

// A stadium: two straight sides of length `straight` and two half circles of radius `bend`.
inline TriangleMesh chain_link(double straight, double bend, double radius, int rings, int around) {
  const double arc = std::numbers::pi * bend, length = 2.0 * (straight + arc);
  const auto curve = [=](double t) -> Vec3<double> {
    double s = std::fmod(t / two_pi + 1.0, 1.0) * length;
    if (s < straight) return {s - 0.5 * straight, -bend, 0.0};
    s -= straight;
    if (s < arc) {
      const double a = s / bend - 0.5 * std::numbers::pi;
      return {0.5 * straight + bend * std::cos(a), bend * std::sin(a), 0.0};
    }
    s -= arc;
    if (s < straight) return {0.5 * straight - s, bend, 0.0};
    const double a = (s - straight) / bend + 0.5 * std::numbers::pi;
    return {-0.5 * straight + bend * std::cos(a), bend * std::sin(a), 0.0};
  };
  return tube_around(curve, radius, rings, around, {0.0, 0.0, 1.0});
}

// A vessel with a wall of 0.15 and a floor of 0.2, turned about the z axis.
inline TriangleMesh cup(int around, int steps) {
  const std::vector<std::array<double, 2>> profile = {
      {0.7, -1.0}, {1.0, 1.0}, {0.85, 1.0}, {0.56, -0.8}};
  std::vector<std::array<double, 2>> fine;
  const auto add_line = [&](std::array<double, 2> from, std::array<double, 2> to, bool with_end) {
    for (int i = 0; i < steps + (with_end ? 1 : 0); ++i) {
      const double t = double(i) / steps;
      fine.push_back({from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])});
    }
  };
  const auto floor_line = [&](double r, double z, bool outward) {
    for (int i = 1; i < steps; ++i) {
      fine.push_back({r * (outward ? i : steps - i) / steps, z});
    }
  };
  floor_line(profile[0][0], -1.0, true);
  for (int n = 0; n < 3; ++n) add_line(profile[n], profile[n + 1], n == 2);
  floor_line(profile[3][0], -0.8, false);
  return turned_outward(
      capped_rings(static_cast<int>(fine.size()), around,
                   [&](int i, int j) -> Vec3<double> {
                     const double a = two_pi * j / around;
                     return {fine[i][0] * std::cos(a), fine[i][0] * std::sin(a), fine[i][1]};
                   },
                   {0.0, 0.0, -1.0}, {0.0, 0.0, -0.8}));
}

// A sphere with bumps of many sizes, like a scanned stone: 8 n^2 facets.
inline TriangleMesh rough_stone(int n, unsigned seed, double roughness = 1.0) {
  std::mt19937 engine(seed);
  std::normal_distribution<> normal;
  struct Wave {
    Vec3<double> direction;
    double amplitude, phase;
  };
  std::vector<Wave> waves;
  for (const double frequency : {1.0, 2.0, 4.0, 8.0, 16.0}) {
    for (int i = 0; i < 6; ++i) {
      Vec3<double> d{normal(engine), normal(engine), normal(engine)};
      waves.push_back(
          {2.0 * frequency * normalized(d), 0.06 * roughness / frequency, two_pi * normal(engine)});
    }
  }
  TriangleMesh mesh = sphere(n);
  for (Vec3<double>& p : mesh.vertices) {
    double r = 1.0;
    for (const Wave& w : waves) r += w.amplitude * std::sin(dot(w.direction, p) + w.phase);
    p = multiply_componentwise(Vec3<double>{r, 0.8 * r, 0.7 * r}, p);
  }
  return mesh;
}

// The radius of a thread of triangular profile, `depth` deep, one turn per `pitch`.
inline double thread_radius(double radius, double depth, double pitch, double angle, double z) {
  const double t = z / pitch - angle / two_pi, phase = t - std::floor(t);
  return radius - depth * (1.0 - std::abs(2.0 * phase - 1.0));
}

// A threaded shaft from z = -1 to 0.6 with a round head up to z = 1.
inline TriangleMesh bolt(int around, int steps) {
  return turned_outward(capped_rings(
      steps + 3, around,
      [=](int i, int j) -> Vec3<double> {
        const double a = two_pi * j / around, z = std::min(-1.0 + 1.6 * i / steps, 0.6);
        const double r = i <= steps ? thread_radius(0.5, 0.12, 0.3, a, z) : 0.85;
        return {r * std::cos(a), r * std::sin(a), i == steps + 2 ? 1.0 : z};
      },
      {0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}));
}

// A hexagonal nut from z = -0.3 to 0.3 whose thread is `gap` wider than the bolt's.
inline TriangleMesh nut(int around, int steps, double gap) {
  return turned_outward(closed_rings(steps + 3, around, [=](int i, int j) -> Vec3<double> {
    const double a = two_pi * j / around, third = two_pi / 6.0;
    const double from_middle = a - third * std::round(a / third);
    if (i <= steps) {
      const double z = -0.3 + 0.6 * i / steps;
      const double r = thread_radius(0.5, 0.12, 0.3, a, z) + gap;
      return {r * std::cos(a), r * std::sin(a), z};
    }
    const double r = 0.8 / std::cos(from_middle);
    return {r * std::cos(a), r * std::sin(a), i == steps + 1 ? 0.3 : -0.3};
  }));
}

// Negative inside: the walls of a gyroid of three periods, cut to a ball of radius 1.
inline double gyroid(const Vec3<double>& p) {
  const double k = 1.5 * std::numbers::pi;
  const double g = std::sin(k * p.x) * std::cos(k * p.y) + std::sin(k * p.y) * std::cos(k * p.z) +
                   std::sin(k * p.z) * std::cos(k * p.x);
  return std::max((std::abs(g) - 0.5) / k, norm(p) - 1.0);
}

inline TriangleMesh moved(TriangleMesh mesh, const Vec3<double>& by, double scale = 1.0) {
  for (Vec3<double>& v : mesh.vertices) v = scale * v + by;
  return mesh;
}

// Both bodies in one mesh.
inline TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const int first = static_cast<int>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const std::array<int, 3>& t : b.triangles) {
    a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  return a;
}

}  // namespace talus::test
