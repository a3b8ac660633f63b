// The search for local minima of the depth (local_minima.h) beside one over all features of both
// bodies, which looks at every vertex.
#include "talus/narrow/polyhedron_polyhedron/local_minima.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "narrow/laws/posed_pair.h"
#include "talus/narrow/contact.h"

namespace talus::polyhedron_polyhedron {
namespace {

using Vec = Vec3<double>;

struct Minimum {
  Vec normal;  // from A to B
  double depth;
};

struct Body {
  std::vector<Vec> vertex;
  std::vector<std::vector<Vec>> face;  // corners, counter-clockwise
  std::vector<Vec> face_normal;
  std::vector<std::pair<Vec, Vec>> edge;

  Body(const PolyhedronView<double>& view, const Pose<double>& pose) {
    const Mat3<double> rotation = rotation_of(pose.orientation);
    for (int i = 0; i < view.vertex_count; ++i) {
      vertex.push_back(rotation * view.vertex(i) + pose.position);
    }
    for (int f = 0; f < view.face_count; ++f) {
      std::vector<Vec>& corners = face.emplace_back();
      for (int k = view.face_vertex_start[f]; k < view.face_vertex_start[f + 1]; ++k) {
        corners.push_back(vertex[view.face_vertex[k]]);
      }
      face_normal.push_back(rotation * view.face_normal[f]);
    }
    for (int i = 0; i < view.edge_count; ++i) {
      edge.emplace_back(vertex[view.edge[i].vertex[0]], vertex[view.edge[i].vertex[1]]);
    }
  }
  double top(const Vec& n) const {
    double most = -INFINITY;
    for (const Vec& v : vertex) most = std::max(most, dot(n, v));
    return most;
  }
};

// Features count that miss a condition by less than the tolerance, a length; a negative one asks
// for that much more.
void on_faces(const Body& body, const Body& other, double sign, double tolerance,
              std::vector<Minimum>& minima) {
  for (std::size_t f = 0; f < body.face.size(); ++f) {
    const Vec& n = body.face_normal[f];
    const double lowest = -other.top(-n), depth = body.top(n) - lowest;
    for (const Vec& v : other.vertex) {
      if (dot(n, v) > lowest + std::abs(tolerance)) continue;
      const std::vector<Vec>& corners = body.face[f];
      bool inside = true;
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec &from = corners[k], e = corners[(k + 1) % corners.size()] - from;
        inside = inside && dot(cross(n, e), v - from) > -tolerance * norm(e);
      }
      if (inside) minima.push_back({sign * n, depth});
    }
  }
}

void on_edges(const Body& a, const Body& b, double tolerance, std::vector<Minimum>& minima) {
  for (const auto& [a0, a1] : a.edge) {
    for (const auto& [b0, b1] : b.edge) {
      const Vec u = a1 - a0, v = b1 - b0, w = a0 - b0, c = cross(u, v);
      if (norm(c) < 1e-6 * norm(u) * norm(v)) continue;
      for (const double sign : {-1.0, 1.0}) {
        const Vec n = sign / norm(c) * c;
        if (a.top(n) > dot(n, a0) + tolerance || b.top(-n) > -dot(n, b0) + tolerance) continue;
        const double area = dot(n, c);
        const double s = -dot(w, cross(v, n)) / area, t = -dot(w, cross(u, n)) / area;
        if (std::min({s, 1 - s, t, 1 - t}) > -tolerance) minima.push_back({n, dot(n, w)});
      }
    }
  }
}

std::vector<Minimum> all_minima(const Body& a, const Body& b, double tolerance) {
  std::vector<Minimum> minima;
  on_faces(a, b, 1.0, tolerance, minima);
  on_faces(b, a, -1.0, tolerance, minima);
  on_edges(a, b, tolerance, minima);
  return minima;
}

bool contains(const std::vector<Minimum>& minima, const Minimum& wanted) {
  for (const Minimum& m : minima) {
    if (norm(m.normal - wanted.normal) < 1e-6 && std::abs(m.depth - wanted.depth) < 1e-6) {
      return true;
    }
  }
  return false;
}

TEST(LocalMinima, AreThoseOfASearchOverAllFeatures) {
  laws::Random random(23);
  int others = 0, pairs = 0;
  for (int i = 0; i < 600; ++i) {
    const laws::PosedPair posed(
        laws::random_pair(laws::Type::polyhedron, laws::Type::polyhedron, random));
    const PolyhedronView<double>& a = std::get<Polyhedron>(posed.a).view();
    const PolyhedronView<double>& b = std::get<Polyhedron>(posed.b).view();
    if (a.edge_count * b.edge_count > 10000) continue;
    const Contact<double> c = contact(posed.a, posed.pose_a, posed.b, posed.pose_b);
    const double size = std::max(a.bounds.radius, b.bounds.radius);
    if (!(c.distance < -1e-3 * size)) continue;
    const ContactPlane<double> plane{0.5 * (c.point_a + c.point_b), c.normal,
                                     tangent_frame(c.normal), -c.distance};
    const double below = (i % 2 == 0 ? 1.5 : 4.0) * plane.depth;
    const WorldPolyhedron<double> posed_a(a, posed.pose_a), posed_b(b, posed.pose_b);
    const LocalMinima<double> search(posed_a, posed_b, plane, below);
    std::vector<Minimum> found;
    search.visit_all([&](const ContactPlane<double>& p) { found.push_back({p.normal, p.depth}); });
    const Body body_a(a, posed.pose_a), body_b(b, posed.pose_b);
    const double complete = search.complete_below();
    for (const Minimum& m : all_minima(body_a, body_b, -1e-9 * size)) {
      if (!(m.depth > 1e-6 * size) || !(m.depth < complete - 1e-6 * size)) continue;
      EXPECT_TRUE(contains(found, m)) << i;
      others += m.depth > plane.depth + 1e-6 * size;
    }
    const std::vector<Minimum> allowed = all_minima(body_a, body_b, 1e-9 * size);
    for (const Minimum& m : found) EXPECT_TRUE(contains(allowed, m)) << i;
    ++pairs;
  }
  EXPECT_GT(pairs, 100);
  EXPECT_GT(others, 100);
}

}  // namespace
}  // namespace talus::polyhedron_polyhedron
