// A state made by hand, for measures in regions.
#pragma once

#include <vector>

#include "talus/measure.h"

namespace talus {

struct RegionState {
  Bodies bodies;
  Motion motion;
  ContactTable contacts;
  broad::Domain domain;

  StateView view() const { return {bodies, motion, contacts, domain}; }

  std::int32_t shape(const Shape& shape) {
    bodies.shapes.push_back(shape);
    return static_cast<std::int32_t>(bodies.shapes.size()) - 1;
  }
  void add(std::int32_t shape, const Vec3<double>& position, const Quat<double>& turn = {},
           const Vec3<double>& velocity = {}) {
    bodies.shape_of.push_back(shape);
    bodies.poses.push_back({position, turn});
    motion.velocity.push_back(velocity);
    motion.angular_momentum.emplace_back();
    motion.angular_velocity.emplace_back();
    motion.mass.push_back(1.0);
    motion.freedom.push_back(Freedom::free);
  }
  // Centres of mass are the positions here; the image of b is `shift` away.
  void touch(std::int32_t a, std::int32_t b, const Vec3<double>& force,
             const Vec3<double>& shift = {}) {
    const Vec3<double> from = bodies.poses[static_cast<std::size_t>(a)].position;
    const Vec3<double> branch = bodies.poses[static_cast<std::size_t>(b)].position + shift - from;
    contacts.a.push_back(a), contacts.b.push_back(b);
    contacts.branch.push_back(branch);
    contacts.point.push_back(from + 0.5 * branch);
    contacts.normal.push_back((1.0 / norm(branch)) * branch);
    contacts.force.push_back(force);
    contacts.overlap.push_back(0.0), contacts.area.push_back(0.0);
  }
};

inline Region box_region(const Vec3<double>& lower, const Vec3<double>& upper) {
  Region region;
  region.box = {lower, upper};
  return region;
}

inline Region cylinder_region(const Vec3<double>& base, const Vec3<double>& axis, double radius,
                              double height) {
  Region region;
  region.type = Region::Type::cylinder;
  region.base = base;
  region.axis = axis;
  region.radius = radius;
  region.height = height;
  return region;
}

// Unit spheres on the sites of a simple cubic lattice of count^3 in a periodic cell, each touching
// six others with a force of one newton.
inline RegionState cubic_lattice(int count) {
  RegionState state;
  const std::int32_t ball = state.shape(make_sphere(1.0));
  const double side = 2.0 * count;
  state.domain = {{0, 0, 0}, {side, side, side}, {true, true, true}};
  const auto site = [count](int x, int y, int z) { return (x * count + y) * count + z; };
  for (int x = 0; x < count; ++x) {
    for (int y = 0; y < count; ++y) {
      for (int z = 0; z < count; ++z) state.add(ball, {2.0 * x, 2.0 * y + 0.5, 2.0 * z + 1.9});
    }
  }
  for (int x = 0; x < count; ++x) {
    for (int y = 0; y < count; ++y) {
      for (int z = 0; z < count; ++z) {
        const int last = count - 1, next_x = (x + 1) % count, next_y = (y + 1) % count;
        const int next_z = (z + 1) % count, here = site(x, y, z);
        state.touch(here, site(next_x, y, z), {1, 0, 0}, {x == last ? side : 0.0, 0, 0});
        state.touch(here, site(x, next_y, z), {0, 1, 0}, {0, y == last ? side : 0.0, 0});
        state.touch(here, site(x, y, next_z), {0, 0, 1}, {0, 0, z == last ? side : 0.0});
      }
    }
  }
  return state;
}

}  // namespace talus
