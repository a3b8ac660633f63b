// Concave bodies of flat faces, as meshes and for the oracle.
#pragma once

#include <random>
#include <string>

#include "oracle/flat_bodies.h"
#include "talus/shape.h"

namespace talus::test {

using oracle::FlatBody;
using oracle::FlatOverlap;
using Profile = std::vector<std::array<double, 2>>;

struct FlatShape {
  std::string name;
  FlatBody body;
  Shape shape;
  double cell;
};

inline FlatShape flat_shape(const std::string& name, FlatBody body, int cells) {
  TriangleMesh mesh;
  double low = 1e30, high = -1e30;
  for (const oracle::Point& p : body.vertices) {
    mesh.vertices.push_back({double(p.x), double(p.y), double(p.z)});
    for (const oracle::Real c : {p.x, p.y, p.z}) {
      low = std::min(low, double(c)), high = std::max(high, double(c));
    }
  }
  mesh.triangles = body.triangles;
  return {name, std::move(body), make_mesh(mesh, {.cells = cells, .surface = MeshSurface::source}),
          (high - low) / cells};
}

// Ridges along z over a flat base: the W profile.
inline FlatBody ridges(int count, double slope) {
  Profile p{{1.0, -0.5}, {1.0, 0.0}};
  for (int i = 0; i < count; ++i) {
    const double from = 1.0 - 2.0 * i / count, width = 2.0 / count;
    p.push_back({from - 0.5 * width, slope * width});
    p.push_back({from - width, 0.0});
  }
  p.push_back({-1.0, -0.5});
  return oracle::prism_of(p, 1.0);
}

inline FlatBody comb(int teeth, double gap) {
  Profile p{{-1.0, -1.0}, {1.0, -1.0}};
  const double pitch = 2.0 / teeth;
  for (int i = 0; i < teeth; ++i) {
    const double right = 1.0 - i * pitch;
    p.push_back({right, 1.0});
    p.push_back({right - pitch * (1.0 - gap), 1.0});
    if (i + 1 == teeth) continue;
    p.push_back({right - pitch * (1.0 - gap), -0.6});
    p.push_back({right - pitch, -0.6});
  }
  p.push_back({1.0 - (teeth - 1) * pitch - pitch * (1.0 - gap), -1.0});
  p.erase(p.begin());
  return oracle::prism_of(p, 0.3);
}

inline FlatBody gear(int teeth) {
  Profile p;
  for (int i = 0; i < 4 * teeth; ++i) {
    const double angle = 2.0 * M_PI * i / (4.0 * teeth), r = i % 4 < 2 ? 1.0 : 0.7;
    p.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  return oracle::prism_of(p, 0.25);
}

inline std::vector<double> bars(int count, double width) {
  std::vector<double> x;
  for (int i = 0; i < count; ++i) {
    const double middle = count == 1 ? 0.0 : -1.0 + width + (2.0 - 2.0 * width) * i / (count - 1);
    x.push_back(middle - width), x.push_back(middle + width);
  }
  return x;
}

// Bars along x and y in one plane.
inline FlatBody grating(int count, double width) {
  return oracle::boxes_of({bars(count, width), bars(count, width), {-width, width}},
                          [](int i, int j, int) { return i % 2 == 0 || j % 2 == 0; });
}

// The edges of a cube.
inline FlatBody crate(double width) {
  const std::vector<double> x{-1.0, -1.0 + 2.0 * width, 1.0 - 2.0 * width, 1.0};
  return oracle::boxes_of({x, x, x},
                          [](int i, int j, int k) { return (i != 1) + (j != 1) + (k != 1) >= 2; });
}

// A cube with a cavity.
inline FlatBody shell(double width) {
  const std::vector<double> x{-0.9, -0.9 + width, 0.9 - width, 0.9};
  return oracle::boxes_of({x, x, x},
                          [](int i, int j, int k) { return i != 1 || j != 1 || k != 1; });
}

inline FlatBody block(double x, double y, double z) {
  return oracle::boxes_of({std::vector<double>{-x, x}, {-y, y}, {-z, z}},
                          [](int, int, int) { return true; });
}

inline const std::vector<FlatShape>& flat_shapes() {
  static const std::vector<FlatShape> list = [] {
    std::vector<FlatShape> s;
    s.push_back(flat_shape("ridges", ridges(4, 0.8), 12));
    s.push_back(flat_shape("comb", comb(5, 0.5), 16));
    s.push_back(flat_shape("gear", gear(9), 20));
    s.push_back(flat_shape("grating", grating(4, 0.08), 10));
    s.push_back(flat_shape("crate", crate(0.09), 14));
    s.push_back(flat_shape("shell", shell(0.2), 8));
    s.push_back(flat_shape("bar", block(0.11, 0.13, 1.0), 9));
    s.push_back(flat_shape("cube", block(0.8, 0.8, 0.8), 5));
    return s;
  }();
  return list;
}

struct Placed {
  Pose<double> pose;
  FlatBody body;
};

// The library's pose and the oracle's body at the same place: both take the same numbers.
inline Placed place(const FlatShape& shape, const std::array<double, 4>& q,
                    const Vec3<double>& at) {
  return {{at, {q[0], q[1], q[2], q[3]}},
          oracle::moved(shape.body, oracle::rotation_from<oracle::Real>(q), {at.x, at.y, at.z})};
}

inline std::array<double, 4> random_turn(std::mt19937& engine) {
  std::normal_distribution<> n;
  const std::array<double, 4> q{n(engine), n(engine), n(engine), n(engine)};
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

}  // namespace talus::test
