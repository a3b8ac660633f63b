#include "dfr/profile.h"

#include <fmt/format.h>

#include <chrono>
#include <string>

#include "bench/machine.h"
#include "dfr/pipeline_1999.h"
#include "dfr/scenes_1999.h"
#include "talus/simulation.h"

namespace study {
namespace {

constexpr const char* stage_names[stage_count] = {
    "housekeeping", "spatial search", "resolve geometry", "penalty force", "Newtonian physics"};

nlohmann::json rows_of(const Pipeline1999& pipeline) {
  nlohmann::json rows = nlohmann::json::array();
  for (int s = 0; s < stage_count; ++s) {
    rows.push_back({{"name", stage_names[s]},
                    {"seconds", pipeline.cost()[s].seconds},
                    {"calls", pipeline.cost()[s].calls}});
  }
  return rows;
}

// The same bodies, poses, velocities, density and gravity by talus::Simulation. Its law is the
// linear one with a modulus whose overlaps are those of the penalty springs.
talus::Setup setup_of(const GrainScene& scene, const Pipeline1999& pipeline, double gravity) {
  talus::Setup setup;
  setup.materials.material = {{.name = "stone", .density = 1.0, .young = 5e4, .poisson = 0.25}};
  talus::Interaction contact;
  contact.restitution = 0.3;
  contact.friction = 0.5;
  setup.materials.interaction = {contact};
  setup.gravity = {0.0, 0.0, -gravity};
  setup.law = "linear";
  const auto add = [&](const talus::Mesh& mesh, const Pipeline1999::State& state, bool is_fixed) {
    setup.bodies.shape_of.push_back(static_cast<std::int32_t>(setup.bodies.shapes.size()));
    setup.bodies.shapes.push_back(mesh);
    setup.bodies.poses.push_back(state.pose);
    setup.name.push_back(fmt::format("body {}", setup.name.size()));
    setup.material_of.push_back(0);
    setup.freedom.push_back(is_fixed ? talus::Freedom::fixed : talus::Freedom::free);
    setup.velocity.push_back(state.velocity);
    setup.angular_velocity.push_back(state.spin);
  };
  const std::size_t walls = scene.walls.size();
  for (std::size_t i = 0; i < pipeline.state().size(); ++i) {
    const bool is_wall = i < walls;
    add(is_wall ? scene.walls[i].mesh : scene.grains[i - walls].mesh, pipeline.state()[i], is_wall);
  }
  return setup;
}

nlohmann::json profile_of_today(const GrainScene& scene, const Pipeline1999& pipeline,
                                double gravity, int steps) {
  talus::Simulation simulation(setup_of(scene, pipeline, gravity));
  const auto start = std::chrono::steady_clock::now();
  simulation.step(steps);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  nlohmann::json rows = nlohmann::json::array();
  double staged = 0.0;
  for (const talus::Profile::Stage& stage : simulation.profile().stage) {
    rows.push_back({{"name", stage.name}, {"seconds", stage.seconds}, {"calls", stage.calls}});
    staged += stage.seconds;
  }
  rows.push_back({{"name", "housekeeping"},
                  {"seconds", std::max(0.0, elapsed.count() - staged)},
                  {"calls", steps}});
  return {{"rows", rows},
          {"step_seconds", simulation.time_step()},
          {"contacts", simulation.contact_count()},
          {"largest_overlap", simulation.largest_overlap()}};
}

nlohmann::json profile_scene(const std::string& name, const GrainScene& scene,
                             const ProfileOptions& options) {
  Pipeline1999::Options settings;
  settings.planar = scene.planar;
  Pipeline1999 pipeline(settings);
  for (const Grain& wall : scene.walls) pipeline.add(wall.mesh, wall.pose, true);
  for (const Grain& grain : scene.grains) pipeline.add(grain.mesh, grain.pose, false);
  pipeline.step(options.settling_steps);
  const double before = pipeline.kinetic_energy();
  // Today's loop starts from the state in which the profile of the pipeline begins.
  nlohmann::json today = profile_of_today(scene, pipeline, -settings.gravity.z, options.steps);
  pipeline.forget_cost();
  pipeline.step(options.steps);
  fmt::print("profile: {}\n", name);
  const talus::mesh_mesh::Dfr1999Work& work = pipeline.work();
  return {{"name", name},
          {"bodies", scene.grains.size()},
          {"walls", scene.walls.size()},
          {"facets", scene.grains.front().mesh.view().facet_count},
          {"points", scene.grains.front().mesh.view().vertex_count},
          {"steps", options.steps},
          {"kinetic_energy_per_body", before / static_cast<double>(scene.grains.size())},
          {"deepest", pipeline.deepest()},
          {"crossings", pipeline.crossings()},
          {"zone_cells", work.zone_cells},
          {"edges", work.edges},
          {"rows", rows_of(pipeline)},
          {"today", today}};
}

}  // namespace

nlohmann::json measure_profile(const ProfileOptions& options) {
  const bench::Pinned pinned;
  nlohmann::json scenes = nlohmann::json::array();
  scenes.push_back(
      profile_scene("plates in one layer", plates_in_a_layer(options.bodies), options));
  scenes.push_back(
      profile_scene("stones in a box", stones_in_a_box(options.bodies, 3, 6), options));
  return scenes;
}

}  // namespace study
