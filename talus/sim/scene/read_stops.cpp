#include "talus/sim/scene/read_stops.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "talus/sim/scene/spelling.h"

namespace talus::scene {
namespace {

void check_gate(Section& section, std::string_view kind, const std::string& name,
                const std::vector<std::string>& known) {
  const Node* node = section.find("name");
  if (name.empty() || std::find(known.begin(), known.end(), name) != known.end()) return;
  section.wrong(*node, "name",
                known.empty() ? fmt::format("the scene has no {}, got \"{}\"", kind, name)
                              : fmt::format("unknown {} \"{}\"{}; known: {}", kind, name,
                                            hint(name, known), fmt::join(known, ", ")));
}

void read_flow_stop(Section& stop, std::string_view kind, const std::vector<std::string>& known,
                    RunOptions& run) {
  const Node* table = stop.table(kind);
  if (table == nullptr) return;
  Section section(*table, stop.path_of(kind), stop.errors());
  FlowStop flow;
  flow.name = section.required_text("name");
  check_gate(section, kind, flow.name, known);
  flow.count = section.integer("count", 1, most_flow_stop_count);
  flow.mass = section.number("mass", positive);
  const bool has_count = section.find("count") != nullptr,
             has_mass = section.find("mass") != nullptr;
  if (has_count == has_mass) {
    section.fail(fmt::format("needs one of count and mass, got {}", has_count ? "both" : "none"));
  }
  section.finish();
  run.flow_stops.push_back(std::move(flow));
}

}  // namespace

void read_stops(Section& top, Scene& scene) {
  const Node* simulation = top.find("simulation");
  if (simulation == nullptr || simulation->type != Node::Type::table) return;
  Section section(*simulation, "simulation", top.errors());
  const Node* table = section.table("stop");
  if (table == nullptr) return;
  Section stop(*table, section.path_of("stop"), section.errors());
  RunOptions& run = scene.run;
  Setup& setup = scene.setup;
  run.kinetic_energy_ratio = stop.number("kinetic_energy_ratio", fraction, 0.0);
  run.unbalanced_force = stop.number("unbalanced_force", positive, 0.0);
  setup.stop_overlap = stop.number("overlap", positive, 0.0);
  setup.stop_travel = stop.number("travel", positive, 0.0);
  setup.stop_residual = stop.number("residual", positive, 0.0);
  std::vector<std::string> inlets, outlets;
  for (const Inlet& inlet : setup.inlets) inlets.push_back(inlet.name);
  for (const Outlet& outlet : setup.outlets) outlets.push_back(outlet.name);
  if (setup.beyond == Beyond::remove) outlets.emplace_back(beyond_name);
  read_flow_stop(stop, "inlet", inlets, run);
  read_flow_stop(stop, "outlet", outlets, run);
  stop.finish();
}

}  // namespace talus::scene
