// What P2 states of its algorithm beyond the cases of peng_hanley_test.cpp: the statements that
// hold, and by an example each those that do not (study/polyhedron_superquadric, errata).
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "narrow/laws/law.h"
#include "talus/narrow/superquadric_polyhedron/published/peng_hanley.h"

namespace laws {
namespace {

using namespace talus::superquadric_polyhedron;
using Q = talus::Superquadric<double>;
using Vec = Vec3<double>;

struct CaseOnly {
  PengHanleyCase<double> end{};
  template <class Step>
  void operator()(const Step&) {}
  void operator()(const PengHanleyCase<double>& e) { end = e; }
};

talus::Polyhedron polyhedron(const std::vector<Triple>& corners) {
  std::vector<Vec> points;
  for (const Triple& p : corners) points.push_back(vec(p));
  return talus::make_polyhedron(points);
}

// The superquadric at `centre`, neither body turned.
talus::RelativePose<double> at(const Vec& centre) {
  return {talus::identity_matrix<double>(), -centre};
}

FaceSearch<double> search(const Q& s, const talus::Polyhedron& p, const Vec& centre,
                          Return reading = Return::any_face) {
  const auto pose = at(centre);
  talus::Silent silent;
  return search_faces(FacePlanes<double>(s, p.view(), pose), silent, reading);
}

// Section 2.3.1: the initial face is the one most along the line of the centroids.
TEST(PengHanleyClaims, CentroidIsThatOfTheVolume) {
  Random random(4);
  double off_the_sphere = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<Triple> corners(4 + random.below(40));
    for (Triple& corner : corners) corner = random.in_box(1);
    const talus::Polyhedron p = polyhedron(corners);
    const Vec centroid = polyhedron_centroid(p.view());
    EXPECT_LT(norm(centroid - talus::mass_properties(p).centroid), 1e-13);
    off_the_sphere = std::max(off_the_sphere, norm(centroid - p.view().bounds.centre));
  }
  EXPECT_GT(off_the_sphere, 0.1);  // the centre of the bounding sphere is another point
}

// Fig. 9: faces are linked if they share an edge.
TEST(PengHanleyClaims, GraphOfFigure9) {
  const auto links = [](const talus::Polyhedron& p) {
    std::vector<std::size_t> counts;
    for (int f = 0; f < p.view().face_count; ++f) {
      std::vector<int> linked;
      for (int k = p.view().face_vertex_start[f]; k < p.view().face_vertex_start[f + 1]; ++k) {
        linked.push_back(p.view().face_neighbour[k]);
      }
      counts.push_back(linked.size());
    }
    std::sort(counts.begin(), counts.end());
    return counts;
  };
  EXPECT_EQ(links(polyhedron(regular_solid(0))), (std::vector<std::size_t>{3, 3, 3, 3}));
  EXPECT_EQ(links(polyhedron(regular_solid(1))), (std::vector<std::size_t>(6, 4)));
  const talus::Polyhedron pyramid =
      polyhedron({{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}, {0, 0, 1}});
  // The base to all sides; a side to the base and its neighbours, not to the side across.
  EXPECT_EQ(links(pyramid), (std::vector<std::size_t>{3, 3, 3, 3, 4}));
}

// (8) with (9): the sum of the positive parts vanishes in the whole body. It is no equation of its
// surface.
TEST(PengHanleyClaims, Equation8VanishesInside) {
  const talus::Polyhedron cube = polyhedron(regular_solid(1));
  const auto sum = [&](const Vec& x) {
    double total = 0;
    for (int f = 0; f < cube.view().face_count; ++f) {
      total += std::max(0.0, dot(cube.view().face_normal[f], x) - cube.view().face_offset[f]);
    }
    return total;
  };
  EXPECT_EQ(sum({1, 0.5, 0.5}), 0);
  EXPECT_EQ(sum({0.3, 0.2, 0.1}), 0);
  EXPECT_GT(sum({1.1, 0.5, 0.5}), 0);
}

// Section 4 speaks of cases 3 and 4 "where present" for spheres on regular solids. With the centre
// c, the radius r and all faces at the distance d from the centroid, the initial face i has the
// largest n_i.c. Past case 1 n_i.c - r <= d, so no face j has n_j.c - r > d: no case 3. And if j is
// positive at X_0 = c - r n_i, then n_i.X_1 - d = n_i.c - r n_i.n_j - d >= n_j.X_0 - d > 0: no
// case 4. Bodies that are no spheres do end there.
TEST(PengHanleyClaims, SpheresOnRegularSolidsHaveNoCases3And4) {
  Random random(5);
  std::map<int, int> of_spheres, of_ellipsoids;
  for (int solid = 0; solid < 5; ++solid) {
    const talus::Polyhedron p = polyhedron(regular_solid(solid));
    for (int i = 0; i < 20000; ++i) {
      const double radius = random.log_uniform(0.05, 5);
      const Vec centre = vec(random.in_box(1.5 + radius));
      ++of_spheres[search({{radius, radius, radius}, 2, 2}, p, centre).which];
      const Q ellipsoid{{radius, 0.5 * radius, 0.3 * radius}, 2, 2};
      ++of_ellipsoids[search(ellipsoid, p, centre).which];
    }
  }
  EXPECT_EQ(of_spheres[3], 0);
  EXPECT_EQ(of_spheres[4], 0);
  for (const int which : {1, 2, 5, 6, 8}) EXPECT_GT(of_spheres[which], 100) << which;
  for (const int which : {3, 4}) EXPECT_GT(of_ellipsoids[which], 20) << which;
}

// (11) and (12): a unit ball that comes from a direction `aslant` off the normal of the virtual
// plane has the overlap 1 - cos(aslant) at first touch, up to 1 - sqrt(1/2) at a cube's edge and
// 1 - sqrt(1/3) at its corner.
TEST(PengHanleyClaims, OverlapJumpsAtFirstTouch) {
  const talus::Polyhedron cube = polyhedron(regular_solid(1));
  const Q ball{{1, 1, 1}, 2, 2};
  const double touching = 1 - 1e-9;
  const auto jump = [&](const Vec& feature, const Vec& towards, Feature expected) {
    CaseOnly recorder;
    const auto pose = at(feature + touching * towards);
    const auto c = trace_peng_hanley(ball, cube.view(), pose, talus::Settings<double>{}, recorder);
    EXPECT_EQ(recorder.end.which, 6);
    EXPECT_EQ(recorder.end.feature, expected);
    return -c.distance;
  };
  double largest_edge = 0, largest_corner = 0;
  const double e = std::sqrt(0.5), v = std::sqrt(1 / 3.0);
  for (int i = 0; i <= 44; ++i) {
    const double aslant = i * M_PI / 180;
    const Vec edge_way = std::cos(aslant) * Vec{e, e, 0} + std::sin(aslant) * Vec{e, -e, 0};
    const double at_edge = jump({1, 1, 0.2}, edge_way, Feature::edge);
    EXPECT_NEAR(at_edge, 1 - std::cos(aslant), 2e-9);
    largest_edge = std::max(largest_edge, at_edge);
    // From the corner's diagonal towards the x axis, 54.7 degrees away.
    const Vec aside = std::sqrt(1 / 6.0) * Vec{2, -1, -1};
    const double more = 1.2 * aslant;
    const Vec corner_way = std::cos(more) * Vec{v, v, v} + std::sin(more) * aside;
    const double at_corner = jump({1, 1, 1}, corner_way, Feature::vertex);
    EXPECT_NEAR(at_corner, 1 - std::cos(more), 2e-9);
    largest_corner = std::max(largest_corner, at_corner);
  }
  EXPECT_GT(largest_edge, 0.28);
  EXPECT_GT(largest_corner, 0.39);
}

// Fig. 6(b): a block on a body of many faces. The initial face and its neighbours are negative at
// X_0, and a face farther away is not: the maximal positive face is needed.
TEST(PengHanleyClaims, FarPositiveFaceOfFigure6b) {
  Random random(6);
  int far = 0;
  for (int i = 0; i < 400; ++i) {
    std::vector<Triple> corners(60);
    for (Triple& corner : corners) corner = random.direction();
    const talus::Polyhedron p = polyhedron(corners);
    const Q block{{0.8, 0.7, 0.6}, 8, 8};
    const Vec way = vec(random.direction());
    const auto pose = at(1.5 * way);
    const FacePlanes<double> planes(block, p.view(), pose);
    const int initial = planes.initial_face();
    const Vec x_0 = planes.to_ph(planes.deepest(initial));
    if (planes.value(initial, x_0) > 0 || planes.positive_neighbour(initial, x_0) >= 0) continue;
    far += planes.value(farthest_face(p.view(), x_0), x_0) > 0;
  }
  EXPECT_GT(far, 5);
}

// Contacts of spheres 0.001 deep with hulls: under every reading of "return" some are missed.
// Trying all edges of both faces misses fewer; a return to the face before the last need not come.
TEST(PengHanleyClaims, EveryReadingOfTheReturnMissesContacts) {
  constexpr Return readings[] = {Return::any_face, Return::previous_face, Return::all_edges};
  Random random(7);
  int missed[3] = {}, no_case[3] = {}, endless = 0;
  constexpr int pairs = 3000;
  for (int i = 0; i < pairs;) {
    std::vector<Triple> corners(8 + random.below(33));
    for (Triple& corner : corners) corner = random.direction();
    const talus::Polyhedron p = polyhedron(corners);
    const talus::Shape shape = p, ball = talus::Sphere<double>{1};
    talus::Pose<double> pose{2.0 * vec(random.direction()), {1, 0, 0, 0}};
    const Contact<double> first = talus::contact(shape, {}, ball, pose);
    pose.position = pose.position + (-1e-3 - first.distance) * first.normal;
    const Contact<double> exact = talus::contact(shape, {}, ball, pose);
    if (exact.status != Status::overlapping) continue;
    ++i;
    for (int k = 0; k < 3; ++k) {
      const FaceSearch<double> s = search({{1, 1, 1}, 2, 2}, p, pose.position, readings[k]);
      missed[k] += s.which % 2 == 1;
      no_case[k] += s.which == 0;
      endless += k == 1 && s.which == 0 && s.steps >= longest_face_path - 1;
    }
  }
  std::printf(
      "of %d: any face misses %d (no case %d), the face before %d (%d, %d without end), "
      "all edges %d (%d)\n",
      pairs, missed[0], no_case[0], missed[1], no_case[1], endless, missed[2], no_case[2]);
  for (const int m : missed) EXPECT_GT(m, 0.005 * pairs);
  EXPECT_LT(missed[2], 0.7 * missed[0]);
  EXPECT_EQ(no_case[2], 0);
}

}  // namespace
}  // namespace laws
