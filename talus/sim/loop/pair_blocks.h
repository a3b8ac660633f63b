// Candidate pairs sorted into blocks by the kinds of their shapes, and what pairs of the last list
// remember carried over to the new one.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <vector>

#include "talus/sim/loop/state.h"

namespace talus {

// A triangle of a mesh wall near a body.
struct NearTriangle {
  std::int32_t body{}, wall{}, triangle{};
  Vec3<double> shift{};  // by which the wall is moved to meet the body
};

class PairBlocks {
 public:
  // The shifts of images are numbered anew.
  explicit PairBlocks(LoopState& s);

  // By slot. Not two bodies of which neither is free. Of two of the same kind, the one with the
  // lower number is the first.
  void add(std::int32_t a, std::int32_t b, Vec3<double> shift);
  // Sorts the list.
  void add_walls(std::vector<NearTriangle>& near);

  // In the order of kinds, bodies before walls, with room for what is remembered.
  std::vector<PairBlock> finish();

 private:
  Kind kind(std::int32_t i) const { return kind_of(s_.shape(static_cast<std::size_t>(i))); }
  PairBlock& block_for(Kind a, Kind b, bool walls);
  void add_pair(PairBlock& block, std::int32_t a, std::int32_t b, const Vec3<double>& shift);
  std::uint16_t image_with(const Vec3<double>& shift);

  LoopState& s_;
  std::vector<PairBlock> blocks_;
  std::array<int, 2 * kind_count * kind_count> place_{};
  std::map<std::tuple<double, double, double>, std::uint16_t> image_;
};

// The last list: pairs are found through their first body.
class LastPairs {
 public:
  // `before` says which slots objects had then.
  LastPairs(std::vector<PairBlock> blocks, std::vector<Vec3<double>> shift,
            const std::vector<std::int32_t>& before);

  // Takes over what the pairs of the block remembered, whose images have these shifts.
  void give_to(PairBlock& block, const std::vector<Vec3<double>>& shift);

 private:
  struct Place {
    std::uint32_t block{}, pair{};
  };
  const Place* find(const PairBlock& block, std::size_t k,
                    const std::vector<Vec3<double>>& shift) const;

  std::vector<PairBlock> blocks_;
  std::vector<Vec3<double>> shift_;
  const std::vector<std::int32_t>& before_;
  std::vector<std::int64_t> start_;  // of the places of a body
  std::vector<Place> place_;
};

}  // namespace talus
