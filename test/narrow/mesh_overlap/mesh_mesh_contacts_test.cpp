// The contacts of two meshes: against depths in closed form, the derivative of their energy, the
// same bodies swapped and cut more finely.
#include "talus/narrow/mesh_overlap/mesh_mesh_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "narrow/body_mesh_wall/walls.h"
#include "narrow/mesh_overlap/closed_meshes.h"
#include "narrow/nudged.h"
#include "talus/narrow/contact.h"

namespace talus::test {
namespace {

constexpr double hertz = 2.5;

std::vector<MeshContact> contacts(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                                  const Pose<double>& pose_b) {
  static MeshMeshContacts finder;
  return finder.find(std::get<Mesh>(a).view(), pose_a, std::get<Mesh>(b).view(), pose_b, hertz);
}

double energy(const std::vector<MeshContact>& found) {
  double sum = 0.0;
  for (const MeshContact& c : found) sum += c.energy_share * std::pow(c.depth, hertz) / hertz;
  return sum;
}

struct Wrench {
  Vec3<double> force{}, torque{};
};

// On B, about `origin`.
Wrench wrench(const std::vector<MeshContact>& found, const Vec3<double>& origin) {
  Wrench w;
  for (const MeshContact& c : found) {
    const Vec3<double> f = (c.energy_share * c.slope * std::pow(c.depth, hertz - 1.0)) * c.normal;
    w.force = w.force + f;
    w.torque = w.torque + cross(c.point - origin, f) + c.twist * f;
  }
  return w;
}

// B beside A along a random direction such that the overlap is about `depth` deep.
Pose<double> beside(const Shape& a, const Shape& b, double depth, std::mt19937& engine) {
  Pose<double> pose{{}, random_turn(engine)};
  const Vec3<double> u = random_unit(engine);
  double low = 0.0, high = 4.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    pose.position = middle * u;
    (talus::contact(a, {}, b, pose).distance < -depth ? low : high) = middle;
  }
  pose.position = low * u;
  return pose;
}

// Worst relative error of force and torque as derivatives of the energy.
double worst_derivative(const Shape& a, const Shape& b, const Pose<double>& pose) {
  const std::vector<MeshContact> found = contacts(a, {}, b, pose);
  if (found.empty()) return 0.0;
  const Wrench w = wrench(found, pose.position);
  const double h = 1e-6 * found[0].depth, scale = norm(w.force);
  double worst = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3<double> u{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    for (const bool turns : {false, true}) {
      const double change = energy(contacts(a, {}, b, nudged(pose, u, h, turns))) -
                            energy(contacts(a, {}, b, nudged(pose, u, -h, turns)));
      const double expected = -dot(u, turns ? w.torque : w.force);
      worst = std::max(worst, std::abs(change / (2.0 * h) - expected) / scale);
    }
  }
  return worst;
}

// As in mesh_half_space_test.cpp, for two meshes.
double depth_of(double s, double d) {
  constexpr double q = mesh_overlap::least_power;
  const double b = (q + 2.0) / (q + 2.0 + s) * d, x = s / ((q + 2.0) * (q + 1.0 + s));
  return mesh_pair_scale * mesh_overlap::depth_scale * b *
         (1.0 + mesh_overlap::shape_gain * x / (1.0 + mesh_overlap::shape_limit * x));
}

const Shape& floor_block() {
  static const Shape block = box_mesh({2.0, 2.0, 1.0}, 1);  // its top at z = 1
  return block;
}

// One contact on the floor, pushing upward.
MeshContact on_floor(const Shape& body, const Quat<double>& q, double lowest, double depth) {
  const std::vector<MeshContact> found =
      contacts(floor_block(), {}, body, {{0.13, 0.21, 1.0 + lowest - depth}, q});
  EXPECT_EQ(found.size(), 1u);
  if (found.empty()) return {};
  EXPECT_LT(norm(found[0].normal - Vec3<double>{0, 0, 1}), 1e-6);
  return found[0];
}

TEST(MeshMeshContacts, HaveTheDepthOfAFaceAnEdgeACornerAndTwoEdges) {
  const Shape cube = box_mesh({0.5, 0.5, 0.5}, 2);
  const Quat<double> edge = turn_about({1, 0, 0}, std::atan(1.0)),
                     corner = turn_about({1, -1, 0}, std::atan(std::sqrt(2.0)));
  for (const double d : {1e-6, 1e-4, 1e-2}) {
    EXPECT_NEAR(on_floor(cube, {1, 0, 0, 0}, 0.5, d).depth, depth_of(0, d), 1e-8 * d);
    EXPECT_NEAR(on_floor(cube, edge, std::sqrt(0.5), d).depth, depth_of(1, d), 1e-8 * d);
    EXPECT_NEAR(on_floor(cube, corner, std::sqrt(0.75), d).depth, depth_of(2, d), 1e-8 * d);
    // Two edges that cross at right angles.
    const Pose<double> upright{{}, turn_about({0, 1, 0}, std::atan(1.0))};
    const std::vector<MeshContact> found =
        contacts(cube, upright, cube, {{0.1, 0.05, 2.0 * std::sqrt(0.5) - d}, edge});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].depth, depth_of(2, d), 1e-8 * d);
    EXPECT_LT(norm(found[0].normal - Vec3<double>{0, 0, 1}), 1e-6);
    EXPECT_NEAR(found[0].point.x, 0.0, 1e-6);
    EXPECT_NEAR(found[0].point.y, 0.05, 1e-6);
  }
  const MeshContact face = on_floor(cube, {1, 0, 0, 0}, 0.5, 1e-4);
  EXPECT_NEAR(face.spread_squared, 1.0 / 12.0, 1e-6);
  EXPECT_NEAR(face.patch_arm, 0.3826, 0.002);
  EXPECT_LT(norm(face.point - Vec3<double>{0.13, 0.21, 1.0 - 0.5e-4}), 1e-6);
}

