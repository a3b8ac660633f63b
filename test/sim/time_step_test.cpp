// The limit of the time step: against all pairs one by one, closed forms of levers, and runs of
// mixtures at the largest step that is accepted.
#include "talus/sim/loop/time_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/setup_for_tests.h"
#include "talus/physics/effective_radius.h"
#include "talus/physics/law/registry.h"
#include "talus/physics/mix_materials.h"
#include "talus/shape/superquadric/curvature.h"
#include "talus/sim/loop/contact_mobility.h"

namespace talus {
namespace {

Polyhedron box_of(const Vec3<double>& half) {
  std::vector<Vec3<double>> corner;
  for (int i = 0; i < 8; ++i) {
    corner.push_back({(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                      (i & 4) != 0 ? half.z : -half.z});
  }
  return make_polyhedron(corner);
}

Polyhedron tetrahedron(double size) {
  return make_polyhedron(std::vector<Vec3<double>>{
      {size, size, size}, {size, -size, -size}, {-size, size, -size}, {-size, -size, size}});
}

Vec3<double> some_direction(Random& random) {
  for (;;) {
    const Vec3<double> d{2 * random.uniform() - 1, 2 * random.uniform() - 1,
                         2 * random.uniform() - 1};
    const double length = norm(d);
    if (length > 0.1 && length < 1.0) return d / length;
  }
}

Shape random_shape(Random& random, double size) {
  const auto stretch = [&] { return size * (0.4 + 1.2 * random.uniform()); };
  switch (static_cast<int>(4 * random.uniform())) {
    case 0:
      return make_sphere(size);
    case 1:
      return make_ellipsoid({stretch(), stretch(), stretch()});
    case 2:
      return make_superquadric({stretch(), stretch(), stretch()}, 2 + 8 * random.uniform(),
                               2 + 8 * random.uniform());
    default: {
      std::vector<Vec3<double>> point;
      for (int i = 0; i < 12; ++i) point.push_back(stretch() * some_direction(random));
      return make_polyhedron(point);
    }
  }
}

double factor_of(const Shape& shape, const char* law = "hertz-mindlin") {
  ContactMaterial m;
  m.modulus = 1e7;
  m.shear_modulus = 1e6;
  return mobility_factor(body_type(shape, 2500), *find_law(law), m);
}

// The largest omega^2 of all pairs, one by one, each with the steps that it needs. No crowds: no
// body has many neighbours.
double quickest_of_all_pairs(const Setup& setup) {
  const Law& law = *find_law(setup.law);
  const std::vector<ContactMaterial> mixed = mix_materials(setup.materials, law);
  const std::size_t n = setup.bodies.size(), m = setup.materials.material.size();
  std::vector<double> inverse_radius, mobility;
  std::vector<SurfaceClass> surface;
  double largest_factor = 0.0;  // under a law of the overlap volume all bodies have it
  for (std::size_t i = 0; i < n && law.uses_overlap_volume; ++i) {
    const BodyType type = body_type(setup.bodies.shape(i), 1.0);
    largest_factor = std::max(largest_factor, mobility_factor(type, law, mixed[0]));
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto material = static_cast<std::size_t>(setup.material_of[i]);
    const BodyType type =
        body_type(setup.bodies.shape(i), setup.materials.material[material].density);
    const bool is_free = setup.freedom[i] == Freedom::free;
    const Kind kind = kind_of(setup.bodies.shape(i));
    surface.push_back(kind == Kind::polyhedron ? SurfaceClass::edged
                      : kind == Kind::ellipsoid || kind == Kind::superquadric
                          ? SurfaceClass::smooth
                          : SurfaceClass::round);
    inverse_radius.push_back(type.bounded ? 1.0 / type.size_radius : 0.0);
    const double factor = law.uses_overlap_volume
                              ? largest_factor
                              : mobility_factor(type, law, mixed[material * (m + 1)]);
    mobility.push_back(is_free ? factor * (1.0 / type.mass) : 0.0);
  }
  double quickest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      const double w = mobility[i] + mobility[k];
      if (!(w > 0.0)) continue;
      const double radius = effective_radius(inverse_radius[i], inverse_radius[k]);
      const ContactMaterial& both = mixed[static_cast<std::size_t>(setup.material_of[i]) * m +
                                          static_cast<std::size_t>(setup.material_of[k])];
      const double steps =
          steps_per_half_period(std::max(surface[i], surface[k]), both.damping_ratio);
      quickest = std::max(quickest, law.stiffness(both, radius) * w * ((steps / 6) * (steps / 6)));
    }
  }
  return quickest;
}

// Random materials, shapes, sizes over two decades and densities over four, far apart.
TEST(TimeStep, IsThatOfTheQuickestOfAllPairs) {
  Random random(11);
  int constrained_pairs = 0;
  for (int trial = 0; trial < 200; ++trial) {
    TestScene scene;
    auto& setup = scene.setup;
    setup.law = trial % 3 == 0 ? "linear" : trial % 3 == 1 ? "hertz-mindlin" : "volume";
    const std::size_t materials = 1 + static_cast<std::size_t>(3 * random.uniform());
    setup.materials.material.clear();
    for (std::size_t k = 0; k < materials; ++k) {
      setup.materials.material.push_back({"m", std::pow(10.0, 1 + 3 * random.uniform()),
                                          std::pow(10.0, 6 + 4 * random.uniform()), 0.25});
    }
    setup.materials.interaction.assign(materials * materials, Interaction{});
    const int count = 1 + static_cast<int>(40 * random.uniform());
    for (int i = 0; i < count; ++i) {
      const Shape shape = random_shape(random, std::pow(10.0, -3 + 2 * random.uniform()));
      const Freedom freedom = random.uniform() < 0.2 ? Freedom::fixed : Freedom::free;
      scene.add(scene.shape(shape), {{10.0 * i, 0, 5}, {}}, {}, {}, freedom);
      const double of = random.uniform() * static_cast<double>(materials);
      setup.material_of.back() = static_cast<std::int32_t>(of);
    }
    if (trial % 2 == 0) scene.add_floor();
    const double quickest = quickest_of_all_pairs(setup);
    const Simulation simulation(setup);
    if (quickest == 0.0) {
      EXPECT_EQ(simulation.time_step_reason(), "no body can move");
      continue;
    }
    const std::string why = simulation.time_step_reason();
    if (why.find("floor") != std::string::npos) ++constrained_pairs;
    if (why.find("among many") != std::string::npos) {
      EXPECT_LT(simulation.largest_time_step(), std::numbers::pi / std::sqrt(quickest) / 6);
    } else {
      EXPECT_EQ(simulation.largest_time_step(), std::numbers::pi / std::sqrt(quickest) / 6.0);
    }
  }
  EXPECT_GT(constrained_pairs, 3);
}

// A light sphere 50 m away used to stand for the cubes, which need a shorter step.
TEST(TimeStep, OfCubesIsNotThatOfALightSphereFarAway) {
  TestScene scene;
  const std::int32_t cube = scene.shape(cube_of(0.01));
  scene.add(cube, {{0, 0, 0.01}, {}});
  scene.add(cube, {{0, 0, 0.04}, {}});
  scene.add_floor();
  const double alone = Simulation(scene.setup).time_step();
  scene.add(scene.shape(make_sphere(0.01)), {{50, 0, 1}, {}});
  EXPECT_EQ(Simulation(scene.setup).time_step(), alone);
  EXPECT_LE(factor_of(make_sphere(0.01)), 1.0);
}

// The material of a mesh wall counts as that of a half-space does.
TEST(TimeStep, IsLimitedByStiffWalls) {
  double step[3];
  for (const int floor : {0, 1, 2}) {
    TestScene scene;
    scene.setup.materials.material.push_back({"steel", 7800, 2e11, 0.3});
    scene.setup.materials.interaction.assign(4, Interaction{});
    scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 0.02}, {}});
    if (floor == 1) {
      scene.add_floor();
      scene.setup.material_of.back() = 1;
    } else if (floor == 2) {
      scene.add_mesh_floor();
      scene.setup.mesh_walls.back().material = 1;
    }
    step[floor] = Simulation(scene.setup).time_step();
  }
  EXPECT_LT(step[1], 0.8 * step[0]);
  EXPECT_EQ(step[1], step[2]);
}

