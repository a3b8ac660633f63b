// Bodies that come and go between two steps: identities, free flight, momentum, energy, memory,
// bits and saved states.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <numeric>

#include "sim/setup_for_tests.h"
#include "talus/parallel/interrupt.h"

namespace talus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class T>
bool same_bytes(const std::vector<T>& p, const std::vector<T>& q) {
  return p.size() == q.size() && std::memcmp(p.data(), q.data(), p.size() * sizeof(T)) == 0;
}

bool same_bits(const Simulation& p, const Simulation& q) {
  return same_bytes(p.bodies().poses, q.bodies().poses) &&
         same_bytes(p.motion().velocity, q.motion().velocity) &&
         same_bytes(p.motion().angular_momentum, q.motion().angular_momentum) &&
         same_bytes(p.motion().force, q.motion().force) && p.ids() == q.ids() &&
         p.names() == q.names() && p.ledger().residual() == q.ledger().residual();
}

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "none";
}

NewBodies spheres_at(double radius, const std::vector<Vec3<double>>& positions) {
  NewBodies bodies;
  bodies.shape = make_sphere(radius);
  for (const Vec3<double>& p : positions) bodies.poses.push_back({p, {1, 0, 0, 0}});
  return bodies;
}

Vec3<double> momentum_of(const Simulation& s) {
  Vec3<double> sum{};
  for (std::size_t i = 0; i < s.motion().size(); ++i) {
    if (s.motion().freedom[i] != Freedom::free) continue;
    sum = sum + s.motion().mass[i] * s.motion().velocity[i];
  }
  return sum;
}

// Bodies in free flight that nothing touches.
TestScene flying(int count) {
  TestScene scene;
  const std::int32_t ball = scene.shape(make_sphere(0.01));
  const std::int32_t stone = scene.shape(make_ellipsoid({0.01, 0.008, 0.012}));
  for (int i = 0; i < count; ++i) {
    scene.add(i % 2 == 0 ? ball : stone, {{0.1 * i, 0, 0}, {1, 0, 0, 0}}, {0, 0.2, 0.1 * i},
              {1.0, 2.0, 0.5 * i});
  }
  scene.setup.time_step = 1e-5;
  return scene;
}

TEST(ChangeBodies, LeavesTheFlightOfOthersAsItIs) {
  const TestScene scene = flying(12);
  Simulation whole(scene.setup), changed(scene.setup);
  whole.step(500);
  changed.step(120);
  changed.remove(std::vector<std::int64_t>{3, 0, 8});
  changed.step(37);
  const std::vector<std::int64_t> added = changed.add(spheres_at(0.01, {{5, 5, 5}}));
  changed.step(143);
  changed.remove(std::vector<std::int64_t>{11});
  changed.step(200);
  EXPECT_THAT(added, ElementsAre(12));
  EXPECT_THAT(changed.ids(), ElementsAre(1, 2, 4, 5, 6, 7, 9, 10, 12));
  EXPECT_EQ(changed.index_of(9), 6);
  EXPECT_EQ(changed.index_of(8), -1);
  EXPECT_EQ(changed.names()[8], "body 12");
  for (std::size_t i = 0; i < 8; ++i) {
    const auto k = static_cast<std::size_t>(changed.ids()[i]);
    EXPECT_EQ(changed.names()[i], whole.names()[k]);
    const auto& p = changed.bodies().poses[i];
    const auto& q = whole.bodies().poses[k];
    EXPECT_EQ(std::memcmp(&p, &q, sizeof(p)), 0) << k;
    // The closed form of the flight; its second difference is exact for velocity Verlet.
    const double t = changed.time();
    const Vec3<double> start = scene.setup.bodies.poses[k].position;
    const Vec3<double> at =
        start + t * scene.setup.velocity[k] + (0.5 * t * t) * Vec3<double>{0, 0, -9.81};
    EXPECT_NEAR(norm(p.position - at), 0.0, 1e-14);
  }
  EXPECT_NEAR(changed.ledger().residual(), 0.0, 1e-12 * changed.ledger().turnover());
}