TEST(MeshMeshContacts, DoNotDependOnTheOrderOfTheBodiesNorOnTheirFacets) {
  std::mt19937 engine(4);
  const Shape coarse[] = {box_mesh({0.5, 0.3, 0.4}, 1), table_mesh()};
  const Shape fine = box_mesh({0.5, 0.3, 0.4}, 4);
  for (int i = 0; i < 200; ++i) {
    const Shape &a = coarse[0], &b = coarse[i % 2];
    const Pose<double> pose = beside(a, b, std::pow(10.0, -1.5 - 0.5 * (i % 5)), engine);
    const std::vector<MeshContact> there = contacts(a, {}, b, pose),
                                   back = contacts(b, pose, a, {}),
                                   cut = contacts(fine, {}, b, pose);
    const Wrench w = wrench(there, {}), v = wrench(back, {}), u = wrench(cut, {});
    const double scale = norm(w.force);
    ASSERT_GT(scale, 0.0);
    EXPECT_NEAR(energy(there) / energy(back), 1.0, 1e-8);
    EXPECT_NEAR(energy(there) / energy(cut), 1.0, 1e-8);
    EXPECT_LT(norm(w.force + v.force) + norm(w.torque + v.torque), 1e-5 * scale);
    EXPECT_LT(norm(w.force - u.force) + norm(w.torque - u.torque), 1e-5 * scale);
  }
}

// Fractions of sorted errors.
void print_errors(const char* of, std::vector<double>& errors) {
  std::sort(errors.begin(), errors.end());
  std::printf("%s: median %.1e, nine of ten %.1e, worst %.1e\n", of, errors[errors.size() / 2],
              errors[errors.size() * 9 / 10], errors.back());
}

TEST(MeshMeshContacts, PushConvexBodiesAgainstTheDerivativeOfTheirEnergy) {
  std::mt19937 engine(2);
  const Shape bodies[] = {box_mesh({0.5, 0.3, 0.4}, 1), box_mesh({0.4, 0.4, 0.4}, 2),
                          ball_mesh(0.5, 2)};
  std::vector<double> errors;
  for (int i = 0; i < 150; ++i) {
    const Shape &a = bodies[i % 3], &b = bodies[(i / 3) % 3];
    const double depth = std::pow(10.0, -1.5 - 0.5 * (i % 5));
    errors.push_back(worst_derivative(a, b, beside(a, b, depth, engine)));
  }
  print_errors("convex", errors);
  EXPECT_LT(errors.back(), 1e-5);
}

TEST(MeshMeshContacts, PushConcaveBodiesAgainstTheDerivativeOfTheirEnergy) {
  std::mt19937 engine(9);
  const Shape bodies[] = {table_mesh(), box_mesh({0.5, 0.3, 0.4}, 1)};
  std::vector<double> errors;
  for (int i = 0; i < 200; ++i) {
    const Shape &a = bodies[0], &b = bodies[i % 2];
    const double depth = std::pow(10.0, -2.0 - 0.5 * (i % 5));
    errors.push_back(worst_derivative(a, b, beside(a, b, depth, engine)));
  }
  print_errors("concave", errors);
  EXPECT_LT(errors[errors.size() * 9 / 10], 1e-5);
}

