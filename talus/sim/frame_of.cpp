#include "talus/sim/frame_of.h"

namespace talus {

bool changes_bodies(const Setup& setup) {
  return !setup.inlets.empty() || !setup.outlets.empty() || setup.beyond == Beyond::remove;
}

Moment moment_of(const Simulation& simulation) {
  return {simulation.time(),
          simulation.steps(),
          simulation.contact_count(),
          simulation.ledger(),
          simulation.largest_overlap(),
          simulation.largest_travel(),
          simulation.large_overlaps().steps,
          simulation.large_travels().steps,
          simulation.unsolved_contacts().steps,
          simulation.large_residuals().steps,
          simulation.bodies().size(),
          simulation.missing_mass(),
          simulation.unbalanced_force()};
}

FrameView frame_of(const Simulation& simulation) {
  const broad::Domain& domain = simulation.setup().domain;
  FrameView view{
      moment_of(simulation),
      simulation.bodies(),
      simulation.motion(),
      simulation.names(),
      simulation.material_of(),
      simulation.setup().materials,
      simulation.contacts(),
      {},
      {domain.lower, domain.upper, {domain.periodic[0], domain.periodic[1], domain.periodic[2]}},
      simulation.periods(),
      simulation.ids(),
      changes_bodies(simulation.setup())};
  for (const MeshWall& wall : simulation.mesh_walls()) {
    view.walls.push_back({wall.name, wall.vertex, wall.triangle, wall.material});
  }
  return view;
}

}  // namespace talus
