// The nine contact situations of Table 1 of Descantes et al. 2019, as reconstructed in
// study/polyhedra/situations: that they are what the paper says they are, that the exact answers
// are the printed ones, and that the classical algorithms fail on them as published.
#include "narrow/polyhedron_polyhedron/situations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "oracle/exact_distance.h"

namespace situations {
namespace {

using oracle::Triple;
using Vector = oracle::Vec<double>;

// The paper's Table 1, as expressions where the digits are those of one.
struct Printed {
  Vector normal;  // of any length
  double depth;
};
const std::map<std::string, Printed> table_1 = {
    {"fig2", {{0, 1, 0}, 0.25}},
    {"fig4", {{8, -1, 0}, 4.026012719933860}},
    {"fig5f", {{2, -1, 0}, 0.5 / std::sqrt(5.0)}},
    {"fig7", {{2, -1, 0}, 2.5 / std::sqrt(5.0)}},
    {"fig8a", {{2, -1, 0}, 2.5 / std::sqrt(5.0)}},
    {"fig10a", {{0, 0, -1}, 0.100000024}},
    {"fig10b", {{-0.168309951548722, 0.950616325200044, -0.260768791217108}, 0.572082006256242}},
    {"fig10c", {{3, -2, 0}, 2 / std::sqrt(13.0)}},
    {"fig10d", {{4, 0, -1}, 2 / std::sqrt(17.0)}},
};

// Coordinates are small numbers, so that what lies in a plane does so to the last digits.
constexpr double on_plane = 1e-12;

Vector vector_of(const talus::Vec3<double>& v) { return {v.x, v.y, v.z}; }

// One body of a situation where it lies in the world; situations are not rotated.
struct Body {
  oracle::Solid solid;

  explicit Body(oracle::Spec spec) {
    EXPECT_EQ(spec.orientation, (std::array<double, 4>{1, 0, 0, 0}));
    for (Triple& p : spec.points) {
      for (int i = 0; i < 3; ++i) p[i] += spec.position[i];
    }
    solid = oracle::make_solid(spec.points);
  }
  Vector point(int i) const { return Vector(solid.points[i]); }
  int count() const { return static_cast<int>(solid.points.size()); }

