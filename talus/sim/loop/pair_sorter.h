// Sorts the candidate pairs of a neighbour search into blocks by the kinds of their shapes.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "talus/contact/pair_block.h"
#include "talus/sim/loop/body_table.h"
#include "talus/sim/loop/model.h"

namespace talus {

// A triangle of a mesh wall near a body.
struct NearTriangle {
  std::int32_t body{}, wall{}, triangle{};
  Vec3<double> shift{};  // translation of the wall's periodic image near the body
};

class PairSorter {
 public:
  PairSorter(const Model& model, const BodyTable& bodies);

  // By slot; ignores two bodies of which neither is free. Of two bodies of the same kind, the one
  // with the lower user number is the first.
  void add(std::int32_t a, std::int32_t b, Vec3<double> shift);
  // Sorts the list.
  void add_walls(std::vector<NearTriangle>& near);

  // Blocks in the order of kinds, bodies before walls, with empty histories.
  NeighbourList finish(bool with_rolling);

 private:
  Kind kind(std::int32_t i) const { return kind_of(bodies_.shape(static_cast<std::size_t>(i))); }
  PairBlock& block_for(Kind a, Kind b, bool walls);
  void add_pair(PairBlock& block, std::int32_t a, std::int32_t b, const Vec3<double>& shift);
  // False: there are too many.
  std::pair<std::uint16_t, bool> image_with(const Vec3<double>& shift);

  const Model& model_;
  const BodyTable& bodies_;
  const bool periodic_;
  NeighbourList list_;
  std::array<int, 2 * kind_count * kind_count> block_of_kinds_{};
  std::map<std::tuple<double, double, double>, std::uint16_t> image_;
};

}  // namespace talus