// Boxes: the largest lever is at a corner along the normal of a face,
// 3 b^2 / (a^2 + b^2) + 3 c^2 / (a^2 + c^2) with the half sides a, b, c, unless an arc has more.
TEST(ContactMobility, HasTheLeversOfBoxesAndTetrahedra) {
  EXPECT_NEAR(factor_of(cube_of(0.02)), 4.0, 1e-12);
  EXPECT_NEAR(factor_of(tetrahedron(0.02)), 1.0 + 20.0 / 3.0, 1e-12);
  EXPECT_NEAR(factor_of(box_of({0.001, 1, 1})), 7.0, 1e-4);
  EXPECT_EQ(factor_of(make_sphere(0.01)), 1.0);
  // The face over the square of the radius of the ball of equal volume, squared.
  const double radius = std::cbrt(3.0 / (4.0 * std::numbers::pi));
  EXPECT_NEAR(factor_of(cube_of(0.02), "volume"), std::pow(radius, -4.0), 1e-12);
}

// No point of the surface has a larger lever than the one found, and some have nearly as much. The
// point of a random normal is found through all vertices.
TEST(ContactMobility, FindsTheLargestLeverOfPolyhedra) {
  Random random(5);
  double inner = 0.0;
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<Vec3<double>> point;
    const Vec3<double> stretch{0.2 + random.uniform(), 0.2 + random.uniform(),
                               0.2 + random.uniform()};
    for (int i = 0; i < 4 + trial / 4; ++i) {
      point.push_back(multiply_componentwise(stretch, some_direction(random)));
    }
    const Polyhedron body = make_polyhedron(point);
    const BodyType type = body_type(Shape(body), 1000);
    const double found = factor_of(body) - 1.0;
    double sampled = 0.0, at_faces = 0.0;
    for (int i = 0; i < 20000; ++i) {
      const Vec3<double> n = some_direction(random);
      std::size_t top = 0;
      for (std::size_t k = 1; k < point.size(); ++k) {
        if (dot(point[k], n) > dot(point[top], n)) top = k;
      }
      sampled = std::max(sampled, lever_at(type, point[top], n));
    }
    const PolyhedronView<double>& view = body.view();
    for (int f = 0; f < view.face_count; ++f) {
      for (int k = view.face_vertex_start[f]; k < view.face_vertex_start[f + 1]; ++k) {
        at_faces = std::max(at_faces,
                            lever_at(type, view.vertex(view.face_vertex[k]), view.face_normal[f]));
      }
    }
    EXPECT_LE(sampled, found * (1 + 1e-9)) << trial;
    EXPECT_GE(sampled, 0.85 * found) << trial;
    inner = std::max(inner, found / at_faces);
  }
  RecordProperty("largest_lever_on_an_arc_over_that_at_faces", std::to_string(inner));
}