TEST(ChangeBodies, LedgerCountsWhatEntersAndLeaves) {
  TestScene scene = flying(2);
  scene.setup.gravity = {0, 0, -2};
  Simulation simulation(scene.setup);
  simulation.step(10);
  NewBodies ball = spheres_at(0.02, {{0, 0, 3}});
  ball.velocity = {{1, 0, 2}};
  const std::int64_t id = simulation.add(ball)[0];
  const double mass = simulation.motion().mass[2];
  EXPECT_NEAR(mass, 2500 * 4.0 / 3.0 * 3.14159265358979 * 8e-6, 1e-12);
  EXPECT_NEAR(simulation.ledger().entered, mass * (0.5 * 5.0 + 2 * 3), 1e-12);
  simulation.step(1000);
  simulation.remove(std::vector<std::int64_t>{id});
  // In free flight energy is conserved: as much leaves as entered.
  EXPECT_NEAR(simulation.ledger().left, simulation.ledger().entered, 1e-12);
  EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-13);
}

// A column of balls on a floor: the impulse of floor and gravity is the change of momentum, with
// that of what was removed; the floor carries what is left.
TEST(ChangeBodies, RemovesForcesWithTheBody) {
  TestScene scene;
  const double r = 0.01;
  const std::int32_t ball = scene.shape(make_sphere(r));
  for (int i = 0; i < 4; ++i) scene.add(ball, {{0, 0, r * (1 + 1.999 * i)}, {1, 0, 0, 0}});
  scene.add_floor();
  WallLoadMeasure load;
  load.name = "floor";
  load.objects.bodies = {4};
  scene.setup.wall_loads = {load};
  scene.interaction().restitution = 0.2;
  Simulation simulation(scene.setup);
  simulation.step(20000);
  const double weight = simulation.motion().mass[0] * 9.81;
  EXPECT_NEAR(simulation.wall_load("floor").force.z, -4 * weight, 1e-6 * weight);
  Vec3<double> before = momentum_of(simulation);
  double since = simulation.time();
  simulation.read_wall_load("floor");
  simulation.remove(std::vector<std::int64_t>{2, 3});
  EXPECT_EQ(simulation.contact_count(), 2u);
  // The lower one still pushes as if it had to carry three.
  EXPECT_NEAR(simulation.motion().force[1].z, 2 * weight, 2e-6 * weight);
  simulation.step(777);
  const WallLoad mean = simulation.read_wall_load("floor");
  const double time = simulation.time() - since;
  const double impulse = -2 * weight * time - mean.mean_force.z * time;
  EXPECT_NEAR((momentum_of(simulation) - before).z, impulse,
              1e-12 * 4 * weight * time + 1e-10 * weight);
  simulation.step(20000);
  EXPECT_NEAR(simulation.wall_load("floor").force.z, -2 * weight, 1e-6 * weight);
  EXPECT_NEAR(simulation.ledger().residual(), 0.0, 2e-3 * simulation.ledger().turnover());
  const ContactTable& contacts = simulation.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i)
    EXPECT_LT(std::max(contacts.a[i], contacts.b[i]), 3);
}

// Removing the floor: what stood on it falls freely.
TEST(ChangeBodies, RemovesWalls) {
  TestScene scene = falling_grains(8);
  Simulation simulation(scene.setup);
  simulation.step(3000);
  EXPECT_GT(simulation.contact_count(), 4u);
  simulation.remove(std::vector<std::int64_t>{8, 9, 10, 11, 12});
  EXPECT_EQ(simulation.bodies().size(), 8u);
  const Vec3<double> before = momentum_of(simulation);
  const double start = simulation.time();
  simulation.step(1000);
  const double mass =
      std::accumulate(simulation.motion().mass.begin(), simulation.motion().mass.end(), 0.0);
  const Vec3<double> gained = momentum_of(simulation) - before;
  EXPECT_NEAR(norm(gained - (simulation.time() - start) * mass * Vec3<double>{0, 0, -9.81}), 0.0,
              1e-12 * mass);
}

