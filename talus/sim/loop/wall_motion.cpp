#include "talus/sim/loop/wall_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "talus/error.h"
#include "talus/physics/integrator.h"
#include "talus/setup/names.h"
#include "talus/setup/unit_axis.h"

namespace talus {
namespace {

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

bool is_finite(const Vec3<double>& v) { return std::isfinite(v.x + v.y + v.z); }

bool is_still(const BodyMotion& m) {
  return m.velocity == Vec3<double>{} && m.spin == Vec3<double>{};
}

[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  throw SimulationError(fmt::format("{}: {}", what, why));
}

// The numbers of the objects; mesh walls follow the bodies.
std::vector<std::size_t> numbers_of(const ObjectList& list, std::size_t body_count) {
  std::vector<std::size_t> numbers;
  for (const std::int32_t i : list.bodies) numbers.push_back(index(i));
  for (const std::int32_t i : list.mesh_walls) numbers.push_back(body_count + index(i));
  return numbers;
}

void check_objects(const Setup& setup, const ObjectList& list, const std::string& what) {
  const auto check = [&](std::int32_t i, std::size_t count, const char* kind) {
    if (i >= 0 && index(i) < count) return;
    refuse(what, fmt::format("{} {} does not exist", kind, i));
  };
  for (const std::int32_t i : list.bodies) {
    check(i, setup.bodies.size(), "body");
    if (setup.freedom[index(i)] != Freedom::free) continue;
    refuse(what, fmt::format("{} is free", setup.name[index(i)]));
  }
  for (const std::int32_t i : list.mesh_walls) check(i, setup.mesh_walls.size(), "mesh wall");
}

bool is_half_space(const Setup& setup, std::int32_t body) {
  return kind_of(setup.bodies.shape(index(body))) == Kind::half_space;
}

// Increasing finite times, with as many values.
void check_table(const std::vector<double>& time, std::size_t values, const std::string& what) {
  const auto fails = [](double p, double q) { return !(p < q); };
  if (time.size() < 2 || time.size() > most_table_rows || values != time.size()) {
    refuse(what, fmt::format("a table has 2 to {} times and as many values, got {} and {}",
                             most_table_rows, time.size(), values));
  }
  if (!std::isfinite(time.front()) || !std::isfinite(time.back()) ||
      std::adjacent_find(time.begin(), time.end(), fails) != time.end()) {
    refuse(what, "the times of a table must be finite and increase");
  }
}

void check_motion(const PrescribedMotion& m, const std::string& what) {
  const double sum = m.rate + m.amplitude + m.frequency + m.phase + m.from_rate + m.to_rate;
  if (!std::isfinite(sum + m.start + m.end) || !is_finite(m.direction) || !is_finite(m.centre)) {
    refuse(what, "a motion has a number that is not finite");
  }
  if (m.turns && !is_unit_axis(m.direction)) {
    refuse(what, "the axis of a rotation must be a unit vector");
  }
  if (m.type == MotionType::ramp && !(m.start >= 0.0 && m.start < m.end)) {
    refuse(what, fmt::format("a ramp must start at >= 0 s and end later, got {} s and {} s",
                             m.start, m.end));
  }
  if (m.type != MotionType::table) return;
  check_table(m.time, m.value.size(), what);
  const auto not_finite = [](double x) { return !std::isfinite(x); };
  if (std::any_of(m.value.begin(), m.value.end(), not_finite)) {
    refuse(what, "the values of a table must be finite");
  }
}

void check_group(const Setup& setup, const MotionGroup& group, const std::string& what) {
  check_objects(setup, group.objects, what);
  bool turns = false;
  for (const PrescribedMotion& motion : group.motions) {
    check_motion(motion, what);
    turns = turns || motion.turns;
  }
  const Vec3<double> none{};
  for (const std::int32_t i : group.objects.bodies) {
    if (turns && is_half_space(setup, i)) {
      refuse(setup.name[index(i)], "a half-space cannot turn; use a mesh wall");
    }
    if (setup.freedom[index(i)] == Freedom::fixed) {
      refuse(setup.name[index(i)], "it is fixed, but has a motion");
    }
    if (setup.velocity[index(i)] == none && setup.angular_velocity[index(i)] == none) continue;
    refuse(setup.name[index(i)], "it has a velocity and a list of motions; add one to the other");
  }
  for (const std::int32_t i : group.objects.mesh_walls) {
    const MeshWall& wall = setup.mesh_walls[index(i)];
    if (wall.velocity == none && wall.angular_velocity == none) continue;
    refuse(wall.name, "it has a velocity and a list of motions; add one to the other");
  }
}

PrescribedMotion constant_translation(const Vec3<double>& velocity) {
  PrescribedMotion motion;
  motion.direction = velocity;
  motion.rate = 1.0;
  return motion;
}

PrescribedMotion constant_rotation(const Vec3<double>& spin, const Vec3<double>& centre) {
  PrescribedMotion motion;
  motion.turns = true;
  motion.rate = norm(spin);
  motion.direction = spin / motion.rate;
  motion.centre = centre;
  return motion;
}

}  // namespace

WallMotionStep::WallMotionStep(const WallMotions& motions, double start, double end)
    : motions_(motions), step_(end - start) {
  for (const MotionList& list : motions.lists) {
    before_.push_back(list.at(start));
    after_.push_back(list.at(end));
  }
}

void WallMotionStep::move(const MovingObject& object, const broad::Domain& domain,
                          const RotorOf<double>& rotor, BodyMotion& motion, BodyPose& pose) const {
  const std::size_t list = index(object.list);
  const CarriedPoint from = before_[list].carry(object.centre);
  const CarriedPoint to = after_[list].carry(object.centre);
  const bool steady = motions_.lists[list].is_steady();
  Vec3<double> wrapped{};  // by whole periods (periodic_wrap.h)
  for (int axis = 0; axis < 3; ++axis) {
    if (!domain.periodic[axis]) continue;
    const double period = domain.period(axis);
    wrapped[axis] = period * std::nearbyint((from.position[axis] - motion.centre[axis]) / period);
  }
  motion.centre = to.position - wrapped;
  motion.velocity = steady && from.velocity == to.velocity
                        ? to.velocity
                        : (1.0 / step_) * (to.position - from.position);
  motion.half_kick = to.velocity - motion.velocity;
  const bool turns = !(from.spin == Vec3<double>{} && to.spin == Vec3<double>{});
  if (steady && from.spin == to.spin) {
    motion.spin = to.spin;
  } else {
    // Of the Cayley rotation that leads from one to the other (talus/physics/rotation.h).
    const Quat<double>& p = from.rotation;
    const Quat<double> turn = product(to.rotation, Quat<double>{p.w, -p.x, -p.y, -p.z});
    motion.spin = (2.0 / (step_ * turn.w)) * Vec3<double>{turn.x, turn.y, turn.z};
  }
  motion.spin_half_kick = to.spin - motion.spin;
  if (turns || !(motion.spin == Vec3<double>{})) {
    pose.pose.orientation = normalized(product(to.rotation, object.orientation));
  }
  pose.pose.position = shape_origin(rotor, motion.centre, pose.pose.orientation);
  pose.path_length +=
      norm(to.position - from.position) + step_ * norm(motion.spin) * rotor.turn_reach;
}

void check_motions(const Setup& setup) {
  std::set<std::size_t> moved;
  for (const MotionGroup& group : setup.motion_groups) {
    check_group(setup, group, "motion");
    for (const std::size_t i : numbers_of(group.objects, setup.bodies.size())) {
      if (!moved.insert(i).second) refuse("motion", "an object is in two groups of motions");
    }
  }
  for (const SurfaceMotion& surface : setup.surface_motions) {
    check_objects(setup, surface.objects, "surface velocity");
    if (!is_finite(surface.velocity) || !is_finite(surface.angular_velocity)) {
      refuse("surface velocity", "is not finite");
    }
    for (const std::int32_t i : surface.objects.bodies) {
      if (!is_half_space(setup, i)) {
        refuse(setup.name[index(i)], "only walls have a surface velocity");
      }
      if (surface.angular_velocity == Vec3<double>{}) continue;
      refuse(setup.name[index(i)], "the surface of a half-space cannot turn; use a mesh wall");
    }
  }
  std::set<std::string> names;
  for (const WallLoadMeasure& measure : setup.wall_loads) {
    if (!is_measure_name(measure.name)) {
      refuse("measure", fmt::format("the name \"{}\" must be of {}", printable(measure.name),
                                    measure_name_words));
    }
    if (!names.insert(measure.name).second) refuse(measure.name, "is the name of two measures");
    check_objects(setup, measure.objects, measure.name);
    if (measure.objects.bodies.empty() && measure.objects.mesh_walls.empty()) {
      refuse(measure.name, "measures no wall");
    }
    if (!is_finite(measure.about) || !(measure.interval >= 0.0) ||
        !std::isfinite(measure.interval)) {
      refuse(measure.name, "its point and its interval must be finite, the interval >= 0");
    }
  }
  if (!setup.varying_gravity) return;
  const VaryingGravity& g = *setup.varying_gravity;
  if (!is_finite(g.angular_velocity)) refuse("gravity", "its angular velocity is not finite");
  if (!g.time.empty()) check_table(g.time, g.value.size(), "gravity");
  const auto not_finite = [](const Vec3<double>& v) { return !is_finite(v); };
  if (std::any_of(g.value.begin(), g.value.end(), not_finite)) refuse("gravity", "is not finite");
}

void start_motions(const Setup& setup, BodyTable& bodies, UserState& user, WallMotions& motions) {
  const std::size_t objects = bodies.object_count();
  std::vector<std::int32_t> list_of(objects, -1);
  for (const MotionGroup& group : setup.motion_groups) {
    if (group.motions.empty()) continue;
    for (const std::size_t i : numbers_of(group.objects, bodies.body_count)) {
      list_of[i] = static_cast<std::int32_t>(motions.lists.size());
    }
    motions.lists.emplace_back(group.motions);
  }
  user.has_new_motion.assign(objects, 0);
  for (std::size_t slot = 0; slot < objects; ++slot) {
    BodyMotion& own = bodies.motion[slot];
    const std::size_t number = bodies.number_of(slot);
    if (bodies.is_free(slot) || (list_of[number] < 0 && is_still(own))) continue;
    if (list_of[number] < 0) {
      std::vector<PrescribedMotion> constant;
      if (!(own.velocity == Vec3<double>{})) constant.push_back(constant_translation(own.velocity));
      if (!(own.spin == Vec3<double>{})) {
        constant.push_back(constant_rotation(own.spin, own.centre));
      }
      list_of[number] = static_cast<std::int32_t>(motions.lists.size());
      motions.lists.emplace_back(constant);
    }
    if (motions.object_of.empty()) motions.object_of.assign(objects, -1);
    motions.object_of[number] = static_cast<std::int32_t>(motions.objects.size());
    const MovingObject& object = motions.objects.emplace_back(
        MovingObject{list_of[number], own.centre, bodies.pose(slot).orientation});
    const CarriedPoint start = motions.lists[index(object.list)].at(0.0).carry(own.centre);
    own.velocity = start.velocity;
    own.spin = start.spin;
    if (slot >= bodies.body_count) continue;
    user.motion.velocity[number] = start.velocity;
    user.motion.angular_velocity[number] = start.spin;
  }
}

void move_vertices(const std::vector<TriangleWall>& about_centres, const BodyTable& bodies,
                   std::vector<MeshWall>& walls) {
  for (std::size_t w = 0; w < walls.size(); ++w) {
    const Pose<double>& pose = bodies.pose(bodies.body_count + w);
    const BodyMotion& moving = bodies.motion[bodies.body_count + w];
    walls[w].velocity = moving.velocity + moving.half_kick;
    walls[w].angular_velocity = moving.spin + moving.spin_half_kick;
    const Mat3<double> rotation = rotation_of(pose.orientation);
    const std::vector<Vec3<double>>& own = about_centres[w].vertices();
    for (std::size_t i = 0; i < own.size(); ++i) {
      walls[w].vertex[i] = rotation * own[i] + pose.position;
    }
  }
}

std::vector<SurfaceVelocity> surface_velocities(const Setup& setup, const BodyTable& bodies) {
  std::vector<SurfaceVelocity> by_slot;
  for (const SurfaceMotion& surface : setup.surface_motions) {
    by_slot.resize(bodies.object_count());
    std::set<std::size_t> numbers;
    for (const std::size_t i : numbers_of(surface.objects, bodies.body_count)) numbers.insert(i);
    for (std::size_t slot = 0; slot < by_slot.size(); ++slot) {
      if (!numbers.contains(bodies.number_of(slot))) continue;
      by_slot[slot].velocity = by_slot[slot].velocity + surface.velocity;
      by_slot[slot].angular_velocity = by_slot[slot].angular_velocity + surface.angular_velocity;
    }
  }
  return by_slot;
}

BodyMotion with_surface_velocity(const BodyMotion& wall, const Quat<double>& orientation,
                                 const SurfaceVelocity& surface, const Vec3<double>& arm,
                                 const Vec3<double>& normal) {
  const Mat3<double> rotation = rotation_of(orientation);
  const Vec3<double> velocity = rotation * surface.velocity;
  const Vec3<double> spin = rotation * surface.angular_velocity;
  const double leaving = dot(normal, velocity + cross(spin, arm));
  BodyMotion seen = wall;
  seen.velocity = wall.velocity + (velocity - leaving * normal);
  seen.spin = wall.spin + spin;
  return seen;
}

}  // namespace talus
