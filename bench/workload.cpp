#include "bench/workload.h"

#include <algorithm>
#include <cmath>

#include "bench/oracle/oracle.h"
#include "talus/parallel/parallel_for.h"

namespace bench {
namespace {

// Radius of a ball around the origin inside the body.
double inner_radius(const Body& body) {
  if (body.family != Family::polyhedron) return body.semi_axes.minCoeff() / std::sqrt(3.0);
  double radius = body.radius;
  for (std::size_t f = 0; f < body.faces.size(); ++f) {
    radius = std::min(radius, body.face_normals[f].dot(body.vertices[body.faces[f][0]]));
  }
  return std::max(radius, 0.0);
}

// Puts B on a ray from A so that the distance is about `target`, by the secant method.
void place_at(const Body& a, const Body& b, const Placement& pose_a, Placement& pose_b,
              const Vector& direction, double target) {
  const auto miss_at = [&](double offset) {
    pose_b.position = pose_a.position + offset * direction;
    return true_distance(a, pose_a, b, pose_b, 1e-3) - target;
  };
  double offset = a.radius + b.radius, miss = miss_at(offset);
  double next = std::max(0.0, offset - miss);
  for (int step = 0; step < 12; ++step) {
    const double next_miss = miss_at(next);
    if (std::abs(next_miss) < 0.2 * std::abs(target)) return;
    const double slope = (next_miss - miss) / (next - offset);
    offset = next;
    miss = next_miss;
    // The distance changes by at most one per unit of offset; far less only where the ray passes
    // by.
    next = std::max(0.0, offset - miss / std::clamp(slope, 0.2, 1.0));
  }
}

Pair random_pair(const std::vector<Body>& bodies, Regime regime, Random& random) {
  std::uniform_int_distribution<int> pick(0, static_cast<int>(bodies.size()) - 1);
  const bool mixed = bodies.front().family != bodies.back().family;
  Pair pair;
  do {
    pair.a = pick(random);
    pair.b = pick(random);
  } while (mixed && (bodies[pair.a].family != Family::polyhedron ||
                     bodies[pair.b].family == Family::polyhedron));
  const Body& a = bodies[pair.a];
  const Body& b = bodies[pair.b];
  const double size = 0.5 * (a.radius + b.radius);
  pair.pose_a.position = uniform(random, 0, 10) * random_direction(random);
  pair.pose_a.orientation = random_orientation(random);
  pair.pose_b.orientation = random_orientation(random);
  const Vector direction = random_direction(random);
  if (regime == Regime::deep) {
    const double offset = uniform(random, 0.1, 0.7) * (inner_radius(a) + inner_radius(b));
    pair.pose_b.position = pair.pose_a.position + offset * direction;
  } else {
    const double target = size * (regime == Regime::separated ? logarithmic(random, 1e-2, 1)
                                                              : -logarithmic(random, 1e-3, 3e-2));
    place_at(a, b, pair.pose_a, pair.pose_b, direction, target);
  }
  // A thousandth of the size and of a radian: a fast particle between two time steps.
  pair.pose_b_moved.position = pair.pose_b.position + 1e-3 * size * random_direction(random);
  pair.pose_b_moved.orientation =
      (Eigen::AngleAxisd(1e-3, random_direction(random)) * pair.pose_b.orientation).normalized();
  pair.truth = true_distance(a, pair.pose_a, b, pair.pose_b);
  pair.truth_moved = true_distance(a, pair.pose_a, b, pair.pose_b_moved);
  return pair;
}

}  // namespace

bool Workload::all_of(Family family) const {
  return std::all_of(bodies.begin(), bodies.end(),
                     [=](const Body& body) { return body.family == family; });
}

const char* name_of(Regime regime) {
  const char* names[] = {"separated", "shallow", "deep"};
  return names[static_cast<int>(regime)];
}

Workload make_workload(const std::string& name, Regime regime, const std::vector<Body>& bodies,
                       int pair_count, unsigned seed) {
  Workload workload{name, regime, bodies, std::vector<Pair>(pair_count)};
  const bool separated = regime == Regime::separated;
  talus::parallel_for(pair_count, talus::available_threads(), [&](std::int64_t i) {
    Random own(seed * 1000003ull + i);  // pairs do not depend on the number of threads
    do {
      workload.pairs[i] = random_pair(workload.bodies, regime, own);
      // The move may have carried a shallow pair out of its regime: such pairs are drawn again.
    } while ((workload.pairs[i].truth > 0) != separated ||
             (workload.pairs[i].truth_moved > 0) != separated);
  });
  return workload;
}

}  // namespace bench
