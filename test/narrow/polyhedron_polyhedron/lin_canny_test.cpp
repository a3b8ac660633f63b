// Lin & Canny's walk, step by step: it never goes away, goes from neighbour to neighbour, ends
// after O(vA + vB) steps at the distance of the oracle, and goes in circles where the bodies
// overlap.
#include "talus/narrow/polyhedron_polyhedron/published/lin_canny.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "narrow/laws/families.h"
#include "narrow/laws/law.h"

namespace laws {
namespace {

namespace pp = talus::polyhedron_polyhedron;
using pp::Feature;
using pp::FeatureKind;
using pp::LinCannyStep;
using View = talus::PolyhedronView<double>;
using Point = oracle::Vec<long double>;

struct Recorder {
  std::vector<LinCannyStep> steps;
  void operator()(const LinCannyStep& step) { steps.push_back(step); }
};

const View& view_of(const talus::Shape& shape) { return std::get<talus::Polyhedron>(shape).view(); }

// The indices of a feature's vertices.
std::vector<int> vertices_of(const View& body, const Feature& f) {
  const int first = body.face_vertex_start[f.face], end = body.face_vertex_start[f.face + 1];
  if (f.kind == FeatureKind::face) return {body.face_vertex + first, body.face_vertex + end};
  const int next = f.corner + 1 == end ? first : f.corner + 1;
  if (f.kind == FeatureKind::edge) return {body.face_vertex[f.corner], body.face_vertex[next]};
  return {body.face_vertex[f.corner]};
}

// A feature is its own neighbour; others are neighbours if one is part of the other.
bool neighbours(const View& body, const Feature& f, const Feature& g) {
  std::vector<int> u = vertices_of(body, f), v = vertices_of(body, g);
  std::sort(u.begin(), u.end());
  std::sort(v.begin(), v.end());
  return std::includes(u.begin(), u.end(), v.begin(), v.end()) ||
         std::includes(v.begin(), v.end(), u.begin(), u.end());
}

// The distance of two features as point sets, by trying all of their parts.
struct Parts {
  std::vector<Point> corners;

  Point from(std::size_t i) const { return corners[i]; }
  Point to(std::size_t i) const { return corners[(i + 1) % corners.size()]; }
};

void consider_corners(const Parts& face, const Parts& points, long double& least) {
  for (std::size_t k = 1; k + 1 < face.corners.size(); ++k) {
    for (const Point& x : points.corners) {
      bool inside = false;
      const Point q = oracle::detail::nearest_in_triangle(face.corners[0], face.corners[k],
                                                          face.corners[k + 1], x, inside);
      if (inside) least = std::min(least, length(x - q));
    }
  }
}

long double distance_of(const Parts& a, const Parts& b) {
  long double least = 1e300L;
  for (std::size_t i = 0; i < a.corners.size(); ++i) {
    for (std::size_t j = 0; j < b.corners.size(); ++j) {
      const auto on_a = [&](const Point& x) {
        return a.corners.size() == 1
                   ? a.from(0)
                   : oracle::Body<long double>::nearest_on_segment(a.from(i), a.to(i), x);
      };
      if (b.corners.size() == 1) {
        least = std::min(least, length(b.from(0) - on_a(b.from(0))));
      } else if (a.corners.size() == 1) {
        const Point x = a.from(0);
        least = std::min(least, length(x - oracle::Body<long double>::nearest_on_segment(
                                               b.from(j), b.to(j), x)));
      } else {
        least = std::min(least, length(oracle::detail::between_segments(a.from(i), a.to(i),
                                                                        b.from(j), b.to(j))));
      }
    }
  }
  consider_corners(a, b, least);
  consider_corners(b, a, least);
  return least;
}

// A pair, its walk from any two features, and the features as point sets.
struct Walk {
  PosedPair posed_pair;
  const View &a, &b;
  talus::RelativePose<double> itself, b_in_a;
  Recorder recorder;
  talus::Contact<double> contact;

  explicit Walk(const PairSpec& pair)
      : posed_pair(pair),
        a(view_of(posed_pair.a)),
        b(view_of(posed_pair.b)),
        itself{talus::identity_matrix<double>(), {}},
        b_in_a(talus::relative_pose(posed_pair.pose_a, posed_pair.pose_b)) {}

