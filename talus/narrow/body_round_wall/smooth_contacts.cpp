// Spheres, ellipsoids and superquadrics on a round wall.
#include "talus/narrow/body_round_wall/convex_contacts.h"
#include "talus/narrow/force_point.h"

namespace talus::body_round_wall {
namespace {

// Azimuths to evaluate. A sphere needs none (Ring::find_round). An ellipse has two peaks at most, a
// superquadric four, of which flat ones are close to its edges: six samples for each. A choice.
struct AzimuthSamples {
  static constexpr int ellipsoid = 12, superquadric = 24;
};

int samples(const Sphere<double>&) { return 0; }
int samples(const Ellipsoid<double>&) { return AzimuthSamples::ellipsoid; }
int samples(const Superquadric<double>&) { return AzimuthSamples::superquadric; }

double rocking_moment(const FlatBody& body, const SharedContact& c) {
  double moment = 0.0;
  body.below(c.normal, c.lowest.level, moment);
  return moment;
}
template <class Body>
double rocking_moment(const SmoothBody<Body>&, const SharedContact&) {
  return 0.0;
}

template <class Body>  // SmoothBody, FlatBody
void add(RoundWallQuery& query, const Body& body, int azimuths) {
  const ConvexContacts<Body> contacts(query, body, azimuths);
  for (int i = 0; i < contacts.count; ++i) {
    const SharedContact& c = contacts.contact[i];
    if (!(c.energy_share > 0.0)) continue;
    query.found.push_back(
        as_wall_contact(query, c, contacts.key(c, i), c.lowest.overlap(c.normal)));
    query.found.back().spread_squared = spread_squared(rocking_moment(body, c));
  }
}

}  // namespace

template <class Body>
void add_contacts(RoundWallQuery& query, const Body& body, RoundWallScratch&) {
  if constexpr (std::is_same_v<Body, Superquadric<double>>) {
    if (has_flat_sides(body)) return add(query, FlatBody{body, query.in_wall}, samples(body));
  }
  add(query, SmoothBody<Body>{body, query.in_wall}, samples(body));
}

template void add_contacts(RoundWallQuery&, const Sphere<double>&, RoundWallScratch&);
template void add_contacts(RoundWallQuery&, const Ellipsoid<double>&, RoundWallScratch&);
template void add_contacts(RoundWallQuery&, const Superquadric<double>&, RoundWallScratch&);

}  // namespace talus::body_round_wall
