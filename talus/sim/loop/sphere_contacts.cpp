#include "talus/sim/loop/sphere_contacts.h"

#include <algorithm>
#include <array>

#include "talus/physics/effective_radius.h"
#include "talus/sim/loop/contact_force_queue.h"
#include "talus/sim/loop/held_contact.h"
#include "talus/simd/prefetch.h"

namespace talus {
namespace {

// Pairs of spheres that touch, or did in the last step. A pass of its own finds them without a
// branch that depends on the data, and does not load the histories of the others.
struct TouchingPairs {
  std::size_t count = 0;
  std::array<std::uint16_t, largest_chunk> pair;  // counted from the first of the chunk
};

void find_touching(const ChunkContacts& c, TouchingPairs& found) {
  // Local copies of the pointers, which the compiler keeps in registers.
  const std::int32_t *const a = c.block.a.data(), *const b = c.block.b.data();
  const std::int32_t* const type_of = c.bodies.type_of.data();
  const BodyMotion* const motion = c.bodies.motion.data();
  const double* const reach_of = c.bodies.reach.data();
  const std::uint16_t* const image = c.block.image.empty() ? nullptr : c.block.image.data();
  const Vec3<double>* const shift = c.shift.data();
  std::uint8_t* const touching = c.block.touching.data();
  const auto first = static_cast<std::size_t>(c.chunk.first);
  const std::size_t size = static_cast<std::size_t>(c.chunk.last) - first;
  const std::size_t end = c.block.size() - 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t k = first + i, later = std::min(k + prefetch_distance, end);
    prefetch(motion[a[later]]);
    prefetch(motion[b[later]]);
    Vec3<double> apart = motion[b[k]].centre;
    if (image != nullptr) apart = apart + shift[image[k]];
    apart = apart - motion[a[k]].centre;
    const double reach = reach_of[type_of[a[k]]] + reach_of[type_of[b[k]]];
    const std::size_t touch = norm_squared(apart) < reach * reach;
    const std::size_t listed = touch | touching[k];
    touching[k] = static_cast<std::uint8_t>(touch);
    found.pair[count] = static_cast<std::uint16_t>(i);
    count += listed;
  }
  found.count = count;
}

}  // namespace

void apply_sphere_contacts(const ChunkContacts& c) {
  TouchingPairs found;
  find_touching(c, found);
  ContactForceQueue queue(c);
  // Local copies of the pointers, which the compiler keeps in registers.
  const std::int32_t* const type_of = c.bodies.type_of.data();
  const double* const reach_of = c.bodies.reach.data();
  std::uint8_t* const touching = c.block.touching.data();
  PairHistory* const history = c.block.history.data();
  for (std::size_t i = 0; i < found.count; ++i) {
    const std::size_t k = static_cast<std::size_t>(c.chunk.first) + found.pair[i];
    const PairBodies p = c.pair(k);
    const double radius_a = reach_of[type_of[p.a]], radius_b = reach_of[type_of[p.b]];
    if (touching[k] != 0) {
      double& radius = history[k].radius;
      if (radius == 0.0) radius = effective_radius_of_spheres(radius_a, radius_b);
      queue.add_spheres(k, p, radius_a, radius_b);
    } else {
      const Vec3<double>& centre = c.bodies.motion[p.a].centre;
      const Vec3<double> apart = c.bodies.motion[p.b].centre + p.shift - centre;
      const Vec3<double> point = centre + (radius_a / (radius_a + radius_b)) * apart;
      if (c.model.law->range != nullptr) {
        const double distance = norm(apart);
        if (holds_apart(c, k, p, distance - (radius_a + radius_b), apart / distance, point)) {
          touching[k] = 1;
          queue.add_spheres(k, p, radius_a, radius_b);
          continue;
        }
      }
      c.release_pair(k, p, point);
    }
  }
}

SphereContactOf<double> sphere_plane_contact(const BodyTable& bodies, const PairBodies& p) {
  const auto& plane = std::get<HalfSpace<double>>(bodies.shape(p.b));
  const Pose<double>& pose = bodies.pose(p.b);
  const Vec3<double> into = -(rotation_of(pose.orientation) * plane.normal);
  return sphere_plane_contact(bodies.motion[p.a].centre - pose.position - p.shift,
                              bodies.reach_of(p.a), into, plane.offset);
}

void apply_sphere_plane_contacts(const ChunkContacts& c) {
  ContactForceQueue queue(c);
  const bool has_range = c.model.law->range != nullptr;
  for (auto k = static_cast<std::size_t>(c.chunk.first); k < static_cast<std::size_t>(c.chunk.last);
       ++k) {
    const PairBodies p = c.pair(k);
    const SphereContactOf<double> contact = sphere_plane_contact(c.bodies, p);
    const Vec3<double> point = c.bodies.motion[p.a].centre + contact.arm_a;
    if (contact.overlap > 0.0 ||
        (has_range && holds_apart(c, k, p, -contact.overlap, contact.normal, point))) {
      c.block.history[k].radius = c.bodies.reach_of(p.a);
      queue.add_smooth(k, p, point, contact.normal, contact.overlap, 0.0, 0.0);
    } else {
      c.release_pair(k, p, point);
    }
  }
}

}  // namespace talus
