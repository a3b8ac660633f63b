#include "bench/dem/bed.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talus/filling.h"
#include "talus/packing/random.h"
#include "talus/packing/random_polyhedron.h"
#include "talus/shape.h"
#include "talus/simulation.h"

namespace bench::dem {
namespace {

using talus::Setup;
using talus::Vec3;

constexpr int size_classes = 9;
constexpr int polyhedron_variants = 100;
constexpr double loose_fraction = 0.25;   // of the volume, before the fall
constexpr double settling_drag = 3.0;     // 1/s; only while the tile settles
constexpr double longest_settling = 0.6;  // s
// Kinetic energy of a grain at rest, over that of its fall by a diameter.
constexpr double energy_at_rest = 1e-6;

std::vector<talus::Shape> shapes_of(Grain grain) {
  switch (grain) {
    case Grain::sphere:
      return {talus::make_sphere(1.0)};
    case Grain::ellipsoid:
      return {talus::make_ellipsoid({1.0, 1.0, 2.0})};
    case Grain::superquadric_4:
      return {talus::make_superquadric({1.0, 1.0, 1.0}, 4.0, 4.0)};
    case Grain::superquadric_8:
      return {talus::make_superquadric({1.0, 1.0, 1.0}, 8.0, 8.0)};
    case Grain::polyhedron:
      break;
  }
  std::vector<talus::Shape> shapes;
  for (int i = 0; i < polyhedron_variants; ++i) {
    shapes.emplace_back(talus::random_polyhedron({.vertices = 26}, 1, static_cast<unsigned>(i)));
  }
  return shapes;
}

void add_wall(Setup& setup, const std::string& name, const Vec3<double>& normal, double offset) {
  setup.bodies.shape_of.push_back(static_cast<std::int32_t>(setup.bodies.shapes.size()));
  setup.bodies.shapes.emplace_back(talus::make_half_space(normal, offset));
  setup.bodies.poses.emplace_back();
  setup.name.push_back(name);
  setup.material_of.push_back(0);
  setup.freedom.push_back(talus::Freedom::fixed);
  setup.velocity.emplace_back();
  setup.angular_velocity.emplace_back();
}

// Walls, materials and the table of shapes.
Setup empty_tile(const BedSettings& settings, talus::FillSettings& filling) {
  const double width = width_of_tile(settings.grains);
  Setup setup;
  setup.law = settings.law;
  setup.materials.material = {{"stone", density, young, poisson}};
  talus::Interaction& interaction = setup.materials.interaction.emplace_back();
  interaction.restitution = restitution;
  interaction.friction = friction;
  add_wall(setup, "floor", {0, 0, 1}, 0.0);
  if (settings.sides == Sides::walls) {
    add_wall(setup, "left", {1, 0, 0}, 0.0);
    add_wall(setup, "right", {-1, 0, 0}, -width);
    add_wall(setup, "front", {0, 1, 0}, 0.0);
    add_wall(setup, "back", {0, -1, 0}, -width);
  } else {
    setup.domain = {{0, 0, 0}, {width, width, 1.0}, {true, true, false}};
  }
  for (int c = 0; c < size_classes; ++c) {
    const double diameter = mean_diameter * (1.0 - spread + 2.0 * spread * c / (size_classes - 1));
    talus::FillPart part;
    const std::vector<talus::Shape> shapes = shapes_of(settings.grain);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      // Of many variants each is in one size only.
      if (shapes.size() > 1 && i % size_classes != static_cast<std::size_t>(c)) continue;
      part.shapes.push_back(static_cast<std::int32_t>(setup.bodies.shapes.size()));
      setup.bodies.shapes.push_back(talus::scaled_to_diameter(shapes[i], diameter));
    }
    filling.parts.push_back(part);
  }
  return setup;
}

// The positions of the simulation's bodies, all velocities zero.
Setup at_rest(const Setup& before, const talus::Simulation& simulation) {
  Setup setup = before;
  setup.bodies = simulation.bodies();
  setup.drag = 0.0;
  setup.time_step = simulation.time_step();
  return setup;
}

}  // namespace

std::string name_of(Grain grain) {
  switch (grain) {
    case Grain::sphere:
      return "spheres";
    case Grain::ellipsoid:
      return "ellipsoids 1:1:2";
    case Grain::superquadric_4:
      return "superquadrics n = 4";
    case Grain::superquadric_8:
      return "superquadrics n = 8";
    case Grain::polyhedron:
      return "polyhedra, 26 vertices";
  }
  return "";
}

double width_of_tile(int grains) { return mean_diameter * std::round(std::cbrt(grains)); }

std::size_t grain_count(const Setup& setup) {
  return static_cast<std::size_t>(
      std::count(setup.freedom.begin(), setup.freedom.end(), talus::Freedom::free));
}

Setup settled_tile(const BedSettings& settings) {
  talus::FillSettings filling;
  Setup setup = empty_tile(settings, filling);
  const double width = width_of_tile(settings.grains);
  const double volume = 3.14159265358979323846 / 6.0 * std::pow(mean_diameter, 3) * settings.grains;
  filling.name = "grain";
  filling.count = settings.grains;
  filling.seed = settings.seed;
  filling.region.box = {{0, 0, 0}, {width, width, volume / (loose_fraction * width * width)}};
  talus::fill(setup, filling);
  setup.drag = settling_drag;
  talus::Simulation simulation(setup);
  const double mass = density * volume / settings.grains;
  const double rest = energy_at_rest * settings.grains * mass * 9.81 * mean_diameter;
  do {
    simulation.step(200);
  } while (simulation.time() < 0.2 ||
           (simulation.time() < longest_settling && simulation.ledger().kinetic > rest));
  return at_rest(setup, simulation);
}

Setup repeated(const Setup& tile, int along_x, int along_y, std::uint64_t seed) {
  const std::size_t walls = tile.bodies.size() - grain_count(tile);
  Setup bed = tile;
  const Vec3<double> width = tile.domain.upper - tile.domain.lower;
  bed.domain.upper.x = tile.domain.lower.x + along_x * width.x;
  bed.domain.upper.y = tile.domain.lower.y + along_y * width.y;
  const std::size_t copies = static_cast<std::size_t>(along_x) * static_cast<std::size_t>(along_y);
  const std::size_t own = grain_count(tile);
  std::vector<std::size_t> order(copies * own);
  std::iota(order.begin(), order.end(), std::size_t{0});
  talus::Random random(seed);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[random.bits() % i]);
  }
  bed.bodies.poses.resize(walls), bed.bodies.shape_of.resize(walls), bed.name.resize(walls);
  for (const std::size_t k : order) {
    const std::size_t grain = walls + k % own, copy = k / own;
    const auto x = static_cast<double>(copy % static_cast<std::size_t>(along_x));
    const auto y = static_cast<double>(copy / static_cast<std::size_t>(along_x));
    talus::Pose<double> pose = tile.bodies.poses[grain];
    pose.position = pose.position + Vec3<double>{x * width.x, y * width.y, 0.0};
    bed.bodies.poses.push_back(pose);
    bed.bodies.shape_of.push_back(tile.bodies.shape_of[grain]);
    bed.name.push_back("grain");
  }
  const std::size_t bodies = walls + order.size();
  bed.material_of.assign(bodies, 0);
  bed.freedom.resize(bodies, talus::Freedom::free);
  bed.velocity.assign(bodies, {});
  bed.angular_velocity.assign(bodies, {});
  return bed;
}

}  // namespace bench::dem
