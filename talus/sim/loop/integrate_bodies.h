// The time integration of all bodies (talus/physics/integrator.h) in two halves, with the contacts
// in between:
//
//   start_step   first half kick, and drift
//   finish_step  loads from the force accumulators; second half kick; the state that users see
//
// Between two steps both are done group by group, as soon as all contacts of a group are known. A
// body's accumulators are summed in a fixed order: the same bits for any number of threads.
#pragma once

#include "talus/physics/drag.h"
#include "talus/sim/loop/contact_schedule.h"
#include "talus/sim/loop/model.h"
#include "talus/sim/loop/progress.h"
#include "talus/sim/loop/skin_table.h"

namespace talus {

// The result of a group of bodies.
struct GroupReport {
  double drag_heat{};        // J, of drag and local damping in the last half step
  double next_drag_heat{};   // J, of the next one
  double gravity_work{};     // J, of the last step, where gravity varies
  double applied_work{};     // J, of the last step, of what users apply
  std::int64_t failed = -1;  // a slot whose force is not finite
  bool skin_exceeded{};
  Travel travel;
};

// The start of a step, of all objects.
struct StepStart {
  bool skin_exceeded{};  // by a body or wall
  Travel travel;
};

class BodyIntegrator {
 public:
  BodyIntegrator(const Model& model, BodyTable& bodies, UserState& user, SkinTable& skins,
                 const ContactSchedule& schedule, const Progress& progress, int threads)
      : model_(model),
        bodies_(bodies),
        user_(user),
        skins_(skins),
        schedule_(schedule),
        progress_(progress),
        drag_(drag_factors(model.setup.drag, model.step)),
        is_damped_(model.setup.drag > 0.0 || model.setup.local_damping > 0.0),
        threads_(threads) {}

  StepStart start_step();

  // The step is 0 s for the forces of the start, which move nothing yet. Reports by group, for
  // take_report.
  std::vector<GroupReport> finish_step(double step);

  // Both, in one pass through memory, for the free bodies of a group, all of whose contacts are
  // known. The bits are the same; the state that users see is not written. Any thread may call it
  // while others process contacts of other groups.
  GroupReport finish_and_start_step(std::size_t group);

  // The motion of prescribed bodies and of walls in the next step, after all contacts.
  StepStart move_constrained();

 private:
  Load load_on(std::size_t slot, double step, GroupReport& report) const;
  Load with_damping(std::size_t slot, const Load& load, double step, GroupReport& report) const;
  void drift_constrained(std::size_t slot);
  void publish(std::size_t slot, const Load& load, double step);
  GroupReport start_group(std::size_t group);
  template <class Act>
  GroupReport for_each_load(std::size_t group, double step, const Act& act) const;
  template <class Work>
  std::vector<GroupReport> for_each_group(const Work& work) const;

  const Model& model_;
  BodyTable& bodies_;
  UserState& user_;
  SkinTable& skins_;
  const ContactSchedule& schedule_;
  const Progress& progress_;
  DragFactors drag_;
  bool is_damped_;
  int threads_;
};

// Before the reports of a step: the heat of its first half.
void start_reports(Progress& progress);

// Counts the heat. Throws SimulationError naming a body whose force is not finite.
void take_report(const Model& model, const BodyTable& bodies, const GroupReport& report,
                 Progress& progress);

// The centre of mass, from the pose of the shape.
Vec3<double> centre_of_mass(const BodyType& type, const Pose<double>& pose);

// Kinetic energy of all free bodies and their potential energy in gravity, J; that of a body that
// left a periodic domain goes on changing.
void count_motion(const Model& model, const BodyTable& bodies, const UserState& user,
                  double& kinetic, double& potential);

}  // namespace talus
