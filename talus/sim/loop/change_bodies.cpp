#include "talus/sim/loop/change_bodies.h"

#include <algorithm>

#include "talus/sim/loop/object_tables.h"
#include "talus/sim/loop/shape_tables.h"

namespace talus {
namespace {

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

// Which old entries an array keeps, in their order, and in the middle of them -1 for each entry
// that is new.
using Kept = std::vector<std::int32_t>;

template <class T>
void keep(std::vector<T>& values, const Kept& kept) {
  if (values.empty() && std::any_of(kept.begin(), kept.end(), [](auto i) { return i >= 0; })) {
    return;  // an array that this simulation does not use
  }
  std::size_t size = 0;
  for (const std::int32_t i : kept) {
    if (i < 0) continue;
    if (index(i) != size) values[size] = std::move(values[index(i)]);
    ++size;
  }
  values.resize(size);
  const auto first_new = std::find(kept.begin(), kept.end(), -1);
  values.insert(values.begin() + std::min<std::ptrdiff_t>(first_new - kept.begin(),
                                                          static_cast<std::ptrdiff_t>(size)),
                kept.size() - size, T{});
}

// Half-spaces, bodies, new bodies, mesh walls.
Kept kept_slots(const BodyTable& bodies, const std::vector<bool>& goes, std::size_t added) {
  Kept kept;
  for (std::size_t i = 0; i < bodies.body_count; ++i) {
    if (!goes[bodies.number_of(i)]) kept.push_back(static_cast<std::int32_t>(i));
  }
  kept.insert(kept.end(), added, -1);
  for (std::size_t i = bodies.body_count; i < bodies.object_count(); ++i) {
    kept.push_back(static_cast<std::int32_t>(i));
  }
  return kept;
}

// Bodies, new bodies, mesh walls.
Kept kept_numbers(const BodyTable& bodies, const std::vector<bool>& goes, std::size_t added,
                  bool with_walls) {
  Kept kept;
  for (std::size_t i = 0; i < bodies.body_count; ++i) {
    if (!goes[i]) kept.push_back(static_cast<std::int32_t>(i));
  }
  kept.insert(kept.end(), added, -1);
  for (std::size_t i = bodies.body_count; with_walls && i < bodies.object_count(); ++i) {
    kept.push_back(static_cast<std::int32_t>(i));
  }
  return kept;
}

void keep_numbers(Loop& loop, const std::vector<bool>& goes, std::size_t added) {
  const Kept bodies = kept_numbers(loop.bodies, goes, added, false);
  const Kept objects = kept_numbers(loop.bodies, goes, added, true);
  UserState& user = loop.user;
  Motion& motion = user.motion;
  keep(user.bodies.poses, bodies), keep(user.bodies.shape_of, bodies), keep(user.ids, bodies);
  keep(motion.velocity, bodies), keep(motion.angular_velocity, bodies);
  keep(motion.angular_momentum, bodies), keep(motion.force, bodies), keep(motion.torque, bodies);
  keep(motion.mass, bodies), keep(motion.inertia, bodies), keep(motion.freedom, bodies);
  if (!loop.model.setup.domain.is_open()) keep(user.periods, bodies);
  if (!user.applied.empty()) keep(user.applied, bodies);
  keep(user.has_new_motion, objects);
  keep(loop.model.setup.name, objects), keep(loop.model.setup.material_of, objects);
}

// The new number of every object; -1: it goes.
std::vector<std::int32_t> new_numbers(const BodyTable& bodies, const std::vector<bool>& goes,
                                      std::size_t added) {
  std::vector<std::int32_t> number(bodies.object_count(), -1);
  std::int32_t next = 0;
  for (std::size_t i = 0; i < bodies.object_count(); ++i) {
    if (i == bodies.body_count) next += static_cast<std::int32_t>(added);
    if (i >= bodies.body_count || !goes[i]) number[i] = next++;
  }
  return number;
}

// The numbers of bodies in what is reported; the ids are those before the change.
void renumber_reports(const std::vector<std::int32_t>& number, const std::vector<std::int64_t>& ids,
                      Progress& progress) {
  const auto renumber = [&](std::int32_t& body, std::int64_t& left) {
    if (body < 0) return;
    const std::int32_t before = body;
    body = number[index(body)];
    if (body < 0) left = ids[index(before)];
  };
  for (Excess* excess : {&progress.large_overlaps, &progress.large_travels, &progress.unsolved,
                         &progress.large_residuals}) {
    renumber(excess->a, excess->left_a), renumber(excess->b, excess->left_b);
  }
  std::int64_t left = -1;
  renumber(progress.travel.body, left);
}

void keep_slots(Loop& loop, const Kept& kept, const std::vector<std::int32_t>& number) {
  BodyTable& bodies = loop.bodies;
  for (std::int32_t& body : bodies.body_of) body = number[index(body)];
  keep(bodies.body_of, kept), keep(bodies.type_of, kept), keep(bodies.motion, kept);
  keep(bodies.poses, kept), keep(bodies.angular_momentum, kept);
  keep(loop.skins.skin, kept), keep(loop.skins.centre, kept), keep(loop.skins.path_limit, kept);
  if (any_turns(bodies)) keep(loop.skins.orientation, kept);
}

void place_added(Loop& loop, const BodyChange& change, std::size_t first_slot,
                 std::size_t first_number) {
  BodyTable& bodies = loop.bodies;
  UserState& user = loop.user;
  for (std::size_t k = 0; k < change.added.size(); ++k) {
    const AddedBody& body = change.added[k];
    const std::size_t slot = first_slot + k, i = first_number + k;
    const BodyType& type = bodies.types[index(body.type)];
    bodies.body_of[slot] = static_cast<std::int32_t>(i);
    bodies.type_of[slot] = body.type;
    bodies.poses[slot].pose = user.bodies.poses[i] = body.pose;
    BodyMotion& own = bodies.motion[slot];
    own.centre = centre_of_mass(type, body.pose);
    own.velocity = user.motion.velocity[i] = body.velocity;
    own.spin = user.motion.angular_velocity[i] = body.angular_velocity;
    if (body.freedom == Freedom::free) {
      own.inverse_mass = 1.0 / type.mass;
      bodies.angular_momentum[slot] =
          angular_momentum(type.rotor, type.inertia, body.pose.orientation, body.angular_velocity);
    }
    user.motion.angular_momentum[i] = bodies.angular_momentum[slot];
    user.motion.mass[i] = type.mass;
    user.motion.inertia[i] = type.inertia;
    user.motion.freedom[i] = body.freedom;
    user.bodies.shape_of[i] = type.shape;
    user.ids[i] = user.next_id++;
    loop.model.setup.name[i] = body.name;
    loop.model.setup.material_of[i] = type.material;
  }
}

// The loads of this moment by the pairs of the new list. The forces are those of the last contact
// pass, since nothing has moved, a step of 0 s stretches no spring, and dashpots have the
// velocities in the middle of the last step: these are kept for further changes at this moment.
void renew_loads(Loop& loop) {
  loop.contacts.run(loop.contact_arguments(), 0.0);
  BodyTable& bodies = loop.bodies;
  std::vector<Vec3<double>> middle;
  for (std::size_t i = 0; i < bodies.body_count; ++i) {
    middle.push_back(bodies.motion[i].velocity);
    if (bodies.is_free(i))
      bodies.motion[i].velocity = loop.user.motion.velocity[bodies.number_of(i)];
  }
  loop.progress.next_drag_heat = 0.0;  // of half kicks that the new loads replace
  BodyIntegrator integrator = loop.integrator();
  start_reports(loop.progress);
  for (const GroupReport& report : integrator.finish_step(0.0)) {
    take_report(loop.model, bodies, report, loop.progress);
  }
  for (std::size_t i = 0; i < bodies.body_count; ++i) bodies.motion[i].velocity = middle[i];
}

std::size_t slot_of(const BodyTable& bodies, std::int32_t number) {
  const auto end = bodies.body_of.begin() + static_cast<std::ptrdiff_t>(bodies.body_count);
  return static_cast<std::size_t>(std::find(bodies.body_of.begin(), end, number) -
                                  bodies.body_of.begin());
}

double energy_in_slot(const Loop& loop, std::size_t slot) {
  const auto i = loop.bodies.number_of(slot);
  const Motion& motion = loop.user.motion;
  if (!loop.bodies.is_free(slot)) return 0.0;
  const double kinetic =
      0.5 * (motion.mass[i] * norm_squared(motion.velocity[i]) +
             dot(loop.bodies.angular_momentum[slot], motion.angular_velocity[i]));
  if (loop.model.setup.varying_gravity) return kinetic;
  return kinetic - motion.mass[i] * dot(loop.model.setup.gravity,
                                        unwrapped_centre(loop.model, loop.bodies, loop.user, slot));
}

}  // namespace

double energy_of(const Loop& loop, std::int32_t number) {
  return energy_in_slot(loop, slot_of(loop.bodies, number));
}

void change_bodies(Loop& loop, const BodyChange& change) {
  if (change.empty()) return;
  BodyTable& bodies = loop.bodies;
  Progress& progress = loop.progress;
  wrap_bodies(loop.model, bodies, loop.user, loop.neighbours);

  std::vector<bool> goes(bodies.body_count);
  for (const std::int32_t i : change.removed) goes[index(i)] = true;
  std::vector<const MovedBody*> moved(bodies.body_count);
  for (const MovedBody& body : change.moved) moved[index(body.number)] = &body;
  const double elastic = progress.sums.elastic;
  double entered = 0.0, left = 0.0;
  std::size_t half_spaces = 0;
  std::vector<bool> forgets(bodies.object_count());  // by old slot
  for (std::size_t slot = 0; slot < bodies.body_count; ++slot) {
    const std::size_t i = bodies.number_of(slot);
    if (goes[i]) left += energy_in_slot(loop, slot);
    if (slot < bodies.half_spaces && !goes[i]) ++half_spaces;
    if (moved[i] == nullptr) continue;
    left += energy_in_slot(loop, slot);
    bodies.motion[slot].centre = bodies.motion[slot].centre + moved[i]->by;
    bodies.poses[slot].pose.position = bodies.poses[slot].pose.position + moved[i]->by;
    entered += energy_in_slot(loop, slot);
    forgets[slot] = true;
  }

  const std::size_t added = change.added.size();
  const Kept kept = kept_slots(bodies, goes, added);
  const std::vector<std::int32_t> number = new_numbers(bodies, goes, added);
  renumber_reports(number, loop.user.ids, progress);
  keep_numbers(loop, goes, added);
  keep_slots(loop, kept, number);
  const std::size_t staying = bodies.body_count - change.removed.size();
  bodies.body_count = staying + added;
  bodies.half_spaces = half_spaces;
  place_added(loop, change, staying, staying);
  for (std::size_t slot = staying; slot < bodies.body_count; ++slot) {
    entered += energy_in_slot(loop, slot);
  }

  update_object_tables(loop);
  Kept slot_in_list = kept;
  for (std::int32_t& slot : slot_in_list) {
    if (slot >= 0 && forgets[index(slot)]) slot = -1;
  }
  loop.search.run(loop.model, bodies, loop.skins, loop.neighbours, loop.threads, slot_in_list);
  loop.schedule = make_schedule(bodies, loop.neighbours.blocks);
  renew_loads(loop);
  const double springs = progress.sums.elastic - elastic;
  (springs < 0.0 ? left : entered) += springs < 0.0 ? -springs : springs;
  progress.ledger.entered += entered;
  progress.ledger.left += left;
}

}  // namespace talus
