#include "talus/sim/scene/read_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "talus/error.h"
#include "talus/measure/region_columns.h"
#include "talus/sim/loop/plane_flow.h"
#include "talus/sim/scene/read_fills.h"
#include "talus/sim/scene/spelling.h"

namespace talus::scene {
namespace {

constexpr std::string_view wall_load = "wall_load", flow = "flow";

std::vector<std::string_view> measure_types() {
  std::vector<std::string_view> types{wall_load, flow};
  types.insert(types.end(), region_quantities.begin(), region_quantities.end());
  return types;
}

constexpr std::array<std::string_view, 2> regions{"box", "cylinder"}, planes{"disc", "rectangle"};

}  // namespace

std::string read_measure_name(Section& section, std::set<std::string>& names) {
  const std::string name = section.required_text("name");
  const Node* node = section.find("name");
  if (name.empty()) return name;
  if (!is_measure_name(name)) {
    section.wrong(*node, "name",
                  fmt::format("must be of {}, got \"{}\"", measure_name_words, name));
  } else if (!names.insert(name).second) {
    section.wrong(*node, "name",
                  fmt::format("another measure, inlet or outlet is already called \"{}\"", name));
  }
  return name;
}

namespace {

void add_object(Section& section, const Node& node, const std::string& key,
                const NamedObjects& objects, const Setup& setup, ObjectList& list) {
  const auto found = objects.find(node.type == Node::Type::text ? node.text : "");
  if (found == objects.end()) {
    std::vector<std::string> known;
    for (const auto& [name, unused] : objects) known.push_back(name);
    section.wrong(node, key,
                  node.type == Node::Type::text
                      ? fmt::format("unknown wall or body \"{}\"{}; known: {}", node.text,
                                    hint(node.text, known), fmt::join(known, ", "))
                      : fmt::format("expected the name of a wall or body, got {}", in_words(node)));
    return;
  }
  const ObjectList& own = found->second;
  for (const std::int32_t i : own.bodies) {
    if (setup.freedom[static_cast<std::size_t>(i)] != Freedom::free) continue;
    section.wrong(node, key,
                  fmt::format("\"{}\" is free; loads are measured on walls and on bodies that are "
                              "fixed or prescribed",
                              node.text));
    return;
  }
  list.bodies.insert(list.bodies.end(), own.bodies.begin(), own.bodies.end());
  list.mesh_walls.insert(list.mesh_walls.end(), own.mesh_walls.begin(), own.mesh_walls.end());
}

void read_wall_load(Section& section, const std::string& name, double interval,
                    const NamedObjects& objects, Setup& setup) {
  WallLoadMeasure measure;
  measure.name = name;
  measure.interval = interval;
  measure.about = section.vector("about", {});
  const Node* walls = section.require("walls", "the names of walls, fixed or prescribed bodies");
  if (walls != nullptr && walls->type == Node::Type::array && !walls->elements.empty()) {
    for (std::size_t i = 0; i < walls->elements.size(); ++i) {
      add_object(section, walls->elements[i], fmt::format("walls[{}]", i), objects, setup,
                 measure.objects);
    }
  } else if (walls != nullptr && walls->type == Node::Type::text) {
    add_object(section, *walls, "walls", objects, setup, measure.objects);
  } else if (walls != nullptr) {
    section.wrong(*walls, "walls",
                  fmt::format("expected the names of walls, fixed or prescribed bodies, got {}",
                              in_words(*walls)));
  }
  setup.wall_loads.push_back(std::move(measure));
}

}  // namespace

Region read_measured_region(Section& section, const broad::Domain& domain) {
  const bool all_periodic = domain.periodic[0] && domain.periodic[1] && domain.periodic[2];
  if (!all_periodic || section.find("region") != nullptr) {
    return read_region(section, regions, domain);
  }
  Region whole;
  whole.box = {domain.lower, domain.upper};
  return whole;
}

FlowPlane read_flow_plane(Section& section, const std::string& name, double interval,
                          const broad::Domain& domain) {
  FlowPlane plane;
  plane.name = name;
  plane.interval = interval;
  if (section.require("region", "a table such as {type = \"disc\", centre = [..], radius = ..}") ==
      nullptr) {
    return plane;
  }
  const Node* node = section.table("region");
  if (node == nullptr) return plane;
  Section own(*node, section.path_of("region"), section.errors());
  const std::size_t errors = own.errors().count();
  const std::string type = own.required_choice("type", planes);
  if (type.empty()) return plane;
  plane.is_disc = type == planes[0];
  if (plane.is_disc) {
    plane.centre = own.required_vector("centre");
    plane.normal = own.direction("axis", plane.normal);
    plane.radius = own.required_number("radius", positive);
  } else {
    const Vec3<double> corner = own.required_vector("corner");
    plane.edge_a = own.required_vector("edge_a");
    plane.edge_b = own.required_vector("edge_b");
    plane.centre = corner + 0.5 * (plane.edge_a + plane.edge_b);
    const Vec3<double> across = cross(plane.edge_a, plane.edge_b);
    const double length = norm(across);
    if (length > 0.0 && std::isfinite(length)) plane.normal = across / length;
  }
  own.finish();
  if (own.errors().count() > errors) return plane;
  try {
    check_plane(plane, domain);
  } catch (const SimulationError& error) {
    own.fail(std::string_view(error.what()).substr(plane.name.size() + 2));
  }
  return plane;
}

void read_measures(Section& top, const NamedObjects& objects, std::set<std::string>& names,
                   Setup& setup) {
  const std::vector<const Node*> nodes = top.tables("measure");
  const std::vector<std::string_view> types = measure_types();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Section section(*nodes[i], fmt::format("measure[{}]", i), top.errors());
    const std::string type = section.required_choice("type", types);
    const std::string name = read_measure_name(section, names);
    const double interval = section.number("interval", positive, 0.0);
    if (type == wall_load) {
      read_wall_load(section, name, interval, objects, setup);
    } else if (type == flow) {
      setup.flow_planes.push_back(read_flow_plane(section, name, interval, setup.domain));
    } else if (!type.empty()) {
      const auto found = std::find(region_quantities.begin(), region_quantities.end(), type);
      const auto quantity = static_cast<RegionQuantity>(found - region_quantities.begin());
      setup.region_measures.push_back(
          {name, quantity, read_measured_region(section, setup.domain), interval});
    }
    if (!type.empty()) section.finish();
  }
}

}  // namespace talus::scene
