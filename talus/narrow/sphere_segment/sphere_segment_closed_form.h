// A sphere and a segment: the distance of the centre from the segment less the radius.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/closed_form_contact.h"
#include "talus/shape/segment.h"
#include "talus/shape/sphere.h"

namespace talus::sphere_segment {

template <class T>
TALUS_HD Contact<T> closed_form(const Sphere<T>& a, const Segment<T>& b,
                                const RelativePose<T>& b_in_a) {
  const Segment<T> s{b_in_a.point_to_a(b.from), b_in_a.point_to_a(b.to)};
  const Vec3<T> nearest = nearest_point(s, Vec3<T>{});
  const T size = larger(a.radius, larger(max_norm(s.from), max_norm(s.to)));
  const Vec3<T> along = normalized(b_in_a.rotation * (b.to - b.from));
  Vec3<T> n = nearest;
  const bool inner = !(nearest == s.from) && !(nearest == s.to);
  // Between the ends the normal is at right angles to the segment, also when the centre is so near
  // that the connecting vector is mostly rounding.
  if (inner) n = n - dot(n, along) * along;
  const T length = norm(n);
  n = length > T(4) * epsilon_of<T>() * size ? n / length : any_orthogonal(along);
  const T reach = smaller(dot(n, s.from), dot(n, s.to));
  return closed_form_contact(n, reach - a.radius, a.radius * n, size);
}

}  // namespace talus::sphere_segment