  void from(const Feature& start_a, const Feature& start_b) {
    recorder.steps.clear();
    contact =
        pp::walk_from(start_a, start_b, pp::PosedPolyhedron<double>{a, itself},
                      pp::PosedPolyhedron<double>{b, b_in_a}, talus::Settings<double>{}, recorder);
  }
  void from_the_first() {
    recorder.steps.clear();
    contact = pp::trace_lin_canny(a, b, b_in_a, talus::Settings<double>{}, recorder);
  }
  Parts parts_a(const Feature& f) const { return parts(a, itself, f); }
  Parts parts_b(const Feature& f) const { return parts(b, b_in_a, f); }
  int vertices() const { return a.vertex_count + b.vertex_count; }

 private:
  static Parts parts(const View& body, const talus::RelativePose<double>& pose, const Feature& f) {
    Parts result;
    const auto wide = [](const talus::Vec3<double>& v) { return Point(v.x, v.y, v.z); };
    for (const int i : vertices_of(body, f)) {
      const Point x = wide(body.vertex(i));
      result.corners.push_back(Point(dot(wide(pose.rotation.row0), x),
                                     dot(wide(pose.rotation.row1), x),
                                     dot(wide(pose.rotation.row2), x)) +
                               wide(pose.translation));
    }
    return result;
  }
};

Feature random_feature(const View& body, Random& random) {
  Feature f;
  f.kind = static_cast<FeatureKind>(random.below(3));
  f.face = random.below(body.face_count);
  const int first = body.face_vertex_start[f.face];
  f.corner = first + random.below(body.face_vertex_start[f.face + 1] - first);
  return f;
}

double exact(const PairSpec& pair) {
  return static_cast<double>(*oracle::Judge<long double>(pair).exact_distance());
}

std::vector<Triple> hull_points(int count, Random& random) {
  std::vector<Triple> points;
  for (int i = 0; i < count; ++i) points.push_back(random.direction());
  return points;
}

Spec body_of(const std::vector<Triple>& points, Random& random) {
  Spec spec;
  spec.type = Type::polyhedron;
  spec.points = points;
  spec.orientation = random.orientation();
  return spec;
}

TEST(LinCanny, WalksFromNeighbourToNeighbourAndNeverAway) {
  Random random(31);
  int walks = 0, searches = 0;
  double farthest_away = 0;
  std::set<std::pair<FeatureKind, FeatureKind>> ends;
  for (int i = 0; i < 3000; ++i) {
    PairSpec pair = random_pair(Type::polyhedron, Type::polyhedron, random);
    if (i % 3 == 1) pair = families::parallel_faces(Type::polyhedron, Type::polyhedron, random);
    if (i % 3 == 2) pair = families::parallel_edges(Type::polyhedron, Type::polyhedron, random);
    Walk walk(pair);
    if (!(walk.posed_pair.evaluate(nullptr).distance > 1e-6)) continue;
    walk.from(random_feature(walk.a, random), random_feature(walk.b, random));
    ASSERT_EQ(walk.contact.status, Status::separated) << to_json("walk", walk.posed_pair.spec);
    ++walks;
    const double scale = scale_of(walk.posed_pair.spec, walk.contact.distance);
    const std::vector<LinCannyStep>& steps = walk.recorder.steps;
    long double last = 1e300L;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const long double now = distance_of(walk.parts_a(steps[k].a), walk.parts_b(steps[k].b));
      farthest_away = std::max(farthest_away, static_cast<double>(now - last) / scale);
      last = now;
      const bool end = k + 1 == steps.size();
      EXPECT_EQ(steps[k].outcome == pp::WalkOutcome::closest, end);
      if (end) break;
      if (steps[k].outcome == pp::WalkOutcome::searched) {
        ++searches;
        continue;
      }
      EXPECT_TRUE(neighbours(walk.a, steps[k].a, steps[k + 1].a));
      EXPECT_TRUE(neighbours(walk.b, steps[k].b, steps[k + 1].b));
    }
    ends.insert({steps.back().a.kind, steps.back().b.kind});
    EXPECT_NEAR(static_cast<double>(last), walk.contact.distance, 1e-13 * scale);
  }
  std::printf("%d walks, %d searches of a body, away by at most %.1e, %zu kinds of closest pairs\n",
              walks, searches, farthest_away, ends.size());
  EXPECT_GT(walks, 1200);
  EXPECT_LE(farthest_away, 1e-14);
  EXPECT_EQ(ends.size(), 9u);  // vertex, edge or face with vertex, edge or face
}

TEST(LinCanny, EndsAfterAboutAsManyStepsAsVertices) {
  Random random(32);
  for (const int vertices : {4, 8, 20, 100, 500, 2000}) {
    int most = 0;
    double sum = 0;
    const int pairs = vertices > 100 ? 20 : 300;
    for (int i = 0; i < pairs; ++i) {
      PairSpec pair{body_of(hull_points(vertices, random), random),
                    body_of(hull_points(vertices, random), random)};
      place_at_gap(pair, random.direction(), random.log_uniform(1e-3, 3));
      Walk walk(pair);
      walk.from(random_feature(walk.a, random), random_feature(walk.b, random));
      ASSERT_EQ(walk.contact.status, Status::separated);
      most = std::max(most, walk.contact.iterations);
      sum += walk.contact.iterations;
    }
    std::printf("vA + vB = %4d: %.1f steps on average, %d at most\n", 2 * vertices, sum / pairs,
                most);
    EXPECT_LE(most, 2 * vertices + 12);
  }
}

// The longest walk: around the rims of two drums, corner by corner.
TEST(LinCanny, WalksAroundARimInAsManyStepsAsItHasCorners) {
  Random random(33);
  std::vector<Triple> drum;
  const int corners = 400;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::acos(-1.0) * i / corners;
    for (const double z : {-0.5, 0.5}) drum.push_back({std::cos(angle), std::sin(angle), z});
  }
  int most = 0;
  for (int i = 0; i < 50; ++i) {
    PairSpec pair{body_of(drum, random), body_of(drum, random)};
    place_at_gap(pair, random.direction(), 0.1);
    Walk walk(pair);
    walk.from(random_feature(walk.a, random), random_feature(walk.b, random));
    ASSERT_EQ(walk.contact.status, Status::separated);
    EXPECT_TRUE(walk.contact.proven);
    most = std::max(most, walk.contact.iterations);
  }
  std::printf("drums of %d vertices each: %d steps at most\n", 2 * corners, most);
  EXPECT_LE(most, 4 * corners + 12);
}

