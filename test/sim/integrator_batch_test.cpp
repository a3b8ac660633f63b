// The motion of eight bodies by the kernels of all instruction sets, against one by one: the same
// bits, whatever the company of a body is.
#include "talus/sim/loop/native/integrator_batch.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "talus/sim/loop/native/integrator_kernel.h"
#include "talus/sim/loop/native/loop_kernels.h"

namespace talus {
namespace {

enum class Company { round, centred, mixed };

struct Group {
  IntegratorBatch rows{};
  BodyMotion motion[IntegratorBatch::size];
  BodyPose pose[IntegratorBatch::size];

  Group(std::mt19937& random, int count, Company company) {
    std::normal_distribution<double> normal;
    const auto vary = [&](VectorRows& rows_of, double size) {
      for (Row* row : {&rows_of.x, &rows_of.y, &rows_of.z}) {
        for (double& value : *row) value = size * normal(random);
      }
    };
    rows.count = count;
    vary(rows.force, 1.0), vary(rows.torque, 0.1);
    vary(rows.velocity, 1.0), vary(rows.angular_momentum, 0.1);
    rows.all_round = company == Company::round;
    rows.all_centred = company != Company::mixed;
    for (std::size_t i = 0; i < IntegratorBatch::size; ++i) {
      const bool round = company == Company::round || i % 3 == 1, centred = i % 3 != 2;
      const int at = static_cast<int>(i);
      set_vector(rows.inverse_inertia, at,
                 round ? Vec3<double>{40.0, 40.0, 40.0} : Vec3<double>{40.0, 50.0, 60.0});
      set_vector(rows.centroid, at, centred ? Vec3<double>{} : Vec3<double>{0.0, 0.1, 0.2});
      const Mat3<double> axes =
          centred ? identity_matrix<double>() : rotation_of(Quat<double>{0.3, 0.5, -0.2, 0.7});
      set_vector(rows.principal.row0, at, axes.row0);
      set_vector(rows.principal.row1, at, axes.row1);
      set_vector(rows.principal.row2, at, axes.row2);
      rows.round[i] = round ? 1.0 : 0.0;
      rows.turn_reach[i] = round ? 0.0 : 0.5;
      double* const numbers = &motion[i].centre.x;
      for (int j = 0; j < 15; ++j) numbers[j] = normal(random);
      motion[i].inverse_mass = 2.0;
      pose[i].pose = {{}, {normal(random), normal(random), normal(random), normal(random)}};
      pose[i].path_length = 1.0;
    }
    // One that does not turn.
    set_vector(rows.torque, 0, Vec3<double>{});
    set_vector(rows.angular_momentum, 0, Vec3<double>{});
    point();
  }
  Group(const Group& other) {
    std::memcpy(static_cast<void*>(this), &other, sizeof other);
    point();
  }
  Group& operator=(const Group&) = delete;

  void point() {
    for (std::size_t i = 0; i < IntegratorBatch::size; ++i) {
      rows.motion[i] = &motion[i].centre.x;
      rows.pose[i] = &pose[i].pose.position.x;
    }
  }
  // Of the bodies that there are.
  std::vector<double> numbers() const {
    std::vector<double> all;
    for (int i = 0; i < rows.count; ++i) {
      all.insert(all.end(), rows.motion[i], rows.motion[i] + 16);
      all.insert(all.end(), rows.pose[i], rows.pose[i] + 8);
      const Vec3<double> momentum = vector_from<double>(rows.angular_momentum, i);
      for (int j = 0; j < 3; ++j) all.push_back(momentum[j]);
    }
    return all;
  }
};

TEST(IntegratorBatch, AllKernelsGiveTheBitsOfOneByOne) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 300; ++trial) {
    const auto company = static_cast<Company>(trial % 3);
    const Group start(random, 1 + trial % IntegratorBatch::size, company);
    const IntegratorCall order{trial % 2 == 0, 1e-3};
    Group single(start);
    for (int i = 0; i < single.rows.count; ++i) integrate<double>(single.rows, i, order);
    for (const LoopKernels& kernels : loop_kernels()) {
      Group all(start);
      kernels.integrate(&all.rows, &order);
      ASSERT_EQ(all.numbers(), single.numbers());
      for (std::size_t i = static_cast<std::size_t>(all.rows.count); i < IntegratorBatch::size;
           ++i) {
        ASSERT_EQ(all.pose[i].path_length, start.pose[i].path_length) << "not of a body";
      }
    }
  }
}

// Bodies that are all round or all centred, but the rows do not say so, as beside others.
TEST(IntegratorBatch, CompanyDoesNotMatter) {
  std::mt19937 random(6);
  for (int trial = 0; trial < 200; ++trial) {
    const auto company = trial % 2 == 0 ? Company::round : Company::centred;
    const Group start(random, IntegratorBatch::size, company);
    const IntegratorCall order{true, 1e-3};
    Group known(start), unknown(start);
    for (std::size_t i = 0; i < IntegratorBatch::size; ++i) {
      const int at = static_cast<int>(i);
      set_vector(unknown.rows.principal.row0, at, Vec3<double>{1.0, 0.0, 0.0});
      set_vector(unknown.rows.principal.row1, at, Vec3<double>{0.0, 1.0, 0.0});
      set_vector(unknown.rows.principal.row2, at, Vec3<double>{0.0, 0.0, 1.0});
      set_vector(unknown.rows.centroid, at, Vec3<double>{});
    }
    unknown.rows.all_round = unknown.rows.all_centred = false;
    const LoopKernel integrate = loop_kernels().front().integrate;
    integrate(&known.rows, &order);
    integrate(&unknown.rows, &order);
    ASSERT_EQ(known.numbers(), unknown.numbers());
  }
}

}  // namespace
}  // namespace talus
