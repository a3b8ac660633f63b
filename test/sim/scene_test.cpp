// Scenes: every key arrives where it belongs, and every message names its line, all at
// once.
#include "talus/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "talus/setup.h"
#include "talus/shape.h"
#include "talus/shape/polyhedron.h"
#include "talus/sim/fingerprint.h"

namespace talus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class SceneFile : public ::testing::Test {
 protected:
  SceneFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "talus_scene_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~SceneFile() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  Scene read(const std::string& text) const { return read_scene(write("scene.toml", text)); }
  // Without the folder in front: "scene.toml:3:5: ...".
  std::vector<std::string> errors_in(const std::string& text) const {
    try {
      read(text);
    } catch (const SceneError& error) {
      std::vector<std::string> found;
      for (const std::string& message : error.messages()) {
        EXPECT_THAT(message, StartsWith(folder_.string() + "/scene.toml:"));
        found.push_back(message.substr(folder_.string().size() + 1));
      }
      return found;
    }
    return {};
  }

  std::filesystem::path folder_;
};

const std::string head = R"([simulation]
duration = 2.0
[[material]]
name = "stone"
)";

const std::string ball = R"([[body]]
shape = {type = "sphere", radius = 0.5}
position = [0, 0, 1]
)";

TEST_F(SceneFile, poisson_ratios) {
  for (const char* poisson : {"-0.99", "-0.3", "0.5"}) {
    EXPECT_TRUE(errors_in(head + "poisson = " + poisson + "\n" + ball).empty()) << poisson;
  }
  for (const char* poisson : {"-1.0", "0.51"}) {
    EXPECT_EQ(errors_in(head + "poisson = " + poisson + "\n" + ball).size(), 1u) << poisson;
  }
}