TEST(LinCanny, FindsTheDistanceOfTheOracle) {
  Random random(34);
  double worst = 0, widest = 0;
  int separated = 0;
  for (int i = 0; i < 4500; ++i) {
    PairSpec pair = random_pair(Type::polyhedron, Type::polyhedron, random);
    if (i % 3 == 1) pair = families::parallel_faces(Type::polyhedron, Type::polyhedron, random);
    if (i % 3 == 2) pair = families::parallel_edges(Type::polyhedron, Type::polyhedron, random);
    const double truth = exact(pair);
    const double scale = scale_of(pair, truth);
    if (!(truth > 1e-6 * scale)) continue;
    Walk walk(pair);
    walk.from_the_first();
    ++separated;
    ASSERT_EQ(walk.contact.status, Status::separated) << to_json("failed", pair);
    EXPECT_TRUE(walk.contact.proven) << to_json("open", pair);
    worst = std::max(worst, std::abs(walk.contact.distance - truth) / scale);
    widest = std::max(widest, (walk.contact.upper - walk.contact.lower) / scale);
  }
  std::printf("%d separated pairs: worst error %.1e, widest bracket %.1e\n", separated, worst,
              widest);
  EXPECT_GT(separated, 2000);
  EXPECT_LE(worst, 1e-14);
  EXPECT_LE(widest, 1e-12);
}

// Turned by 1e-15 to 1e-4 out of parallel and close together: the vector between the points has few
// digits left, the features' own directions have all.
TEST(LinCanny, KeepsItsDigitsBetweenNearlyParallelFaces) {
  for (const double gap : {1e-3, 1e-7, 1e-9, 1e-11, 1e-13}) {
    Random random(37);
    double worst = 0;
    int answered = 0, unknown = 0;
    for (int i = 0; i < 400; ++i) {
      PairSpec pair = families::nearly_parallel(Type::polyhedron, Type::polyhedron, random);
      const Contact<double> now = PosedPair(pair).evaluate(nullptr);
      shift(pair.b, triple(now.normal), gap * scale_of(pair, 0) - now.distance);
      const double truth = exact(pair);
      if (!(truth > 0)) continue;
      Walk walk(pair);
      walk.from_the_first();
      EXPECT_LE(walk.contact.lower, truth);
      EXPECT_GE(walk.contact.upper, truth);
      if (is_failure(walk.contact.status)) {
        ++unknown;
        continue;
      }
      ++answered;
      worst = std::max(worst, std::abs(walk.contact.distance - truth) / scale_of(pair, truth));
    }
    std::printf("gap %.0e: worst error %.1e, not known %d of %d\n", gap, worst, unknown,
                answered + unknown);
    EXPECT_LE(worst, 1e-14);
    EXPECT_LE(unknown, gap > 1e-10 ? 0 : answered / 50);
  }
}

