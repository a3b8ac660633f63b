// Spheres, ellipsoids and superquadrics on a round wall.
#include "talus/narrow/body_round_wall/convex_contacts.h"

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

}  // namespace

template <class Body>
void add_contacts(RoundWallQuery& query, const Body& body, RoundWallScratch&) {
  const SmoothBody<Body> smooth{body, query.in_wall};
  const ConvexContacts<SmoothBody<Body>> contacts(query, smooth, samples(body));
  for (int i = 0; i < contacts.count; ++i) {
    const SharedContact& c = contacts.contact[i];
    if (!(c.energy_share > 0.0)) continue;
    query.found.push_back(as_wall_contact(query, c, contacts.key(c, i), c.lowest.depth));
  }
}

template void add_contacts(RoundWallQuery&, const Sphere<double>&, RoundWallScratch&);
template void add_contacts(RoundWallQuery&, const Ellipsoid<double>&, RoundWallScratch&);
template void add_contacts(RoundWallQuery&, const Superquadric<double>&, RoundWallScratch&);

}  // namespace talus::body_round_wall