TEST_F(SceneFile, all_keys_arrive) {
  write("plate.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const Scene scene = read(R"(
[simulation]
gravity = [1, 2, -3]
law = "linear"
time_step = 1e-5
duration = 0.5
drag = 0.25
seed = 9
threads = 3
stop.kinetic_energy_ratio = 1e-4
stop.overlap = 0.06
stop.travel = 0.2
no_tension = true
[domain]
lower = [-1, -2, -3]
upper = [1, 2, 3]
periodic = [true, false, true]
[output]
interval = 0.1
checkpoint_interval = 77
csv = false
vtk = true
[[material]]
name = "a"
density = 1000
young = 1e6
poisson = 0.2
restitution = 0.4
friction = 0.6
rolling_friction = 0.1
stiffness = 300.0
tangential_ratio = 0.5
[[material]]
name = "b"
restitution = 0.8
friction = 0.2
stiffness = 100.0
[[interaction]]
materials = ["b", "b"]
friction = 0.9
[[wall]]
name = "floor"
type = "half_space"
material = "b"
normal = [0, 0, 2]
offset = -4
velocity = [1, 0, 0]
[[wall]]
name = "plate"
type = "mesh"
material = "a"
file = "plate.obj"
scale = 2.0
translate = [0, 0, 5]
orientation = [0, 0, 0, 1]
angular_velocity = [0, 0, 6]
[[body]]
name = "ball"
material = "b"
shape = {type = "sphere", radius = 0.1}
position = [0.5, 0, 0]
orientation = [0, 1, 0, 0]
velocity = [0, 1, 0]
angular_velocity = [0, 0, 2]
[[body]]
name = "post"
material = "a"
shape = {type = "superquadric", semi_axes = [0.1, 0.2, 0.3], exponents = [4, 3]}
position = [-0.5, 0, 0]
fixed = true
)");
  const talus::Setup& s = scene.setup;
  EXPECT_EQ(s.gravity, (Vec3<double>{1, 2, -3}));
  EXPECT_EQ(s.law, "linear");
  EXPECT_EQ(s.time_step, 1e-5);
  EXPECT_EQ(s.stop_overlap, 0.06);
  EXPECT_EQ(s.stop_travel, 0.2);
  EXPECT_TRUE(s.no_tension);
  EXPECT_EQ(s.drag, 0.25);
  EXPECT_EQ(scene.seed, 9u);
  EXPECT_EQ(scene.run.duration, 0.5);
  EXPECT_EQ(scene.run.kinetic_energy_ratio, 1e-4);
  EXPECT_EQ(scene.run.threads, 3);
  EXPECT_EQ(scene.run.output_interval, 0.1);
  EXPECT_DOUBLE_EQ(scene.run.series_interval, 0.01);
  EXPECT_EQ(scene.run.checkpoint_interval, 77);
  EXPECT_TRUE(!scene.run.csv && scene.run.hdf5 && scene.run.vtk && scene.run.picture);
  EXPECT_TRUE(s.domain.periodic[0] && !s.domain.periodic[1] && s.domain.periodic[2]);
  EXPECT_EQ(s.domain.lower, (Vec3<double>{-1, -2, -3}));
  ASSERT_EQ(s.materials.material.size(), 2u);
  EXPECT_EQ(s.materials.material[0].density, 1000.0);
  EXPECT_EQ(s.materials.material[0].poisson, 0.2);
  const Interaction& mixed = s.materials.between(0, 1);
  EXPECT_DOUBLE_EQ(mixed.restitution, 0.6);
  EXPECT_DOUBLE_EQ(mixed.friction, 0.2);
  EXPECT_DOUBLE_EQ(mixed.rolling_friction, 0.0);
  EXPECT_DOUBLE_EQ(mixed.law_parameters.at("stiffness"), 150.0);
  EXPECT_DOUBLE_EQ(s.materials.between(1, 1).friction, 0.9);
  EXPECT_DOUBLE_EQ(s.materials.between(1, 1).restitution, 0.8);
  EXPECT_THAT(s.name, ElementsAre("floor", "ball", "post"));
  EXPECT_THAT(s.freedom, ElementsAre(Freedom::prescribed, Freedom::free, Freedom::fixed));
  EXPECT_THAT(s.material_of, ElementsAre(1, 1, 0));
  const auto& floor = std::get<HalfSpace<double>>(s.bodies.shape(0));
  EXPECT_EQ(floor.offset, -2.0);
  EXPECT_EQ(s.velocity[0], (Vec3<double>{1, 0, 0}));
  EXPECT_EQ(s.angular_velocity[1], (Vec3<double>{0, 0, 2}));
  EXPECT_EQ(s.bodies.poses[1].orientation.x, 1.0);
  ASSERT_EQ(s.mesh_walls.size(), 1u);
  EXPECT_EQ(s.mesh_walls[0].vertex[1], (Vec3<double>{-2, 0, 5}));  // half a turn about z
  EXPECT_EQ(s.mesh_walls[0].angular_velocity, (Vec3<double>{0, 0, 6}));
  EXPECT_EQ(s.mesh_walls[0].centre, (Vec3<double>{0, 0, 5}));
}

TEST_F(SceneFile, a_box_is_five_planes_without_its_lid) {
  const Scene scene = read(head + ball + R"([[wall]]
name = "box"
type = "box"
lower = [-1, -2, 0]
upper = [1, 2, 3]
open = ["+z"]
)");
  ASSERT_EQ(scene.setup.bodies.size(), 6u);
  for (std::size_t i = 0; i < 5; ++i) {
    const auto& plane = std::get<HalfSpace<double>>(scene.setup.bodies.shape(i));
    EXPECT_GT(dot(plane.normal, Vec3<double>{0, 0, 1}) - plane.offset, 0.5);  // the ball is outside
  }
  EXPECT_EQ(scene.setup.name[4], "box -z");
}

TEST_F(SceneFile, motions_belts_and_measures_arrive) {
  write("speed.csv", "time [s],angular_velocity [rad/s]\n0,0\n1,2.5\n");
  const Scene scene = read(R"([simulation]
duration = 1
gravity = {type = "rotating", value = [0, 0, -5], angular_velocity = [0, 2, 0]}
[[material]]
name = "stone"
[[wall]]
name = "box"
type = "box"
lower = [0, 0, 0]
upper = [1, 1, 1]
open = "+z"
velocity = [0.5, 0, 0]
surface_velocity = [0, 3, 0]
[[wall.motion]]
type = "oscillate"
direction = [0, 0, 2]
amplitude = 0.1
frequency = 5
phase = 0.25
[[wall.motion]]
type = "table"
direction = [0, 1, 0]
time = [0, 1, 2]
position = [0, 0.5, 0.25]
[[wall]]
name = "tube"
type = "cylinder"
base = [5, 0, 0]
radius = 1
height = 2
angular_velocity = [0, 0, 4]
surface_angular_velocity = [0, 0, 7]
[[wall.motion]]
type = "table"
axis = [0, 3, 0]
file = "speed.csv"
[[wall.motion]]
type = "ramp"
axis = [1, 0, 0]
centre = [1, 2, 3]
from = 1
to = 2
start = 0.5
end = 0.75
[[body]]
name = "pin"
shape = {type = "polyhedron", vertices = [[0, 0, 0], [0.4, 0, 0], [0, 0.4, 0], [0, 0, 0.4]]}
position = [9, 9, 9]
motion = {type = "constant", angular_velocity = [0, 0, 2]}
[[measure]]
name = "floor"
type = "wall_load"
walls = ["box -z", "tube", "pin"]
about = [1, 2, 3]
interval = 0.25
[[measure]]
name = "box"
type = "wall_load"
walls = "box"
)");
  const talus::Setup& s = scene.setup;
  ASSERT_EQ(s.motion_groups.size(), 3u);
  const MotionGroup &box = s.motion_groups[0], &tube = s.motion_groups[1],
                    &pin = s.motion_groups[2];
  EXPECT_THAT(box.objects.bodies, ElementsAre(0, 1, 2, 3, 4));
  ASSERT_EQ(box.motions.size(), 3u);  // the velocity comes first
  EXPECT_EQ(box.motions[0].type, MotionType::constant);
  EXPECT_EQ(box.motions[0].rate * box.motions[0].direction, (Vec3<double>{0.5, 0, 0}));
  EXPECT_EQ(box.motions[1].type, MotionType::oscillate);
  EXPECT_EQ(box.motions[1].direction, (Vec3<double>{0, 0, 1}));
  EXPECT_EQ(box.motions[1].amplitude, 0.1);
  EXPECT_EQ(box.motions[1].frequency, 5.0);
  EXPECT_EQ(box.motions[1].phase, 0.25);
  EXPECT_THAT(box.motions[2].value, ElementsAre(0, 0.5, 0.25));
  EXPECT_FALSE(box.motions[2].values_are_rates);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(s.freedom[i], Freedom::prescribed);
    EXPECT_EQ(s.velocity[i], Vec3<double>{});
  }
  EXPECT_THAT(tube.objects.mesh_walls, ElementsAre(0));
  ASSERT_EQ(tube.motions.size(), 3u);
  EXPECT_TRUE(tube.motions[0].turns && tube.motions[1].turns && tube.motions[2].turns);
  EXPECT_EQ(tube.motions[0].rate, 4.0);
  EXPECT_EQ(tube.motions[0].centre, (Vec3<double>{5, 0, 0}));
  EXPECT_EQ(tube.motions[1].centre, (Vec3<double>{5, 0, 0}));
  EXPECT_THAT(tube.motions[1].value, ElementsAre(0, 2.5));
  EXPECT_TRUE(tube.motions[1].values_are_rates);
  EXPECT_EQ(tube.motions[2].centre, (Vec3<double>{1, 2, 3}));
  EXPECT_EQ(tube.motions[2].from_rate, 1.0);
  EXPECT_EQ(tube.motions[2].to_rate, 2.0);
  EXPECT_EQ(tube.motions[2].start, 0.5);
  EXPECT_EQ(tube.motions[2].end, 0.75);
  EXPECT_EQ(s.freedom[5], Freedom::prescribed);
  EXPECT_LT(norm(pin.motions[0].centre - Vec3<double>{9.1, 9.1, 9.1}), 1e-14);  // of mass
  ASSERT_EQ(s.surface_motions.size(), 2u);
  EXPECT_EQ(s.surface_motions[0].velocity, (Vec3<double>{0, 3, 0}));
  EXPECT_THAT(s.surface_motions[0].objects.bodies, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(s.surface_motions[1].angular_velocity, (Vec3<double>{0, 0, 7}));
  ASSERT_EQ(s.wall_loads.size(), 2u);
  EXPECT_EQ(s.wall_loads[0].name, "floor");
  EXPECT_THAT(s.wall_loads[0].objects.bodies, ElementsAre(4, 5));
  EXPECT_THAT(s.wall_loads[0].objects.mesh_walls, ElementsAre(0));
  EXPECT_EQ(s.wall_loads[0].about, (Vec3<double>{1, 2, 3}));
  EXPECT_EQ(s.wall_loads[0].interval, 0.25);
  EXPECT_THAT(s.wall_loads[1].objects.bodies, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(s.gravity, (Vec3<double>{0, 0, -5}));
  ASSERT_TRUE(s.varying_gravity);
  EXPECT_EQ(s.varying_gravity->angular_velocity, (Vec3<double>{0, 2, 0}));
}

TEST_F(SceneFile, fillings_have_their_shares_sizes_and_variants) {
  const Scene scene = read(head + R"([[fill]]
name = "mix"
region = {type = "box", lower = [0, 0, 0], upper = [10, 10, 10]}
count = 100
velocity = [0, 0, -1]
[[fill.grain]]
share = 3
shape = {type = "polyhedron", random = {vertices = 12, variants = 5, semi_axes = [1, 2, 1]}}
diameter = 0.5
[[fill.grain]]
shape = {type = "ellipsoid", semi_axes = [1, 2, 3]}
diameter = {type = "uniform", from = 0.2, to = 0.6, classes = 2}
)");
  const Bodies& bodies = scene.setup.bodies;
  ASSERT_EQ(bodies.size(), 100u);
  ASSERT_EQ(bodies.shapes.size(), 7u);
  std::vector<int> count(7);
  for (const std::int32_t shape : bodies.shape_of) ++count[static_cast<std::size_t>(shape)];
  EXPECT_THAT(count, ElementsAre(15, 15, 15, 15, 15, 13, 12));
  EXPECT_NEAR(equivalent_diameter(bodies.shapes[0]), 0.5, 1e-12);
  EXPECT_NEAR(equivalent_diameter(bodies.shapes[5]), 0.3, 1e-12);
  EXPECT_NEAR(equivalent_diameter(bodies.shapes[6]), 0.5, 1e-12);
  EXPECT_EQ(std::get<Polyhedron>(bodies.shapes[0]).view().vertex_count, 12);
  EXPECT_EQ(scene.setup.velocity[7], (Vec3<double>{0, 0, -1}));
}

TEST_F(SceneFile, all_errors_are_reported_in_the_order_of_the_file) {
  const auto errors = errors_in(R"([simulation]
duration = 0
gravty = [0, 0, -9.81]
law = "herz-mindlin"
[[material]]
name = "stone"
density = -2500
[[body]]
shape = {type = "sphere", radius = nan}
position = [0, 0]
material = "ston"
[[wall]]
type = "half_space"
normal = [0, 0, 0]
[[fill]]
region = {type = "box", lower = [0, 0, 0], upper = [1, 1, -1]}
count = 1.5
)");
  EXPECT_THAT(
      errors,
      ElementsAre(
          StartsWith("scene.toml:2:12: simulation.duration: must be finite and > 0, got 0"),
          StartsWith("scene.toml:3:1: simulation.gravty: unknown key (did you mean \"gravity\"?)"),
          StartsWith("scene.toml:4:7: simulation.law: unknown value \"herz-mindlin\" (did you mean "
                     "\"hertz-mindlin\"?); allowed: hertz-mindlin, linear, volume, hertz-cohesion, "
                     "jkr"),
          StartsWith("scene.toml:7:11: material[0].density: must be finite and > 0, got -2500"),
          StartsWith("scene.toml:9:36: body[0].shape.radius: must be finite and > 0, got nan"),
          StartsWith("scene.toml:10:12: body[0].position: expected an array of 3 numbers, got an "
                     "array of 2"),
          StartsWith("scene.toml:11:12: body[0].material: unknown material \"ston\" (did "
                     "you mean \"stone\"?); known: stone"),
          StartsWith("scene.toml:14:10: wall[0].normal: "),
          StartsWith("scene.toml:15:1: fill[0].grain: missing"),
          StartsWith(
              "scene.toml:16:52: fill[0].region.upper[2]: must be above lower[2] = 0, got -1"),
          StartsWith("scene.toml:17:9: fill[0].count: must be a whole number")));
}

TEST_F(SceneFile, names_are_unique) {
  const auto errors = errors_in(head + R"([[material]]
name = "stone"
[[body]]
name = "ball"
material = "stone"
shape = {type = "sphere", radius = 1}
position = [0, 0, 0]
[[body]]
name = "ball"
material = "stone"
shape = {type = "sphere", radius = 1}
position = [5, 0, 0]
)");
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_THAT(errors[0], HasSubstr(":6:8: material[1].name: another material is already called"));
  EXPECT_THAT(errors[1],
              HasSubstr(":13:8: body[1].name: \"ball\" is already the name of what is at line 7"));
}

TEST_F(SceneFile, a_body_must_fit_into_a_periodic_domain) {
  const std::string domain = R"([domain]
lower = [0, 0, 0]
upper = [1, 0.5, 1]
periodic = [true, true, false]
)";
  const auto errors = errors_in(head + domain + ball);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_THAT(errors[0],
              HasSubstr("a sphere of diameter 1 m does not fit into the periodic domain, "
                        "which is 1 m long along x"));
}

TEST_F(SceneFile, text_that_is_not_toml_has_a_line_and_a_column) {
  EXPECT_THAT(errors_in("[simulation]\nduration = = 1\n"),
              ElementsAre(StartsWith("scene.toml:2:12: not TOML: ")));
  EXPECT_THAT(errors_in("[simulation]\nduration = 1\nduration = 2\n"),
              ElementsAre(StartsWith("scene.toml:3:")));
  EXPECT_THROW(read_scene(folder_), SceneError);
  EXPECT_THROW(read_scene(folder_ / "none.toml"), SceneError);
}

TEST_F(SceneFile, random_bytes_and_broken_scenes_never_do_more_than_be_refused) {
  const std::string good = head + ball;
  int refused = 0;
  for (std::size_t cut = 0; cut < good.size(); ++cut) {
    refused += errors_in(good.substr(0, cut)).empty() ? 0 : 1;
    std::string changed = good;
    changed[cut] = static_cast<char>(changed[cut] ^ 0x15);
    refused += errors_in(changed).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, static_cast<int>(good.size()));
}

TEST_F(SceneFile, cylinders_are_true_unless_they_have_segments) {
  const std::string wall =
      "[[wall]]\ntype = \"cylinder\"\nbase = [0, 0, 5]\nradius = 1\nheight = 2\n";
  const talus::Setup round = read(head + ball + wall + "top_radius = 0.5\n").setup;
  ASSERT_TRUE(round.mesh_walls.at(0).tube.has_value());
  EXPECT_EQ(round.mesh_walls[0].tube->top_radius, 0.5);
  EXPECT_EQ(round.mesh_walls[0].centre, (Vec3<double>{0, 0, 5}));
  EXPECT_EQ(round.mesh_walls[0].vertex.size(), 192u);
  const talus::Setup facets = read(head + ball + wall + "segments = 24\n").setup;
  EXPECT_FALSE(facets.mesh_walls.at(0).tube.has_value());
  EXPECT_EQ(facets.mesh_walls[0].vertex.size(), 48u);
}

TEST_F(SceneFile, the_fingerprint_sees_what_matters_and_not_the_output) {
  const std::string scene = head + ball;
  const auto print_of = [&](const std::string& text) { return fingerprint(read(text).setup); };
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = scene;
    text.replace(text.find(from), from.size(), to);
    return print_of(text);
  };
  EXPECT_EQ(print_of(scene), print_of(scene + "[output]\ninterval = 0.5\n"));
  EXPECT_EQ(print_of(scene), changed("duration = 2.0", "duration = 3.0"));
  EXPECT_NE(print_of(scene), changed("radius = 0.5", "radius = 0.50000000000000011"));
  EXPECT_NE(print_of(scene), changed("[0, 0, 1]", "[0, 0, 2]"));
  EXPECT_NE(print_of(scene), changed("duration = 2.0", "duration = 2.0\ntime_step = 1e-6"));
}