// Balls with the ids 1, 3 and 6 lie on a half-space, a shelf of triangles and the bottom of a
// cylinder, all with measures; those with 0, 2 and 5 fly far above.
TestScene measured_walls() {
  TestScene scene;
  const double r = 0.01;
  const std::int32_t ball = scene.shape(make_sphere(r));
  const auto high = [&](double x) { scene.add(ball, {{x, 0, 0.5}, {}}); };
  high(0.0);
  scene.add(ball, {{0.5, 0.1, r}, {}});
  high(1.0);
  scene.add(ball, {{0.1, 0.05, 0.1 + r}, {}});
  scene.add_floor();
  high(2.0);
  Tube tube;
  tube.base = {-0.6, 0, 0.05};
  tube.radius = tube.top_radius = 0.05;
  tube.height = 0.1;
  tube.bottom = true;
  scene.add(ball, {{-0.59, 0.01, 0.05 + r}, {}});
  MeshWall shelf;
  shelf.name = "shelf";
  shelf.vertex = {{-0.2, -0.2, 0.1}, {0.2, -0.2, 0.1}, {0.2, 0.2, 0.1}, {-0.2, 0.2, 0.1}};
  shelf.triangle = {{0, 1, 2}, {0, 2, 3}};
  EXPECT_EQ(add_mesh_wall(scene.setup, shelf).index, 0);
  MeshWall cup = round_wall(tube);
  cup.name = "cup";
  EXPECT_EQ(add_mesh_wall(scene.setup, cup).index, 1);
  scene.setup.wall_loads = {{"floor", {{4}, {}}, {}, 0.0},
                            {"shelf", {{}, {0}}, {0.1, 0.0, 0.0}, 0.0},
                            {"cup", {{}, {1}}, {-0.6, 0.0, 0.0}, 0.0}};
  scene.interaction().friction = 0.5;
  scene.setup.time_step = 2e-5;
  return scene;
}

void set_walls_in_motion(Simulation& simulation, double speed) {
  simulation.prescribe(MeshWallHandle{0}, {0, 0, speed}, {});
  simulation.prescribe(MeshWallHandle{1}, {speed, 0, 0}, {0, 0, 5 * speed});
  simulation.prescribe(simulation.index_of(4), {0, 0, 0.5 * speed}, {});
}

void expect_same_walls(Simulation& p, Simulation& q) {
  for (const char* name : {"floor", "shelf", "cup"}) {
    const WallLoad a = p.read_wall_load(name), b = q.read_wall_load(name);
    EXPECT_EQ(a.force, b.force) << name;
    EXPECT_EQ(a.torque, b.torque) << name;
    EXPECT_EQ(a.mean_force, b.mean_force) << name;
    EXPECT_EQ(a.steps, b.steps) << name;
    EXPECT_LT(a.mean_force.z, 0.0) << name;
  }
  for (std::size_t w = 0; w < 2; ++w) {
    EXPECT_EQ(p.mesh_walls()[w].name, q.mesh_walls()[w].name);
    EXPECT_EQ(p.mesh_walls()[w].velocity, q.mesh_walls()[w].velocity);
    EXPECT_TRUE(same_bytes(p.mesh_walls()[w].vertex, q.mesh_walls()[w].vertex)) << w;
    EXPECT_EQ(p.names()[p.bodies().size() + w], q.mesh_walls()[w].name);
  }
  for (const std::int64_t id : {1, 3, 4, 6}) {
    const auto i = static_cast<std::size_t>(p.index_of(id));
    const auto k = static_cast<std::size_t>(q.index_of(id));
    EXPECT_EQ(p.bodies().poses[i].position, q.bodies().poses[k].position) << id;
    EXPECT_EQ(p.motion().velocity[i], q.motion().velocity[k]) << id;
    EXPECT_EQ(p.motion().freedom[i], q.motion().freedom[k]) << id;
  }
}

