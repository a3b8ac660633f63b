#include "talus/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>

#include "talus/broad/scene.h"
#include "talus/error.h"
#include "talus/sim/fingerprint.h"
#include "talus/sim/loop/archive.h"
#include "talus/sim/loop/contact_pass.h"
#include "talus/sim/loop/contact_rows.h"
#include "talus/sim/loop/meet_materials.h"
#include "talus/sim/loop/move_bodies.h"
#include "talus/sim/loop/neighbours.h"
#include "talus/sim/loop/time_step.h"
#include "talus/sim/simulation_archive.h"

namespace talus {

struct Simulation::Impl {
  LoopState s;
  Neighbours neighbours;
  ContactPass contacts;
  TimeStepLimit limit;
  std::uint64_t fingerprint{};  // of the setup
  double start_potential{};
  double search_seconds{}, motion_seconds{};
  bool broken{};  // in the middle of a step that failed
  mutable ContactTable table;
  mutable std::int64_t table_step = -1;
};

namespace {

// The group of a file that checkpoints of a run share with saved simulations.
const std::string run_group = "run";

// Calls it and adds the seconds that it takes.
template <class Work>
auto timed(double& total, const Work& work) {
  struct Watch {
    using Clock = std::chrono::steady_clock;
    double& total;
    Clock::time_point start = Clock::now();
    ~Watch() { total += std::chrono::duration<double>(Clock::now() - start).count(); }
  };
  const Watch watch{total};
  return work();
}

void check_sizes(const Setup& setup) {
  const std::size_t n = setup.bodies.size();
  const auto check = [n](const char* what, std::size_t size) {
    if (size == n) return;
    throw SimulationError(fmt::format("{}: there are {} for {} bodies", what, size, n));
  };
  check("shape_of", setup.bodies.shape_of.size());
  check("name", setup.name.size());
  check("material_of", setup.material_of.size());
  check("freedom", setup.freedom.size());
  check("velocity", setup.velocity.size());
  check("angular_velocity", setup.angular_velocity.size());
  const std::size_t m = setup.materials.material.size();
  if (setup.materials.interaction.size() != m * m) {
    throw SimulationError(fmt::format("interaction: there are {} for {} materials, {} are needed",
                                      setup.materials.interaction.size(), m, m * m));
  }
  const auto check_material = [m](const std::string& name, std::int32_t material) {
    if (material >= 0 && static_cast<std::size_t>(material) < m) return;
    throw SimulationError(fmt::format("{}: material {} of {} does not exist", name, material, m));
  };
  for (std::size_t i = 0; i < n; ++i) check_material(setup.name[i], setup.material_of[i]);
  for (const MeshWall& wall : setup.mesh_walls) check_material(wall.name, wall.material);
}

bool is_finite(const Vec3<double>& v) { return std::isfinite(v.x + v.y + v.z); }

void check_body(const LoopState& s, std::size_t i, const BodyFacts& facts) {
  const std::string& name = s.setup.name[i];
  const auto refuse = [&](const std::string& why) {
    throw SimulationError(fmt::format("{}: {}", name, why));
  };
  if (!is_finite(s.bodies.poses[i].position)) refuse("its position is not finite");
  if (!is_finite(s.motion.velocity[i])) refuse("its velocity is not finite");
  if (!is_finite(s.motion.angular_velocity[i])) refuse("its angular velocity is not finite");
  const bool is_free = s.motion.freedom[i] == Freedom::free;
  if (!facts.bounded) {
    if (is_free) refuse("a half-space cannot move freely; make it fixed or prescribed");
    if (!(s.motion.angular_velocity[i] == Vec3<double>{})) {
      refuse("a half-space cannot turn; use a mesh wall");
    }
  }
  if (s.motion.freedom[i] == Freedom::fixed &&
      !(s.motion.velocity[i] == Vec3<double>{} && s.motion.angular_velocity[i] == Vec3<double>{})) {
    refuse("it is fixed, but has a velocity");
  }
  if (is_free && !(s.motion.mass[i] > 0.0 && std::isfinite(s.motion.mass[i]))) {
    refuse(fmt::format("its mass must be positive, got {} kg", s.motion.mass[i]));
  }
}

// The facts of all bodies, those of the same shape and material once; by body, which of them are
// its.
std::vector<std::int32_t> find_makes(LoopState& s) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> known;
  std::vector<std::int32_t> make(s.body_count());
  for (std::size_t i = 0; i < make.size(); ++i) {
    const std::int32_t shape = s.bodies.shape_of[i], material = s.setup.material_of[i];
    const auto [at, is_new] =
        known.try_emplace({shape, material}, static_cast<std::int32_t>(s.facts.size()));
    make[i] = at->second;
    if (!is_new) continue;
    const double density = s.setup.materials.material[static_cast<std::size_t>(material)].density;
    s.facts.push_back(body_facts(s.bodies.shape(i), density));
    s.facts.back().shape = shape;
    s.facts.back().material = material;
  }
  return make;
}

// Slots in the order of the setup, but half-spaces first.
void number_slots(LoopState& s, const std::vector<std::int32_t>& make) {
  const auto bounded = [&](std::int32_t body) {
    return s.facts[static_cast<std::size_t>(make[static_cast<std::size_t>(body)])].bounded;
  };
  s.body_of.resize(s.body_count() + s.setup.mesh_walls.size());
  std::iota(s.body_of.begin(), s.body_of.end(), 0);
  const auto end = s.body_of.begin() + static_cast<std::ptrdiff_t>(s.body_count());
  const auto first = std::stable_partition(s.body_of.begin(), end,
                                           [&](std::int32_t body) { return !bounded(body); });
  s.half_spaces = static_cast<std::size_t>(first - s.body_of.begin());
  for (std::size_t i = 0; i < s.body_count(); ++i) s.make_of.push_back(make[s.number_of(i)]);
}

void place_bodies(LoopState& s) {
  const std::size_t n = s.body_count();
  number_slots(s, find_makes(s));
  s.motion.velocity = std::move(s.setup.velocity);
  s.motion.angular_velocity = std::move(s.setup.angular_velocity);
  s.motion.freedom = std::move(s.setup.freedom);
  s.motion.angular_momentum.assign(n, {});
  s.motion.force.assign(n, {});
  s.motion.torque.assign(n, {});
  s.motion.mass.assign(n, 0.0);
  s.motion.inertia.assign(n, {});
  const std::size_t objects = n + s.setup.mesh_walls.size();
  s.state.resize(objects);
  s.place.resize(objects);
  s.angular_momentum.assign(objects, {});
  s.room.assign(objects, 0.0);
  s.way_limit.assign(objects, 0.0);
  s.found_centre.assign(objects, {});
  for (std::size_t slot = 0; slot < n; ++slot) {
    const std::size_t i = s.number_of(slot);
    const BodyFacts& facts = s.facts_of(slot);
    s.motion.mass[i] = facts.mass;
    s.motion.inertia[i] = facts.inertia;
    s.place[slot].pose = s.bodies.poses[i];
    s.state[slot].centre = centre_of(s, slot);
    s.state[slot].velocity = s.motion.velocity[i];
    s.state[slot].spin = s.motion.angular_velocity[i];
    if (s.motion.freedom[i] == Freedom::free) s.state[slot].inverse_mass = 1.0 / facts.mass;
    check_body(s, i, facts);
    if (!s.is_free(slot)) continue;
    s.angular_momentum[slot] = angular_momentum_of(s, slot, s.motion.angular_velocity[i]);
  }
}

// Mesh walls come after the bodies in all arrays by slot, each of its own make.
void place_walls(LoopState& s) {
  for (const MeshWall& wall : s.setup.mesh_walls) {
    std::vector<Vec3<double>> vertex = wall.vertex;
    BodyFacts facts;
    facts.material = wall.material;
    facts.centred = true;
    for (Vec3<double>& v : vertex) {
      v = v - wall.centre;
      facts.turn_reach = larger(facts.turn_reach, norm(v));
    }
    const std::size_t slot = s.make_of.size();
    s.make_of.push_back(static_cast<std::int32_t>(s.facts.size()));
    s.facts.push_back(facts);
    try {
      s.walls.emplace_back(std::move(vertex), wall.triangle);
    } catch (const ShapeError& error) {
      throw SimulationError(fmt::format("{}: {}", wall.name, error.what()));
    }
    s.place[slot].pose.position = s.state[slot].centre = wall.centre;
    s.state[slot].velocity = wall.velocity;
    s.state[slot].spin = wall.angular_velocity;
    s.setup.name.push_back(wall.name);
    s.setup.material_of.push_back(wall.material);
  }
}

// What follows from the facts.
void gather_facts(LoopState& s) {
  bool turns = false;
  for (const BodyFacts& facts : s.facts) {
    s.reach.push_back(facts.reach);
    turns = turns || facts.turn_reach > 0.0;
  }
  if (turns) s.found_orientation.assign(s.object_count(), {});
}

// Meshes and bodies that may meet one push with points of their surface.
void make_clouds(LoopState& s) {
  s.clouds.resize(s.bodies.shapes.size());
  const bool meshes = std::any_of(s.bodies.shapes.begin(), s.bodies.shapes.end(),
                                  [](const Shape& x) { return kind_of(x) == Kind::mesh; });
  if (!meshes) return;
  for (std::size_t i = 0; i < s.clouds.size(); ++i) s.clouds[i] = SurfaceCloud(s.bodies.shapes[i]);
}

void choose_step(LoopState& s, const TimeStepLimit& limit) {
  const double wanted = s.setup.time_step;
  if (!(wanted >= 0.0) || !std::isfinite(wanted)) {
    throw SimulationError(fmt::format("time_step: must be positive, got {} s", wanted));
  }
  s.step = wanted > 0.0 ? wanted : limit.chosen();
  if (s.step <= limit.largest()) return;
  throw SimulationError(
      fmt::format("time_step: {} s is too large: {} swings with a half period of {:.3g} s, which "
                  "allows at most {:.3g} s",
                  s.step, limit.reason, limit.half_period, limit.largest()));
}

// Overlaps of more than this part of the smaller body's size are a mistake of the scene.
constexpr double largest_overlap_at_start = 0.1;

}  // namespace

