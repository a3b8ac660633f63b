/// @file
/// A simulation: bodies that fall, touch and come to rest. SI units, world frame.
///
/// The same setup gives the same bits for any number of threads, and after a restart from a saved
/// state. A Simulation may be used by one thread at a time; several simulations may run at once.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "talus/error.h"
#include "talus/measure.h"
#include "talus/setup.h"
#include "talus/state.h"

namespace talus {

struct SimulationArchive;

/// Wall-clock time by part of the time loop.
struct Profile {
  /// Names and seconds: "neighbour search", "contacts sphere-sphere" (one row per pair of kinds
  /// that occurs), "forces and motion" and, with inlets, outlets and flow planes, "grains in and
  /// out", in which contacts count once more where bodies changed. Their sum is the time spent in
  /// step().
  std::vector<std::pair<std::string, double>> part;

  /// A row of Table 1 of Williams & O'Connor 1999.
  struct Stage {
    std::string name;      ///< "spatial search", "resolve geometry", ...
    double seconds{};      ///< Wall-clock time.
    std::int64_t calls{};  ///< How often: lists, pairs of the lists, contacts, bodies times steps.
  };
  /// The same time by what is done: spatial search, resolve geometry, penalty force and Newtonian
  /// physics. The share of the force in contacts is that of every 17th step; contacts of spheres
  /// get geometry and force from one kernel, which counts as force.
  std::vector<Stage> stage;
};

/// The load on the walls of a WallLoadMeasure: by the contacts of bodies on the walls. SI units.
struct WallLoad {
  double from{};               ///< s, where the means begin.
  double time{};               ///< s, now.
  std::int64_t steps{};        ///< From there to now.
  Vec3<double> force{};        ///< Now, N.
  Vec3<double> torque{};       ///< Now, about WallLoadMeasure::about, N m.
  Vec3<double> mean_force{};   ///< Over all steps since, N; times the time it is their impulse.
  Vec3<double> mean_torque{};  ///< The same, N m. Without a step both are those of now.
};

/// What came through an inlet, or left by an outlet, since the start. SI units.
struct Flow {
  double from{};            ///< s, where mean_mass_rate begins.
  double time{};            ///< s, now.
  std::int64_t steps{};     ///< From there to now.
  std::int64_t count{};     ///< Bodies.
  double mass{};            ///< kg
  Vec3<double> momentum{};  ///< Theirs when they passed, kg m/s.
  double mean_mass_rate{};  ///< kg/s since `from`; 0 without a step.
  double due{};             ///< Inlet: integral of the rate, kg or grains, within its limits.
  double missing{};         ///< Inlet: what of it had no room, kg or grains; 0 if all had.
  double missing_mass{};    ///< Inlet: the same, kg.
  double most_missing{};    ///< Inlet: the largest of `missing` so far.
  std::int64_t waiting{};   ///< Outlet: bodies inside that had no room where they are to go.
};

/// What passed a FlowPlane between two moments: free bodies whose centre of mass crossed it in a
/// step; being put elsewhere between two steps does not count. Forward, along the normal, counts
/// positive. SI units.
struct PlaneFlow {
  double from{};              ///< s, where it begins.
  double time{};              ///< s, now.
  std::int64_t steps{};       ///< From there to now.
  std::int64_t forward{};     ///< Crossings along the normal.
  std::int64_t backward{};    ///< Crossings against it.
  double mass{};              ///< Forward minus backward, kg.
  Vec3<double> momentum{};    ///< Of what went forward minus that of what came back, kg m/s.
  double mean_number_rate{};  ///< Forward minus backward, 1/s; 0 without a step.
  double mean_mass_rate{};    ///< kg/s
  Vec3<double> mean_momentum_rate{};  ///< N
};

/// A wall, or another body that is not free, at this moment. SI units.
struct WallState {
  Vec3<double> centre{};            ///< Of mass, or of the rotation of a mesh wall, m.
  Vec3<double> velocity{};          ///< Of the centre, m/s.
  Vec3<double> angular_velocity{};  ///< rad/s
  Vec3<double> force{};             ///< Of all contacts on it in the last step, N.
  Vec3<double> torque{};            ///< The same, about the centre, N m.
};

/// Bodies of one shape and material that join a running simulation.
struct NewBodies {
  std::optional<Shape> shape;          ///< With a volume.
  std::int32_t shape_index = -1;       ///< If there is no shape: into Simulation::bodies().shapes.
  std::int32_t material{};             ///< Index into Setup::materials.
  Freedom freedom = Freedom::free;     ///< How they may move.
  std::vector<Pose<double>> poses;     ///< One for each body, m.
  std::vector<Vec3<double>> velocity;  ///< m/s; one for all or one each; empty: 0.
  std::vector<Vec3<double>> angular_velocity;  ///< rad/s; one for all or one each; empty: 0.
  std::string name = "body";                   ///< The bodies are called by it and their id.
};

/// The time loop (docs/simulation.md). It owns all of its state; references that it returns are
/// valid until the next call of a function that is not const.
class Simulation {
 public:
  /// @param setup Moved in.
  /// @param threads At least 1; the result is the same for any number.
  /// @throws SimulationError for a time step that is too large (with the pair that sets the limit),
  ///   bodies that overlap at the start by more than a tenth of the smaller one's size, arrays of
  ///   the wrong size, and values that are not valid.
  explicit Simulation(Setup setup, int threads = 1);
  /// @param other Left empty; may only be destroyed.
  Simulation(Simulation&& other) noexcept;
  ~Simulation();

