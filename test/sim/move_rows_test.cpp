// The motion of eight bodies by the kernels of all instruction sets, against one by one: the same
// bits, whatever the company of a body is.
#include "talus/sim/loop/native/move_rows.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "talus/sim/loop/native/loop_kernels.h"
#include "talus/sim/loop/native/move_free.h"
#include "talus/sim/loop/state.h"

namespace talus {
namespace {

enum class Company { round, centred, mixed };

struct Group {
  MoveRows rows{};
  BodyState state[MoveRows::size];
  BodyPlace place[MoveRows::size];

  Group(std::mt19937& random, int count, Company company) {
    std::normal_distribution<double> normal;
    const auto vary = [&](Row* rows_of, int numbers, double size) {
      for (int j = 0; j < numbers; ++j) {
        for (double& value : rows_of[j]) value = size * normal(random);
      }
    };
    rows.count = count;
    vary(rows.force, 3, 1.0), vary(rows.torque, 3, 0.1);
    vary(rows.velocity, 3, 1.0), vary(rows.momentum, 3, 0.1);
    rows.all_round = company == Company::round;
    rows.all_centred = company != Company::mixed;
    for (std::size_t i = 0; i < MoveRows::size; ++i) {
      const bool round = company == Company::round || i % 3 == 1, centred = i % 3 != 2;
      for (int j = 0; j < 3; ++j) {
        rows.inverse_inertia[j][i] = round ? 40.0 : 40.0 + 10.0 * j;
        rows.centroid[j][i] = centred ? 0.0 : 0.1 * j;
      }
      const Mat3<double> axes =
          centred ? identity_matrix<double>() : rotation_of(Quat<double>{0.3, 0.5, -0.2, 0.7});
      const Vec3<double> row[] = {axes.row0, axes.row1, axes.row2};
      for (int j = 0; j < 9; ++j) rows.principal[j][i] = row[j / 3][j % 3];
      rows.round[i] = round ? 1.0 : 0.0;
      rows.turn_reach[i] = round ? 0.0 : 0.5;
      double* const numbers = &state[i].centre.x;
      for (int j = 0; j < 15; ++j) numbers[j] = normal(random);
      state[i].inverse_mass = 2.0;
      place[i].pose = {{}, {normal(random), normal(random), normal(random), normal(random)}};
      place[i].way = 1.0;
    }
    // One that does not turn.
    for (int j = 0; j < 3; ++j) rows.torque[j][0] = rows.momentum[j][0] = 0.0;
    point();
  }
  Group(const Group& other) {
    std::memcpy(static_cast<void*>(this), &other, sizeof other);
    point();
  }
  Group& operator=(const Group&) = delete;

  void point() {
    for (std::size_t i = 0; i < MoveRows::size; ++i) {
      rows.state[i] = &state[i].centre.x;
      rows.place[i] = &place[i].pose.position.x;
    }
  }
  // Of the bodies that there are.
  std::vector<double> numbers() const {
    std::vector<double> all;
    for (int i = 0; i < rows.count; ++i) {
      all.insert(all.end(), rows.state[i], rows.state[i] + 16);
      all.insert(all.end(), rows.place[i], rows.place[i] + 8);
      for (const Row& row : rows.momentum) all.push_back(row[i]);
    }
    return all;
  }
};

TEST(MoveRows, AllKernelsGiveTheBitsOfOneByOne) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 300; ++trial) {
    const auto company = static_cast<Company>(trial % 3);
    const Group start(random, 1 + trial % MoveRows::size, company);
    const MoveOrder order{trial % 2 == 0, 1e-3};
    Group single(start);
    for (int i = 0; i < single.rows.count; ++i) move_free<double>(single.rows, i, order);
    for (const LoopKernels& kernels : loop_kernels()) {
      Group all(start);
      kernels.move(&all.rows, &order);
      ASSERT_EQ(all.numbers(), single.numbers());
      for (std::size_t i = static_cast<std::size_t>(all.rows.count); i < MoveRows::size; ++i) {
        ASSERT_EQ(all.place[i].way, start.place[i].way) << "not of a body";
      }
    }
  }
}

// Bodies that are all round or all centred, but the rows do not say so, as beside others.
TEST(MoveRows, CompanyDoesNotMatter) {
  std::mt19937 random(6);
  for (int trial = 0; trial < 200; ++trial) {
    const auto company = trial % 2 == 0 ? Company::round : Company::centred;
    const Group start(random, MoveRows::size, company);
    const MoveOrder order{true, 1e-3};
    Group known(start), unknown(start);
    for (std::size_t i = 0; i < MoveRows::size; ++i) {
      for (int j = 0; j < 9; ++j) unknown.rows.principal[j][i] = j % 4 == 0 ? 1.0 : 0.0;
      for (int j = 0; j < 3; ++j) unknown.rows.centroid[j][i] = 0.0;
    }
    unknown.rows.all_round = unknown.rows.all_centred = false;
    const LoopKernel move = loop_kernels().front().move;
    move(&known.rows, &order);
    move(&unknown.rows, &order);
    ASSERT_EQ(known.numbers(), unknown.numbers());
  }
}

}  // namespace
}  // namespace talus
