// A drum of 100,000 triangles, half filled: its caps are fans of triangles as long as it is wide.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "bench/broad/result.h"

namespace bench::broad {
namespace {

using Vector = talus::Vec3<double>;
using Box = talus::BoundingBox<double>;

constexpr int around = 400, along = 124, triangles = 2 * around * along + 2 * around;

struct Drum {
  double radius, length;

  Vector point(int i, int k) const {
    const double angle = 2 * std::numbers::pi * i / around;
    return {radius * std::cos(angle), length * k / along, radius * std::sin(angle)};
  }
  Vector centre(int k) const { return {0, length * k / along, 0}; }
};

Box box_around(const Vector& a, const Vector& b, const Vector& c) {
  Box box{a, a};
  for (const Vector& corner : {b, c}) {
    for (int axis = 0; axis < 3; ++axis) {
      box.lower[axis] = std::min(box.lower[axis], corner[axis]);
      box.upper[axis] = std::max(box.upper[axis], corner[axis]);
    }
  }
  return box;
}

void add_triangles(const Drum& drum, std::vector<Box>& boxes) {
  for (int i = 0; i < around; ++i) {
    for (int k = 0; k < along; ++k) {
      const Vector a = drum.point(i, k), c = drum.point(i + 1, k + 1);
      boxes.push_back(box_around(a, drum.point(i + 1, k), c));
      boxes.push_back(box_around(a, c, drum.point(i, k + 1)));
    }
    for (const int k : {0, along}) {
      boxes.push_back(box_around(drum.centre(k), drum.point(i, k), drum.point(i + 1, k)));
    }
  }
}

// Spheres of 1:3 at a volume fraction of 0.6 in the lower half.
void add_bodies(const Drum& drum, int count, unsigned seed, std::vector<Box>& boxes) {
  std::mt19937_64 engine(seed);
  const auto number = [&](double from, double to) {
    return from + (to - from) * 0x1p-53 * static_cast<double>(engine() >> 11);
  };
  while (static_cast<int>(boxes.size()) < count) {
    const double x = number(-drum.radius, drum.radius), z = number(-drum.radius, 0);
    if (std::hypot(x, z) > drum.radius) continue;
    const Vector centre{x, number(0, drum.length), z};
    const double radius = number(0.5, 1.5);
    const Vector half{radius, radius, radius};
    boxes.push_back({centre - half, centre + half});
  }
}

template <class Run>
Trial best_of(int repeats, Run run) {
  Trial best = run();
  for (int i = 1; i < repeats; ++i) {
    const Trial trial = run();
    if (trial.seconds < best.seconds) best = trial;
  }
  return best;
}

}  // namespace

MeshWall measure_mesh_wall(int bodies, int repeats, unsigned seed) {
  // As long as wide; the mean volume of a sphere is 4 / 3 pi 1.25.
  const double volume = bodies * 4 / 3.0 * std::numbers::pi * 1.25 / 0.6;
  const double radius = std::cbrt(volume / std::numbers::pi);
  const Drum drum{radius, 2 * radius};
  std::vector<Box> boxes;
  add_bodies(drum, bodies, seed, boxes);
  add_triangles(drum, boxes);
  const Boxes all = boxes;
  MeshWall wall{bodies, triangles, {}, {}, {}};
  wall.alone = best_of(repeats, [&] { return run_talus(all.first(bodies)); });
  wall.with_walls = best_of(repeats, [&] { return run_talus_with_walls(all, bodies); });
  wall.cgal = run_cgal_with_walls(all, bodies);
  return wall;
}

}  // namespace bench::broad