// A wall keeps its handle and its measure while bodies before and after it come and go, and in a
// saved state; a half-space keeps its id.
TEST(ChangeBodies, LeavesTheHandlesAndTheLoadsOfWalls) {
  const auto file = std::filesystem::temp_directory_path() / "talus_change_walls_test.h5";
  const TestScene scene = measured_walls();
  Simulation whole(scene.setup), changed(scene.setup, 2), again(scene.setup);
  whole.step(300), changed.step(300);
  changed.remove(std::vector<std::int64_t>{0, 2});
  EXPECT_EQ(changed.index_of(4), 2);
  set_walls_in_motion(whole, 3e-3), set_walls_in_motion(changed, 3e-3);
  whole.step(200), changed.step(200);
  EXPECT_NEAR(changed.mesh_walls()[0].vertex[0].z, 0.1 + 200 * 2e-5 * 3e-3, 1e-12);
  expect_same_walls(whole, changed);
  const std::vector<std::int64_t> ids =
      changed.add(spheres_at(0.01, {{3, 0, 0.5}, {4, 0, 0.5}, {5, 0, 0.5}}));
  whole.step(100), changed.step(100);
  set_walls_in_motion(whole, -1e-3), set_walls_in_motion(changed, -1e-3);
  whole.step(100), changed.step(100);
  changed.remove(std::vector<std::int64_t>{5, ids[0], ids[2]});
  whole.step(100), changed.step(100);
  expect_same_walls(whole, changed);
  changed.save(file);
  again.restore(file);
  std::filesystem::remove(file);
  set_walls_in_motion(whole, 2e-3), set_walls_in_motion(again, 2e-3);
  whole.step(100), again.step(100);
  expect_same_walls(whole, again);
  EXPECT_THAT(refusal([&] { again.prescribe(MeshWallHandle{2}, {}, {}); }),
              HasSubstr("mesh wall 2: does not exist"));
  EXPECT_THAT(refusal([&] { again.prescribe(again.index_of(ids[1]), {}, {}); }),
              HasSubstr("is free"));
}

TEST(ChangeBodies, RefusesWithoutAChange) {
  TestScene scene = falling_grains(30);
  Simulation simulation(scene.setup), twin(scene.setup);
  simulation.step(900), twin.step(900);
  const Vec3<double> inside = simulation.bodies().poses[4].position;
  EXPECT_THAT(refusal([&] { simulation.add(spheres_at(0.01, {inside})); }),
              HasSubstr("at most a tenth of the smaller one's size"));
  EXPECT_THAT(refusal([&] {
                simulation.add(spheres_at(0.01, {{0.03, 0.03, 9}, {0.031, 0.03, 9}}));
              }),
              HasSubstr("body 36 and body 35 overlap"));
  EXPECT_THAT(refusal([&] {
                simulation.add(spheres_at(1e-4, {{0.03, 0.03, 9}}));
              }),
              HasSubstr("state a time_step"));
  EXPECT_THAT(refusal([&] {
                simulation.add(spheres_at(0.01, {{0, NAN, 9}}));
              }),
              HasSubstr("its position is not finite"));
  NewBodies wrong = spheres_at(0.01, {{0, 0, 9}});
  wrong.material = 1;
  EXPECT_THAT(refusal([&] { simulation.add(wrong); }), HasSubstr("material: there are 1, got 1"));
  wrong = spheres_at(0.01, {{0, 0, 9}});
  wrong.shape = make_half_space({0, 0, 1}, 0);
  EXPECT_THAT(refusal([&] { simulation.add(wrong); }), HasSubstr("with a volume"));
  wrong.shape.reset();
  EXPECT_THAT(refusal([&] { simulation.add(wrong); }), HasSubstr("shape_index: there are"));
  wrong = spheres_at(0.01, {{0, 0, 9}, {0, 0, 8}, {0, 0, 7}});
  wrong.velocity.resize(2);
  EXPECT_THAT(refusal([&] { simulation.add(wrong); }), HasSubstr("velocity: there are 2 for 3"));
  EXPECT_THAT(refusal([&] { simulation.remove(std::vector<std::int64_t>{77}); }),
              HasSubstr("no body with the id 77"));
  EXPECT_THAT(refusal([&] {
                simulation.remove(std::vector<std::int64_t>{7, 7});
              }),
              HasSubstr("7 is there twice"));
  EXPECT_TRUE(same_bits(simulation, twin));
  simulation.step(900), twin.step(900);
  EXPECT_TRUE(same_bits(simulation, twin));
}

