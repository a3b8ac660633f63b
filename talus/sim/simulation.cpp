#include "talus/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "talus/broad/scene.h"
#include "talus/error.h"
#include "talus/physics/law/registry.h"
#include "talus/physics/mix_materials.h"
#include "talus/sim/fingerprint.h"
#include "talus/sim/loop/checkpoint.h"
#include "talus/sim/loop/guards.h"
#include "talus/sim/loop/loop.h"
#include "talus/sim/loop/tabulate_contacts.h"
#include "talus/sim/loop/time_step.h"
#include "talus/sim/simulation_archive.h"

namespace talus {

struct Simulation::Impl {
  Loop loop;
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

// Calls work() and adds the seconds that it takes.
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
  for (const auto& [name, limit] : {std::pair("stop_overlap", setup.stop_overlap),
                                    std::pair("stop_travel", setup.stop_travel)}) {
    if (limit >= 0.0 && std::isfinite(limit)) continue;
    throw SimulationError(fmt::format("{}: must be finite and >= 0, got {}", name, limit));
  }
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

void check_body(const UserState& user, const std::string& name, std::size_t i,
                const BodyType& type) {
  const auto refuse = [&](const std::string& why) {
    throw SimulationError(fmt::format("{}: {}", name, why));
  };
  const Motion& motion = user.motion;
  if (!is_finite(user.bodies.poses[i].position)) refuse("its position is not finite");
  if (!is_finite(motion.velocity[i])) refuse("its velocity is not finite");
  if (!is_finite(motion.angular_velocity[i])) refuse("its angular velocity is not finite");
  const bool is_free = motion.freedom[i] == Freedom::free;
  if (!type.bounded) {
    if (is_free) refuse("a half-space cannot move freely; make it fixed or prescribed");
    if (!(motion.angular_velocity[i] == Vec3<double>{})) {
      refuse("a half-space cannot turn; use a mesh wall");
    }
  }
  if (motion.freedom[i] == Freedom::fixed &&
      !(motion.velocity[i] == Vec3<double>{} && motion.angular_velocity[i] == Vec3<double>{})) {
    refuse("it is fixed, but has a velocity");
  }
  if (is_free && !(motion.mass[i] > 0.0 && std::isfinite(motion.mass[i]))) {
    refuse(fmt::format("its mass must be positive, got {} kg", motion.mass[i]));
  }
}

// Body types, one for every combination of shape and material. Returns the type by body.
std::vector<std::int32_t> find_types(const Setup& setup, const Bodies& bodies,
                                     std::vector<BodyType>& types) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> known;
  std::vector<std::int32_t> type_of(bodies.size());
  for (std::size_t i = 0; i < type_of.size(); ++i) {
    const std::int32_t shape = bodies.shape_of[i], material = setup.material_of[i];
    const auto [at, is_new] =
        known.try_emplace({shape, material}, static_cast<std::int32_t>(types.size()));
    type_of[i] = at->second;
    if (!is_new) continue;
    const double density = setup.materials.material[static_cast<std::size_t>(material)].density;
    types.push_back(body_type(bodies.shape(i), density));
    types.back().shape = shape;
    types.back().material = material;
  }
  return type_of;
}

// Slots in the order of the setup, but half-spaces first.
void number_slots(const std::vector<std::int32_t>& type_of_body, std::size_t walls,
                  BodyTable& bodies) {
  const auto bounded = [&](std::int32_t body) {
    return bodies.types[static_cast<std::size_t>(type_of_body[static_cast<std::size_t>(body)])]
        .bounded;
  };
  bodies.body_count = type_of_body.size();
  bodies.body_of.resize(bodies.body_count + walls);
  std::iota(bodies.body_of.begin(), bodies.body_of.end(), 0);
  const auto end = bodies.body_of.begin() + static_cast<std::ptrdiff_t>(bodies.body_count);
  const auto first = std::stable_partition(bodies.body_of.begin(), end,
                                           [&](std::int32_t body) { return !bounded(body); });
  bodies.half_spaces = static_cast<std::size_t>(first - bodies.body_of.begin());
  for (std::size_t i = 0; i < bodies.body_count; ++i) {
    bodies.type_of.push_back(type_of_body[bodies.number_of(i)]);
  }
}

void place_bodies(Loop& loop) {
  Setup& setup = loop.model.setup;
  BodyTable& bodies = loop.bodies;
  Motion& motion = loop.user.motion;
  const std::size_t n = loop.user.bodies.size(), objects = n + setup.mesh_walls.size();
  number_slots(find_types(setup, loop.user.bodies, bodies.types), setup.mesh_walls.size(), bodies);
  motion.velocity = std::move(setup.velocity);
  motion.angular_velocity = std::move(setup.angular_velocity);
  motion.freedom = std::move(setup.freedom);
  motion.angular_momentum.assign(n, {});
  motion.force.assign(n, {});
  motion.torque.assign(n, {});
  motion.mass.assign(n, 0.0);
  motion.inertia.assign(n, {});
  bodies.motion.resize(objects);
  bodies.poses.resize(objects);
  bodies.angular_momentum.assign(objects, {});
  loop.skins.skin.assign(objects, 0.0);
  loop.skins.path_limit.assign(objects, 0.0);
  loop.skins.centre.assign(objects, {});
  for (std::size_t slot = 0; slot < n; ++slot) {
    const std::size_t i = bodies.number_of(slot);
    const BodyType& type = bodies.type(slot);
    motion.mass[i] = type.mass;
    motion.inertia[i] = type.inertia;
    bodies.poses[slot].pose = loop.user.bodies.poses[i];
    BodyMotion& own = bodies.motion[slot];
    own.centre = centre_of_mass(type, bodies.pose(slot));
    own.velocity = motion.velocity[i];
    own.spin = motion.angular_velocity[i];
    if (motion.freedom[i] == Freedom::free) own.inverse_mass = 1.0 / type.mass;
    check_body(loop.user, setup.name[i], i, type);
    if (!bodies.is_free(slot)) continue;
    bodies.angular_momentum[slot] = angular_momentum(
        type.rotor, type.inertia, bodies.pose(slot).orientation, motion.angular_velocity[i]);
  }
}

// Mesh walls have the slots after all bodies, and each a body type of its own.
void place_walls(Loop& loop) {
  Setup& setup = loop.model.setup;
  BodyTable& bodies = loop.bodies;
  for (const MeshWall& wall : setup.mesh_walls) {
    std::vector<Vec3<double>> vertex = wall.vertex;
    BodyType type;
    type.material = wall.material;
    type.rotor.all_centred = true;
    for (Vec3<double>& v : vertex) {
      v = v - wall.centre;
      type.rotor.turn_reach = larger(type.rotor.turn_reach, norm(v));
    }
    const std::size_t slot = bodies.type_of.size();
    bodies.type_of.push_back(static_cast<std::int32_t>(bodies.types.size()));
    bodies.types.push_back(type);
    try {
      loop.model.walls.emplace_back(std::move(vertex), wall.triangle);
    } catch (const ShapeError& error) {
      throw SimulationError(fmt::format("{}: {}", wall.name, error.what()));
    }
    bodies.poses[slot].pose.position = bodies.motion[slot].centre = wall.centre;
    bodies.motion[slot].velocity = wall.velocity;
    bodies.motion[slot].spin = wall.angular_velocity;
    setup.name.push_back(wall.name);
    setup.material_of.push_back(wall.material);
  }
}

// What follows from the body types.
void complete_tables(BodyTable& bodies, SkinTable& skins) {
  bool turns = false;
  for (const BodyType& type : bodies.types) {
    bodies.reach.push_back(type.reach);
    turns = turns || type.rotor.turn_reach > 0.0;
  }
  if (turns) skins.orientation.assign(bodies.object_count(), {});
}

// Where there are meshes, every shape gets sample points on its surface.
void make_clouds(const std::vector<Shape>& shapes, std::vector<SurfaceCloud>& clouds) {
  clouds.resize(shapes.size());
  const bool meshes = std::any_of(shapes.begin(), shapes.end(),
                                  [](const Shape& x) { return kind_of(x) == Kind::mesh; });
  if (!meshes) return;
  for (std::size_t i = 0; i < clouds.size(); ++i) clouds[i] = SurfaceCloud(shapes[i]);
}

// The law by its name, and the contact materials of all pairs of materials.
void set_law(Model& model) {
  const Setup& setup = model.setup;
  model.law = find_law(setup.law);
  if (model.law == nullptr) {
    throw SimulationError(fmt::format("law: expected {}, got \"{}\"", law_names(), setup.law));
  }
  model.law_index = static_cast<int>(built_in_index(*model.law));
  try {
    model.contact_materials = mix_materials(setup.materials, *model.law, setup.no_tension);
  } catch (const MaterialError& error) {
    throw SimulationError(error.what());
  }
  for (const ContactMaterial& m : model.contact_materials) {
    model.rolls = model.rolls || m.rolling_friction > 0.0;
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
    walls[w].velocity = moving.velocity;
    walls[w].angular_velocity = moving.spin;
  }
}

// s, where no body can move: any step will do.
constexpr double step_without_limit = 1e-3;

double choose_step(double wanted, const TimeStepLimit& limit) {
  if (!(wanted >= 0.0) || !std::isfinite(wanted)) {
    throw SimulationError(fmt::format("time_step: must be positive, got {} s", wanted));
  }
  const double step = wanted > 0.0 ? wanted : limit.chosen();
  if (step <= limit.largest()) return std::isfinite(step) ? step : step_without_limit;
  throw SimulationError(
      fmt::format("time_step: {} s is too large: {} swings with a half period of {:.3g} s, which "
                  "allows at most {:.3g} s",
                  step, limit.reason, limit.half_period, limit.largest()));
}

// Larger overlaps at the start, relative to the size of the smaller body, are an error of the
// scene.
constexpr double largest_overlap_at_start = 0.1;

void take_reports(Loop& loop, const std::vector<GroupReport>& reports) {
  for (const GroupReport& report : reports) {
    take_report(loop.model, loop.bodies, report, loop.progress);
  }
}

}  // namespace