// Superquadrics and ellipsoids: 40000 random points of the surface, half of them by their normals,
// with Hertz's stiffness sqrt(R / size), have at most 6 % more than the search finds.
TEST(ContactMobility, FindsTheQuickestPointOfSmoothBodies) {
  Random random(8);
  double least = 1.0;
  for (int trial = 0; trial < 40; ++trial) {
    const auto stretch = [&] { return 0.25 + random.uniform(); };
    const double n1 = trial % 3 == 0 ? 2 : 2 + 18 * random.uniform();
    const double n2 = trial % 3 == 0 ? 2 : 2 + 18 * random.uniform();
    const Vec3<double> axes{stretch(), stretch(), stretch()};
    const Shape shape =
        trial % 3 == 0 ? Shape(make_ellipsoid(axes)) : Shape(make_superquadric(axes, n1, n2));
    const Superquadric<double> body{axes, n1, n2};
    const BodyType type = body_type(shape, 1000);
    // Flat sides have the limits of polyhedra, and no allowance for tangential springs.
    const double flat = flatness(std::max(n1, n2));
    const double allowed = std::pow(sphere_tangential_factor, 1 - flat);
    double largest = allowed;
    const auto consider = [&](const Vec3<double>& point, const Vec3<double>& n) {
      const double gaussian = curvature_radii(body, point, n).gaussian;
      const double size = type.size_radius;
      const double share = std::sqrt(limited_curvature_radius(gaussian, size, flat) / size);
      largest = std::max(largest, share * (1 + lever_at(type, point, n)));
    };
    for (int i = 0; i < 20000; ++i) {
      const Vec3<double> d = some_direction(random), to = multiply_componentwise(axes, d);
      const GaugeAt<double> at = gauge_at(body, to);
      consider(to / at.value, at.gradient / norm(at.gradient));
      consider(support_point(body, d), d);
    }
    const double found = factor_of(shape) * allowed / largest;
    EXPECT_LE(found, 1.05) << trial;  // random points miss the top, too
    least = std::min(least, found);
  }
  EXPECT_GE(least, 0.94);
}

// Beads of equal mass in all directions around a ball that is `ratio` times as large.
TestScene shell_of_beads(double ratio, double restitution) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.interaction().restitution = restitution;
  const double ball = 0.05, bead = ball / ratio;
  scene.setup.materials.material = {{"ball", 25, 1e7, 0.25},
                                    {"bead", 25 * ratio * ratio * ratio, 1e7, 0.25}};
  scene.setup.materials.interaction.assign(4, scene.interaction());
  scene.add(scene.shape(make_sphere(ball)), {});
  const std::int32_t shape = scene.shape(make_sphere(bead));
  const int count = static_cast<int>(2.6 * (1 + ratio) * (1 + ratio));
  for (int k = 0; k < count; ++k) {
    const double z = 1 - (2 * k + 1.0) / count, angle = std::numbers::pi * (1 + std::sqrt(5.0)) * k;
    const Vec3<double> n{std::sqrt(1 - z * z) * std::cos(angle),
                         std::sqrt(1 - z * z) * std::sin(angle), z};
    scene.add(shape, {(ball + 0.999 * bead) * n, {}}, -0.05 * n);
    scene.setup.material_of.back() = 1;
  }
  return scene;
}

