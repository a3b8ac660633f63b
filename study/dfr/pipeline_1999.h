// A simulation as the paper describes it (Fig. 1 and Table 1), every step: heapsort of the bounding
// boxes (section 2.3), dfr-1999 of every pair that it finds (section 5.2), a penalty force at every
// crossing point, and Newton's equations. No list is kept from one step to the next.
//
// Each stage is one loop over all bodies, pairs or points, so that reading the clock costs nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/broad/scene.h"
#include "talus/narrow/mesh_mesh/published/dfr_1999.h"
#include "talus/shape.h"

namespace study {

// The rows of Table 1.
enum Stage { housekeeping, spatial_search, resolve_geometry, penalty_force, newton, stage_count };

struct StageCost {
  double seconds{};
  std::int64_t calls{};
};

class Pipeline1999 {
 public:
  struct Law {
    double stiffness = 2000.0;  // per crossing point
    double damping = 20.0;      // of the normal velocity
    double friction = 0.5;      // the most, of a viscous tangential force
    double tangential_damping = 20.0;
  };
  struct Options {
    talus::Vec3<double> gravity{0.0, 0.0, -10.0};
    double step = 1e-3;
    Law law;
    bool planar = false;  // bodies move in the x-z plane only
  };
  explicit Pipeline1999(const Options& options) : options_(options) {}

  // The mesh has its centre of mass at the origin; a fixed body never moves. Density 1.
  void add(const talus::Mesh& mesh, const talus::Pose<double>& pose, bool is_fixed);

  void step(int count);

  struct State {
    talus::Pose<double> pose;
    talus::Vec3<double> velocity{}, spin{};
  };
  const std::vector<State>& state() const { return state_; }
  const StageCost (&cost() const)[stage_count] { return cost_; }
  void forget_cost();
  const talus::mesh_mesh::Dfr1999Work& work() const { return work_; }
  std::int64_t crossings() const { return crossing_count_; }
  double kinetic_energy() const;
  double deepest() const { return deepest_; }  // of the crossing points of the last step

 private:
  using Vec = talus::Vec3<double>;
  using Mat = talus::Mat3<double>;
  struct Constant {
    const talus::MeshView<double>* view{};
    double inverse_mass{};  // 0: fixed
    Mat inertia, inverse_inertia;
  };
  struct Point {
    std::int32_t a, b;
    Vec at, normal;  // world, from a to b
    double depth;
  };
  void keep_house();
  void search();
  void resolve();
  void push();
  void move();
  bool both_fixed(std::int32_t a, std::int32_t b) const;

  Options options_;
  std::vector<talus::Mesh> mesh_;
  std::vector<Constant> constant_;
  std::vector<State> state_;
  std::vector<Mat> rotation_;
  std::vector<Vec> force_, torque_;
  std::vector<talus::BoundingBox<double>> box_;
  talus::broad::PairList pairs_;
  talus::broad::Work search_work_;
  std::vector<Point> points_;
  talus::mesh_mesh::Dfr1999Work work_;
  std::int64_t crossing_count_{};
  double deepest_{};
  StageCost cost_[stage_count];
};

}  // namespace study
