// Inlets and outlets of talus.Setup: the tables of a scene as keywords, read by the reader of
// scenes.
#include <pybind11/stl.h>

#include <optional>
#include <set>

#include "body_rows.h"
#include "scene_tables.h"
#include "setup_parts.h"
#include "talus/sim/scene/read_flow.h"
#include "talus/sim/scene/read_measures.h"
#include "without_gil.h"

namespace talus::python {
namespace {

std::set<std::string> names_of(const Setup& setup) {
  std::set<std::string> names;
  for (const WallLoadMeasure& measure : setup.wall_loads) names.insert(measure.name);
  for (const RegionMeasure& measure : setup.region_measures) names.insert(measure.name);
  for (const FlowPlane& plane : setup.flow_planes) names.insert(plane.name);
  for (const Inlet& inlet : setup.inlets) names.insert(inlet.name);
  for (const Outlet& outlet : setup.outlets) names.insert(outlet.name);
  return names;
}

scene::Node table_of(const py::kwargs& keys) {
  scene::Node table;
  for (const auto& [name, value] : keys) {
    table.elements.push_back(node_from(py::reinterpret_borrow<py::object>(value), py::str(name)));
  }
  return table;
}

void add_inlet(SetupParts& parts, const py::kwargs& given) {
  const py::kwargs keys(given.attr("copy")());
  const py::object name = keys.attr("pop")("material", py::none());
  const scene::Node table = table_of(keys);  // may run code of Python
  Setup& setup = parts.setup;
  const auto material = name.cast<std::optional<std::string>>();
  const std::int32_t made_of = material_from(setup.materials, material);
  std::set<std::string> names = names_of(setup);
  // Meshes take their time: they are made for a setup of its own, while other threads may use this
  // one.
  Setup own;
  own.domain = setup.domain;
  own.law = setup.law;
  Inlet inlet;
  without_gil([&] {
    scene::MeshFiles files(".");
    read_table(table, [&](scene::Section& section) {
      inlet = scene::read_inlet(section, made_of, files, names, 1, own);
    });
  });
  if (names_of(setup).count(inlet.name) != 0) {
    throw py::value_error(
        fmt::format("name: another measure, inlet or outlet is already called \"{}\"", inlet.name));
  }
  std::vector<Shape>& shapes = setup.bodies.shapes;
  for (FillPart& part : inlet.parts) {
    for (std::int32_t& shape : part.shapes) shape += static_cast<std::int32_t>(shapes.size());
  }
  shapes.reserve(shapes.size() + own.bodies.shapes.size());
  setup.inlets.push_back(std::move(inlet));
  for (Shape& shape : own.bodies.shapes) shapes.push_back(std::move(shape));
}

void add_outlet(SetupParts& parts, const py::kwargs& keys) {
  const scene::Node table = table_of(keys);
  std::set<std::string> names = names_of(parts.setup);
  Outlet outlet;
  read_table(table, [&](scene::Section& section) {
    outlet = scene::read_outlet(section, parts.setup.domain, names);
  });
  parts.setup.outlets.push_back(std::move(outlet));
}

void add_flow_plane(SetupParts& parts, const py::kwargs& keys) {
  const scene::Node table = table_of(keys);
  std::set<std::string> names = names_of(parts.setup);
  FlowPlane plane;
  read_table(table, [&](scene::Section& section) {
    const std::string name = scene::read_measure_name(section, names);
    plane = scene::read_flow_plane(section, name, 0.0, parts.setup.domain);
    section.finish();
  });
  parts.setup.flow_planes.push_back(std::move(plane));
}

}  // namespace

void bind_flow(py::class_<SetupParts>& type) {
  type.def(
      "add_inlet", &add_inlet,
      "Grains that enter while the simulation runs. Keywords are the keys of [[inlet]] of a "
      "scene (docs/scene.md): name, region = {'type': 'box', 'lower': .., 'upper': ..}, "
      "mass_rate or number_rate, grain = [{'shape': {'type': 'sphere', 'radius': 0.01}}], ...");
  type.def("add_outlet", &add_outlet,
           "A region in which free bodies are counted and then removed or put elsewhere. Keywords "
           "are the keys of [[outlet]] of a scene: name, region, whole_body, reinsert.");
  type.def("add_flow_plane", &add_flow_plane,
           "A plane through which the flow of bodies is measured, for Simulation.plane_flow. "
           "Keywords are name and region, as of [[measure]] type = \"flow\" of a scene: {'type': "
           "'disc', 'centre': .., 'axis': .., 'radius': ..} or {'type': 'rectangle', 'corner': .., "
           "'edge_a': .., 'edge_b': ..}, whose normal is edge_a x edge_b.");
}

}  // namespace talus::python
