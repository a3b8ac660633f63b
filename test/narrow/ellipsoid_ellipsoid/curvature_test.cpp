// The radii of curvature at contact points against how fast the surface falls off beside them.
#include "talus/curvature.h"

#include "narrow/ellipsoid_ellipsoid/ellipsoid_pairs.h"

namespace {

using namespace ellipsoid_pairs;
using talus::Vec3;

// The radius of the surface at the support point for n along the tangent t: the point where the
// normal has turned by a small angle has moved by radius * angle.
double radius_along(const oracle::Body<long double>& body, const oracle::Vec<long double>& n,
                    const oracle::Vec<long double>& t) {
  const long double angle = 1e-5L;
  const auto moved = body.support_point(n + angle * t) - body.support_point(n - angle * t);
  return static_cast<double>(dot(moved, t) / (2 * angle));
}

void expect_radii(const Spec& spec, const talus::CurvatureRadii<double>& radii,
                  const Vec3<double>& normal) {
  const oracle::Body<long double> body(spec, spec.position);
  const oracle::Vec<long double> n(laws::triple(normal));
  const oracle::Vec<long double> flattest(laws::triple(radii.direction_of_largest));
  EXPECT_NEAR(norm(radii.direction_of_largest), 1, 1e-14);
  EXPECT_NEAR(dot(radii.direction_of_largest, normal), 0, 1e-14);
  EXPECT_NEAR(radius_along(body, n, flattest), radii.largest, 1e-7 * radii.largest);
  EXPECT_NEAR(radius_along(body, n, cross(n, flattest)), radii.smallest, 1e-7 * radii.largest);
  EXPECT_NEAR(radii.gaussian * radii.gaussian, radii.smallest * radii.largest,
              1e-12 * radii.gaussian * radii.gaussian);
}

TEST(CurvatureAtContact, IsThatOfTheSurfaces) {
  Random random(31);
  for (int i = 0; i < 300; ++i) {
    const PosedPair s(facing(random_ellipsoid(random, 6), random_ellipsoid(random, 6),
                             random.uniform(-0.01, 1), random));
    const Contact<double> c = s.evaluate(nullptr);
    const auto both = talus::curvature_at(c, s.a, s.pose_a, s.b, s.pose_b);
    ASSERT_TRUE(both.has_value());
    expect_radii(s.spec.a, both->a, c.normal);
    expect_radii(s.spec.b, both->b, -c.normal);
  }
}

TEST(CurvatureAtContact, SpheresHaveOneRadius) {
  Random random(32);
  const PosedPair balls(laws::random_pair(laws::Type::sphere, laws::Type::sphere, random));
  const auto both =
      talus::curvature_at(balls.evaluate(nullptr), balls.a, balls.pose_a, balls.b, balls.pose_b);
  ASSERT_TRUE(both.has_value());
  EXPECT_DOUBLE_EQ(both->a.smallest, balls.spec.a.semi_axes[0]);
  EXPECT_DOUBLE_EQ(both->b.largest, balls.spec.b.semi_axes[0]);
}

}  // namespace