Simulation::Simulation(Setup setup, int threads) : impl_(std::make_unique<Impl>()) {
  LoopState& s = impl_->s;
  check_sizes(setup);
  impl_->fingerprint = fingerprint(setup);
  s.bodies = std::move(setup.bodies);
  setup.bodies = {};
  s.setup = std::move(setup);
  s.threads = std::max(1, threads);
  s.met = meet_materials(s.setup.materials, s.rolls);
  place_bodies(s);
  place_walls(s);
  gather_facts(s);
  make_clouds(s);
  impl_->limit = time_step_limit(s);
  choose_step(s, impl_->limit);
  if (!std::isfinite(s.step)) s.step = 1e-3;  // nothing can move
  impl_->neighbours.find(s);
  impl_->contacts.run(s, 0.0);
  end_step(s, 0.0);
  if (s.sums.largest_overlap > largest_overlap_at_start) {
    const ContactTable& rows = contacts();
    const auto deepest = static_cast<std::size_t>(
        std::max_element(rows.overlap.begin(), rows.overlap.end()) - rows.overlap.begin());
    throw SimulationError(fmt::format(
        "{} and {} overlap by {:.3g} m at the start; at most a tenth of the smaller one's size is "
        "allowed",
        s.setup.name[static_cast<std::size_t>(rows.a[deepest])],
        s.setup.name[static_cast<std::size_t>(rows.b[deepest])], rows.overlap[deepest]));
  }
  double kinetic{};
  count_motion(s, kinetic, impl_->start_potential);
  s.ledger = {};
  s.ledger.start = kinetic + s.sums.elastic;
}