// A block in the corner between the foot and the plate of a table: one contact per side.
TEST(MeshMeshContacts, SplitsAPartInAValley) {
  const Shape table = table_mesh(), block = box_mesh({0.1, 0.2, 0.1}, 1);
  const double on_plate = 1e-3, on_foot = 2e-4;
  const Pose<double> pose{{-0.4 + 0.1 - on_foot, 0.0, 0.1 - 0.1 + on_plate}, {1, 0, 0, 0}};
  const std::vector<MeshContact> found = contacts(table, {}, block, pose);
  ASSERT_EQ(found.size(), 2u);
  const bool plate_first = found[0].normal.z < -0.5;
  const MeshContact &plate = found[plate_first ? 0 : 1], &foot = found[plate_first ? 1 : 0];
  EXPECT_LT(norm(plate.normal - Vec3<double>{0, 0, -1}), 1e-3);
  EXPECT_LT(norm(foot.normal - Vec3<double>{1, 0, 0}), 1e-2);
  EXPECT_NEAR(plate.depth, depth_of(0, on_plate), 0.01 * on_plate);
  EXPECT_NEAR(foot.depth, depth_of(0, on_foot), 0.05 * on_foot);
  EXPECT_NEAR(plate.energy_share, 1.0, 1e-2);
  EXPECT_NEAR(foot.energy_share, 1.0, 1e-2);
}

TEST(MeshMeshContacts, AreThereAndFiniteForAnyPose) {
  std::mt19937 engine(6);
  std::uniform_real_distribution<> within(-0.6, 0.6);
  const Shape rod = box_mesh({0.05, 0.05, 1.0}, 1), plate = box_mesh({0.5, 0.5, 0.02}, 1),
              table = table_mesh(), cube = box_mesh({0.2, 0.2, 0.2}, 1);
  EXPECT_FALSE(contacts(plate, {}, rod, {{0.1, 0.0, 0.03}, {1, 0, 0, 0}}).empty());
  const Shape* bodies[] = {&rod, &plate, &table, &cube};
  for (int i = 0; i < 2000; ++i) {
    const Shape &a = *bodies[i % 4], &b = *bodies[(i / 4) % 4];
    const Pose<double> pose{{within(engine), within(engine), within(engine)}, random_turn(engine)};
    const bool meet = talus::contact(a, {}, b, pose).distance < -1e-6;
    const std::vector<MeshContact> found = contacts(a, {}, b, pose);
    EXPECT_EQ(meet, !found.empty());
    for (const MeshContact& c : found) {
      EXPECT_TRUE(c.depth > 0.0 && c.depth < 4.0 && c.slope > 0.0 && c.slope < 1e3);
      EXPECT_TRUE(norm(c.point) < 1e3 && std::abs(c.twist) < 1e3 &&
                  std::abs(norm(c.normal) - 1) < 1e-9);
      EXPECT_TRUE(c.energy_share > 0.0 && c.energy_share <= 1.0 + 1e-9);
    }
  }
}

bool are_equal(const Vec3<double>& u, const Vec3<double>& v) {
  return u.x == v.x && u.y == v.y && u.z == v.z;
}

void expect_equal(const std::vector<MeshContact>& found, const std::vector<MeshContact>& fresh) {
  ASSERT_EQ(found.size(), fresh.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    const MeshContact &c = found[k], &d = fresh[k];
    EXPECT_TRUE(are_equal(c.point, d.point) && are_equal(c.normal, d.normal));
    EXPECT_TRUE(c.depth == d.depth && c.slope == d.slope && c.energy_share == d.energy_share &&
                c.twist == d.twist && c.patch_arm == d.patch_arm &&
                c.spread_squared == d.spread_squared);
  }
}

// Another body may be in its hollow, without touching either shell.
Shape hollow_box() {
  ClosedSurface s;
  add_box(s, {0.5, 0.5, 0.5}, 1);
  add_box(s, {0.4, 0.4, 0.4}, 1, true);
  return s.shape();
}

