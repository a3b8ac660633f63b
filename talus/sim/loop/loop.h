// The state of the time loop: a few tables, each with the part of the loop that fills it.
#pragma once

#include "talus/contact/pair_block.h"
#include "talus/sim/loop/body_table.h"
#include "talus/sim/loop/contact_pass.h"
#include "talus/sim/loop/contact_schedule.h"
#include "talus/sim/loop/flow_state.h"
#include "talus/sim/loop/model.h"
#include "talus/sim/loop/neighbours.h"
#include "talus/sim/loop/periodic_wrap.h"
#include "talus/sim/loop/plane_flow.h"
#include "talus/sim/loop/progress.h"
#include "talus/sim/loop/skin_table.h"

namespace talus {

struct Loop {
  Model model;                   // set up once; changed between steps only
  BodyTable bodies;              // BodyIntegrator; renumbered by NeighbourSearch
  UserState user;                // BodyIntegrator, at the end of Simulation::step
  SkinTable skins;               // NeighbourSearch
  NeighbourList neighbours;      // NeighbourSearch; histories by ContactPass
  ContactSchedule schedule;      // follows from the neighbours; accumulators by ContactPass
  Progress progress;             // Simulation::step
  std::vector<LoadSum> loads;    // by Setup::wall_loads; ContactPass
  std::vector<PlaneSum> planes;  // by Setup::flow_planes; PlaneCounter
  FlowState flow;                // FlowGates
  NeighbourSearch search;
  ContactPass contacts;
  int threads = 1;

  BodyIntegrator integrator() { return {model, bodies, user, skins, schedule, progress, threads}; }
  ContactPass::Arguments contact_arguments() {
    return {model, bodies, neighbours, schedule, progress, loads, threads};
  }
  void find_neighbours() {
    wrap_bodies(model, bodies, user, neighbours);
    search.run(model, bodies, skins, neighbours, threads);
    schedule = make_schedule(bodies, neighbours.blocks);
  }
};

}  // namespace talus
