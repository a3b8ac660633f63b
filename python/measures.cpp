// Measures of a simulation in regions: talus.Simulation.stress and its like.
#include <pybind11/stl.h>

#include <array>
#include <optional>

#include "running.h"
#include "scene_tables.h"
#include "talus/measure.h"
#include "talus/sim/scene/read_measures.h"

namespace talus::python {
namespace {

Region region_from(const Simulation& simulation, const py::object& region) {
  scene::Node table;
  if (!region.is_none()) table.elements.push_back(node_from(region, "region"));
  Region found;
  read_table(table, [&](scene::Section& section) {
    found = scene::read_measured_region(section, simulation.setup().domain);
  });
  return found;
}

// Calls measure(state, region) while other threads of Python run.
template <class Measure>
auto measured(const Running& running, const py::object& region, const Measure& measure) {
  const Region where = region_from(running.simulation, region);
  const py::gil_scoped_release release;
  const std::scoped_lock lock(running.lock);
  return measure(running.simulation.state(), where);
}

py::array_t<double> of_entries(const std::array<double, 9>& entries) {
  py::array_t<double> matrix({3, 3});
  std::copy(entries.begin(), entries.end(), matrix.mutable_data());
  return matrix;
}

py::array_t<double> to_matrix(const SymMat3<double>& m) {
  return of_entries({m.xx, m.xy, m.xz, m.xy, m.yy, m.yz, m.xz, m.yz, m.zz});
}

py::array_t<double> to_matrix(const Mat3<double>& m) {
  return of_entries(
      {m.row0.x, m.row0.y, m.row0.z, m.row1.x, m.row1.y, m.row1.z, m.row2.x, m.row2.y, m.row2.z});
}

py::dict stress_of(const Running& running, const py::object& region) {
  const Stress s = measured(running, region, [](const auto&... a) { return stress(a...); });
  py::dict d;
  d["contact"] = to_matrix(s.contact), d["kinetic"] = to_matrix(s.kinetic);
  d["pressure"] = s.pressure(), d["deviator"] = s.deviator(), d["volume"] = s.volume;
  return d;
}

py::dict fabric_of(const Running& running, const py::object& region) {
  const Fabric f = measured(running, region, [](const auto&... a) { return fabric(a...); });
  py::dict d;
  d["tensor"] = to_matrix(f.tensor), d["contacts"] = f.contacts, d["anisotropy"] = f.anisotropy();
  return d;
}

py::dict coordination_of(const Running& running, const py::object& region) {
  const Coordination z =
      measured(running, region, [](const auto&... a) { return coordination(a...); });
  py::dict d;
  d["bodies"] = z.bodies, d["rattlers"] = z.rattlers;
  d["body_contacts"] = z.body_contacts, d["wall_contacts"] = z.wall_contacts;
  d["mean"] = z.mean(), d["mechanical"] = z.mechanical();
  return d;
}

py::dict porosity_of(const Running& running, const py::object& region) {
  const Porosity p = measured(running, region, [](const auto&... a) { return porosity(a...); });
  py::dict d;
  d["porosity"] = p.porosity(), d["solid"] = p.solid, d["volume"] = p.volume;
  d["sampling_error"] = p.sampling_error;
  return d;
}

py::dict motion_in(const Running& running, const py::object& region) {
  const RegionMotion m = measured(running, region, [](const auto&... a) { return motion(a...); });
  py::dict d;
  d["bodies"] = m.bodies, d["mass"] = m.mass, d["momentum"] = to_array(m.momentum);
  d["mean_velocity"] = to_array(m.mean_velocity());
  d["translation"] = m.translation, d["rotation"] = m.rotation;
  return d;
}

}  // namespace

void bind_measures(py::class_<Running>& type) {
  const py::arg_v region = py::arg("region") = py::none();
  type.def("stress", &stress_of, region,
           "The mean stress in a region, in Pa, compression positive: contact, (3, 3), rows are "
           "forces and columns branches; kinetic, (3, 3), of the motion relative to the mean; "
           "pressure and deviator of both; volume (m3). A region is a dictionary as in scenes, "
           "{'type': 'box', 'lower': .., 'upper': ..} or {'type': 'cylinder', 'base': .., 'axis': "
           ".., 'radius': .., 'height': ..}; None is the whole of a domain that is periodic in "
           "all directions.");
  type.def("fabric", &fabric_of, region,
           "Directions of the contacts between bodies whose point is in a region: tensor, (3, 3), "
           "the mean of n n^T; contacts, their number; anisotropy, 0 if all directions are "
           "equally frequent.");
  type.def("coordination", &coordination_of, region,
           "Contacts of the free bodies whose centre is in a region: bodies, rattlers (with one "
           "contact or none), body_contacts and wall_contacts; mean per body; mechanical, the same "
           "without rattlers.");
  type.def("porosity", &porosity_of, region,
           "porosity of a region; solid, the volume of bodies in it, volume and sampling_error "
           "(m3). Exact for bodies that are inside as a whole; the part of others is sampled.");
  type.def("motion_in", &motion_in, region,
           "Of the free bodies whose centre is in a region: bodies, mass (kg), momentum (kg m/s), "
           "mean_velocity (m/s), kinetic energies of translation and rotation (J).");
}

}  // namespace talus::python
