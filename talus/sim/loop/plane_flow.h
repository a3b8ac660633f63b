// Flow through planes (Setup::flow_planes). A body passes in the step in which its centre of mass
// changes the side, if the straight path of the step goes through the figure or one of its images.
// The side at the end of a step has the bits of that at the start of the next one: a body that goes
// to and fro is counted each time, and what passed is what is on the other side.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/sim/loop/body_table.h"
#include "talus/sim/loop/model.h"

namespace talus {

struct PlaneSum {
  std::int64_t forward{}, backward{};
  double mass{};            // kg, forward minus backward
  Vec3<double> momentum{};  // kg m/s, likewise
  std::int64_t first_step{};
};

// Throws SimulationError for figures that are not valid.
void check_plane(const FlowPlane& plane, const broad::Domain& domain);

class PlaneCounter {
 public:
  // Before bodies drift.
  void begin_step(const BodyTable& bodies, int threads);
  // After it, before slots are renumbered. Sums in the order of slots: the same bits for any number
  // of threads.
  void end_step(const Model& model, const BodyTable& bodies, int threads,
                std::vector<PlaneSum>& sums);

 private:
  struct Crossing {
    std::size_t slot{}, plane{};
    bool forward{};
  };
  void find(const Model& model, const Vec3<double>& from, const Vec3<double>& to, std::size_t slot,
            std::vector<Crossing>& found) const;

  std::vector<BoundingBox<double>> bounds_;       // by plane
  std::vector<Vec3<double>> centre_;              // by slot: at the start of the step
  std::vector<std::vector<Crossing>> crossings_;  // by chunk of slots
};

}  // namespace talus