// Pairs that touch, come near, lie in each other and part again, by steps of all sizes; both bodies
// move together as well, which a list of facets survives. Every answer is that without a cache and
// without known shells, to the last bit, and a gap is never longer than the path to a contact.
TEST(MeshMeshContacts, ACacheDoesNotChangeThem) {
  std::mt19937 engine(7);
  const Shape bodies[] = {box_mesh({0.3, 0.25, 0.2}, 2), ball_mesh(0.4, 2), table_mesh(),
                          hollow_box(), box_mesh({0.05, 0.06, 0.07}, 1)};
  std::vector<mesh_mesh::MeshShells> shells;
  for (const Shape& s : bodies) shells.emplace_back(std::get<Mesh>(s).view());
  EXPECT_EQ(shells[3].facet.size(), 2u);
  MeshMeshContacts finder;
  std::uniform_real_distribution<> exponent(-5.0, -1.0), within(-0.5, 0.5);
  int touching = 0, apart = 0, skipped = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      const auto &a = std::get<Mesh>(bodies[i]).view(), &b = std::get<Mesh>(bodies[j]).view();
      mesh_mesh::FacetPairList cache;
      Pose<double> pose_a{{0.1, 0.2, 0.3}, random_turn(engine)}, pose_b;
      double safe = 0.0;  // motion that is left before the next contact
      for (int step = 0; step < 120; ++step) {
        const double by = std::pow(10.0, exponent(engine));
        if (step % 40 == 0) {
          pose_b = {
              pose_a.position + 1.6 * Vec3<double>{within(engine), within(engine), within(engine)},
              random_turn(engine)};
          safe = 0.0;
        } else {
          const Vec3<double> u = random_unit(engine);
          pose_b = nudged(pose_b, u, by, step % 2 == 1);
          const Quat<double>& q = pose_b.orientation;
          const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
          pose_b.orientation = {q.w / length, q.x / length, q.y / length, q.z / length};
          safe -= step % 2 == 1 ? by * (norm(b.sphere.centre) + b.sphere.radius) : by;
        }
        const Vec3<double> together{within(engine), within(engine), within(engine)};
        pose_a.position = pose_a.position + together, pose_b.position = pose_b.position + together;
        const std::vector<MeshContact> found =
            finder.find({a, &shells[i]}, pose_a, {b, &shells[j]}, pose_b, hertz, &cache);
        const double gap = finder.gap();
        expect_equal(found, contacts(bodies[i], pose_a, bodies[j], pose_b));
        if (safe > 1e-12) {
          EXPECT_TRUE(found.empty());
          ++skipped;
        }
        safe = found.empty() ? std::max(safe, gap) : 0.0;
        ++(found.empty() ? apart : touching);
      }
    }
  }
  EXPECT_GT(touching, 500);
  EXPECT_GT(apart, 500);
  EXPECT_GT(skipped, 100);
}

// Two jacks of a bed, of which the end of an arm, its edge and an arm beside it lie at each other.
// On the way from the first pose to the second their parts merge into one with valleys of both
// bodies.
TEST(MeshMeshContacts, HaveNoJumpWherePartsMergeInValleysOfBoth) {
  const Shape jack = jack_mesh(4.213407e-3);
  const Pose<double> a[2] = {
      {{0.081631165191000471, 0.068414008041667002, 0.012560943803444276},
       {0.10670637283800437, 0.55754611658046549, -0.65707875844988639, -0.49598748278132437}},
      {{0.081627223522694942, 0.068413348691058404, 0.012564621646316785},
       {0.10660373422395229, 0.55701985798591669, -0.65767131310236815, -0.49581545516559372}}};
  const Pose<double> b[2] = {
      {{0.083818709191534571, 0.073621369580615395, 0.020512997096876338},
       {0.28325886536884815, -0.76965443837666281, 0.01988421307915561, 0.5718400814452228}},
      {{0.083817995356108801, 0.073621656771294994, 0.020510748175102612},
       {0.28259307349807972, -0.76992022853981412, 0.020120894917410159, 0.57180341559300962}}};
  const auto between = [](const Pose<double>(&p)[2], double t) {
    const Quat<double>&q = p[0].orientation, &r = p[1].orientation;
    const Quat<double> s{q.w + t * (r.w - q.w), q.x + t * (r.x - q.x), q.y + t * (r.y - q.y),
                         q.z + t * (r.z - q.z)};
    const double length = std::sqrt(s.w * s.w + s.x * s.x + s.y * s.y + s.z * s.z);
    return Pose<double>{p[0].position + t * (p[1].position - p[0].position),
                        {s.w / length, s.x / length, s.y / length, s.z / length}};
  };
  constexpr int steps = 400;
  double last = 0.0, most = 0.0;
  for (int i = 0; i <= steps; ++i) {
    const double t = double(i) / steps;
    const std::vector<MeshContact> found = contacts(jack, between(a, t), jack, between(b, t));
    ASSERT_GE(found.size(), 2u);
    for (const MeshContact& c : found) {
      EXPECT_LT(c.depth, 1.3e-5) << t;
      EXPECT_LT(c.slope, 1.2) << t;
    }
    const double now = energy(found);
    if (i > 0) most = std::max(most, std::abs(now - last));
    last = now;
  }
  // From one step to the next by a small part of the whole.
  EXPECT_LT(most, 0.05 * last);
  std::printf("largest change of the energy in a step: %.3g of the last\n", most / last);
}

}  // namespace
}  // namespace talus::test
