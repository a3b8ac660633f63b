// Bodies that come, go, or are put elsewhere between two steps.
//
// 1. Bodies are moved back into a periodic domain while the neighbour list still has their slots.
// 2. The arrays by slot and those by the user's number lose the rows of bodies that go and get the
//    rows of bodies that come, in the memory that they have.
// 3. A neighbour search makes a new list; pairs of bodies that stay take over their histories.
// 4. The forces now are those of the new list: bodies that touched one that is gone get a new one.
//
// Ids are never used again; numbers and slots are. Whoever stays keeps the order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "talus/sim/loop/loop.h"

namespace talus {

struct AddedBody {
  std::string name;
  std::int32_t type{};  // of BodyTable::types; bounded
  Pose<double> pose;
  Vec3<double> velocity{}, angular_velocity{};
  Freedom freedom = Freedom::free;
};

// A body put elsewhere, with its velocities and without its contacts.
struct MovedBody {
  std::int32_t number{};
  Vec3<double> by{};  // m
};

struct BodyChange {
  std::vector<std::int32_t> removed;  // the user's numbers, increasing
  std::vector<MovedBody> moved;       // none of them removed
  std::vector<AddedBody> added;

  bool empty() const { return removed.empty() && moved.empty() && added.empty(); }
};

// Kinetic energy and, where gravity is constant, the potential one as the ledger counts it, J.
double energy_of(const Loop& loop, std::int32_t number);

// Stages 1 to 4, and the rows `entered` and `left` of the ledger.
void change_bodies(Loop& loop, const BodyChange& change);

}  // namespace talus