TEST(Tube, corners_are_on_the_circle_and_ends_are_closed) {
  for (const int segments : {3, 4, 5, 7, 96, 97}) {
    Tube tube;
    tube.radius = 2.0;
    tube.top_radius = 1.0;
    tube.height = 3.0;
    tube.segments = segments;
    tube.bottom = tube.top = true;
    const MeshWall mesh = mesh_of(tube);
    ASSERT_EQ(mesh.vertex.size(), static_cast<std::size_t>(2 * segments));
    ASSERT_EQ(mesh.triangle.size(), static_cast<std::size_t>(2 * segments + 2 * (segments - 2)));
    const Vec3<double> first = mesh.vertex[0];
    for (std::size_t k = 0; k < mesh.vertex.size(); k += 2) {
      const long double angle = std::numbers::pi_v<long double> * k / segments;
      const Vec3<double>& v = mesh.vertex[k];
      EXPECT_NEAR(norm(v), 2.0, 1e-15);
      EXPECT_NEAR(dot(v, first) / 4.0, static_cast<double>(std::cos(angle)), 4e-16);
      EXPECT_NEAR(norm(mesh.vertex[k + 1] - Vec3<double>{0, 0, 3}), 1.0, 1e-15);
    }
    double bottom = 0.0;
    for (const auto& t : mesh.triangle) {
      Vec3<double> corner[3];
      for (std::size_t k = 0; k < 3; ++k) corner[k] = mesh.vertex[static_cast<std::size_t>(t[k])];
      if (corner[0].z + corner[1].z + corner[2].z > 0.0) continue;
      bottom += 0.5 * norm(cross(corner[1] - corner[0], corner[2] - corner[0]));
    }
    EXPECT_NEAR(bottom, 0.5 * segments * 4.0 * std::sin(2.0 * std::numbers::pi / segments), 1e-12);
  }
}