  double height(const Vector& n) const {
    double top = -1e300;
    for (int i = 0; i < count(); ++i) top = std::max(top, dot(n, point(i)));
    return top;
  }
  // The vertices farthest along n.
  std::vector<int> farthest(const Vector& n) const {
    std::vector<int> found;
    for (int i = 0; i < count(); ++i) {
      if (dot(n, point(i)) > height(n) - on_plane) found.push_back(i);
    }
    return found;
  }
  std::string feature(const Vector& n) const {
    const std::size_t corners = farthest(n).size();
    return corners == 1 ? "vertex" : corners == 2 ? "edge" : "face";
  }
  bool has_inside(const Vector& x) const {
    for (const Vector& n : solid.normals) {
      if (dot(n, x) > height(n) - on_plane) return false;
    }
    return true;
  }
  // Whether some point between p and q lies inside.
  bool meets_inside(const Vector& p, const Vector& q) const {
    double from = 0, to = 1;
    for (const Vector& n : solid.normals) {
      const double start = height(n) - dot(n, p), slope = dot(n, q - p);
      if (std::abs(slope) < on_plane) {
        if (start < on_plane) return false;
      } else if (slope > 0) {
        to = std::min(to, start / slope);
      } else {
        from = std::max(from, start / slope);
      }
    }
    return to - from > on_plane;
  }
};

bool is_parallelepiped(const Body& body) {
  if (body.count() != 8 || body.solid.normals.size() != 6 || body.solid.arcs.size() != 12) {
    return false;
  }
  for (const Vector& n : body.solid.normals) {
    if (body.farthest(n).size() != 4) return false;
    const auto opposite = [&](const Vector& m) { return length(m + n) < on_plane; };
    if (std::none_of(body.solid.normals.begin(), body.solid.normals.end(), opposite)) return false;
  }
  return true;
}

bool is_triangular_prism(const Body& body) {
  if (body.count() != 6 || body.solid.normals.size() != 5 || body.solid.arcs.size() != 9) {
    return false;
  }
  std::vector<Vector> ends;
  for (const Vector& n : body.solid.normals) {
    if (body.farthest(n).size() == 3) ends.push_back(n);
  }
  return ends.size() == 2 && length(ends[0] + ends[1]) < on_plane;
}

std::string contact_type(const Body& a, const Body& b, const Vector& normal) {
  const std::map<std::string, int> order = {{"vertex", 0}, {"edge", 1}, {"face", 2}};
  std::string first = a.feature(normal), second = b.feature(-normal);
  if (order.at(second) < order.at(first)) std::swap(first, second);
  return first + "-" + second;
}

// A vertex came to an edge: one vertex of A is inside B and none of B inside A, and the vertex came
// in so close to an edge of the face that it leaves by that the edge is inside A. The least depth
// itself never ends at a vertex on an edge: it leads to the inside of a face of A - B.
void expect_vertex_over_edge(const Body& a, const Body& b, const Vector& normal) {
  EXPECT_EQ(contact_type(a, b, normal), "vertex-face");
  int inside_b = 0;
  for (int i = 0; i < a.count(); ++i) inside_b += b.has_inside(a.point(i));
  EXPECT_EQ(inside_b, 1);
  EXPECT_TRUE(b.has_inside(a.point(a.farthest(normal)[0])));
  for (int i = 0; i < b.count(); ++i) EXPECT_FALSE(a.has_inside(b.point(i)));
  const std::vector<int> face = b.farthest(-normal);
  const auto on_face = [&](int i) { return std::find(face.begin(), face.end(), i) != face.end(); };
  int buried_edges = 0;
  for (const oracle::Arc& arc : b.solid.arcs) {
    if (!on_face(arc.tail) || !on_face(arc.head)) continue;
    buried_edges += a.meets_inside(b.point(arc.tail), b.point(arc.head));
  }
  EXPECT_EQ(buried_edges, 1);
}

class Situations : public testing::TestWithParam<std::string> {
 protected:
  const Situation s = situation(GetParam());
  const Body a{s.pair.spec.a}, b{s.pair.spec.b};
};

TEST_P(Situations, ShapesAreThoseOfTheCaption) {
  const std::string& id = GetParam();
  if (id == "fig4") return;  // "two interpenetrated polyhedra"
  EXPECT_TRUE(is_parallelepiped(a));
  if (id == "fig5f" || id == "fig7" || id == "fig8a") {
    EXPECT_TRUE(is_triangular_prism(b));
  } else {
    EXPECT_TRUE(is_parallelepiped(b));
  }
}

TEST_P(Situations, ContactIsOfTheTypeThatThePaperNames) {
  const std::string& id = GetParam();
  const std::map<std::string, std::string> types = {
      {"fig2", "edge-face"},    // "interpenetrated by an edge"
      {"fig4", "vertex-face"},  // V1 and V2'
      {"fig5f", "edge-face"},  {"fig7", "edge-face"},   {"fig8a", "edge-face"},
      {"fig10b", "edge-edge"}, {"fig10c", "edge-face"}, {"fig10d", "face-face"},
  };
  if (id == "fig10a") {
    expect_vertex_over_edge(a, b, vector_of(s.normal));
  } else {
    EXPECT_EQ(contact_type(a, b, vector_of(s.normal)), types.at(id));
  }
}

TEST_P(Situations, ExactAnswerIsThePrintedOne) {
  const Printed& printed = table_1.at(GetParam());
  EXPECT_LT(length(vector_of(s.normal) - unit(printed.normal)), 1e-15);
  EXPECT_NEAR(s.distance, -printed.depth, 1e-15);
  const long double exact = oracle::exact_distance(a.solid, {}, b.solid, {});
  EXPECT_NEAR(static_cast<double>(exact), s.distance, 3e-16);
  const double along = -b.height(-vector_of(s.normal)) - a.height(vector_of(s.normal));
  EXPECT_NEAR(along, s.distance, 1e-15);
}

TEST_P(Situations, ProductionMethodIsExact) {
  const talus::Contact<double> c = s.pair.evaluate(nullptr);
  EXPECT_EQ(c.status, talus::Status::overlapping);
  EXPECT_TRUE(c.proven);
  EXPECT_NEAR(c.distance, s.distance, 1e-15);
  EXPECT_LT(talus::norm(c.normal - s.normal), 1e-15);
}

INSTANTIATE_TEST_SUITE_P(Narrow, Situations,
                         testing::Values("fig2", "fig4", "fig5f", "fig7", "fig8a", "fig10a",
                                         "fig10b", "fig10c", "fig10d"),
                         [](const auto& info) { return info.param; });

// Figs. 5f, 7 and 8a are one pair of bodies, the prism shifted.
TEST(SituationsTogether, TheSameBodiesInFigs5f7And8a) {
  const Situation first = situation("fig5f"), second = situation("fig7"),
                  third = situation("fig8a");
  for (const Situation* other : {&second, &third}) {
    EXPECT_EQ(other->pair.spec.a.points, first.pair.spec.a.points);
    EXPECT_EQ(other->pair.spec.b.points, first.pair.spec.b.points);
  }
  const auto shift = [&](const Situation& s) {
    return s.pair.pose_b.position - first.pair.pose_b.position;
  };
  EXPECT_TRUE(shift(second).x < 0 && shift(second).y == 0 && shift(second).z < 0);
  EXPECT_TRUE(shift(third).x < 0 && shift(third).y == 0 && shift(third).z == 0);
}

}  // namespace
}  // namespace situations
