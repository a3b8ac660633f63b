// Contact points of spheres in closed form, as the time loop and the table of contacts use them.
#pragma once

#include "talus/math/select.h"
#include "talus/math/vec3.h"

namespace talus {

template <class N>
struct SphereContactOf {
  Vec3<N> normal{};  // unit, from a to b
  N overlap{};       // m
  Vec3<N> arm_a{};   // m, from a's centre to the contact point, the middle of the overlap
};

// Two spheres; `apart` is the vector from a's centre to b's. Concentric spheres have the normal z.
// `signed_overlap`: negative where they are apart, instead of 0.
template <bool signed_overlap = false, class N>
TALUS_INLINE SphereContactOf<N> sphere_contact(const Vec3<N>& apart, const N& radius_a,
                                               const N& radius_b) {
  const N zero(0), reach = radius_a + radius_b, distance = norm(apart);
  const MaskOf<N> known = distance > zero;
  const N scale = N(1) / distance;
  SphereContactOf<N> c;
  c.normal = {select(known, scale * apart.x, zero), select(known, scale * apart.y, zero),
              select(known, scale * apart.z, N(1))};
  c.overlap = signed_overlap ? reach - distance : larger(zero, reach - distance);
  c.arm_a = (radius_a - N(0.5) * c.overlap) * c.normal;
  return c;
}

// A sphere a and a plane b with the inward normal `into`; `to_centre` is the vector from the
// plane's frame to the sphere's centre and `offset` the plane's distance along its outward normal.
// The overlap is negative where they are apart.
template <class N>
TALUS_INLINE SphereContactOf<N> sphere_plane_contact(const Vec3<N>& to_centre, const N& radius,
                                                     const Vec3<N>& into, const N& offset) {
  SphereContactOf<N> c;
  c.normal = into;
  c.overlap = radius + offset + dot(into, to_centre);
  c.arm_a = (radius - N(0.5) * c.overlap) * into;
  return c;
}

}  // namespace talus
