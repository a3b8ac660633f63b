// Fillings: what they promise (no overlap, inside the region, the requested amount, the same grains
// from the same seed) for every kind of shape, among walls and bodies, open and periodic.
#include "talus/filling.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>

#include "talus/narrow/contact.h"
#include "talus/packing/random_polyhedron.h"
#include "talus/setup.h"
#include "talus/shape.h"

namespace talus {
namespace {

Setup empty_setup() {
  Setup setup;
  setup.materials.material = {{"stone", 2000.0, 1e7, 0.25}};
  setup.materials.interaction = {{}};
  return setup;
}

// A jack: three bars that cross, concave.
Shape jack(double size) {
  const double bar = 0.3 * size;
  return make_mesh(
      [=](const Vec3<double>& p) {
        double nearest = 1.0;
        for (int axis = 0; axis < 3; ++axis) {
          double outside = std::abs(p[axis]) - size;
          for (int k = 1; k < 3; ++k) {
            outside = std::max(outside, std::abs(p[(axis + k) % 3]) - bar);
          }
          nearest = std::min(nearest, outside);
        }
        return nearest;
      },
      {{-1.2 * size, -1.2 * size, -1.2 * size}, {1.2 * size, 1.2 * size, 1.2 * size}},
      {.cells = 16});
}

std::int32_t add_shape(Setup& setup, Shape shape) {
  setup.bodies.shapes.push_back(std::move(shape));
  return static_cast<std::int32_t>(setup.bodies.shapes.size()) - 1;
}

// One part of every kind, all of about the same size.
std::vector<FillPart> every_kind(Setup& setup, double r) {
  std::vector<FillPart> parts;
  parts.push_back({{add_shape(setup, make_sphere(r))}, 1.0});
  parts.push_back({{add_shape(setup, make_ellipsoid({1.6 * r, r, 0.6 * r}))}, 1.0});
  parts.push_back({{add_shape(setup, make_superquadric({r, 0.8 * r, 0.8 * r}, 6.0, 4.0))}, 1.0});
  FillPart random{{}, 1.0};
  for (std::uint64_t i = 0; i < 7; ++i) {
    random.shapes.push_back(
        add_shape(setup, scaled_to_diameter(random_polyhedron({.vertices = 20}, 3, i), 2.0 * r)));
  }
  parts.push_back(random);
  parts.push_back({{add_shape(setup, jack(r))}, 1.0});
  return parts;
}

// All pairs and images by the contact of the true shapes; half-spaces beside, too.
void expect_apart(const Setup& setup, double gap = 0.0) {
  std::int64_t checked = 0;
  const broad::Domain& domain = setup.domain;
  for (std::size_t a = 0; a < setup.bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < setup.bodies.size(); ++b) {
      const Kind ka = kind_of(setup.bodies.shape(a)), kb = kind_of(setup.bodies.shape(b));
      if (ka == Kind::half_space && kb == Kind::half_space) continue;
      for (int x = domain.periodic[0] ? -1 : 0; x <= (domain.periodic[0] ? 1 : 0); ++x) {
        for (int y = domain.periodic[1] ? -1 : 0; y <= (domain.periodic[1] ? 1 : 0); ++y) {
          const broad::Image image{static_cast<std::int16_t>(x), static_cast<std::int16_t>(y), 0};
          Pose<double> pose = setup.bodies.poses[b];
          pose.position = pose.position + broad::shift_of(domain, image);
          const auto sphere_a = world_sphere(setup.bodies.shape(a), setup.bodies.poses[a]);
          const auto sphere_b = world_sphere(setup.bodies.shape(b), pose);
          if (sphere_a && sphere_b &&
              norm(sphere_a->centre - sphere_b->centre) >
                  sphere_a->radius + sphere_b->radius + gap) {
            continue;
          }
          ++checked;
          EXPECT_GT(
              contact(setup.bodies.shape(a), setup.bodies.poses[a], setup.bodies.shape(b), pose)
                  .distance,
              gap)
              << setup.name[a] << " and " << setup.name[b];
        }
      }
    }
  }
  EXPECT_GT(checked,
            static_cast<std::int64_t>(setup.bodies.size()) / 2);  // the test tests something
}

double volume_from(const Setup& setup, std::size_t first) {
  double sum = 0.0;
  for (std::size_t i = first; i < setup.bodies.size(); ++i) {
    sum += mass_properties(setup.bodies.shape(i)).volume;
  }
  return sum;
}

TEST(Filling, every_kind_in_a_box_of_walls_around_a_body) {
  talus::Setup setup = empty_setup();
  for (int k = 0; k < 3; ++k) {
    for (const double side : {-1.0, 1.0}) {
      Vec3<double> normal{};
      normal[k] = side;
      setup.bodies.poses.push_back({});
      setup.bodies.shape_of.push_back(add_shape(setup, make_half_space(normal, -0.5)));
      setup.name.push_back("wall");
    }
  }
  setup.bodies.poses.push_back({{0.1, 0.0, 0.0}, {}});
  setup.bodies.shape_of.push_back(add_shape(setup, make_sphere(0.2)));
  setup.name.push_back("boulder");
  const std::size_t before = setup.bodies.size();
  FillSettings settings;
  settings.name = "grain";
  settings.parts = every_kind(setup, 0.05);
  settings.region.box = {{-0.6, -0.6, -0.6}, {0.6, 0.6, 0.6}};  // wider than the walls
  settings.count = 200;
  fill(setup, settings);
  ASSERT_EQ(setup.bodies.size(), before + 200);
  EXPECT_EQ(setup.name.back(), "grain 199");
  expect_apart(setup);
}

TEST(Filling, a_periodic_box_is_crossed) {
  talus::Setup setup = empty_setup();
  setup.domain = {{0.0, 0.0, 0.0}, {0.6, 0.5, 0.0}, {true, true, false}};
  FillSettings settings;
  settings.parts = every_kind(setup, 0.05);
  settings.region.box = {{0.0, 0.0, 0.0}, {0.6, 0.5, 0.7}};
  settings.volume_fraction = 0.2;
  settings.gap = 0.002;
  fill(setup, settings);
  expect_apart(setup, settings.gap);
  const double fraction = volume_from(setup, 0) / settings.region.volume();
  EXPECT_GE(fraction, 0.19);
  EXPECT_LT(fraction, 0.21);
  int crossing = 0;
  for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
    const BoundingBox<double> box = *world_box(setup.bodies.shape(i), setup.bodies.poses[i]);
    crossing += box.lower.x < 0.0 || box.upper.x > 0.6 ? 1 : 0;
    EXPECT_GE(box.lower.z, 0.0);
    EXPECT_LE(box.upper.z, 0.7);
  }
  EXPECT_GT(crossing, 5);
}