Simulation::Simulation(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

void Simulation::step(std::int64_t count) {
  if (count <= 0) return;
  Impl& m = *impl_;
  LoopState& s = m.s;
  refuse_if_broken();
  m.broken = true;
  bool left = timed(m.motion_seconds, [&] { return start_step(s); });
  for (std::int64_t n = 1; n <= count; ++n) {
    ++s.steps;
    s.time = static_cast<double>(s.steps) * s.step;
    if (left) timed(m.search_seconds, [&] { m.neighbours.find(s); });
    if (n < count) {
      left = m.contacts.run_and_move(s);
    } else {
      m.contacts.run(s, s.step);
    }
    s.ledger.damping += s.sums.damping;
    s.ledger.friction += s.sums.friction;
    s.ledger.rolling += s.sums.rolling;
    s.ledger.boundary_work += s.sums.boundary_work;
  }
  timed(m.motion_seconds, [&] { end_step(s, s.step); });
  m.broken = false;
}

void Simulation::refuse_if_broken() const {
  if (!impl_->broken) return;
  throw SimulationError(
      fmt::format("the simulation failed in step {} and cannot go on", impl_->s.steps));
}

double Simulation::time() const { return impl_->s.time; }
std::int64_t Simulation::steps() const { return impl_->s.steps; }
double Simulation::time_step() const { return impl_->s.step; }
double Simulation::largest_time_step() const { return impl_->limit.largest(); }
std::string Simulation::time_step_reason() const { return impl_->limit.reason; }
const Bodies& Simulation::bodies() const { return impl_->s.bodies; }
const Motion& Simulation::motion() const { return impl_->s.motion; }
const Setup& Simulation::setup() const { return impl_->s.setup; }
const std::vector<MeshWall>& Simulation::mesh_walls() const {
  LoopState& s = impl_->s;
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    const Pose<double>& pose = s.pose(s.body_count() + w);
    const Mat3<double> rotation = rotation_of(pose.orientation);
    const std::vector<Vec3<double>>& own = s.walls[w].vertices();
    for (std::size_t i = 0; i < own.size(); ++i) {
      s.setup.mesh_walls[w].vertex[i] = rotation * own[i] + pose.position;
    }
  }
  return s.setup.mesh_walls;
}
const std::vector<std::string>& Simulation::names() const { return impl_->s.setup.name; }
const std::vector<std::int32_t>& Simulation::material_of() const {
  return impl_->s.setup.material_of;
}
std::size_t Simulation::contact_count() const {
  return static_cast<std::size_t>(impl_->s.sums.count);
}
double Simulation::largest_overlap() const { return impl_->s.sums.largest_overlap; }
void Simulation::set_threads(int threads) { impl_->s.threads = std::max(1, threads); }