// Two boxes above each other, from every face of one and every face of the other.
TEST(LinCanny, EndsOnFacesThatFaceEachOther) {
  PairSpec pair;
  pair.a.type = pair.b.type = Type::polyhedron;
  pair.a.points = box_points({1, 2, 0.5});
  pair.b.points = box_points({0.75, 0.75, 0.25});
  pair.b.position = {0.25, -0.5, 1};
  Walk walk(pair);
  for (int f = 0; f < 6; ++f) {
    for (int g = 0; g < 6; ++g) {
      walk.from({FeatureKind::face, f, 4 * f}, {FeatureKind::face, g, 4 * g});
      EXPECT_EQ(walk.contact.status, Status::separated);
      EXPECT_EQ(walk.contact.distance, 0.25);
      EXPECT_EQ(walk.contact.normal, (Vec3<double>{0, 0, 1}));
      const bool facing = walk.a.face_normal[f].z > 0.5 && walk.b.face_normal[g].z < -0.5;
      if (facing) {
        EXPECT_EQ(walk.contact.iterations, 1);
      }
    }
  }
}

// The published failure: a loop. The walk is without memory, so a pair of features that comes back
// comes back for ever; the cap ends it, and the answer says that it is none.
TEST(LinCanny, GoesInCirclesWhereBodiesOverlap) {
  Random random(35);
  int overlapping = 0, searches = 0;
  for (int i = 0; i < 2400; ++i) {
    PairSpec pair = random_pair(Type::polyhedron, Type::polyhedron, random);
    if (i % 4 == 1) pair = families::axis_aligned(Type::polyhedron, Type::polyhedron, random);
    if (i % 4 == 2) pair = families::identical(Type::polyhedron, Type::polyhedron, random);
    if (!(exact(pair) < -1e-9 * scale_of(pair, 0))) continue;
    Walk walk(pair);
    walk.from(random_feature(walk.a, random), random_feature(walk.b, random));
    ++overlapping;
    ASSERT_EQ(walk.contact.status, Status::iteration_limit) << to_json("answered", pair);
    EXPECT_TRUE(all_finite(walk.contact));
    EXPECT_EQ(walk.contact.definition, talus::Definition::separation_only);
    EXPECT_FALSE(walk.contact.proven);
    const std::vector<LinCannyStep>& steps = walk.recorder.steps;
    if (steps.back().outcome == pp::WalkOutcome::closest) continue;  // edges that happen to meet
    const auto same = [&](const LinCannyStep& s) {
      const LinCannyStep& last = steps.back();
      return s.a.kind == last.a.kind && s.a.face == last.a.face && s.a.corner == last.a.corner &&
             s.b.kind == last.b.kind && s.b.face == last.b.face && s.b.corner == last.b.corner;
    };
    EXPECT_GE(std::count_if(steps.begin(), steps.end(), same), 2) << to_json("no loop", pair);
    for (const LinCannyStep& s : steps) searches += s.outcome == pp::WalkOutcome::searched;
    EXPECT_LE(walk.contact.iterations, 512 + 2 * walk.vertices());
  }
  std::printf("%d overlapping pairs, %.1f searches each\n", overlapping,
              double(searches) / overlapping);
  EXPECT_GT(overlapping, 1200);
}

// Zero distance is known only where both bodies' features prove it; never is it "separated".
TEST(LinCanny, DoesNotCallTouchingBodiesSeparated) {
  Random random(36);
  int touching = 0, unknown = 0;
  for (int i = 0; i < 1000; ++i) {
    PairSpec pair{families::axis_shape(Type::polyhedron, random),
                  families::axis_shape(Type::polyhedron, random)};
    place_at_gap(pair, {0, 0, 1}, 0);
    shift(pair.b, {0.25 * (random.below(3) - 1), 0.25 * (random.below(3) - 1), 0});
    Walk walk(pair);
    walk.from_the_first();
    EXPECT_NE(walk.contact.status, Status::separated);
    EXPECT_NE(walk.contact.status, Status::overlapping);
    (walk.contact.status == Status::touching ? touching : unknown) += 1;
  }
  std::printf("of 1000 boxes on boxes: touching %d, not known %d\n", touching, unknown);
}

}  // namespace
}  // namespace laws
