// A crowd of many groups of bodies, with everything that a scene can have: whatever order the time
// loop works in, users see the same numbers.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <limits>

#include "sim/setup_for_tests.h"
#include "talus/simulation.h"

namespace talus {
namespace {

constexpr int grains = 1200;
constexpr int steps = 1500;

// Grains of all convex kinds in a periodic domain with drag, above a floor; a drum that turns in
// their middle, a post that stands there, and a wall of triangles that comes down.
TestScene crowd() {
  TestScene scene;
  constexpr double r = 0.01, pitch = 2.3 * r;
  constexpr int side = 12;
  std::vector<std::int32_t> shape;
  for (const Shape& kind : convex_kinds(r)) shape.push_back(scene.shape(kind));
  shape.push_back(scene.shape(make_superquadric({0.8 * r, 0.6 * r, 0.7 * r}, 20, 8)));  // flat
  Random random(19);
  for (int i = 0; i < grains; ++i) {
    if (i == grains / 2) {
      scene.add_floor();
      scene.add(scene.shape(make_ellipsoid({0.03, 0.02, 0.02})), {{0.1, 0.1, -0.02}, {}}, {},
                {0, 0, 30}, Freedom::prescribed);
      scene.add(scene.shape(make_sphere(0.02)), {{0.2, 0.2, -0.01}, {}}, {}, {}, Freedom::fixed);
    }
    const Vec3<double> site{(i % side + 0.5) * pitch, (i / side % side + 0.5) * pitch,
                            (i / side / side + 2.0) * pitch};
    const Vec3<double> jitter{random.uniform(), random.uniform(), random.uniform()};
    scene.add(shape[random.bits() % shape.size()],
              {site + 0.1 * r * jitter, some_orientation(random)}, {0, 0, -1});
  }
  scene.add_mesh_floor();
  MeshWall& lid = scene.setup.mesh_walls.back();
  for (Vec3<double>& v : lid.vertex) v = {0.1 + 0.04 * v.x, 0.1 + 0.04 * v.y, 0.26};
  lid.centre = {0.1, 0.1, 0.26};
  lid.velocity = {0, 0, -0.5};
  lid.angular_velocity = {0, 0, 5};
  scene.setup.domain = {{0, 0, -1}, {side * pitch, side * pitch, 2}, {true, true, false}};
  scene.setup.drag = 0.5;
  scene.interaction().rolling_friction = 0.05;
  return scene;
}

template <class T>
void expect_same(const std::vector<T>& p, const std::vector<T>& q, const char* what) {
  ASSERT_EQ(p.size(), q.size()) << what;
  EXPECT_EQ(std::memcmp(p.data(), q.data(), p.size() * sizeof(T)), 0) << what;
}

void expect_same_contacts(const ContactTable& p, const ContactTable& q) {
  expect_same(p.a, q.a, "contacts' bodies a");
  expect_same(p.b, q.b, "contacts' bodies b");
  expect_same(p.point, q.point, "contacts' points");
  expect_same(p.normal, q.normal, "contacts' normals");
  expect_same(p.force, q.force, "contacts' forces");
  expect_same(p.branch, q.branch, "contacts' branches");
  expect_same(p.overlap, q.overlap, "contacts' overlaps");
  expect_same(p.area, q.area, "contacts' areas");
}

void expect_same(const Simulation& p, const Simulation& q) {
  expect_same(p.bodies().poses, q.bodies().poses, "poses");
  expect_same(p.motion().velocity, q.motion().velocity, "velocity");
  expect_same(p.motion().angular_velocity, q.motion().angular_velocity, "angular velocity");
  expect_same(p.motion().angular_momentum, q.motion().angular_momentum, "angular momentum");
  expect_same(p.motion().force, q.motion().force, "force");
  expect_same(p.motion().torque, q.motion().torque, "torque");
  const Ledger a = p.ledger(), b = q.ledger();
  EXPECT_EQ(a.kinetic, b.kinetic);
  EXPECT_EQ(a.residual(), b.residual());
  EXPECT_EQ(a.drag, b.drag);
  EXPECT_EQ(p.contact_count(), q.contact_count());
  expect_same_contacts(p.contacts(), q.contacts());
  expect_same(p.mesh_walls()[0].vertex, q.mesh_walls()[0].vertex, "wall");
}

TEST(Crowd, HasTheSameBitsForAnyNumberOfThreads) {
  const TestScene scene = crowd();
  Simulation one(scene.setup, 1);
  one.step(steps);
  EXPECT_GT(one.contact_count(), 300u);
  EXPECT_GT(one.ledger().drag, 0.0);
  for (const int threads : {2, 3, 8}) {
    Simulation several(scene.setup, threads);
    several.step(steps);
    expect_same(one, several);
  }
}

TEST(Crowd, StepsOneByOneAsManyAtOnce) {
  const TestScene scene = crowd();
  Simulation at_once(scene.setup), one_by_one(scene.setup);
  at_once.step(steps);
  for (int i = 0; i < steps; ++i) one_by_one.step();
  expect_same(at_once, one_by_one);
}

TEST(Crowd, GoesOnFromASavedState) {
  const auto file = std::filesystem::temp_directory_path() / "talus_crowd_test.h5";
  const TestScene scene = crowd();
  Simulation whole(scene.setup), first(scene.setup), second(scene.setup, 3);
  whole.step(steps);
  first.step(steps / 2);
  first.save(file);
  second.restore(file);
  EXPECT_GT(first.contacts().size(), 100u);
  expect_same_contacts(first.contacts(), second.contacts());
  second.step(steps - steps / 2);
  expect_same(whole, second);
  std::filesystem::remove(file);
}

// Sums over the table of contacts, by body: force, and torque about the centre of mass of bodies
// that have it in their origin.
struct ContactLoads {
  std::vector<Vec3<double>> force, torque;

