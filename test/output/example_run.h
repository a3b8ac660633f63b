// A run made up for tests: bodies of every kind on known paths, with contacts, walls and a ledger
// that are functions of the step alone.
#pragma once

#include <cmath>
#include <numbers>

#include "talus/mesh_file.h"
#include "talus/output/frame.h"

namespace talus::test {

// A closed ring of square section: concave, with a hole.
inline TriangleMesh ring_mesh(int segments = 12) {
  TriangleMesh mesh;
  const double section[4][2] = {{0.6, -0.2}, {1.0, -0.2}, {1.0, 0.2}, {0.6, 0.2}};
  for (int i = 0; i < segments; ++i) {
    const double angle = 2 * std::numbers::pi * i / segments;
    for (const auto& s : section) {
      mesh.vertices.push_back({s[0] * std::cos(angle), s[0] * std::sin(angle), s[1]});
    }
  }
  const auto at = [&](int i, int k) { return 4 * (i % segments) + k % 4; };
  for (int i = 0; i < segments; ++i) {
    for (int k = 0; k < 4; ++k) {
      mesh.triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
      mesh.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
    }
  }
  return mesh;
}

class ExampleRun {
 public:
  ExampleRun() {
    const std::vector<Vec3<double>> corners{{0, 0, 0}, {1, 0, 0}, {0, 1.1, 0}, {0, 0, 1 / 3.0}};
    bodies_.shapes = {make_sphere(0.5),
                      make_ellipsoid({0.4, 0.6, 0.8}),
                      make_superquadric({0.5, 0.6, 0.7}, 6, 3),
                      make_polyhedron(corners),
                      make_mesh(ring_mesh(), {16, MeshSurface::source, 1}),
                      make_half_space({0, 0, 1}, 0)};
    for (int i = 0; i < 12; ++i) {
      const bool floor = i == 11;
      bodies_.shape_of.push_back(floor ? 5 : i % 5);
      names_.push_back(floor ? "floor" : "grains " + std::to_string(i));
      material_of_.push_back(floor ? 1 : 0);
      motion_.freedom.push_back(floor ? Freedom::fixed : Freedom::free);
      motion_.mass.push_back(floor ? 0 : 1.5 + i);
      motion_.inertia.push_back({0.1, 0.2, 0.3 * i});
    }
    materials_.material = {{"glass", 2500, 6e7, 0.2}, {"steel", 7800, 2e8, 0.3}};
    materials_.interaction.resize(4);
    wall_triangle_ = {{0, 1, 2}, {0, 2, 3}};
    go_to(0);
  }

  void go_to(std::int64_t step) {
    step_ = step;
    const double t = time();
    bodies_.poses.clear();
    motion_.velocity.clear(), motion_.angular_velocity.clear();
    motion_.force.clear(), motion_.torque.clear(), motion_.angular_momentum.clear();
    for (int i = 0; i < 12; ++i) {
      const bool floor = i == 11;
      const Vec3<double> start{1.7 * (i % 4) - 2.5, 1.7 * (i / 4 % 3) - 2, 1.0 + i / 10.0};
      const double c = std::cos(t * i), s = std::sin(t * i);
      bodies_.poses.push_back(floor ? Pose<double>{}
                                    : make_pose(start + Vec3<double>{0, 0, t * i}, {c, 0, s, 0}));
      motion_.velocity.push_back({0, 0, floor ? 0.0 : i});
      motion_.angular_velocity.push_back({0, floor ? 0.0 : 2.0 * i, 0});
      motion_.force.push_back({t, 0, 1 / 3.0});
      motion_.torque.push_back({0, t, 0});
      motion_.angular_momentum.push_back({});
    }
    contacts_.clear();
    for (int i = 0; i + 1 < 11; i += 1 + static_cast<int>(step % 3)) {
      add_contact(i, i + 1);
    }
    add_contact(4, 11);
    const double x = 3 + t;  // the gate slides
    wall_vertex_ = {{-x, -3, 0}, {x, -3, 0}, {x, -3, 4}, {-x, -3, 4}};
  }

  double time() const { return 1e-3 * static_cast<double>(step_) / 3; }
  std::int64_t step() const { return step_; }

  Moment moment() const {
    Ledger ledger;
    ledger.kinetic = 1 / (3 + time());
    ledger.damping = 0.1 * time();
    ledger.start = 1 / 3.0;
    return {time(),
            step_,
            contacts_.size(),
            ledger,
            0.01 * time(),
            0.02 * time(),
            step_ / 7,
            step_ / 5,
            step_ / 11,
            step_ / 13,
            {},
            {},
            0.03 * time()};
  }

  FrameView view() const {
    return {moment(),
            bodies_,
            motion_,
            names_,
            material_of_,
            materials_,
            contacts_,
            {{"gate", wall_vertex_, wall_triangle_, 1}},
            {}};
  }

 private:
  void add_contact(int a, int b) {
    const Vec3<double> from = bodies_.poses[static_cast<std::size_t>(a)].position;
    const Vec3<double> to = bodies_.poses[static_cast<std::size_t>(b)].position;
    contacts_.a.push_back(a);
    contacts_.b.push_back(b);
    contacts_.point.push_back(b == 11 ? Vec3<double>{from.x, from.y, 0} : 0.5 * (from + to));
    contacts_.normal.push_back(normalized(to - from));
    contacts_.force.push_back((1.0 + a) * contacts_.normal.back());
    contacts_.branch.push_back(to - from);
    contacts_.overlap.push_back(1e-3 * a);
    contacts_.area.push_back(1e-4 * b);
  }

  Bodies bodies_;
  Motion motion_;
  std::vector<std::string> names_;
  std::vector<std::int32_t> material_of_;
  MaterialTable materials_;
  ContactTable contacts_;
  std::vector<Vec3<double>> wall_vertex_;
  std::vector<std::array<std::int32_t, 3>> wall_triangle_;
  std::int64_t step_{};
};

}  // namespace talus::test
