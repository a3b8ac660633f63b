// Inlets, outlets, bounds and flow planes of a simulation, and what they counted.
#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "talus/sim/simulation_impl.h"

namespace talus {

std::optional<LimitError> Simulation::Impl::visit_gates() {
  const auto start = std::chrono::steady_clock::now();
  std::optional<LimitError> error =
      gates.visit(loop, [&](const BodyChange& changes) { change(changes); });
  flow_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return error;
}

std::optional<LimitError> Simulation::Impl::visit_late_inlets() {
  return gates.visit_inlets(loop, [&](const BodyChange& changes) { change(changes); });
}

namespace {

// Inlets, then outlets, then the bounds.
std::size_t gate_named(const Setup& setup, std::string_view name) {
  std::size_t i = 0;
  for (const Inlet& inlet : setup.inlets) {
    if (inlet.name == name) return i;
    ++i;
  }
  for (const Outlet& outlet : setup.outlets) {
    if (outlet.name == name) return i;
    ++i;
  }
  if (setup.beyond == Beyond::remove && name == beyond_name) return i;
  throw SimulationError(fmt::format("there is no inlet or outlet \"{}\"", name));
}

template <class Sum>
Flow flow_of(const Sum& sum, const Loop& loop) {
  Flow flow;
  flow.from = static_cast<double>(sum.read_step) * loop.model.step;
  flow.time = loop.progress.time;
  flow.count = sum.count;
  flow.mass = sum.mass;
  flow.momentum = sum.momentum;
  flow.steps = loop.progress.steps - sum.read_step;
  if (flow.steps > 0) {
    flow.mean_mass_rate =
        (sum.mass - sum.read_mass) / (static_cast<double>(flow.steps) * loop.model.step);
  }
  return flow;
}

template <class Sum>
void begin_reading(Sum& sum, const Loop& loop) {
  sum.read_step = loop.progress.steps;
  sum.read_mass = sum.mass;
}

}  // namespace

Flow Simulation::flow(std::string_view name) const {
  const Loop& loop = impl_->loop;
  const std::size_t gate = gate_named(setup(), name), inlets = setup().inlets.size();
  if (gate >= inlets) {
    const OutletSum& sum = loop.flow.outlets[gate - inlets];
    Flow flow = flow_of(sum, loop);
    flow.waiting = sum.waiting;
    return flow;
  }
  Flow flow = flow_of(loop.flow.inlets[gate], loop);
  flow.due = impl_->gates.due(loop, gate);
  flow.missing = impl_->gates.missing(loop, gate);
  flow.missing_mass = impl_->gates.missing_mass(loop, gate);
  flow.most_missing = loop.flow.inlets[gate].most_missing;
  return flow;
}

Flow Simulation::read_flow(std::string_view name) {
  const Flow flow = this->flow(name);
  Loop& loop = impl_->loop;
  const std::size_t gate = gate_named(setup(), name), inlets = setup().inlets.size();
  if (gate < inlets) {
    begin_reading(loop.flow.inlets[gate], loop);
  } else {
    begin_reading(loop.flow.outlets[gate - inlets], loop);
  }
  return flow;
}

PlaneFlow Simulation::plane_flow(std::string_view name) const {
  const Loop& loop = impl_->loop;
  const PlaneSum& sum = loop.planes[measure_named(setup().flow_planes, name, "flow plane")];
  PlaneFlow flow;
  flow.from = static_cast<double>(sum.first_step) * loop.model.step;
  flow.time = time();
  flow.steps = steps() - sum.first_step;
  flow.forward = sum.forward;
  flow.backward = sum.backward;
  flow.mass = sum.mass;
  flow.momentum = sum.momentum;
  if (flow.steps > 0) {
    const double rate = 1.0 / (static_cast<double>(flow.steps) * loop.model.step);
    flow.mean_number_rate = rate * static_cast<double>(sum.forward - sum.backward);
    flow.mean_mass_rate = rate * sum.mass;
    flow.mean_momentum_rate = rate * sum.momentum;
  }
  return flow;
}

PlaneFlow Simulation::read_plane_flow(std::string_view name) {
  const PlaneFlow flow = plane_flow(name);
  PlaneSum& sum = impl_->loop.planes[measure_named(setup().flow_planes, name, "flow plane")];
  sum = {};
  sum.first_step = steps();
  return flow;
}

double Simulation::missing_mass() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < setup().inlets.size(); ++i) {
    sum += impl_->gates.missing_mass(impl_->loop, i);
  }
  return sum;
}

}  // namespace talus