  explicit ContactLoads(const Simulation& simulation) {
    const ContactTable& contacts = simulation.contacts();
    const std::vector<Pose<double>>& poses = simulation.bodies().poses;
    force.resize(poses.size() + simulation.mesh_walls().size());
    torque.resize(force.size());
    const auto add = [&](std::int32_t body, const Vec3<double>& f, const Vec3<double>& arm) {
      const auto i = static_cast<std::size_t>(body);
      force[i] = force[i] + f;
      torque[i] = torque[i] + cross(arm, f);
    };
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const Vec3<double> arm =
          contacts.point[k] - poses[static_cast<std::size_t>(contacts.a[k])].position;
      add(contacts.a[k], -contacts.force[k], arm);
      add(contacts.b[k], contacts.force[k], arm - contacts.branch[k]);
    }
  }
};

// The forces in the table are those that moved the grains, body by body as users number them.
TEST(Crowd, ContactsGiveTheForces) {
  TestScene scene = crowd();
  scene.setup.drag = 0.0;
  Simulation simulation(scene.setup);
  simulation.step(steps);
  const ContactLoads loads(simulation);
  const Motion& motion = simulation.motion();
  double largest = 0.0, worst = 0.0;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    if (motion.freedom[i] != Freedom::free) continue;
    const Vec3<double> weight = motion.mass[i] * scene.setup.gravity;
    largest = std::max(largest, norm(motion.force[i]));
    worst = std::max(worst, norm(motion.force[i] - weight - loads.force[i]));
  }
  EXPECT_GT(largest, 0.1);
  EXPECT_LT(worst, 1e-14 * largest);
}

// Points and normals in the table are those of the contacts that turned the grains. The time loop
// queries curved bodies at a tolerance of 1e-4: other points of the same contacts would give other
// torques. Friction against rotation about the normal adds a couple along it, which the table does
// not have: bodies with one contact show the rest.
TEST(Crowd, ContactsGiveTheTorques) {
  TestScene scene = falling_grains(48);
  for (std::size_t i = 0; i < 48; ++i) scene.setup.bodies.shape_of[i] = static_cast<int>(i % 3);
  Simulation simulation(scene.setup);
  simulation.step(2400);
  const ContactLoads loads(simulation);
  const Motion& motion = simulation.motion();
  const ContactTable& contacts = simulation.contacts();
  EXPECT_GT(contacts.size(), 30u);
  double largest = 0.0, worst = 0.0;
  int single = 0;
  for (std::size_t i = 0; i < 48; ++i) {
    const auto body = static_cast<std::int32_t>(i);
    std::vector<Vec3<double>> normals;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      if (contacts.a[k] == body || contacts.b[k] == body) normals.push_back(contacts.normal[k]);
    }
    largest = std::max(largest, norm(motion.torque[i]));
    if (normals.size() != 1) continue;
    ++single;
    worst = std::max(worst, norm(cross(motion.torque[i] - loads.torque[i], normals[0])));
  }
  EXPECT_GE(single, 4);
  EXPECT_GT(largest, 1e-5);
  EXPECT_LT(worst, 1e-13 * largest);
}

// Memory per grain, contacts included.
TEST(Crowd, MemoryPerGrainIsBounded) {
  const auto bytes_per_grain = [](int kind) {
    TestScene scene = falling_grains(300);
    for (std::size_t i = 0; i < 300; ++i) scene.setup.bodies.shape_of[i] = kind;
    Simulation simulation(scene.setup);
    simulation.step(3000);
    return static_cast<double>(simulation.bytes()) / 300.0;
  };
  EXPECT_LT(bytes_per_grain(0), 1000.0);
  for (const int kind : {1, 2, 3}) EXPECT_LT(bytes_per_grain(kind), 2000.0) << kind;
}

TEST(Crowd, DoesNotGoOnAfterAStepThatFailed) {
  TestScene scene = falling_grains(20);
  scene.setup.gravity = {0, 0, -std::numeric_limits<double>::max()};
  Simulation simulation(scene.setup);
  EXPECT_ANY_THROW(simulation.step(1000));
  try {
    simulation.step();
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_NE(std::string(error.what()).find("cannot go on"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace talus
