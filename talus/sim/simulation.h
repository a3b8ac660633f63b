// A simulation: bodies that fall, touch and come to rest. The time loop is a list of steps
// (docs/simulation.md); the same setup gives the same bits for any number of threads, and after a
// restart from a saved state.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "talus/contact/contact_table.h"
#include "talus/output/hdf5.h"
#include "talus/physics/ledger.h"
#include "talus/physics/motion.h"
#include "talus/setup/setup.h"
#include "talus/shape/bodies.h"

namespace talus {

// A setup that cannot be run, or a run that went wrong; the message names the body or pair.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Seconds by part of the time loop, for --profile.
struct Profile {
  // "neighbour search", "contacts sphere-sphere", ...; together the time that has passed.
  std::vector<std::pair<std::string, double>> part;
};

class Simulation {
 public:
  // Throws SimulationError: a time step that is too large (with the pair that sets the limit),
  // bodies that overlap at the start by more than a tenth of the smaller, numbers of the wrong
  // size, ...
  explicit Simulation(Setup setup, int threads = 1);
  Simulation(Simulation&&) noexcept;
  ~Simulation();

  // Throws SimulationError when a body is lost (a force that is not finite) or a contact has no
  // answer. The simulation cannot go on then: step and save throw, too, and bodies() and motion()
  // are of no use.
  void step(std::int64_t count = 1);

  double time() const;               // s
  std::int64_t steps() const;        // since the start
  double time_step() const;          // s
  double largest_time_step() const;  // that is safe
  std::string time_step_reason()
      const;  // what sets the limit: "linear contact of grains 17 and floor"

  // As in the setup, in the same order, and as they are when step returns; poses are those of the
  // shapes' own frames and may leave a periodic domain.
  const Bodies& bodies() const;
  const Motion& motion() const;
  const Setup& setup() const;  // as given, without its arrays of bodies
  // Where the triangles of the mesh walls are now, as in the setup.
  const std::vector<MeshWall>& mesh_walls() const;
  const std::vector<std::string>& names() const;
  const std::vector<std::int32_t>& material_of() const;

  std::size_t contact_count() const;  // pairs of bodies that touch
  // Filled when asked for, in an order that may be another in the next step, which ends its life.
  const ContactTable& contacts() const;
  Ledger ledger() const;
  double largest_overlap() const;  // of all contacts now, relative to the size of the smaller body
  Profile profile() const;
  std::size_t bytes() const;  // memory of all arrays

  void set_threads(int threads);
  // Changes what is prescribed, from the next step on.
  void prescribe(std::int32_t body, const Vec3<double>& velocity,
                 const Vec3<double>& angular_velocity);

  // The complete state under the group "state" of a file, and back into a simulation of the same
  // setup: it then goes on as if it had never stopped, bit for bit. Throws Hdf5Error.
  void save(Hdf5Writer& file) const;
  void restore(const Hdf5Reader& file);

 private:
  void refuse_if_broken() const;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace talus
