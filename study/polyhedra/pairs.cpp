#include "polyhedra/pairs.h"

#include <cmath>

#include "talus/parallel/parallel_for.h"

namespace study {
namespace {

oracle::Solid random_body(const Family& family, Random& random) {
  switch (family.solid) {
    case Solid::box:
      return random_box(random);
    case Solid::regular:
      return random_regular_solid(random);
    case Solid::cube:
      return unit_cube();
    case Solid::tetrahedron:
      return unit_tetrahedron();
    case Solid::sphere:
      return faceted_sphere(family.least);
    case Solid::gear:
      return gear_tooth(family.least);
    case Solid::hull:
      break;
  }
  return random_hull(random, static_cast<int>(logarithmic(random, family.least, family.most + 1)));
}

std::array<double, 4> random_orientation(Random& random) {
  std::normal_distribution<double> normal;
  double q[4], square = 0;
  for (double& c : q) {
    c = normal(random);
    square += c * c;
  }
  const double scale = 1 / std::sqrt(square);
  return {scale * q[0], scale * q[1], scale * q[2], scale * q[3]};
}

Pair random_pair(const std::vector<oracle::Solid>& pool, Regime regime, Random& random) {
  std::uniform_int_distribution<int> pick(0, static_cast<int>(pool.size()) - 1);
  Pair pair{pick(random), pick(random), {{}, random_orientation(random)}, 0};
  const oracle::Solid &a = pool[pair.a], &b = pool[pair.b];
  const Vector direction = random_direction(random);
  const auto put_at = [&](double offset) {
    pair.b_in_a.position = {offset * direction.x, offset * direction.y, offset * direction.z};
  };
  const double size = std::max(a.reach, b.reach);
  // Towards A by the distance each time, which cannot jump over it, until the gap is small.
  double touching = 1.01 * (a.reach + b.reach);
  for (int step = 0; step < 50; ++step) {
    put_at(touching);
    const double gap = oracle::rough_distance(a, {}, b, pair.b_in_a);
    if (gap < 1e-4 * size) break;
    touching -= gap;
  }
  switch (regime) {
    case Regime::separated:
      put_at(touching + size * logarithmic(random, 1e-3, 1));
      break;
    case Regime::shallow:
      put_at(touching - size * logarithmic(random, 1e-3, 3e-2));
      break;
    case Regime::deep:
      put_at(touching * uniform(random, 0, 1));
  }
  pair.truth = oracle::exact_distance(a, {}, b, pair.b_in_a);
  return pair;
}

}  // namespace

const char* name_of(Regime regime) {
  const char* names[] = {"separated", "shallow", "deep"};
  return names[static_cast<int>(regime)];
}

std::vector<oracle::Solid> make_pool(const Family& family, std::uint64_t seed) {
  std::vector<oracle::Solid> pool;
  Random random(seed);
  for (int i = 0; i < family.pool; ++i) pool.push_back(random_body(family, random));
  return pool;
}

Workload make_workload(const Family& family, const std::vector<oracle::Solid>& pool, Regime regime,
                       int pair_count, std::uint64_t seed, int threads) {
  Workload workload{&family, regime, std::vector<Pair>(pair_count)};
  talus::parallel_for(pair_count, threads, [&](std::int64_t i) {
    Random random(seed * 1000003 + static_cast<std::uint64_t>(regime) * 500009 + i);
    // On a path that grazes A the steps end early: such shallow pairs are drawn again.
    do {
      workload.pairs[i] = random_pair(pool, regime, random);
    } while ((workload.pairs[i].truth > 0) != (regime == Regime::separated));
  });
  return workload;
}

}  // namespace study
