// Bodies that users add to a running simulation and remove from it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "talus/broad/pair_finder.h"
#include "talus/error.h"
#include "talus/narrow/contact.h"
#include "talus/parallel/interrupt.h"
#include "talus/setup/names.h"
#include "talus/shape.h"
#include "talus/shape/equal_volume.h"
#include "talus/sim/fill_tables.h"
#include "talus/sim/loop/shape_tables.h"
#include "talus/sim/simulation_archive.h"
#include "talus/sim/simulation_impl.h"

namespace talus {
namespace {

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

[[noreturn]] void refuse(const std::string& what) { throw SimulationError(what); }

// A saved state has the vertices of a polyhedron: its faces are then those of these vertices.
Shape as_restored(const Shape& shape) {
  const auto* polyhedron = std::get_if<Polyhedron>(&shape);
  if (polyhedron == nullptr) return shape;
  std::vector<Vec3<double>> vertices;
  for (int i = 0; i < polyhedron->view().vertex_count; ++i) {
    vertices.push_back(polyhedron->view().vertex(i));
  }
  return make_polyhedron(vertices);
}

void check_arrays(const Simulation& simulation, std::size_t setup_shapes, const NewBodies& bodies) {
  const std::size_t n = bodies.poses.size();
  const auto check = [n](const char* what, std::size_t size) {
    if (size <= 1 || size == n) return;
    refuse(fmt::format("{}: there are {} for {} bodies; expected one for all or one each", what,
                       size, n));
  };
  const std::size_t present_bodies = simulation.bodies().size();
  if (n > most_bodies - present_bodies) {
    refuse(fmt::format("{} bodies: with the {} that are there more than {}", n, present_bodies,
                       most_bodies));
  }
  if (!is_name(bodies.name)) refuse("name: " + name_defect(bodies.name));
  check("velocity", bodies.velocity.size());
  check("angular_velocity", bodies.angular_velocity.size());
  const auto check_index = [](const char* what, std::int32_t i, std::size_t count) {
    if (i >= 0 && index(i) < count) return;
    refuse(fmt::format("{}: there are {}, got {}", what, count, i));
  };
  check_index("material", bodies.material, simulation.setup().materials.material.size());
  if (!bodies.shape) {
    check_index("shape_index", bodies.shape_index, simulation.bodies().shapes.size());
  }
  const Bodies& present = simulation.bodies();
  if (!bodies.shape && index(bodies.shape_index) >= setup_shapes &&
      std::find(present.shape_of.begin(), present.shape_of.end(), bodies.shape_index) ==
          present.shape_of.end()) {
    refuse(fmt::format("shape_index: no body has the added shape {} any longer; state the shape",
                       bodies.shape_index));
  }
  const Shape& shape = bodies.shape ? *bodies.shape : present.shapes[index(bodies.shape_index)];
  if (kind_of(shape) == Kind::half_space || kind_of(shape) == Kind::segment) {
    refuse(fmt::format("shape: a {} cannot be added: expected a shape with a volume",
                       name_of(kind_of(shape))));
  }
}

// By shape: whether a body has it.
std::vector<bool> used_shapes(const Loop& loop) {
  std::vector<bool> used(loop.user.bodies.shapes.size());
  for (const std::int32_t shape : loop.user.bodies.shape_of) used[index(shape)] = true;
  return used;
}

// The number of the shape, with a place in the table; unused ones of bodies that are gone are used
// again.
std::int32_t place_shape(const Loop& loop, const NewBodies& bodies, AddedShapes& added) {
  if (!bodies.shape) return bodies.shape_index;
  const std::size_t first = loop.user.setup_shapes;
  const std::vector<bool> used = used_shapes(loop);
  const auto free = std::find(used.begin() + static_cast<std::ptrdiff_t>(first), used.end(), false);
  const auto at = static_cast<std::size_t>(free - used.begin());
  if (free == used.end()) added.shapes.emplace_back();
  added.shapes[at - first] = as_restored(*bodies.shape);
  return static_cast<std::int32_t>(at);
}

Vec3<double> of_body(const std::vector<Vec3<double>>& values, std::size_t i) {
  return values.empty() ? Vec3<double>{} : values[values.size() == 1 ? 0 : i];
}

struct Placed {
  const BodyType* type;
  Pose<double> pose;
  const std::string* name;
};

void check_overlap(const Placed& a, const Placed& b) {
  const double overlap = -contact(*a.type->geometry, a.pose, *b.type->geometry, b.pose).distance;
  const double size =
      b.type->bounded ? std::min(a.type->size_radius, b.type->size_radius) : a.type->size_radius;
  if (!(overlap > largest_overlap_at_start * 2.0 * size)) return;
  refuse(
      fmt::format("{} and {} overlap by {:.3g} m; at most a tenth of the smaller one's size is "
                  "allowed",
                  *a.name, *b.name, overlap));
}

// What the neighbour search would refuse.
void check_place(const broad::Domain& domain, const AddedBody& body, const BodyType& type) {
  const BoundingBox<double> box = *world_box(*type.geometry, body.pose);
  for (int k = 0; k < 3; ++k) {
    if (!domain.periodic[k]) continue;
    const double period = domain.period(k);
    // A box may begin one period before the place of the body.
    if (!(std::abs(body.pose.position[k] - domain.lower[k]) <=
          (broad::farthest_period - 1) * period)) {
      refuse(fmt::format(
          "{}: its position along {} is {:.6g} m, more than {} periods of {:.6g} m "
          "outside of the domain",
          body.name, "xyz"[k], body.pose.position[k], broad::farthest_period - 1, period));
    }
    if (box.upper[k] - box.lower[k] <= period) continue;
    refuse(fmt::format("{}: its length along {} is {:.6g} m, more than the period of {:.6g} m",
                       body.name, "xyz"[k], box.upper[k] - box.lower[k], period));
  }
}

// Tests added bodies against each other and against the bodies near them, with the pairs of the
// broad phase: time is linear. Present bodies are its walls, which are not paired with each other.
class OverlapSearch {
 public:
  OverlapSearch(const Loop& loop, const std::vector<AddedBody>& added)
      : loop_(loop), domain_(loop.model.setup.domain) {
    const BodyTable& bodies = loop.bodies;
    for (const AddedBody& body : added) {
      check_interrupt();
      add(bodies.types[index(body.type)], body.pose, body.name);
    }
    count_ = bodies_.size();
    for (const BoundingSphere<double>& sphere : spheres_) {
      const Vec3<double> reach{sphere.radius, sphere.radius, sphere.radius};
      const BoundingBox<double> own{sphere.centre - reach, sphere.centre + reach};
      if (&sphere == spheres_.data()) near_ = own;
      broad::enlarge(near_, own);
    }
    for (std::size_t slot = bodies.half_spaces; slot < bodies.body_count; ++slot) {
      check_interrupt();
      if (is_near(bodies.motion[slot].centre, bodies.type(slot).reach)) {
        add(bodies.type(slot), bodies.pose(slot), loop.model.setup.name[bodies.number_of(slot)]);
      }
    }
  }

