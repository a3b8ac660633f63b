#include "talus/sim/loop/skin_table.h"

#include <algorithm>

namespace talus {
namespace {

// Chosen by measurement of beds at rest and in motion; no derivation.
constexpr double steps_of_skin = 40;  // steps at the present speed
constexpr double least_skin = 0.05;   // of the radius of the ball of equal volume
constexpr double largest_skin = 0.5;  // the same: a fast body is searched for more often

// The box of a fast body holds its place before the step; relative margin for rounding.
constexpr double path_margin = 1.01;

// The path length may be shorter than the distance by rounding; relative margin.
constexpr double path_rounding = 1e-6;

// Upper bound on the distance of any point of the object from its place at the search.
double displacement(const BodyTable& bodies, const SkinTable& skins, std::size_t i) {
  const double moved = norm(bodies.motion[i].centre - skins.centre[i]);
  if (skins.orientation.empty()) return moved;
  const Quat<double>&q = bodies.pose(i).orientation, &p = skins.orientation[i];
  const double turned = (q.w - p.w) * (q.w - p.w) + (q.x - p.x) * (q.x - p.x) +
                        (q.y - p.y) * (q.y - p.y) + (q.z - p.z) * (q.z - p.z);
  // A point at distance r moves by 2 r sin(angle/2) <= 2 r |q - p|.
  return moved + 2.0 * bodies.type(i).rotor.turn_reach * square_root(turned);
}

}  // namespace

bool skin_exceeded(const BodyTable& bodies, SkinTable& skins, std::size_t i) {
  const double rest = skins.skin[i] - displacement(bodies, skins, i);
  skins.path_limit[i] = bodies.poses[i].path_length + (1.0 - path_rounding) * rest;
  return !(rest >= 0.0);
}

void set_skins(const BodyTable& bodies, double step, SkinTable& skins) {
  for (std::size_t i = 0; i < bodies.object_count(); ++i) {
    const BodyMotion& b = bodies.motion[i];
    const BodyType& type = bodies.type(i);
    double speed = norm(b.velocity) + norm(b.spin) * type.rotor.turn_reach;
    if (!bodies.is_free(i)) {
      // The mean over the next steps of a wall that speeds up: at a turning point it has no speed.
      speed += steps_of_skin * (norm(b.half_kick) + norm(b.spin_half_kick) * type.rotor.turn_reach);
    }
    const double size = type.bounded ? type.size_radius : 0.0;
    const double preferred = least_skin * size + steps_of_skin * step * speed;
    // At least the path of one step, so that the box holds the place before it (wall_passage.h).
    const double most = std::max(largest_skin * size, path_margin * step * speed);
    skins.skin[i] = size > 0.0 ? std::min(preferred, most) : preferred;
    skins.centre[i] = b.centre;
    if (!skins.orientation.empty()) skins.orientation[i] = bodies.pose(i).orientation;
    skins.path_limit[i] = bodies.poses[i].path_length;
  }
}

}  // namespace talus
