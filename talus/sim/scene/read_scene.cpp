#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "talus/parallel/parallel_for.h"
#include "talus/physics/law/registry.h"
#include "talus/scene.h"
#include "talus/sim/scene/change.h"
#include "talus/sim/scene/parse_toml.h"
#include "talus/sim/scene/read_bodies.h"
#include "talus/sim/scene/read_fills.h"
#include "talus/sim/scene/read_flow.h"
#include "talus/sim/scene/read_measures.h"
#include "talus/sim/scene/read_motions.h"
#include "talus/sim/scene/read_stops.h"
#include "talus/sim/scene/read_walls.h"

namespace talus {
namespace scene {
namespace {

std::vector<std::string_view> names_of_laws() {
  std::vector<std::string_view> names;
  for (const Law* law : known_laws()) names.push_back(law->name);
  return names;
}

void read_simulation(Section& top, Scene& scene) {
  const Node* table = top.table("simulation");
  if (table == nullptr) {
    if (top.find("simulation") == nullptr) {
      top.missing("simulation", "a scene has a table [simulation] with a duration");
    }
    return;
  }
  Section section(*table, "simulation", top.errors());
  Setup& setup = scene.setup;
  read_gravity(section, setup);
  setup.law = section.choice("law", names_of_laws(), setup.law);
  setup.drag = section.number("drag", not_negative, 0.0);
  setup.local_damping = section.number("local_damping", zero_to_below_one, 0.0);
  setup.no_tension = section.boolean("no_tension", false);
  const Law* const law = find_law(setup.law);
  if (setup.no_tension && law != nullptr && law->adhesion != nullptr) {
    section.wrong(
        *section.find("no_tension"), "no_tension",
        fmt::format("the law \"{}\" is cohesive, its contacts pull; allowed: false", setup.law));
  }
  const Node* step = section.find("time_step");
  if (step != nullptr && step->type == Node::Type::text) {
    if (step->text != "auto") {
      section.wrong(
          *step, "time_step",
          fmt::format("expected a number of seconds or \"auto\", got \"{}\"", step->text));
    }
  } else {
    setup.time_step = section.number("time_step", positive, 0.0);
  }
  scene.run.duration = section.required_number("duration", positive);
  section.find("stop");  // known; read_stops() reads it
  scene.seed = static_cast<std::uint64_t>(section.integer("seed", 0, INT64_MAX, 1));
  scene.run.threads = static_cast<int>(section.integer("threads", 1, most_threads, 0));
  section.finish();
}

void read_domain(Section& top, Setup& setup) {
  broad::Domain& domain = setup.domain;
  const Node* table = top.table("domain");
  if (table == nullptr) return;
  Section section(*table, "domain", top.errors());
  domain.lower = section.required_vector("lower");
  domain.upper = section.required_vector("upper");
  const Node* upper = section.find("upper");
  for (int k = 0; k < 3 && upper != nullptr; ++k) {
    if (domain.lower[k] < domain.upper[k]) continue;
    section.wrong(
        *upper, fmt::format("upper[{}]", k),
        fmt::format("must be above lower[{}] = {}, got {}", k, domain.lower[k], domain.upper[k]));
  }
  const Node* periodic = section.require("periodic", "three of true and false, for x, y and z");
  if (periodic != nullptr) {
    bool right = periodic->type == Node::Type::array && periodic->elements.size() == 3;
    for (std::size_t k = 0; right && k < 3; ++k) {
      right = periodic->elements[k].type == Node::Type::boolean;
      domain.periodic[k] = periodic->elements[k].boolean;
    }
    if (!right) {
      section.wrong(*periodic, "periodic",
                    fmt::format("expected three of true and false, for x, y and z, got {}",
                                in_words(*periodic)));
    }
  }
  read_beyond(section, setup);
  section.finish();
}

void read_output(Section& top, RunOptions& run) {
  run.output_interval = run.duration / 50.0;
  run.series_interval = run.duration / 500.0;
  const Node* table = top.table("output");
  if (table == nullptr) return;
  Section section(*table, "output", top.errors());
  run.output_interval = section.number("interval", positive, run.output_interval);
  run.series_interval = section.number("series_interval", positive, 0.1 * run.output_interval);
  run.checkpoint_interval =
      section.integer("checkpoint_interval", 0, INT64_MAX, run.checkpoint_interval);
  run.csv = section.boolean("csv", run.csv);
  run.hdf5 = section.boolean("hdf5", run.hdf5);
  run.vtk = section.boolean("vtk", run.vtk);
  run.picture = section.boolean("picture", run.picture);
  section.finish();
}

void place_grains(const std::vector<Fill>& fills, Setup& setup, SceneErrors& errors,
                  const FillListener& listener) {
  for (const Fill& f : fills) {
    try {
      fill(setup, f.settings, [&](const FillProgress& progress) {
        if (listener) listener(f.settings.name, progress);
      });
    } catch (const FillError& error) {
      errors.at(*f.node, fmt::format("fill \"{}\"", f.settings.name), error.what());
    }
  }
}

}  // namespace
}  // namespace scene

Scene read_scene(const std::filesystem::path& file, const FillListener& listener,
                 const std::vector<SceneChange>& changes) {
  using namespace scene;
  Node root = parse_toml(file);
  for (const SceneChange& change : changes) apply_change(change, root);
  SceneErrors errors(file.string());
  Section top(root, "", errors);
  MeshFiles files(file.parent_path());
  UniqueNames names;
  talus::Scene read;
  read_simulation(top, read);
  read_domain(top, read.setup);
  read_output(top, read.run);
  const Materials materials(top);
  read.setup.materials = materials.table();
  NamedObjects objects;
  read_walls(top, materials, files, names, objects, read.setup);
  read_bodies(top, materials, files, names, objects, read.setup);
  std::set<std::string> measures;
  if (read.setup.beyond == Beyond::remove) measures.insert(beyond_name);
  read_measures(top, objects, measures, read.setup);
  const std::vector<Fill> fills = read_fills(top, materials, files, names, read.seed, read.setup);
  read_inlets(top, materials, files, measures, read.seed, read.setup);
  read_outlets(top, measures, read.setup);
  read_stops(top, read);
  if (top.find("body") == nullptr && top.find("fill") == nullptr && top.find("inlet") == nullptr) {
    errors.at(root, "",
              "nothing to simulate: a scene has at least one [[body]], [[fill]] or [[inlet]]");
  }
  top.finish();
  errors.check();
  place_grains(fills, read.setup, errors, listener);
  errors.check();
  return read;
}

}  // namespace talus
