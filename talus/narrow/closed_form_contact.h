// The contact of a pair that has a closed form: the answer is exact, so the bracket is the
// rounding.
#pragma once

#include "talus/contact.h"

namespace talus {

// Rounding of a closed form, in units of epsilon and of the largest coordinate: a few operations.
inline constexpr double closed_form_rounding = 8;

// `size` is the largest coordinate involved.
template <class T>
TALUS_HD Contact<T> closed_form_contact(const Vec3<T>& normal, T distance, const Vec3<T>& point_a,
                                        T size) {
  const T rounding = T(closed_form_rounding) * epsilon_of<T>() * size;
  Contact<T> r;
  r.distance = distance;
  r.lower = distance - rounding;
  r.upper = distance + rounding;
  r.normal = normal;
  r.point_a = point_a;
  r.point_b = point_a + distance * normal;
  r.proven = true;
  r.status = status_of(r, T(4) * rounding);
  return r;
}

}  // namespace talus