  void run() const {
    const BodyTable& bodies = loop_.bodies;
    for (std::size_t a = 0; a < count_; ++a) {
      for (std::size_t slot = 0; slot < bodies.half_spaces; ++slot) {
        check_interrupt();
        check_overlap(bodies_[a], {&bodies.type(slot), bodies.pose(slot),
                                   &loop_.model.setup.name[bodies.number_of(slot)]});
      }
    }
    const broad::Scene scene{boxes_, spheres_, static_cast<int>(count_), domain_};
    broad::PairList pairs;
    broad::Work work;
    try {
      broad::check(scene);
      broad::size_rows(scene, loop_.threads, pairs, work);
    } catch (const broad::SceneError& error) {
      refuse(fmt::format("bodies that are added: {}", error.what()));
    }
    for (std::size_t k = 0; k < pairs.pair.size(); ++k) {
      check_interrupt();
      const auto a = index(pairs.pair[k].a), b = index(pairs.pair[k].b);
      if (a == b) continue;  // its own image
      Placed image = bodies_[b];
      if (!pairs.image.empty()) {
        image.pose.position = image.pose.position + broad::shift_of(domain_, pairs.image[k]);
      }
      // The later one of two that are added is named first.
      b < count_ ? check_overlap(image, bodies_[a]) : check_overlap(bodies_[a], image);
    }
  }