const ContactTable& Simulation::contacts() const {
  Impl& m = *impl_;
  if (m.table_step != m.s.steps) contact_rows(m.s, m.table);
  m.table_step = m.s.steps;
  return m.table;
}

Ledger Simulation::ledger() const {
  const Impl& m = *impl_;
  Ledger ledger = m.s.ledger;
  count_motion(m.s, ledger.kinetic, ledger.potential);
  ledger.potential -= m.start_potential;
  ledger.elastic = m.s.sums.elastic;
  return ledger;
}

Profile Simulation::profile() const {
  const Impl& m = *impl_;
  Profile profile;
  profile.part.emplace_back("neighbour search", m.search_seconds);
  for (const ContactPass::Time& t : m.contacts.times()) {
    profile.part.emplace_back(fmt::format("contacts {}-{}", name_of(t.kind_a), name_of(t.kind_b)),
                              t.seconds);
  }
  profile.part.emplace_back("forces and motion", m.motion_seconds + m.contacts.motion_seconds());
  return profile;
}

std::size_t Simulation::bytes() const { return bytes_of(impl_->s) + impl_->neighbours.bytes(); }

void Simulation::prescribe(std::int32_t body, const Vec3<double>& velocity,
                           const Vec3<double>& angular_velocity) {
  LoopState& s = impl_->s;
  const auto i = static_cast<std::size_t>(body);
  if (body < 0 || i >= s.body_count() || s.motion.freedom[i] != Freedom::prescribed) {
    throw SimulationError(fmt::format("body {}: is not prescribed", body));
  }
  if (kind_of(s.bodies.shape(i)) == Kind::half_space && !(angular_velocity == Vec3<double>{})) {
    throw SimulationError(
        fmt::format("{}: a half-space cannot turn; use a mesh wall", s.setup.name[i]));
  }
  s.motion.velocity[i] = velocity;
  s.motion.angular_velocity[i] = angular_velocity;
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
  save_state(simulation.impl_->s, file);
}

void SimulationArchive::restore(Simulation& simulation, const Hdf5Reader& file) {
  Simulation::Impl& m = *simulation.impl_;
  m.broken = true;
  restore_state(m.s, file);
  m.broken = false;
  m.table_step = -1;
}

}  // namespace talus
