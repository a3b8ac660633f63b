// Neighbour search: the pairs that may touch in the next steps, found by the broad phase from boxes
// enlarged by the skins of bodies (skin_table.h) and sorted into blocks by the kinds of shapes.
#pragma once

#include "talus/contact/pair_block.h"
#include "talus/sim/loop/model.h"
#include "talus/sim/loop/skin_table.h"

namespace talus {

class NeighbourSearch {
 public:
  // Renumbers the slots of bodies and replaces the list. Pairs of both the last list and the new
  // one keep their history. Throws broad::SceneError.
  void run(const Model& model, BodyTable& bodies, SkinTable& skins, NeighbourList& list,
           int threads);

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
                                            const SkinTable& skins, int threads) const;

  std::vector<WallTriangle> triangle_;  // of all walls
};

}  // namespace talus