// Each of a lattice of balls is moved onto its neighbour in turn: the search for overlaps finds the
// pair wherever it is, also across the bounds of a periodic domain and among bodies that were
// there.
TEST(ChangeBodies, FindsEveryOverlap) {
  for (const bool periodic : {false, true}) {
    TestScene scene;
    scene.setup.gravity = {};
    scene.setup.domain = {{-7, 3, 0}, {-6.9, 3.1, 0.1}, {periodic, periodic, false}};
    scene.setup.time_step = 1e-6;
    const double r = 0.01, side = 0.02;
    const auto place = [&](int i) {
      return Vec3<double>{-6.99 + side * (i % 5), 3.01 + side * (i / 5 % 5),
                          0.01 + side * (i / 25)};
    };
    Simulation simulation(scene.setup);
    std::vector<Vec3<double>> first;
    for (int i = 0; i < 50; ++i) first.push_back(place(i));
    simulation.add(spheres_at(r, first));
    for (int i = 0; i < 50; ++i) {
      std::vector<Vec3<double>> second;
      for (int k = 50; k < 100; ++k) second.push_back(place(k));
      const int moved = 50 + i;
      // Towards a neighbour by a third of the diameter; three and two periods away.
      Vec3<double>& at = second[static_cast<std::size_t>(i)];
      const int axis = periodic || moved % 5 < 4 ? i % 2 * 2 : 2;
      at[axis] += (axis == 2 ? -0.34 : 0.34) * 2 * r;
      if (periodic) at.x += 0.3, at.y -= 0.2;
      EXPECT_THAT(refusal([&] { simulation.add(spheres_at(r, second)); }),
                  HasSubstr("overlap by 0.0068 m"))
          << moved << " " << axis;
    }
    std::vector<Vec3<double>> second;
    for (int k = 50; k < 100; ++k) {
      second.push_back(place(k));
      if (periodic) second.back().y += 0.4;
    }
    EXPECT_EQ(simulation.add(spheres_at(r, second)).size(), 50u);
  }
}

// Half-spaces, a body as long as the period, and bodies of which the large one contains the small.
TEST(ChangeBodies, FindsOverlapsOfUnequalBodies) {
  TestScene scene;
  scene.setup.domain = {{0, 0, 0}, {0.2, 1, 1}, {true, false, false}};
  scene.setup.time_step = 1e-7;
  scene.add_floor();
  Simulation simulation(scene.setup);
  NewBodies rod;
  rod.shape = make_ellipsoid({0.1, 0.01, 0.01});
  rod.poses = {{{0.03, 0.5, 0.5}, {1, 0, 0, 0}}};
  simulation.add(rod);
  for (const double x : {-0.17, 0.0, 0.03, 0.06, 0.23}) {
    EXPECT_THAT(refusal([&] {
                  simulation.add(spheres_at(0.002, {{x, 0.5, 0.5}}));
                }),
                HasSubstr("body 1 overlap by"))
        << x;
  }
  EXPECT_EQ(refusal([&] { simulation.add(spheres_at(0.002, {{0.13, 0.5, 0.503}})); }), "none");
  EXPECT_THAT(refusal([&] {
                simulation.add(spheres_at(0.05, {{0.1, 0.2, 0.03}}));
              }),
              HasSubstr("overlap by 0.02 m"));
  EXPECT_THAT(refusal([&] {
                simulation.add(spheres_at(0.05, {{0.1, 0.8, 0.5}, {0.1, 0.8, 0.5}}));
              }),
              HasSubstr("overlap by 0.1 m"));
}