Simulation::Simulation(Setup setup, int threads) : impl_(std::make_unique<Impl>()) {
  Loop& loop = impl_->loop;
  Model& model = loop.model;
  check_sizes(setup);
  impl_->fingerprint = fingerprint(setup);
  loop.user.bodies = std::move(setup.bodies);
  setup.bodies = {};
  model.setup = std::move(setup);
  loop.threads = std::max(1, threads);
  set_law(model);
  place_bodies(loop);
  place_walls(loop);
  complete_tables(loop.bodies, loop.skins);
  make_clouds(loop.user.bodies.shapes, model.clouds);
  set_limits(loop.bodies, model);
  impl_->limit = time_step_limit(model, loop.bodies, loop.threads);
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
  double kinetic{};
  count_motion(model, loop.bodies, loop.user.motion, kinetic, impl_->start_potential);
  loop.progress.ledger = {};
  loop.progress.ledger.start = kinetic + loop.progress.sums.elastic;
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
void Simulation::step(std::int64_t count) {
  if (count <= 0) return;
  refuse_if_broken();
  Impl& m = *impl_;
  Loop& loop = m.loop;
  const ContactPass::Arguments contacts = loop.contact_arguments();
  BodyIntegrator integrator = loop.integrator();
  m.broken = true;
  std::optional<LimitError> end;
  StepStart start = timed(m.motion_seconds, [&] { return integrator.start_step(); });
  for (std::int64_t n = 1; n <= count; ++n) {
    Progress& progress = loop.progress;
    ++progress.steps;
    progress.time = static_cast<double>(progress.steps) * loop.model.step;
    count_travel(loop.model, loop.bodies, start.travel, progress);
    if (start.skin_exceeded) timed(m.search_seconds, [&] { loop.find_neighbours(); });
    if (n < count) {
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
  timed(m.motion_seconds, [&] { take_reports(loop, integrator.finish_step(loop.model.step)); });
  m.broken = false;
  if (end) throw *end;
}

void Simulation::refuse_if_broken() const {
  if (!impl_->broken) return;
  throw SimulationError(
      fmt::format("the simulation failed in step {} and cannot go on", impl_->loop.progress.steps));
}

double Simulation::time() const { return impl_->loop.progress.time; }
std::int64_t Simulation::steps() const { return impl_->loop.progress.steps; }
double Simulation::time_step() const { return impl_->loop.model.step; }
double Simulation::largest_time_step() const { return impl_->limit.largest(); }
std::string Simulation::time_step_reason() const { return impl_->limit.reason; }
const Bodies& Simulation::bodies() const { return impl_->loop.user.bodies; }
const Motion& Simulation::motion() const { return impl_->loop.user.motion; }
const Setup& Simulation::setup() const { return impl_->loop.model.setup; }
const std::vector<MeshWall>& Simulation::mesh_walls() const {
  Loop& loop = impl_->loop;
  std::vector<MeshWall>& walls = loop.model.setup.mesh_walls;
  for (std::size_t w = 0; w < walls.size(); ++w) {
    const Pose<double>& pose = loop.bodies.pose(loop.bodies.body_count + w);
    const Mat3<double> rotation = rotation_of(pose.orientation);
    const std::vector<Vec3<double>>& own = loop.model.walls[w].vertices();
    for (std::size_t i = 0; i < own.size(); ++i) {
      walls[w].vertex[i] = rotation * own[i] + pose.position;
    }
  }
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
std::vector<std::string> Simulation::warnings() const {
  return warnings_of(impl_->loop.model, impl_->loop.progress);
}
void Simulation::set_threads(int threads) { impl_->loop.threads = std::max(1, threads); }

const ContactTable& Simulation::contacts() const {
  const Impl& m = *impl_;
  if (m.table_step != steps()) {
    tabulate_contacts(m.loop.model, m.loop.bodies, m.loop.neighbours, m.loop.contacts.records(),
                      m.table);
  }
  m.table_step = steps();
  return m.table;
}

Ledger Simulation::ledger() const {
  const Impl& m = *impl_;
  Ledger ledger = m.loop.progress.ledger;
  count_motion(m.loop.model, m.loop.bodies, m.loop.user.motion, ledger.kinetic, ledger.potential);
  ledger.potential -= m.start_potential;
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
  return profile;
}

std::size_t Simulation::bytes() const { return bytes_of(impl_->loop); }

namespace {

void check_velocities(const std::string& name, const Vec3<double>& velocity,
                      const Vec3<double>& angular_velocity) {
  if (is_finite(velocity) && is_finite(angular_velocity)) return;
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
  m.broken = true;
  restore_state(m.loop, file);
  take_prescribed(m.loop);
  m.broken = false;
  m.table_step = -1;
}

}  // namespace talus
