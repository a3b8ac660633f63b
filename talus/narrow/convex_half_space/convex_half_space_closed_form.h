// A half-space and any bounded body: the body's support value against the plane's normal.
#pragma once

#include <type_traits>

#include "talus/math/pose.h"
#include "talus/narrow/closed_form_contact.h"
#include "talus/shape/half_space.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::convex_half_space {

// A is the bounded body, B the half-space.
template <class T, class Body>
TALUS_HD Contact<T> body_first(const Body& a, const HalfSpace<T>& b,
                               const RelativePose<T>& b_in_a) {
  const Vec3<T> inward = -(b_in_a.rotation * b.normal);
  const T plane = b.offset - dot(inward, b_in_a.translation);  // -inward . x <= plane is solid
  const Vec3<T> deepest = support_point(a, inward);
  T support{};
  if constexpr (std::is_same_v<Body, PolyhedronView<T>>) {
    support = dot(inward, deepest);  // the same bits as support_value, without a second scan
  } else {
    support = support_value(a, inward);
  }
  const T size = max_norm(b_in_a.translation) + absolute(b.offset) + max_norm(deepest);
  return closed_form_contact(inward, -plane - support, deepest, size);
}

// A is the half-space, B the bounded body.
template <class T, class Body>
TALUS_HD Contact<T> half_space_first(const HalfSpace<T>& a, const Body& b,
                                     const RelativePose<T>& b_in_a) {
  const Vec3<T> lowest = b_in_a.point_to_a(support_point(b, b_in_a.direction_to_b(-a.normal)));
  const T distance = dot(a.normal, lowest) - a.offset;
  const T size = max_norm(b_in_a.translation) + absolute(a.offset) + max_norm(lowest);
  return closed_form_contact(a.normal, distance, lowest - distance * a.normal, size);
}

}  // namespace talus::convex_half_space
