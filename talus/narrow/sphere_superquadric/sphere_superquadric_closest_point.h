// The closest point of a superquadric to a sphere's centre (closest_point/find_closest_point.h) and
// the contact that follows, for one pair or for a pack of pairs.
#pragma once

#include "talus/narrow/closest_point/find_closest_point.h"
#include "talus/narrow/sphere_raw_contact.h"

namespace talus::sphere_superquadric {

template <class N>
struct CentreAndBody {
  closest_point::Body<N> body;
  closest_point::FixedPoint<N> centre;  // in the body's frame
};

template <class N>
TALUS_INLINE CentreAndBody<N> centre_and_body(const Vec3<N>& axes, const N& n1, const N& n2,
                                              const Vec3<N>& centre) {
  return {closest_point::body_of(axes, n1, n2, max_norm(centre)), {centre}};
}

// The cold start: for blunt bodies the point of their bounding box nearest to the centre, for
// others the surface point whose normal is along the line of centres.
template <class N>
TALUS_INLINE SurfaceParam<N> cold_start(const CentreAndBody<N>& p) {
  const auto within = [](const N& y, const N& a, const N& per) {
    return per * larger(-a, smaller(y, a));
  };
  const SuperquadricForm<N>& form = p.body.form;
  const Vec3<N>&a = form.axes, &per = form.per_axes, &y = p.centre.y;
  const Vec3<N> nearest{within(y.x, a.x, per.x), within(y.y, a.y, per.y), within(y.z, a.z, per.z)};
  const MaskOf<N> blunt = form.ring.blunt & form.whole.blunt;
  if (!any(!blunt)) return nearest;
  return select_vector<N>(blunt, nearest, param_along(form, (N(1) / p.body.size) * y));
}

// From the surface parameter of the last contact, if it is usable.
template <class N>
TALUS_INLINE closest_point::ClosestPoint<N> closest_point_of_centre(const CentreAndBody<N>& p,
                                                                    const SurfaceParam<N>& last) {
  const MaskOf<N> warm = is_usable(last);
  const Vec3<N> start = any(!warm) ? select_vector<N>(warm, last, cold_start(p)) : last;
  return closest_point::find_closest_point(p.body, p.centre, start);
}

template <class N>
TALUS_INLINE RawContact<N> raw_contact_at(const CentreAndBody<N>& p,
                                          const closest_point::ClosestPoint<N>& closest_point,
                                          const N& radius, const RelativePose<N>& b_in_a) {
  RawContact<N> t = sphere_raw_contact(radius, b_in_a, closest_point.normal, closest_point.distance,
                                       closest_point.upper, p.body.rounding);
  t.evaluations = closest_point.evaluations;
  t.stationary = t.closed = closest_point.closed;
  return t;
}

// A lower bound of the distance: sigma along the last normal or along the line of centres. The
// error of the support value is below 16 roundoffs (superquadric_separation_bound.h).
template <class N>
TALUS_INLINE N separation_bound(const CentreAndBody<N>& p, const N& radius,
                                const RelativePose<N>& b_in_a, const Vec3<N>& guess) {
  const Vec3<N> n = guess_or_centres(guess, b_in_a);
  const N support = support_value_along(p.body.form, b_in_a.direction_to_b(-n));
  const N rounding = N(4) * (p.body.rounding + roundoff<N>() * radius);
  return sphere_gap_at_least(radius, b_in_a, n, support, rounding);
}

}  // namespace talus::sphere_superquadric