 private:
  // In a periodic domain, at its image inside.
  void add(const BodyType& type, const Pose<double>& pose, const std::string& name) {
    Placed placed{&type, pose, &name};
    const Vec3<double> centre = centre_of_mass(type, pose);
    for (int k = 0; k < 3; ++k) {
      if (!domain_.periodic[k]) continue;
      const double period = domain_.period(k);
      placed.pose.position[k] -= period * std::floor((centre[k] - domain_.lower[k]) / period);
    }
    boxes_.push_back(*world_box(*type.geometry, placed.pose));
    spheres_.push_back({centre_of_mass(type, placed.pose), type.reach});
    for (int k = 0; k < 3; ++k) {
      if (domain_.periodic[k]) shorten(boxes_.back().lower[k], boxes_.back().upper[k], k);
    }
    bodies_.push_back(std::move(placed));
  }

  // A box as long as the period must not be longer by the rounding of its bounds.
  void shorten(double& lower, double& upper, int axis) const {
    const double period = domain_.period(axis);
    const double rounding = 1e-15 * (std::abs(lower) + std::abs(upper)) + 1e-12 * period;
    const double excess = (upper - lower) - (period - rounding);
    if (!(excess > 0.0)) return;
    lower += 0.5 * excess;
    upper -= 0.5 * excess;
  }

  bool is_near(const Vec3<double>& centre, double reach) const {
    for (int k = 0; k < 3; ++k) {
      if (domain_.periodic[k]) continue;
      if (centre[k] + reach < near_.lower[k] || centre[k] - reach > near_.upper[k]) return false;
    }
    return true;
  }

