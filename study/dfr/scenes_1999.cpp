#include "dfr/scenes_1999.h"

#include <cmath>
#include <numbers>
#include <random>

#include "shape/mesh/grains.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/mesh/mesh_mass.h"

namespace study {
namespace {

using talus::TriangleMesh;
using talus::Vec3;

TriangleMesh centred(const TriangleMesh& mesh) {
  return talus::test::moved(mesh, -talus::mass_properties(mesh).centroid);
}

talus::Mesh made(const TriangleMesh& mesh, int cells) {
  return talus::make_mesh(centred(mesh), {.cells = cells, .surface = talus::MeshSurface::source});
}

talus::Quat<double> random_turn(std::mt19937& engine) {
  std::normal_distribution<> n;
  const double w = n(engine), x = n(engine), y = n(engine), z = n(engine);
  const double length = std::sqrt(w * w + x * x + y * y + z * z);
  return {w / length, x / length, y / length, z / length};
}

Grain block(const Vec3<double>& half, const Vec3<double>& middle) {
  return {made(talus::test::box(half), 16), {middle, {}}};
}

// A prism along y with the outline r(angle) and the given half thickness.
TriangleMesh plate(int corners, double waviness, double phase, double half_thickness) {
  TriangleMesh mesh;
  for (const double y : {-half_thickness, half_thickness}) {
    mesh.vertices.push_back({0.0, y, 0.0});
    for (int k = 0; k < corners; ++k) {
      const double a = talus::test::two_pi * k / corners;
      const double r = 1.0 + waviness * std::cos(3.0 * a + phase) +
                       0.5 * waviness * std::cos(5.0 * a + 2.0 * phase);
      mesh.vertices.push_back({r * std::cos(a), y, r * std::sin(a)});
    }
  }
  const int top = corners + 1;
  for (int k = 0; k < corners; ++k) {
    const int p = 1 + k, q = 1 + (k + 1) % corners;
    mesh.triangles.push_back({0, p, q});
    mesh.triangles.push_back({top, top + q, top + p});
    mesh.triangles.push_back({p, top + p, top + q});
    mesh.triangles.push_back({p, top + q, q});
  }
  return talus::test::turned_outward(mesh);
}

int lattice_side(int count) {
  return static_cast<int>(std::ceil(std::cbrt(static_cast<double>(count))));
}

}  // namespace

std::vector<Grain> stones_on_a_lattice(int count, int detail, int cells, double spacing) {
  std::mt19937 engine(18);
  std::uniform_real_distribution<> shake(-0.05, 0.05);
  std::vector<talus::Mesh> variant;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    variant.push_back(made(talus::test::rough_stone(detail, seed), cells));
  }
  const int side = lattice_side(count);
  std::vector<Grain> grains;
  for (int i = 0; i < count; ++i) {
    const Vec3<double> at{spacing * (i % side + 0.5) + shake(engine),
                          spacing * (i / side % side + 0.5) + shake(engine),
                          spacing * (i / (side * side) + 0.5) + shake(engine)};
    grains.push_back(
        {variant[static_cast<std::size_t>(i) % variant.size()], {at, random_turn(engine)}});
  }
  return grains;
}

GrainScene stones_in_a_box(int count, int detail, int cells) {
  constexpr double spacing = 2.35;
  GrainScene scene;
  scene.grains = stones_on_a_lattice(count, detail, cells, spacing);
  const double width = spacing * lattice_side(count), half = 0.5 * width, height = 0.75 * width;
  scene.walls = {block({half + 2.0, half + 2.0, 1.0}, {half, half, -1.0}),
                 block({1.0, half + 2.0, height}, {-1.0, half, height}),
                 block({1.0, half + 2.0, height}, {width + 1.0, half, height}),
                 block({half + 2.0, 1.0, height}, {half, -1.0, height}),
                 block({half + 2.0, 1.0, height}, {half, width + 1.0, height})};
  return scene;
}

GrainScene plates_in_a_layer(int count) {
  std::mt19937 engine(2);
  // No two outlines lie in one plane: rounding would decide what they cross.
  std::uniform_real_distribution<> angle(0.0, std::numbers::pi), offset(-0.05, 0.05);
  std::vector<talus::Mesh> variant;
  for (int k = 0; k < 8; ++k) variant.push_back(made(plate(16, 0.12, 0.8 * k, 0.3), 9));
  const int columns = static_cast<int>(std::ceil(std::sqrt(1.6 * count)));
  constexpr double spacing = 2.4;
  GrainScene scene;
  scene.planar = true;
  for (int i = 0; i < count; ++i) {
    const double half = 0.5 * angle(engine);
    scene.grains.push_back(
        {variant[static_cast<std::size_t>(i) % variant.size()],
         {{spacing * (i % columns + 0.5), offset(engine), spacing * (i / columns + 0.5)},
          {std::cos(half), 0.0, std::sin(half), 0.0}}});
  }
  const double width = spacing * columns, height = spacing * (count / columns + 1);
  scene.walls = {block({0.5 * width + 2.0, 1.0, 1.0}, {0.5 * width, 0.0, -1.0}),
                 block({1.0, 1.0, 0.6 * height}, {-1.0, 0.0, 0.6 * height}),
                 block({1.0, 1.0, 0.6 * height}, {width + 1.0, 0.0, 0.6 * height})};
  return scene;
}

}  // namespace study