  /// Advances the simulation.
  /// @param count Number of time steps.
  /// @throws LimitError if a body passes a mesh wall or a convex body that is not free, or a
  ///   contact, a body or the residual exceeds a limit of the setup (Setup::stop_overlap,
  ///   stop_travel, stop_residual): after that step or the one after it, with a valid state.
  /// @throws SimulationError if a force is not finite. The simulation cannot continue then: step()
  ///   and save() throw as well, and bodies() and motion() are not valid.
  void step(std::int64_t count = 1);

  double time() const;         ///< @return Simulated time, s.
  std::int64_t steps() const;  ///< @return Steps since the start.
  double time_step() const;    ///< @return Length of a step, s.
  /// @return Largest safe length of a step, s, for the bodies that are there and may come.
  double largest_time_step() const;
  /// @return What limits the time step: "a contact of grains 17 and floor", "a contact of grains 17
  ///   and one like it", "ball among many bodies like grains 17" or "no body can move".
  std::string time_step_reason() const;

  /// @return The bodies in the order of their ids. Bodies that leave a periodic domain come back on
  ///   its other side within a few steps (periods()).
  const Bodies& bodies() const;
  /// @return By body: the whole periods along x, y and z by which it was moved back into the
  ///   domain. Its position plus these periods is where it would be without that. Empty in an open
  ///   domain.
  const std::vector<std::array<std::int64_t, 3>>& periods() const;
  /// @return How the bodies move, in the same order.
  const Motion& motion() const;
  /// @return The setup without its arrays by body.
  const Setup& setup() const;
  /// @return The mesh walls with their vertices at this moment, m.
  const std::vector<MeshWall>& mesh_walls() const;
  /// @return The names of the bodies, followed by those of the mesh walls.
  const std::vector<std::string>& names() const;
  /// @return The materials of the bodies, followed by those of the mesh walls.
  const std::vector<std::int32_t>& material_of() const;

  /// @return The number of pairs that touch.
  std::size_t contact_count() const;
  /// @return The contacts, computed by this call. The order of the rows may differ between steps.
  /// @throws SimulationError after a step that failed.
  const ContactTable& contacts() const;
  /// @return What measures in regions read (talus/measure.h), with the contacts of this moment.
  /// @throws SimulationError after a step that failed.
  StateView state() const;
  /// How far the bodies are from equilibrium, as YADE's unbalancedForce: the mean over all free
  /// bodies of the magnitude of their resultant force, by contacts, gravity and apply(), over the
  /// mean over all contacts of the magnitude of their force. Bodies without contacts count as any
  /// other: with their weight while they fall. Damping and drag are not part of the resultant.
  /// @return The ratio; infinite while no contact has a force.
  /// @throws SimulationError after a step that failed.
  double unbalanced_force() const;
  /// @return The energy ledger, J.
  Ledger ledger() const;
  /// @param name Of a measure of Setup::wall_loads.
  /// @return The load now, and its mean since the last call of read_wall_load, or the start.
  /// @throws SimulationError if there is no such measure.
  WallLoad wall_load(std::string_view name) const;
  /// The same, and begins a new mean. Saved states hold the sums.
  /// @param name Of a measure of Setup::wall_loads.
  /// @return The load.
  /// @throws SimulationError if there is no such measure.
  WallLoad read_wall_load(std::string_view name);
  /// @param name Of an inlet or outlet of the setup, or beyond_name.
  /// @return What passed, with the mean rate since the last call of read_flow, or the start.
  /// @throws SimulationError if there is none of that name.
  Flow flow(std::string_view name) const;
  /// The same, and begins a new mean.
  /// @param name Of an inlet or outlet of the setup, or beyond_name.
  /// @return What passed.
  /// @throws SimulationError if there is none of that name.
  Flow read_flow(std::string_view name);
  /// @param name Of a plane of Setup::flow_planes.
  /// @return What passed since the last call of read_plane_flow, or the start.
  /// @throws SimulationError if there is no such plane.
  PlaneFlow plane_flow(std::string_view name) const;
  /// The same, and begins anew. Saved states hold the sums.
  /// @param name Of a plane of Setup::flow_planes.
  /// @return What passed.
  /// @throws SimulationError if there is no such plane.
  PlaneFlow read_plane_flow(std::string_view name);
  /// @return What all inlets together had no room for and still have to let in, kg.
  double missing_mass() const;
  /// @return Of all contacts, relative to the size of the smaller body.
  double largest_overlap() const;
  /// @return The longest path of a body in the last step, relative to the size of the smallest
  /// body.
  double largest_travel() const;
  /// @return The steps with a contact deeper than talus::large_overlap.
  const Excess& large_overlaps() const;
  /// @return The steps with a path longer than talus::large_travel.
  const Excess& large_travels() const;
  /// @return The steps with a contact query that failed, even without a cache and to full
  ///   precision. The value is the width of the bracket of its distance relative to the size of the
  ///   smaller body, by which the overlap may be too large in that step.
  const Excess& unsolved_contacts() const;
  /// @return The checks, every residual_interval steps, in which the residual of the ledger
  ///   exceeded talus::large_residual; the body is the one with the most kinetic energy.
  const Excess& large_residuals() const;
  /// @return A sentence for each of the four if there are such steps, about the first one.
  std::vector<std::string> warnings() const;
  /// @return Wall-clock time so far.
  Profile profile() const;
  /// @return Memory of all arrays, bytes.
  std::size_t bytes() const;

