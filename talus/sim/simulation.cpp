#include "talus/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "talus/error.h"
#include "talus/parallel/interrupt.h"
#include "talus/sim/fill_tables.h"
#include "talus/sim/fingerprint.h"
#include "talus/sim/loop/checkpoint.h"
#include "talus/sim/loop/deep_mesh_overlap.h"
#include "talus/sim/loop/guards.h"
#include "talus/sim/loop/tabulate_contacts.h"
#include "talus/sim/simulation_archive.h"
#include "talus/sim/simulation_impl.h"

namespace talus {

namespace {

// The group of a file that checkpoints of a run share with saved simulations.
const std::string run_group = "run";

// Calls work() and adds the seconds that it takes.
template <class Work>
auto timed(double& total, const Work& work) {
  struct Watch {
    double& total;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    ~Watch() {
      total += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
  };
  const Watch watch{total};
  return work();
}

void take_reports(Loop& loop, const std::vector<GroupReport>& reports) {
  start_reports(loop.progress);
  for (const GroupReport& report : reports) {
    take_report(loop.model, loop.bodies, report, loop.progress);
  }
}

// What prescribe had changed before the state was saved.
void take_prescribed(Loop& loop) {
  Motion& motion = loop.user.motion;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    const bool moves =
        !(motion.velocity[i] == Vec3<double>{}) || !(motion.angular_velocity[i] == Vec3<double>{});
    if (moves && motion.freedom[i] == Freedom::fixed) motion.freedom[i] = Freedom::prescribed;
  }
  std::vector<MeshWall>& walls = loop.model.setup.mesh_walls;
  for (std::size_t w = 0; w < walls.size(); ++w) {
    const BodyMotion& moving = loop.bodies.motion[loop.bodies.body_count + w];
    walls[w].velocity = moving.velocity + moving.half_kick;
    walls[w].angular_velocity = moving.spin + moving.spin_half_kick;
  }
}

void set_gravity(const Model& model, Progress& progress) {
  const auto at = [&](std::int64_t step) {
    return gravity_at(model.setup, static_cast<double>(step) * model.step);
  };
  progress.gravity = at(progress.steps);
  progress.mean_gravity = 0.5 * (at(progress.steps - 1) + progress.gravity);
}

}  // namespace

Simulation::Simulation(Setup setup, int threads) : impl_(std::make_unique<Impl>()) {
  Loop& loop = impl_->loop;
  Model& model = loop.model;
  check_sizes(setup);
  impl_->fingerprint = fingerprint(setup);
  loop.threads = std::max(1, threads);
  fill_tables(std::move(setup), loop);
  set_limits(loop.bodies, model);
  impl_->limit = time_step_limit(model, loop.bodies, loop.threads, coming_bodies(loop));
  model.step = choose_step(model.setup.time_step, impl_->limit);
  loop.find_neighbours();
  loop.contacts.run(loop.contact_arguments(), 0.0);
  take_reports(loop, loop.integrator().finish_step(0.0));
  if (loop.progress.sums.largest_overlap > largest_overlap_at_start) {
    const ContactTable& rows = contacts();
    const auto deepest = static_cast<std::size_t>(
        std::max_element(rows.overlap.begin(), rows.overlap.end()) - rows.overlap.begin());
    throw SimulationError(fmt::format(
        "{} and {} overlap by {:.3g} m at the start; at most a tenth of the smaller one's size is "
        "allowed",
        model.setup.name[static_cast<std::size_t>(rows.a[deepest])],
        model.setup.name[static_cast<std::size_t>(rows.b[deepest])], rows.overlap[deepest]));
  }
  refuse_deep_meshes(loop, largest_overlap_at_start);
  double kinetic{};
  count_motion(model, loop.bodies, loop.user, kinetic, impl_->start_potential);
  loop.progress.ledger = {};
  loop.progress.ledger.start = kinetic + loop.progress.sums.elastic;
  impl_->gates.start(loop);
  impl_->bodies_change = !model.setup.inlets.empty() || FlowGates::has_outlets(loop);
}

Simulation::Simulation(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

// The stages of a time step:
//
//   move             first half kick and drift of all bodies      BodyIntegrator::start_step
//   find neighbours  only when a body exceeded its skin           NeighbourSearch
//   contacts         narrow phase, chunk by chunk of pairs        ContactPass
//   forces           laws and friction, into accumulators         ContactForceQueue, in ContactPass
//   finish           loads, second half kick, the users' arrays   BodyIntegrator::finish_step
//
// Between two steps of one call, `finish` and the next `move` are done within the contact pass,
// group by group of bodies, while these are in the cache.
//
// Bodies come and go through inlets and outlets, and the residual of the ledger is checked every
// residual_interval steps, between parts of the steps: the number of steps per part does not change
// a bit. An interrupt ends a visit of an inlet, which then has its grains before the next step.
void Simulation::step(std::int64_t count) {
  if (count <= 0) return;
  refuse_if_broken();
  Loop& loop = impl_->loop;
  if (const std::optional<LimitError> error = impl_->visit_late_inlets()) throw *error;
  while (count > 0) {
    const std::int64_t until = residual_interval - steps() % residual_interval;
    const std::int64_t until_gate =
        std::max<std::int64_t>(1, impl_->gates.next_step(loop) - steps());
    const std::int64_t part = std::min({count, until, until_gate});
    count -= part;
    // What is due after a step is done before the first limit that was exceeded ends the call.
    std::optional<LimitError> end = impl_->advance(part);
    const auto also = [&end](const std::optional<LimitError>& later) {
      if (!end && later) end.emplace(*later);
    };
    if (impl_->bodies_change) also(impl_->visit_gates());
    if (steps() % residual_interval == 0) {
      also(check_residual(loop.model, loop.user, ledger(), loop.progress));
    }
    if (end) throw *end;
  }
}

std::optional<LimitError> Simulation::Impl::advance(std::int64_t count) {
  const ContactPass::Arguments contacts = loop.contact_arguments();
  BodyIntegrator integrator = loop.integrator();
  const InterruptScope none(nullptr);  // the state would be half of a step
  broken = true;
  std::optional<LimitError> end;
  const bool counts = !loop.planes.empty();
  const auto begin_drift = [&] {
    if (counts) timed(flow_seconds, [&] { planes.begin_step(loop.bodies, loop.threads); });
  };
  begin_drift();
  StepStart start = timed(motion_seconds, [&] { return integrator.start_step(); });
  for (std::int64_t n = 1; n <= count; ++n) {
    Progress& progress = loop.progress;
    ++progress.steps;
    moves += static_cast<std::int64_t>(loop.bodies.body_count);
    progress.time = static_cast<double>(progress.steps) * loop.model.step;
    if (loop.model.setup.varying_gravity) set_gravity(loop.model, progress);
    count_travel(loop.model, loop.bodies, start.travel, progress);
    if (counts) {
      timed(flow_seconds,
            [&] { planes.end_step(loop.model, loop.bodies, loop.threads, loop.planes); });
    }
    if (start.skin_exceeded) {
      timed(search_seconds, [&] { loop.find_neighbours(); });
      ++searches;
    }
    if (n < count) {
      begin_drift();
      start = loop.contacts.run_and_move(contacts, integrator);
    } else {
      loop.contacts.run(contacts, loop.model.step);
    }
    progress.ledger.damping += progress.sums.damping;
    progress.ledger.friction += progress.sums.friction;
    progress.ledger.rolling += progress.sums.rolling;
    progress.ledger.boundary_work += progress.sums.boundary_work;
    if (!end) end = check_limits(loop.model, loop.bodies, progress);
    // The next step has begun already; it is the last.
    if (end) count = std::min(count, n + 1);
  }
  timed(motion_seconds, [&] { take_reports(loop, integrator.finish_step(loop.model.step)); });
  broken = false;
  loads_hold = true;
  return end;
}

void Simulation::refuse_if_broken() const {
  if (!impl_->broken) return;
  throw SimulationError(
      fmt::format("the simulation failed in step {} and cannot go on", impl_->loop.progress.steps));
}

double Simulation::time() const { return impl_->loop.progress.time; }
std::int64_t Simulation::steps() const { return impl_->loop.progress.steps; }
double Simulation::time_step() const { return impl_->loop.model.step; }
double Simulation::largest_time_step() const { return impl_->limit_now().largest(); }
std::string Simulation::time_step_reason() const { return impl_->limit_now().reason; }
const Bodies& Simulation::bodies() const { return impl_->loop.user.bodies; }
const Motion& Simulation::motion() const { return impl_->loop.user.motion; }
const std::vector<std::array<std::int64_t, 3>>& Simulation::periods() const {
  return impl_->loop.user.periods;
}
const Setup& Simulation::setup() const { return impl_->loop.model.setup; }
const std::vector<MeshWall>& Simulation::mesh_walls() const {
  Loop& loop = impl_->loop;
  std::vector<MeshWall>& walls = loop.model.setup.mesh_walls;
  move_vertices(loop.model.walls, loop.bodies, walls);
  return walls;
}
const std::vector<std::string>& Simulation::names() const { return setup().name; }
const std::vector<std::int32_t>& Simulation::material_of() const { return setup().material_of; }
std::size_t Simulation::contact_count() const {
  return static_cast<std::size_t>(impl_->loop.progress.sums.count);
}
double Simulation::largest_overlap() const { return impl_->loop.progress.sums.largest_overlap; }
double Simulation::largest_travel() const { return impl_->loop.progress.travel.relative; }
const Excess& Simulation::large_overlaps() const { return impl_->loop.progress.large_overlaps; }
const Excess& Simulation::large_travels() const { return impl_->loop.progress.large_travels; }
const Excess& Simulation::unsolved_contacts() const { return impl_->loop.progress.unsolved; }
const Excess& Simulation::large_residuals() const { return impl_->loop.progress.large_residuals; }
std::vector<std::string> Simulation::warnings() const {
  std::vector<std::string> warnings = warnings_of(impl_->loop.model, impl_->loop.progress);
  for (std::string& text : flow_warnings(impl_->loop)) warnings.push_back(std::move(text));
  return warnings;
}
void Simulation::set_threads(int threads) { impl_->loop.threads = std::max(1, threads); }

const ContactTable& Simulation::contacts() const {
  refuse_if_broken();  // the records may be of pairs that are no longer in the list
  const Impl& m = *impl_;
  if (m.table_step != steps()) {
    tabulate_contacts(m.loop.model, m.loop.bodies, m.loop.neighbours, m.loop.contacts.records(),
                      m.table);
  }
  m.table_step = steps();
  return m.table;
}

StateView Simulation::state() const {
  return {bodies(), motion(), contacts(), impl_->loop.model.setup.domain};
}

Ledger Simulation::ledger() const {
  const Impl& m = *impl_;
  Ledger ledger = m.loop.progress.ledger;
  count_motion(m.loop.model, m.loop.bodies, m.loop.user, ledger.kinetic, ledger.potential);
  ledger.potential -= m.start_potential;
  if (m.loop.model.setup.varying_gravity) ledger.potential = -m.loop.progress.gravity_work;
  ledger.elastic = m.loop.progress.sums.elastic;
  return ledger;
}

Profile Simulation::profile() const {
  const Impl& m = *impl_;
  Profile profile;
  profile.part.emplace_back("neighbour search", m.search_seconds);
  for (const ContactPass::Time& t : m.loop.contacts.times()) {
    profile.part.emplace_back(fmt::format("contacts {}-{}", name_of(t.kind_a), name_of(t.kind_b)),
                              t.seconds);
  }
  profile.part.emplace_back("forces and motion",
                            m.motion_seconds + m.loop.contacts.motion_seconds());
  if (m.flow_seconds > 0.0) profile.part.emplace_back("grains in and out", m.flow_seconds);
  double contacts = 0.0, forces = 0.0;
  for (const ContactPass::Time& t : m.loop.contacts.times()) {
    contacts += t.seconds;
    forces += t.force_seconds();
  }
  profile.stage = {
      {"spatial search", m.search_seconds, m.searches},
      {"resolve geometry", contacts - forces, m.loop.contacts.pairs()},
      {"penalty force", forces, m.loop.contacts.contacts()},
      {"Newtonian physics", m.motion_seconds + m.loop.contacts.motion_seconds(), m.moves}};
  return profile;
}

std::size_t Simulation::bytes() const { return bytes_of(impl_->loop); }

namespace {

void check_velocities(const std::string& name, const Vec3<double>& velocity,
                      const Vec3<double>& angular_velocity) {
  const Vec3<double> sum = velocity + angular_velocity;
  if (std::isfinite(sum.x + sum.y + sum.z)) return;
  throw SimulationError(fmt::format("{}: its velocity is not finite", name));
}

}  // namespace

void Simulation::prescribe(std::int32_t body, const Vec3<double>& velocity,
                           const Vec3<double>& angular_velocity) {
  UserState& user = impl_->loop.user;
  const auto i = static_cast<std::size_t>(body);
  if (body < 0 || i >= user.bodies.size()) {
    throw SimulationError(fmt::format("body {}: does not exist", body));
  }
  check_velocities(names()[i], velocity, angular_velocity);
  if (user.motion.freedom[i] == Freedom::free) {
    throw SimulationError(fmt::format("{}: is free, its motion cannot be prescribed", names()[i]));
  }
  if (kind_of(user.bodies.shape(i)) == Kind::half_space && !(angular_velocity == Vec3<double>{})) {
    throw SimulationError(fmt::format("{}: a half-space cannot turn; use a mesh wall", names()[i]));
  }
  user.motion.freedom[i] = Freedom::prescribed;
  user.has_new_motion[i] = 1;
  user.motion.velocity[i] = velocity;
  user.motion.angular_velocity[i] = angular_velocity;
}

void Simulation::prescribe(MeshWallHandle wall, const Vec3<double>& velocity,
                           const Vec3<double>& angular_velocity) {
  Loop& loop = impl_->loop;
  std::vector<MeshWall>& walls = loop.model.setup.mesh_walls;
  const auto w = static_cast<std::size_t>(wall.index);
  if (wall.index < 0 || w >= walls.size()) {
    throw SimulationError(fmt::format("mesh wall {}: does not exist", wall.index));
  }
  check_velocities(walls[w].name, velocity, angular_velocity);
  walls[w].velocity = velocity;
  walls[w].angular_velocity = angular_velocity;
  BodyMotion& motion = loop.bodies.motion[loop.bodies.body_count + w];
  motion.velocity = velocity;
  motion.spin = angular_velocity;
  motion.half_kick = motion.spin_half_kick = {};
  loop.user.has_new_motion[loop.bodies.body_count + w] = 1;
}

void Simulation::save(const std::filesystem::path& path) const {
  Hdf5Writer file(path, Checksum::yes);
  file.group(run_group);
  file.attribute(run_group, "fingerprint", impl_->fingerprint);
  SimulationArchive::save(*this, file);
  file.finish();
}

void Simulation::restore(const std::filesystem::path& path) {
  const Hdf5Reader file(path);
  if (!checksum_holds(path)) file.fail("is damaged: its checksum does not hold");
  if (file.natural(run_group, "fingerprint") != impl_->fingerprint) {
    file.fail("belongs to another setup");
  }
  SimulationArchive::restore(*this, file);
}

std::uint64_t SimulationArchive::fingerprint(const Simulation& simulation) {
  return simulation.impl_->fingerprint;
}

void SimulationArchive::save(const Simulation& simulation, Hdf5Writer& file) {
  simulation.refuse_if_broken();
  save_state(simulation.impl_->loop, file);
}

void SimulationArchive::restore(Simulation& simulation, const Hdf5Reader& file) {
  Simulation::Impl& m = *simulation.impl_;
  const bool could_change = m.bodies_change, kept = m.keeps_arrays;
  const bool changes = restored_ids(file) != m.loop.user.ids;
  if (changes) m.retire_arrays();
  try {
    restore_state(m.loop, file);
  } catch (...) {
    if (changes) m.take_back_arrays(could_change, kept);
    throw;
  }
  m.limit_holds = false;
  set_gravity(m.loop.model, m.loop.progress);
  take_prescribed(m.loop);
  m.broken = false;
  m.loads_hold = false;
  m.table_step = -1;
}

}  // namespace talus
