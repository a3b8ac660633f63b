#include "talus/sim/run_measures.h"

#include <array>
#include <string>

#include "talus/measure/region_columns.h"
#include "talus/sim/frame_of.h"

namespace talus {
namespace {

std::vector<std::string> outlets_of(const Setup& setup) {
  std::vector<std::string> names;
  for (const Outlet& outlet : setup.outlets) names.push_back(outlet.name);
  if (setup.beyond == Beyond::remove) names.emplace_back(beyond_name);
  return names;
}

// The mean since the last line. A run that was resumed at a line has begun the next one.
void write_load(std::size_t measure, Simulation& simulation, RunWriter& writer) {
  const std::string& name = simulation.setup().wall_loads[measure].name;
  if (simulation.wall_load(name).steps == 0) return;
  const WallLoad load = simulation.read_wall_load(name);
  const Vec3<double>&f = load.mean_force, &t = load.mean_torque;
  writer.measure(measure, load.time, simulation.steps(),
                 std::array{load.from, f.x, f.y, f.z, t.x, t.y, t.z});
}

void write_region(std::size_t measure, const RegionMeasure& what, const Simulation& simulation,
                  RunWriter& writer) {
  writer.measure(measure, simulation.time(), simulation.steps(),
                 region_values(what.quantity, simulation.state(), what.region));
}

void write_plane(std::size_t measure, const std::string& name, Simulation& simulation,
                 RunWriter& writer) {
  if (simulation.plane_flow(name).steps == 0) return;
  const PlaneFlow flow = simulation.read_plane_flow(name);
  const Vec3<double>&p = flow.momentum, &f = flow.mean_momentum_rate;
  writer.measure(measure, flow.time, simulation.steps(),
                 std::array{flow.from, static_cast<double>(flow.forward),
                            static_cast<double>(flow.backward), flow.mass, p.x, p.y, p.z,
                            flow.mean_number_rate, flow.mean_mass_rate, f.x, f.y, f.z});
}

void write_inlet(std::size_t measure, const std::string& name, Simulation& simulation,
                 RunWriter& writer) {
  if (simulation.flow(name).steps == 0) return;
  const Flow flow = simulation.read_flow(name);
  writer.measure(measure, flow.time, simulation.steps(),
                 std::array{flow.from, static_cast<double>(flow.count), flow.mass,
                            flow.mean_mass_rate, flow.due, flow.missing});
}

void write_outlet(std::size_t measure, const std::string& name, Simulation& simulation,
                  RunWriter& writer) {
  if (simulation.flow(name).steps == 0) return;
  const Flow flow = simulation.read_flow(name);
  const Vec3<double>& p = flow.momentum;
  writer.measure(measure, flow.time, simulation.steps(),
                 std::array{flow.from, static_cast<double>(flow.count), flow.mass,
                            flow.mean_mass_rate, p.x, p.y, p.z, static_cast<double>(flow.waiting)});
}

}  // namespace

std::vector<double> intervals_of(const Setup& setup) {
  std::vector<double> intervals;
  for (const WallLoadMeasure& measure : setup.wall_loads) intervals.push_back(measure.interval);
  for (const RegionMeasure& measure : setup.region_measures) intervals.push_back(measure.interval);
  for (const FlowPlane& plane : setup.flow_planes) intervals.push_back(plane.interval);
  for (const Inlet& inlet : setup.inlets) intervals.push_back(inlet.interval);
  for (const Outlet& outlet : setup.outlets) intervals.push_back(outlet.interval);
  if (setup.beyond == Beyond::remove) intervals.push_back(0.0);
  return intervals;
}

RunOutput output_of(const RunOptions& options, const Setup& setup) {
  RunOutput output;
  output.csv = options.csv;
  output.hdf5 = options.hdf5;
  output.vtk = options.vtk;
  output.picture = options.picture;
  for (const WallLoadMeasure& measure : setup.wall_loads) {
    output.measures.push_back(
        {measure.name,
         "wall_load",
         {"from [s]", "mean_force_x [N]", "mean_force_y [N]", "mean_force_z [N]",
          "mean_torque_x [N m]", "mean_torque_y [N m]", "mean_torque_z [N m]"}});
  }
  for (const RegionMeasure& measure : setup.region_measures) {
    output.measures.push_back(
        {measure.name, std::string(region_quantities[static_cast<std::size_t>(measure.quantity)]),
         region_columns(measure.quantity)});
  }
  for (const FlowPlane& plane : setup.flow_planes) {
    output.measures.push_back(
        {plane.name,
         "flow",
         {"from [s]", "forward [1]", "backward [1]", "mass [kg]", "momentum_x [kg m/s]",
          "momentum_y [kg m/s]", "momentum_z [kg m/s]", "mean_number_rate [1/s]",
          "mean_mass_rate [kg/s]", "mean_momentum_rate_x [N]", "mean_momentum_rate_y [N]",
          "mean_momentum_rate_z [N]"}});
  }
  for (const Inlet& inlet : setup.inlets) {
    const std::string unit = inlet.rate_of_mass ? "[kg]" : "[1]";
    output.measures.push_back({inlet.name,
                               "inlet",
                               {"from [s]", "count", "mass [kg]", "mean_mass_rate [kg/s]",
                                "due " + unit, "missing " + unit}});
  }
  for (const std::string& name : outlets_of(setup)) {
    output.measures.push_back(
        {name,
         "outlet",
         {"from [s]", "count", "mass [kg]", "mean_mass_rate [kg/s]", "momentum_x [kg m/s]",
          "momentum_y [kg m/s]", "momentum_z [kg m/s]", "waiting"}});
  }
  output.bodies_change = changes_bodies(setup);
  return output;
}

void write_measure(std::size_t measure, Simulation& simulation, RunWriter& writer) {
  const Setup& setup = simulation.setup();
  std::size_t i = measure;
  if (i < setup.wall_loads.size()) return write_load(measure, simulation, writer);
  i -= setup.wall_loads.size();
  if (i < setup.region_measures.size())
    return write_region(measure, setup.region_measures[i], simulation, writer);
  i -= setup.region_measures.size();
  if (i < setup.flow_planes.size())
    return write_plane(measure, setup.flow_planes[i].name, simulation, writer);
  i -= setup.flow_planes.size();
  if (i < setup.inlets.size())
    return write_inlet(measure, setup.inlets[i].name, simulation, writer);
  write_outlet(measure, outlets_of(setup)[i - setup.inlets.size()], simulation, writer);
}

}  // namespace talus