TEST(Filling, a_tilted_cylinder_inside_a_tube) {
  talus::Setup setup = empty_setup();
  Tube tube;
  tube.axis = normalized(Vec3<double>{1.0, 2.0, 2.0});
  tube.base = {5.0, -3.0, 1.0};
  tube.radius = tube.top_radius = 0.4;
  tube.height = 1.0;
  tube.bottom = true;
  setup.mesh_walls.push_back(mesh_of(tube));
  FillSettings settings;
  settings.parts = every_kind(setup, 0.05);
  settings.region.type = FillRegion::Type::cylinder;
  settings.region.base = tube.base - 0.5 * tube.axis;  // reaches through the bottom
  settings.region.axis = tube.axis;
  settings.region.radius = 0.45;
  settings.region.height = 1.4;
  settings.mass = 250.0;
  fill(setup, settings);
  EXPECT_NEAR(2000.0 * volume_from(setup, 0), 250.0, 2.0);
  expect_apart(setup);
  int inside = 0;
  for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
    const auto sphere = *world_sphere(setup.bodies.shape(i), setup.bodies.poses[i]);
    const Vec3<double> from_base = sphere.centre - tube.base;
    const double along = dot(from_base, tube.axis);
    const double radial = norm(from_base - along * tube.axis);
    // Beside the tube's wall, or in front of its bottom, or wholly inside.
    const bool in_tube = along > 0.0;
    inside += in_tube ? 1 : 0;
    if (in_tube) {
      EXPECT_LE(radial, 0.4 - sphere.radius);
      EXPECT_GE(along, sphere.radius);
    } else {
      EXPECT_LE(along, -sphere.radius);
    }
    EXPECT_LE(radial, 0.45 - sphere.radius);
  }
  EXPECT_GT(inside, 20);
}

