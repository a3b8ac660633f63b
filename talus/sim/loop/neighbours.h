// Neighbour search: the pairs that may touch in the next steps, found by the broad phase from boxes
// enlarged by the skins of bodies (skin_table.h) and sorted into blocks by the kinds of shapes.
#pragma once

#include <span>

#include "talus/contact/pair_block.h"
#include "talus/sim/loop/model.h"
#include "talus/sim/loop/skin_table.h"

namespace talus {

class NeighbourSearch {
 public:
  // Renumbers the slots of bodies and replaces the list. Pairs of both the last list and the new
  // one keep their history. `slot_in_list` maps the slots before the call to those of the list,
  // with -1 for objects whose pairs keep nothing; empty: they are the same. Throws
  // broad::SceneError.
  void run(const Model& model, BodyTable& bodies, SkinTable& skins, NeighbourList& list,
           int threads, std::span<const std::int32_t> slot_in_list = {});

  std::size_t bytes() const;

 private:
  struct WallTriangle {
    std::int32_t wall{}, triangle{};
  };
  void number_triangles(const Model& model);
  BoundingBox<double> box_of_triangle(const Model& model, const BodyTable& bodies,
                                      const SkinTable& skins, const WallTriangle& t) const;
  void fit_skins_of_walls(const Model& model, const BodyTable& bodies, SkinTable& skins) const;
  std::vector<BoundingBox<double>> boxes_of(const Model& model, const BodyTable& bodies,
                                            const SkinTable& skins, double range,
                                            int threads) const;

  std::vector<WallTriangle> triangle_;  // of all walls
};

}  // namespace talus
