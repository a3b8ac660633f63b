#include "bench/oracle/oracle.h"
#include "oracle/body.h"
#include "oracle/expansion.h"

namespace bench {
namespace {

oracle::Spec spec_of(const Body& body) {
  oracle::Spec spec;
  spec.type = body.family == Family::polyhedron  ? oracle::Type::polyhedron
              : body.family == Family::ellipsoid ? oracle::Type::ellipsoid
                                                 : oracle::Type::superquadric;
  spec.semi_axes = {body.semi_axes.x(), body.semi_axes.y(), body.semi_axes.z()};
  spec.n1 = body.n1;
  spec.n2 = body.n2;
  for (const Vector& v : body.vertices) spec.points.push_back({v.x(), v.y(), v.z()});
  return spec;
}

}  // namespace

Depth expanded_depth(const Body& a, const Body& b, const Eigen::Quaterniond& rotation,
                     const Vector& translation, double tolerance) {
  using Real = long double;
  using Vec = oracle::Vec<Real>;
  constexpr int most_supports = 4000;
  const oracle::Spec spec_a = spec_of(a);
  oracle::Spec spec_b = spec_of(b);
  spec_b.orientation = {rotation.w(), rotation.x(), rotation.y(), rotation.z()};
  spec_b.position = {translation.x(), translation.y(), translation.z()};
  const oracle::Body<Real> body_a(spec_a, {}), body_b(spec_b, {});
  const Real size = a.radius + b.radius + translation.norm();
  const auto depth =
      oracle::bracket_depth<Real>([&](const Vec& n) { return body_a.support_point(n); },
                                  [&](const Vec& n) { return body_b.support_point(n); }, size,
                                  1e300L, tolerance, most_supports);
  return {static_cast<double>(depth.upper),
          {static_cast<double>(depth.normal.x), static_cast<double>(depth.normal.y),
           static_cast<double>(depth.normal.z)},
          depth.closed};
}

}  // namespace bench