TEST(Filling, spheres_of_two_decades) {
  talus::Setup setup = empty_setup();
  FillSettings settings;
  for (const double r : {0.2, 0.02, 0.005}) {
    settings.parts.push_back({{add_shape(setup, make_sphere(r))}, r > 0.1 ? 1.0 : 100.0});
  }
  settings.region.box = {{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}};
  settings.count = 1005;
  fill(setup, settings);
  ASSERT_EQ(setup.bodies.size(), 1005u);
  double least = 1.0;
  for (std::size_t a = 0; a < setup.bodies.size(); ++a) {
    const double ra = std::get<Sphere<double>>(setup.bodies.shape(a)).radius;
    for (std::size_t b = 0; b < a; ++b) {
      const double rb = std::get<Sphere<double>>(setup.bodies.shape(b)).radius;
      least = std::min(
          least, norm(setup.bodies.poses[a].position - setup.bodies.poses[b].position) - ra - rb);
    }
  }
  EXPECT_GT(least, 0.0);
  EXPECT_LT(least, 0.005);
}

TEST(Filling, the_same_seed_gives_the_same_grains) {
  const auto filled = [](std::uint64_t seed) {
    talus::Setup setup = empty_setup();
    FillSettings settings;
    settings.parts = every_kind(setup, 0.05);
    settings.region.box = {{0.0, 0.0, 0.0}, {1.0, 1.0, 0.4}};
    settings.count = 100;
    settings.seed = seed;
    fill(setup, settings);
    return setup;
  };
  const talus::Setup a = filled(5), b = filled(5), c = filled(6);
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    EXPECT_EQ(a.bodies.poses[i].position, b.bodies.poses[i].position);
    EXPECT_FALSE(a.bodies.poses[i].position == c.bodies.poses[i].position);
  }
}

TEST(Filling, one_that_does_not_fit_says_how_many_did) {
  talus::Setup setup = empty_setup();
  FillSettings settings;
  settings.parts = {{{add_shape(setup, make_sphere(0.1))}, 1.0}};
  settings.region.box = {{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}};
  settings.volume_fraction = 0.6;
  settings.max_attempts = 20000;
  try {
    fill(setup, settings);
    FAIL() << "0.6 is more than random insertion can do";
  } catch (const FillError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("of 144 grains fitted"), std::string::npos) << text;
    EXPECT_NE(text.find("20000 attempts"), std::string::npos) << text;
  }
  EXPECT_EQ(setup.bodies.size(), 0u);           // as it was
  settings.region.box.upper = {0.1, 1.0, 1.0};  // thinner than a grain
  settings.volume_fraction.reset();
  settings.count = 3;
  try {
    fill(setup, settings);
    FAIL() << "the region is thinner than a grain";
  } catch (const FillError& error) {
    EXPECT_NE(std::string(error.what()).find("only 0 of 3"), std::string::npos) << error.what();
  }
}

TEST(Filling, a_hundred_thousand_spheres_in_seconds) {
  talus::Setup setup = empty_setup();
  FillSettings settings;
  settings.parts = {{{add_shape(setup, make_sphere(0.5))}, 1.0}};
  settings.region.box = {{0.0, 0.0, 0.0}, {60.0, 60.0, 60.0}};
  settings.count = 100'000;  // volume fraction 0.24
  const auto start = std::chrono::steady_clock::now();
  fill(setup, settings);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_EQ(setup.bodies.size(), 100'000u);
  RecordProperty("seconds", std::to_string(seconds));
  EXPECT_LT(seconds, 60.0);  // two seconds on one free core; a sanitizer takes longer
}

}  // namespace
}  // namespace talus
