// The contacts of a convex body with a round wall.
//   inside    the peaks of the ring (ring.h) and the discs; all of them share one energy
//             (ring_share.h)
//   outside   one contact, the overlap of two convex bodies: a peak of the ring, or a disc whose
//             projection of the deepest point is on it
#pragma once

#include "talus/math/power.h"
#include "talus/narrow/body_round_wall/ring_share.h"
#include "talus/narrow/body_round_wall/round_wall_query.h"

namespace talus::body_round_wall {

// The contacts of one body; those on the ring first.
template <class Body>
struct ConvexContacts {
  // `samples`: azimuths to evaluate; 0 for a sphere.
  ConvexContacts(const RoundWallQuery& query, const Body& body, int samples)
      : inside(is_inside(query.wall, query.centre)),
        meridians(query.wall, body, inside ? 1.0 : -1.0),
        ring(meridians, query.sphere.centre, query.sphere.radius) {
    const RoundWall& wall = query.wall;
    const Vec3<double>& c = query.sphere.centre;
    const double r = square_root(square(c.x) + square(c.y));
    const double height = wall.height_inside(r, c.z);
    if (!inside || height < query.sphere.radius) {
      if (samples > 0) {
        ring.find(samples);
      } else {
        ring.find_round();
      }
    }
    if (!inside && (ring.has_gap() || is_beyond_end(wall, body))) return;
    if (!inside) ring.keep_least();
    for (int i = 0; i < ring.count(); ++i) {
      contact[count++] = {ring[i].normal(), ring[i].depth.lowest, i, 1.0, {}};
    }
    for (int end = 0; end < 2; ++end) {
      const double above = end == 0 ? query.centre.z : wall.height() - query.centre.z;
      // A body outside has no contact with a disc that its centre is behind.
      if (wall.is_closed(end) && (inside || above < 0.0)) add_disc(wall, body, end);
    }
    if (!inside) keep_least();
    share_energy(body, ring, std::span(contact, static_cast<std::size_t>(count)),
                 query.sphere.radius, query.energy_power, samples == 0);
  }

  bool inside;
  Meridians<Body> meridians;
  Ring<Body> ring;
  static constexpr int capacity = Ring<Body>::capacity + 2;
  SharedContact contact[capacity];
  int disc[capacity]{};  // the end of a contact with a disc
  int count{};

  std::int64_t key(const SharedContact& c, int i) const {
    if (c.ring < 0) {
      return (disc[i] == 0 ? RoundWallKey::lower_disc : RoundWallKey::upper_disc) *
             RoundWallKey::part;
    }
    const Vec3<double>& u = ring[c.ring].azimuth.outward;
    const auto azimuth = static_cast<std::int64_t>((turn_of(u.x, u.y) + 2.0) * (1u << 30));
    return azimuth & (RoundWallKey::part - 1);
  }

 private:
  static bool is_beyond_end(const RoundWall& wall, const Body& body) {
    return !(body.below({0.0, 0.0, -1.0}, 0.0).depth > 0.0) ||
           !(body.below({0.0, 0.0, 1.0}, wall.height()).depth > 0.0);
  }

  void add_disc(const RoundWall& wall, const Body& body, int end) {
    const double up = end == 0 ? 1.0 : -1.0;  // inward
    const Vec3<double> normal{0.0, 0.0, inside ? up : -up};
    const Lowest lowest = body.below(normal, normal.z * wall.rim(end).z);
    const Vec3<double>& x = lowest.point;
    if (!(lowest.depth > 0.0)) return;
    if (!inside && square(x.x) + square(x.y) > square(wall.radius(end))) return;
    disc[count] = end;
    contact[count++] = {normal, lowest, -1, 1.0, {}};
  }

  // As Ring::keep_least, with the discs.
  void keep_least() {
    const auto is_one_of = [&](int i) {
      return contact[i].ring < 0 || !ring[contact[i].ring].depth.on_opening;
    };
    int least = -1, kept = 0;
    for (int i = 0; i < count; ++i) {
      const double depth = contact[i].lowest.depth;
      if (is_one_of(i) && (least < 0 || depth < contact[least].lowest.depth)) least = i;
    }
    for (int i = 0; i < count; ++i) {
      if (i != least && is_one_of(i)) continue;
      contact[kept] = contact[i];
      disc[kept++] = disc[i];
    }
    count = kept;
  }
};

// The contact in the world. `depth` of the deepest point.
inline WallContact as_wall_contact(const RoundWallQuery& query, const SharedContact& c,
                                   std::int64_t key, double depth) {
  WallContact w;
  const body_mesh_wall::ForceLine line = c.line();
  w.key = key;
  w.point = query.in_world(line.point + (0.5 * depth) * line.direction);
  w.normal = query.direction_in_world(line.direction);
  w.depth = depth;
  w.rounded = c.lowest.depth;
  w.slope = line.length;
  w.twist = line.twist;
  w.energy_share = c.energy_share;
  return w;
}

}  // namespace talus::body_round_wall