// With the limit of single pairs the ball explodes: energy grows by factors of 1e5.
TEST(TimeStep, IsSafeForALightBallAmongManyHeavyBeads) {
  for (const double ratio : {6.0, 12.0}) {
    for (const double restitution : {0.01, 0.1, 0.3, 0.6, 1.0}) {
      TestScene scene = shell_of_beads(ratio, restitution);
      scene.setup.time_step = Simulation(scene.setup).largest_time_step() * (1 - 1e-9);
      Simulation simulation(scene.setup);
      EXPECT_NE(simulation.time_step_reason().find("among many"), std::string::npos);
      simulation.step(static_cast<std::int64_t>(0.02 / simulation.time_step()));
      const Ledger ledger = simulation.ledger();
      EXPECT_LT(std::abs(ledger.residual()), 0.03 * ledger.start) << ratio << " " << restitution;
      EXPECT_GT(ledger.elastic + ledger.damping, 0.0);
    }
  }
}

// The energy that a gas or a bed gains at the largest step that is accepted, relative to what was
// there.
double largest_gain(TestScene& scene, double time) {
  scene.setup.time_step = Simulation(scene.setup).largest_time_step() * (1 - 1e-9);
  Simulation simulation(scene.setup);
  double gain = 0.0;
  for (int part = 0; part < 10; ++part) {
    simulation.step(static_cast<std::int64_t>(0.1 * time / simulation.time_step()));
    const Ledger ledger = simulation.ledger();
    gain = std::max(gain, ledger.residual() / ledger.turnover());
  }
  return gain;
}

// Grains on a lattice in a periodic box, some of them `ratio` times as dense.
TestScene gas_of(const Shape& shape, double restitution, double ratio) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.interaction().restitution = restitution;
  scene.interaction().friction = restitution < 1 ? 0.5 : 0.0;
  scene.setup.materials.material = {{"light", 2500 / ratio, 1e7, 0.25}, {"heavy", 2500, 1e7, 0.25}};
  scene.setup.materials.interaction.assign(4, scene.interaction());
  const double r = bounding_sphere(shape)->radius, pitch = 2.02 * r;
  const std::int32_t kind = scene.shape(shape);
  Random random(6);
  const auto some = [&] {
    return Vec3<double>{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
  };
  for (int i = 0; i < 27; ++i) {
    const Vec3<double> site{(i % 3 + 0.5) * pitch, (i / 3 % 3 + 0.5) * pitch,
                            (i / 9 + 0.5) * pitch};
    const Quat<double> turned = some_orientation(random);
    const Vec3<double> velocity = some(), spin = some();
    scene.add(kind, {site, turned}, velocity, (1 / r) * spin);
    scene.setup.material_of.back() = i % 2;
  }
  scene.setup.domain = {{}, {3 * pitch, 3 * pitch, 3 * pitch}, {true, true, true}};
  return scene;
}

// Tetrahedra used to gain up to 78 %.
TEST(TimeStep, KeepsTheEnergyOfElasticGasesAtTheLargestStep) {
  const std::vector<Shape> shapes{tetrahedron(0.006),
                                  cube_of(0.006),
                                  box_of({0.01, 0.01, 0.001}),
                                  box_of({0.02, 0.002, 0.002}),
                                  make_superquadric({0.008, 0.006, 0.004}, 4, 4),
                                  make_ellipsoid({0.016, 0.006, 0.004}),
                                  make_sphere(0.007)};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    TestScene scene = gas_of(shapes[i], 1.0, 1.0);
    EXPECT_LT(largest_gain(scene, 0.05), 0.01) << i;
  }
}

TEST(TimeStep, KeepsTheEnergyOfDampedMixturesAtTheLargestStep) {
  for (const double ratio : {1.0, 1000.0}) {
    for (const double restitution : {0.01, 0.05, 0.1, 0.5}) {
      TestScene scene = gas_of(make_sphere(0.007), restitution, ratio);
      EXPECT_LT(largest_gain(scene, 0.05), 0.01) << ratio << " " << restitution;
      // A bed of them under its own weight.
      scene.setup.gravity = {0, 0, -9.81};
      scene.setup.domain.periodic[2] = false;
      scene.add_floor();
      scene.setup.time_step = 0.0;
      EXPECT_LT(largest_gain(scene, 0.1), 0.01) << ratio << " " << restitution;
    }
  }
}

}  // namespace
}  // namespace talus