  const Loop& loop_;
  const broad::Domain& domain_;
  std::vector<Placed> bodies_;  // those that are added first
  std::size_t count_{};         // of them
  std::vector<BoundingBox<double>> boxes_;
  std::vector<BoundingSphere<double>> spheres_;  // about the centres of mass
  BoundingBox<double> near_{};                   // around those of bodies that are added
};

}  // namespace

void Simulation::Impl::retire_arrays() {
  if (keeps_arrays) {
    old_arrays.push_back(loop.user);
    // Nothing fails from here on: arrays that users see are not freed.
    std::swap(old_arrays.back(), loop.user);
    point_at_shapes(loop);
  }
  bodies_change = true;
  keeps_arrays = false;
}

// A refused state was put back into the copies; users see the arrays that they saw before.
void Simulation::Impl::take_back_arrays(bool could_change, bool kept) {
  bodies_change = could_change;
  keeps_arrays = kept;
  if (!kept) return;
  loop.user = std::move(old_arrays.back());
  old_arrays.pop_back();
  point_at_shapes(loop);
}

// An added mesh that no body has would keep states from being saved. A ball of its volume, which
// nothing can be added with, leaves the limits of the run as they are.
void Simulation::Impl::forget_unused_meshes() {
  AddedShapes added = added_shapes(loop);
  bool any = false;
  const std::vector<bool> used = used_shapes(loop);
  for (std::size_t i = 0; i < added.shapes.size(); ++i) {
    if (kind_of(added.shapes[i]) != Kind::mesh || used[loop.user.setup_shapes + i]) continue;
    const double volume = mass_properties(added.shapes[i]).volume;
    added.shapes[i] = make_sphere(equal_volume_radius(volume));
    any = true;
  }
  if (any) set_added_shapes(loop, added);
}

const TimeStepLimit& Simulation::Impl::limit_now() const {
  if (!limit_holds)
    limit = time_step_limit(loop.model, loop.bodies, loop.threads, coming_bodies(loop));
  limit_holds = true;
  return limit;
}

void Simulation::Impl::change(const BodyChange& change) {
  if (change.empty()) return;
  const InterruptScope none(nullptr);  // bodies would be half changed
  retire_arrays();
  broken = true;
  change_bodies(loop, change);
  forget_unused_meshes();
  limit_holds = false;
  broken = false;
  loads_hold = true;
  table_step = -1;
}

const std::vector<std::int64_t>& Simulation::ids() const { return impl_->loop.user.ids; }

std::int32_t Simulation::index_of(std::int64_t id) const {
  const std::vector<std::int64_t>& all = ids();
  const auto at = std::lower_bound(all.begin(), all.end(), id);
  return at != all.end() && *at == id ? static_cast<std::int32_t>(at - all.begin()) : -1;
}

// Interrupts end it until the bodies change.
std::vector<std::int64_t> Simulation::add(const NewBodies& bodies) {
  refuse_if_broken();
  Loop& loop = impl_->loop;
  check_arrays(*this, loop.user.setup_shapes, bodies);
  if (bodies.poses.empty()) return {};
  AddedShapes with_new = added_shapes(loop);
  const std::int32_t shape = place_shape(loop, bodies, with_new);
  std::int32_t type = find_type(loop.bodies, shape, bodies.material);
  if (type < 0) {
    type = static_cast<std::int32_t>(loop.bodies.setup_types + with_new.types.size());
    with_new.types.emplace_back(shape, bodies.material);
  }
  BodyChange change;
  std::vector<std::int64_t> ids;
  ShapeTablesBefore before(loop);
  try {
    set_added_shapes(loop, with_new);
  } catch (const ShapeError& error) {
    refuse(error.what());
  }
  for (std::size_t i = 0; i < bodies.poses.size(); ++i) {
    check_interrupt();
    ids.push_back(loop.user.next_id + static_cast<std::int64_t>(i));
    change.added.push_back({fmt::format("{} {}", bodies.name, ids.back()), type, bodies.poses[i],
                            of_body(bodies.velocity, i), of_body(bodies.angular_velocity, i),
                            bodies.freedom});
    const AddedBody& own = change.added.back();
    check_body({own.name, own.pose, own.velocity, own.angular_velocity, own.freedom},
               loop.bodies.types[index(type)], *loop.model.law);
    check_place(loop.model.setup.domain, own, loop.bodies.types[index(type)]);
  }
  if (bodies.freedom == Freedom::free) {
    std::vector<ComingBodies> coming = coming_bodies(loop);
    coming.push_back({type, static_cast<double>(ids.size()), change.added[0].name});
    const TimeStepLimit limit = time_step_limit(loop.model, loop.bodies, loop.threads, coming);
    if (!(loop.model.step <= limit.largest())) {
      refuse(
          fmt::format("{}: the time step of {:.6g} s would be too long: {} allows at most "
                      "{:.6g} s; state a time_step up to that in the setup",
                      change.added[0].name, loop.model.step, limit.reason, limit.largest()));
    }
  }
  OverlapSearch(loop, change.added).run();
  before.accept_new();
  impl_->change(change);
  return ids;
}

void Simulation::remove(std::span<const std::int64_t> ids) {
  refuse_if_broken();
  BodyChange change;
  for (const std::int64_t id : ids) {
    const std::int32_t number = index_of(id);
    if (number < 0) refuse(fmt::format("ids: there is no body with the id {}", id));
    change.removed.push_back(number);
  }
  std::sort(change.removed.begin(), change.removed.end());
  const auto twice = std::adjacent_find(change.removed.begin(), change.removed.end());
  if (twice != change.removed.end()) {
    refuse(fmt::format("ids: {} is there twice", this->ids()[index(*twice)]));
  }
  impl_->change(change);
}

void SimulationArchive::keep_arrays(const Simulation& simulation) {
  simulation.impl_->keeps_arrays = true;
}

bool SimulationArchive::bodies_change(const Simulation& simulation) {
  return simulation.impl_->bodies_change;
}

}  // namespace talus