// A zero ended names in checkpoints; line breaks would make two lines of one in tables and logs.
TEST_F(SceneFile, NamesHaveNoControlCharacters) {
  for (const std::string code : {"\\u0000", "\\n", "\\u001b", "\\u007f", "\\u009b"}) {
    const std::string name = "name = \"b" + code + "l\"\n";
    const std::vector<std::string> errors =
        errors_in("[simulation]\nduration = 1\n[[material]]\n" + name +
                  "[[wall]]\ntype = \"half_space\"\n" + name +
                  "normal = [0, 0, 1]\n[[body]]\nshape = {type = \"sphere\", radius = "
                  "0.1}\nposition = [0, 0, 1]\n" +
                  name + "[[measure]]\ntype = \"wall_load\"\nwalls = \"wall 0\"\n" + name);
    const std::string got = code == "\\n" ? "\\u000a" : code;
    const std::string what = "name: must be text without control characters, got \"b" + got + "l\"";
    EXPECT_THAT(
        errors,
        ElementsAre("scene.toml:4:8: material[0]." + what, "scene.toml:7:8: wall[0]." + what,
                    "scene.toml:12:8: body[0]." + what, "scene.toml:16:8: measure[0]." + what));
  }
  // Messages have no line break of a key either.
  EXPECT_THAT(errors_in(head + ball + "[simulation.\"a\\nb\"]\n"),
              ElementsAre(HasSubstr("a\\u000ab")));
}

}  // namespace
}  // namespace talus