TEST(ChangeBodies, TakesATimeThatIsLinearInTheBodies) {
  const auto seconds = [](int side) {
    TestScene scene;
    scene.add_floor();
    scene.setup.time_step = 1e-6;
    Simulation simulation(scene.setup);
    std::vector<Vec3<double>> places;
    for (int i = 0; i < side * side * 10; ++i) {
      places.push_back(
          {0.02 * (i % side), 0.02 * (i / side % side), 0.02 + 0.02 * (i / side / side)});
    }
    const auto start = std::chrono::steady_clock::now();
    simulation.add(spheres_at(0.01, places));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  seconds(20);
  const double few = seconds(30);
  EXPECT_LT(seconds(90), 40 * few + 0.5);  // 9 times the bodies; 81 if all pairs were tested
}

TEST(ChangeBodies, RefusesNamesWithControlCharacters) {
  Simulation simulation(flying(2).setup);
  for (const std::string& name :
       {std::string("a\0b", 3), std::string("a\n"), std::string("\x1b[2J"), std::string("\x7f"),
        std::string("\xc2\x85")}) {
    NewBodies ball = spheres_at(0.01, {{9, 9, 9}});
    ball.name = name;
    EXPECT_THAT(refusal([&] { simulation.add(ball); }),
                HasSubstr("name: must be text without control characters, got \""));
    TestScene scene = flying(2);
    scene.setup.name[1] = name;
    EXPECT_THAT(refusal([&] { Simulation unused(scene.setup); }),
                HasSubstr("body 1: its name must be text without control characters"));
    scene = flying(2);
    scene.setup.materials.material[0].name = name;
    EXPECT_THAT(refusal([&] { Simulation unused(scene.setup); }),
                HasSubstr("material 0: its name"));
    scene = flying(2);
    scene.add_mesh_floor();
    scene.setup.mesh_walls[0].name = name;
    EXPECT_THAT(refusal([&] { Simulation unused(scene.setup); }),
                HasSubstr("mesh wall 0: its name"));
  }
  EXPECT_EQ(simulation.bodies().size(), 2u);
}

// Whatever names are, a saved state is of these bodies.
TEST(ChangeBodies, RestoresNamesOfAllLengths) {
  const auto file = std::filesystem::temp_directory_path() / "talus_names_test.h5";
  TestScene scene = flying(4);
  scene.setup.name = {"", "k\xc3\xb6rner 1", std::string(5000, 'x'), ""};
  Simulation simulation(scene.setup), other(scene.setup);
  NewBodies ball = spheres_at(0.01, {{9, 9, 9}});
  ball.name = "\xe7\x9f\xb3 \"a\"";
  simulation.add(ball);
  simulation.step(3);
  simulation.save(file);
  other.restore(file);
  EXPECT_TRUE(same_bits(simulation, other));
  EXPECT_EQ(other.names().back(), "\xe7\x9f\xb3 \"a\" 4");
  std::filesystem::remove(file);
}

// A caller that ends a call finds the simulation as it was.
struct Interrupted {};

TEST(ChangeBodies, InterruptedCallsChangeNothing) {
  const auto file = std::filesystem::temp_directory_path() / "talus_interrupted_test.h5";
  TestScene scene = falling_grains(30);
  scene.setup.time_step = 3e-5;
  Simulation simulation(scene.setup), twin(scene.setup), saved(scene.setup);
  saved.step(40);
  saved.add(spheres_at(0.01, {{0.03, 0.03, 9}}));
  saved.save(file);
  simulation.step(900), twin.step(900);
  const auto throws = [](const std::function<void()>& call) {
    const InterruptScope scope([] { throw Interrupted{}; });
    EXPECT_THROW(call(), Interrupted);
  };
  NewBodies cubes;
  cubes.shape = cube_of(0.01);
  cubes.poses = {{{0.03, 0.03, 9}, {1, 0, 0, 0}}};
  throws([&] { simulation.add(cubes); });
  throws([&] { simulation.save(file.string() + ".never"); });
  throws([&] { simulation.restore(file); });
  EXPECT_FALSE(std::filesystem::exists(file.string() + ".never"));
  EXPECT_EQ(simulation.bodies().shapes.size(), scene.setup.bodies.shapes.size());
  EXPECT_TRUE(same_bits(simulation, twin));
  {
    const InterruptScope scope([] { throw Interrupted{}; });
    simulation.step(900);  // steps are not interrupted
  }
  twin.step(900);
  EXPECT_TRUE(same_bits(simulation, twin));
  std::filesystem::remove(file);
}

TEST(ChangeBodies, UsesMemoryAgain) {
  const TestScene scene = flying(25);
  Simulation simulation(scene.setup);
  std::size_t bytes = 0;
  for (int i = 0; i < 300; ++i) {
    const std::vector<std::int64_t> ids =
        simulation.add(spheres_at(0.01 + 1e-5 * i, {{0.02, 0.02, 9}, {0.05, 0.02, 9}}));
    EXPECT_EQ(ids.front(), 25 + 2 * i);
    simulation.step(2);
    simulation.remove(ids);
    if (i == 150) bytes = simulation.bytes();
  }
  EXPECT_LE(simulation.bytes(), bytes + bytes / 50);
  EXPECT_EQ(simulation.bodies().shapes.size(), scene.setup.bodies.shapes.size() + 1);
}

// A crowd in which bodies of all kinds come and go.
void change_often(Simulation& simulation, int first, int last) {
  Random random(5);
  if (first == 0) simulation.step(2500);
  for (int i = 0; i < last; ++i) {
    const double x = random.uniform(), y = random.uniform();
    if (i < first) continue;
    simulation.step(60);
    NewBodies bodies;
    bodies.shape = convex_kinds(0.009)[static_cast<std::size_t>(i) % 4];
    bodies.poses = {{{0.015 + 0.04 * x, 0.015 + 0.04 * y, 0.25 + 0.025 * i}, {1, 0, 0, 0}}};
    bodies.velocity = {{0, 0, -1}};
    simulation.add(bodies);
    if (i % 3 != 2) continue;
    const std::vector<std::int64_t>& ids = simulation.ids();
    const auto body = static_cast<std::size_t>(i) % (ids.size() - 8);
    if (simulation.motion().freedom[body] != Freedom::free) continue;
    simulation.remove(std::vector<std::int64_t>{ids[body]});
  }
  simulation.step(400);
}

TEST(ChangeBodies, HasTheSameBitsForAnyNumberOfThreadsAndAfterARestart) {
  const auto file = std::filesystem::temp_directory_path() / "talus_change_bodies_test.h5";
  TestScene scene = falling_grains(40);
  scene.setup.time_step = 3e-5;
  scene.interaction().rolling_friction = 0.05;
  scene.add_mesh_floor();
  constexpr int changes = 18, half = 9;
  Simulation whole(scene.setup, 1);
  change_often(whole, 0, changes);
  EXPECT_GT(whole.contact_count(), 15u);
  EXPECT_GT(whole.ids().back(), 60);
  for (const int threads : {2, 8}) {
    Simulation other(scene.setup, threads);
    change_often(other, 0, changes);
    EXPECT_TRUE(same_bits(whole, other)) << threads;
  }
  // Saved between two changes, without the steps that end change_often.
  Simulation first(scene.setup), second(scene.setup), third(scene.setup);
  change_often(first, 0, half);
  first.save(file);
  Simulation straight(scene.setup);
  change_often(straight, 0, half);
  change_often(straight, half, changes);
  second.restore(file);
  EXPECT_TRUE(same_bits(first, second));
  change_often(second, half, changes);
  EXPECT_TRUE(same_bits(straight, second));
  // A simulation with other bodies than those of the state.
  change_often(third, 0, changes);
  third.restore(file);
  change_often(third, half, changes);
  EXPECT_TRUE(same_bits(straight, third));
  std::filesystem::remove(file);
}

TEST(ChangeBodies, GoesBackToTheStateOfTheSetup) {
  const auto file = std::filesystem::temp_directory_path() / "talus_change_back_test.h5";
  TestScene scene = falling_grains(25);
  scene.setup.time_step = 3e-5;
  Simulation straight(scene.setup), simulation(scene.setup);
  simulation.step(200), straight.step(200);
  simulation.save(file);
  change_often(simulation, 0, 7);
  simulation.restore(file);
  EXPECT_TRUE(same_bits(simulation, straight));
  simulation.step(1500), straight.step(1500);
  EXPECT_TRUE(same_bits(simulation, straight));
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace talus
