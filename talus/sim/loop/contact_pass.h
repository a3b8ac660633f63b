// The contacts of a step: every pair of the neighbour list is tested, and those that touch get
// their force. Pairs are processed in chunks, each with its own force accumulators
// (contact_schedule.h).
//
// A pair that is apart is not tested again before both bodies together have moved as far as its
// gap.
#pragma once

#include <atomic>
#include <vector>

#include "talus/contact/contact_record.h"
#include "talus/sim/loop/integrate_bodies.h"
#include "talus/sim/loop/wall_load.h"

namespace talus {

class ContactPass {
 public:
  struct Arguments {
    const Model& model;
    const BodyTable& bodies;
    NeighbourList& neighbours;
    ContactSchedule& schedule;
    Progress& progress;
    std::vector<LoadSum>& loads;
    int threads;
  };

  // Fills the accumulators, the sums and the records. With a step of 0 s nothing is counted as
  // heat.
  void run(const Arguments& arguments, double step);

  // The same without records, and every group of bodies completes the step and starts the next one
  // (BodyIntegrator::finish_and_start_step) as soon as its last contact is known, while it is in
  // the cache. Throws as take_report.
  StepStart run_and_move(const Arguments& arguments, BodyIntegrator& integrator);

  // The contacts of the last run; not those of pairs that are closed forms. In no order.
  const std::vector<std::vector<ContactRecord>>& records() const { return records_; }
  void set_records(std::vector<ContactRecord> records) {
    std::vector<std::vector<ContactRecord>> all(1);
    all[0] = std::move(records);
    records_ = std::move(all);
  }

  // Seconds since the start for the motion of bodies in run_and_move, and by pair of kinds;
  // together they are the elapsed time, for any number of threads.
  double motion_seconds() const { return motion_seconds_; }
  struct Time {
    Kind kind_a{}, kind_b{};
    bool walls{};
    double seconds{};
    // Of the steps in which the force kernels are timed: all, and the kernels.
    double sampled_seconds{}, sampled_force_seconds{};

    double force_seconds() const {
      return sampled_seconds > 0.0 ? seconds * (sampled_force_seconds / sampled_seconds) : 0.0;
    }
  };
  const std::vector<Time>& times() const { return times_; }
  // Since the start: pairs of the neighbour lists, and those that touched.
  std::int64_t pairs() const { return pairs_; }
  std::int64_t contacts() const { return contacts_; }

  std::size_t bytes() const;

 private:
  struct Result {
    ContactSums sums;
    double seconds{}, motion_seconds{}, force_seconds{};
  };
  void process_chunk(const Arguments& arguments, std::size_t chunk, double step,
                     std::vector<ContactRecord>* records);
  void move_groups(const ContactSchedule& schedule, std::size_t chunk, BodyIntegrator& integrator);
  void sum_up(const Arguments& arguments, double step, double wall);
  Time& time_of(const PairBlock& block);

  std::vector<Result> results_;                      // by chunk, then by unpaired group
  std::vector<std::atomic<std::int32_t>> pending_;   // by group: chunks that are not done yet
  std::vector<GroupReport> reports_;                 // by group
  std::vector<std::vector<ContactRecord>> records_;  // by chunk
  std::vector<Time> times_;
  double motion_seconds_{};
  std::int64_t pairs_{}, contacts_{};
};

}  // namespace talus
