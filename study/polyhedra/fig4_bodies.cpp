#include "polyhedra/fig4_bodies.h"

#include <cmath>
#include <random>
#include <vector>

#include "polyhedra/evaluations.h"

namespace study {
namespace {

using nlohmann::json;
using Vec = talus::Vec3<double>;

constexpr double moved_by = 0.4;  // of the half widths

// The vertices of a body, all but the farthest along n moved at random, and points about it that
// reach no farther along n than the body does, so that the overlap along n stays.
talus::Shape with_points(const talus::PolyhedronView<double>& body, const Vec& n, int added,
                         std::mt19937_64& random) {
  Vec low = body.vertex(0), high = low;
  double top = -INFINITY;
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec v = body.vertex(i);
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], v[k]);
      high[k] = std::max(high[k], v[k]);
    }
    top = std::max(top, dot(n, v));
  }
  const Vec middle = 0.5 * (low + high), half = 0.5 * (high - low);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> shift(-moved_by, moved_by);
  std::vector<Vec> points;
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec v = body.vertex(i);
    Vec moved = v;
    for (int k = 0; k < 3; ++k) moved[k] += shift(random) * half[k];
    const bool stays = dot(n, v) > top - 1e-9 * norm(half) || dot(n, moved) > top;
    points.push_back(stays ? v : moved);
  }
  while (added > 0) {
    const Vec direction = talus::normalized(Vec{normal(random), normal(random), normal(random)});
    Vec point;
    for (int k = 0; k < 3; ++k) point[k] = middle[k] + 1.2 * half[k] * direction[k];
    if (dot(n, point) > top) continue;
    points.push_back(point);
    --added;
  }
  return talus::make_polyhedron(points);
}

}  // namespace

json run_fig4_bodies(const TimedPair& situation, int bodies_per_class) {
  const talus::Contact<double> expected = situation.contact(methods().front());
  const Vec n = expected.normal;
  std::mt19937_64 random(4);
  json classes = json::array();
  for (const int added : {0, 2, 4, 8, 16, 32, 64, 128}) {
    json bodies = json::array();
    for (int tries = 0; tries < bodies_per_class; ++tries) {
      const talus::Shape a = with_points(view_of(situation.a), n, added, random);
      const talus::Shape b =
          with_points(view_of(situation.b), situation.b_in_a.direction_to_b(-n), added, random);
      const TimedPair pair{a, b, situation.b_in_a};
      const talus::Contact<double> c = pair.contact(methods().front());
      if (std::abs(c.distance - expected.distance) > 1e-12 || norm(c.normal - n) > 1e-12) continue;
      json row = {view_of(a).vertex_count + view_of(b).vertex_count};
      for (const std::string_view name : counted_methods) {
        row.push_back(support_evaluations(name, view_of(a), view_of(b), pair.b_in_a));
      }
      bodies.push_back(row);
    }
    classes.push_back({{"added", added}, {"bodies", bodies}});
  }
  return classes;
}

}  // namespace study
