// The contacts of a hundred and twenty-five ellipsoids on a lattice: the pairs whose boxes overlap,
// and then all contacts in one call. The caches make a second call, after the bodies have moved a
// little, start from the last contacts.
#include <cstdio>
#include <vector>

#include "talus/pairs.h"
#include "talus/query.h"

int main() {
  talus::Bodies bodies;
  bodies.shapes = {talus::make_ellipsoid({0.6, 0.5, 0.4})};
  for (int i = 0; i < 125; ++i) {
    bodies.shape_of.push_back(0);
    bodies.poses.push_back({{1.0 * (i % 5), 1.0 * (i / 5 % 5), 0.75 * (i / 25)}, {}});
  }

  const talus::broad::PairList pairs = talus::body_pairs(bodies, talus::broad::Domain{});
  std::vector<talus::PairQuery> queries;
  for (const auto& [a, b] : pairs.pair) {
    queries.push_back({&bodies.shapes[0], &bodies.poses[a], &bodies.shapes[0], &bodies.poses[b]});
  }
  std::vector<talus::Contact<double>> contacts(queries.size());
  std::vector<talus::Cache<double>> caches(queries.size());

  for (int step = 0; step < 2; ++step) {
    talus::contact_batch(queries, contacts, {}, caches);
    int overlapping = 0, failed = 0;
    double deepest = 0.0;
    for (const talus::Contact<double>& c : contacts) {
      failed += talus::is_failure(c.status);
      overlapping += c.status == talus::Status::overlapping;
      deepest = c.distance < deepest ? c.distance : deepest;
    }
    std::printf("%zu pairs, %d overlap, %d failed, deepest %.6f\n", contacts.size(), overlapping,
                failed, deepest);
    for (talus::Pose<double>& pose : bodies.poses) pose.position.x *= 1.01;
  }
}