  /// @param threads For the next steps, at least 1; the result is the same for any number.
  void set_threads(int threads);
  /// Changes the motion of a body that is not free from the next step on, in place of the one that
  /// the setup states. A fixed one, such as a half-space at rest, is prescribed from then on.
  /// @param body Index of a body with Freedom::prescribed or Freedom::fixed.
  /// @param velocity Of the centre of mass, m/s.
  /// @param angular_velocity rad/s; zero for a half-space.
  /// @throws SimulationError for a free body, an index that does not exist and values that are not
  ///   finite.
  void prescribe(std::int32_t body, const Vec3<double>& velocity,
                 const Vec3<double>& angular_velocity);
  /// The same for a mesh wall.
  /// @param wall As add_mesh_wall returned it, or {i} for the wall i of Setup::mesh_walls.
  /// @param velocity Of the centre of rotation, which moves along, m/s.
  /// @param angular_velocity About that centre, rad/s.
  /// @throws SimulationError for a wall that does not exist and values that are not finite.
  void prescribe(MeshWallHandle wall, const Vec3<double>& velocity,
                 const Vec3<double>& angular_velocity);

  /// @param body Index of a body with Freedom::prescribed or Freedom::fixed.
  /// @return How it moves, and the load of the contacts on it.
  /// @throws SimulationError for a free body, an index that does not exist, and after restore()
  ///   before the next step: saved states do not hold the loads.
  WallState wall_state(std::int32_t body) const;
  /// The same of a mesh wall.
  /// @param wall As add_mesh_wall returned it, or {i} for the wall i of Setup::mesh_walls.
  /// @return How it moves, and the load of the contacts on it.
  /// @throws SimulationError as above.
  WallState wall_state(MeshWallHandle wall) const;
  /// Applies forces and torques to free bodies from now on, in every step until the next call, in
  /// place of those of the call before. Motion::force and torque contain them at once; their work
  /// is in Ledger::boundary_work, and saved states hold them. Bodies that come later have none.
  /// @param force By body, N; those of bodies that are not free do not count. Empty: none.
  /// @param torque By body, about the centre of mass, N m, world frame. Empty: none.
  /// @throws SimulationError for another number of entries and values that are not finite.
  void apply(std::span<const Vec3<double>> force, std::span<const Vec3<double>> torque);

  /// @return By body: its id, increasing. The bodies of the setup have their indices there; no id
  /// is
  ///   used twice.
  const std::vector<std::int64_t>& ids() const;
  /// @param id Of a body.
  /// @return Its index now, in all arrays by body; -1 if it is not there.
  std::int32_t index_of(std::int64_t id) const;
  /// Adds bodies between two steps. They may touch others; springs begin without tension.
  /// Ledger::entered gets their energy.
  /// @param bodies What comes. The time step stays: bodies for which it is too long are refused.
  /// @return Their ids, in the order of the poses; the bodies follow those that are there.
  /// @throws SimulationError for values that are not valid, bodies longer than a period or
  ///   thousands of periods outside of the domain, a time step that would be too long, and overlaps
  ///   with other bodies and half-spaces by more than a tenth of the smaller one's size; nothing is
  ///   added then.
  std::vector<std::int64_t> add(const NewBodies& bodies);
  /// Removes bodies between two steps, with their contacts: the forces now are those of the others.
  /// Bodies after them get lower indices, never other ids. Ledger::left gets their energy.
  /// @param ids Of bodies that are there, each once; walls among them, but no mesh walls.
  /// @throws SimulationError for an id that does not exist or is there twice; nothing is removed
  ///   then.
  void remove(std::span<const std::int64_t> ids);

  /// Writes the complete state to a file with a checksum. The file appears under its name only when
  /// it is complete.
  /// @param file HDF5, replaced if it exists.
  /// @throws FileError if it cannot be written.
  void save(const std::filesystem::path& file) const;
  /// Continues from a saved state, bit for bit.
  /// @param file Written by save() in a simulation of the same setup.
  /// @throws FileError if it cannot be read, is damaged, or belongs to another setup; the
  ///   simulation is then as it was.
  void restore(const std::filesystem::path& file);

 private:
  friend struct SimulationArchive;
  void refuse_if_broken() const;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace talus
