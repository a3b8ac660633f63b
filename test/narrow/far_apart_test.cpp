// Bodies so far apart that the square of their distance is infinite: no answer may be called
// touching or proven.
#include <gtest/gtest.h>

#include <cmath>

#include "narrow/body_mesh_wall/walls.h"
#include "talus/narrow/batch.h"

namespace talus::test {
namespace {

TEST(FarApart, AnswersAreFiniteOrDegenerate) {
  const std::vector<Vec3<double>> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<Shape> shapes = {make_sphere(1.0), make_ellipsoid({1, 2, 3}),
                                     make_superquadric({1, 2, 3}, 4.0, 4.0),
                                     make_polyhedron(corners)};
  for (const double far : {1e100, 1e153, 1e155, 1e200, 1e307}) {
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        const Pose<double> pose_a{}, pose_b{{far, 0.5 * far, 0}, {1, 0, 0, 0}};
        Contact<double> answers[2] = {contact(a, pose_a, b, pose_b), {}};
        const PairQuery query{&a, &pose_a, &b, &pose_b};
        contact_batch({&query, 1}, {&answers[1], 1});
        for (const Contact<double>& c : answers) {
          if (is_failure(c.status)) {
            EXPECT_GT(far, 1e152);
            continue;
          }
          EXPECT_EQ(c.status, Status::separated) << far;
          EXPECT_NEAR(c.distance / (std::sqrt(1.25) * far), 1.0, 1e-9);
        }
      }
    }
  }
}

}  // namespace
}  // namespace talus::test
