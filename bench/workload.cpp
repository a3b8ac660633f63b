#include "bench/workload.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <future>
#include <stdexcept>
#include <thread>

#include "bench/oracle/oracle.h"

namespace bench {
namespace {

using Maker = std::function<Body(Random&)>;

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

Vector random_axes(Random& random) {
  return {uniform(random, 0.5, 1.5), uniform(random, 0.5, 1.5), uniform(random, 0.5, 1.5)};
}

Body random_hull(Random& random, int vertex_count) {
  const Vector axes = random_axes(random);
  std::vector<Vector> points;
  for (int i = 0; i < vertex_count; ++i) {
    points.push_back(axes.cwiseProduct(random_direction(random)));
  }
  return make_hull(std::move(points));
}

Body random_regular_solid(Random& random) {
  const int which = std::uniform_int_distribution<int>(0, 4)(random);
  return make_regular_solid(which, uniform(random, 0.7, 1.4));
}

// Sizes vary by a factor 2; the aspect is the axis of revolution over the other two.
Body random_spheroid(Random& random, double aspect) {
  const double radius = uniform(random, 0.7, 1.4);
  return make_ellipsoid({radius, radius, aspect * radius});
}

Body random_superquadric(Random& random) {
  const double exponents[] = {2, 2.5, 3, 4, 6, 8, 12, 20};
  std::uniform_int_distribution<int> pick(0, 7);
  const double n1 = exponents[pick(random)];
  return make_superquadric(random_axes(random), n1, exponents[pick(random)]);
}

double logarithmic(Random& random, double low, double high) {
  return std::exp(uniform(random, std::log(low), std::log(high)));
}

Maker superquadrics(double least, double most) {
  return [=](Random& random) {
    const Vector axes = random_axes(random);
    const double n1 = logarithmic(random, least, most), n2 = logarithmic(random, least, most);
    return make_superquadric(axes, n1, n2);
  };
}

Maker hulls(int vertex_count) {
  return [=](Random& random) { return random_hull(random, vertex_count); };
}

struct Recipe {
  std::string name;
  int vertices;  // of each body, 0 if curved or mixed
  bool polyhedra;
  Maker make;
  Maker partner;  // makes B where it is of another kind
};

const std::vector<Recipe>& superquadric_recipes() {
  static const std::vector<Recipe> list = [] {
    std::vector<Recipe> recipes;
    const auto add_range = [&](const std::string& name, double least, double most) {
      recipes.push_back({name, 0, false, superquadrics(least, most), {}});
    };
    add_range("exponents-2-4", 2, 4);
    add_range("exponents-4-8", 4, 8);
    add_range("exponents-8-20", 8, 20);
    add_range("exponents-20-50", 20, 50);
    add_range("exponents-1.1-2", 1.1, 2);
    for (const int n : {2, 3, 4, 6, 8, 12, 20, 30, 50}) {
      add_range("exponent-" + std::to_string(n), n, n);
    }
    for (const int faces : {4, 12, 32, 100, 320, 1000}) {
      const int vertices = (faces + 4) / 2;
      recipes.push_back({"faces-" + std::to_string(faces), vertices, false, hulls(vertices),
                         superquadrics(2, 8)});
    }
    return recipes;
  }();
  return list;
}

const std::vector<Recipe>& recipes() {
  const auto spheroids = [](double aspect) {
    return [=](Random& random) { return random_spheroid(random, aspect); };
  };
  static const std::vector<Recipe> list = {
      {"boxes", 8, true, [](Random& r) { return make_box(random_axes(r)); }, {}},
      {"solids", 0, true, random_regular_solid, {}},
      {"hull8", 8, true, hulls(8), {}},
      {"hull20", 20, true, hulls(20), {}},
      {"hull50", 50, true, hulls(50), {}},
      {"hull200", 200, true, hulls(200), {}},
      {"hull1000", 1000, true, hulls(1000), {}},
      {"spheroid-1/6", 0, false, spheroids(1.0 / 6), {}},
      {"spheroid-1/3", 0, false, spheroids(1.0 / 3), {}},
      {"spheroid-1/2", 0, false, spheroids(1.0 / 2), {}},
      {"spheroid-2/3", 0, false, spheroids(2.0 / 3), {}},
      {"spheroid-1", 0, false, spheroids(1), {}},
      {"ellipsoid", 0, false, [](Random& r) { return make_ellipsoid(random_axes(r)); }, {}},
      {"spheroid-3/2", 0, false, spheroids(3.0 / 2), {}},
      {"spheroid-2", 0, false, spheroids(2), {}},
      {"spheroid-3", 0, false, spheroids(3), {}},
      {"spheroid-6", 0, false, spheroids(6), {}},
      {"superquadric", 0, false, random_superquadric, {}},
  };
  return list;
}

const Recipe* find_recipe(const std::string& name) {
  for (const auto* list : {&recipes(), &superquadric_recipes()}) {
    for (const Recipe& recipe : *list) {
      if (recipe.name == name) return &recipe;
    }
  }
  return nullptr;
}

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

// Calls work(0), ..., work(count - 1) on all cores: the oracle is what takes long here.
void for_all(int count, const std::function<void(int)>& work) {
  std::atomic<int> next = 0;
  std::vector<std::future<void>> workers;
  for (unsigned k = 0; k < std::max(1u, std::thread::hardware_concurrency()); ++k) {
    workers.push_back(std::async(std::launch::async, [&] {
      for (int i = next++; i < count; i = next++) work(i);
    }));
  }
  for (auto& worker : workers) worker.get();
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

std::vector<std::string> workload_names(bool only_polyhedra) {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes()) {
    if (recipe.polyhedra || !only_polyhedra) names.push_back(recipe.name);
  }
  return names;
}

std::vector<std::string> ellipsoid_workloads() {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes()) {
    const bool round = recipe.name == "spheroid-1";  // spheres: a closed form
    if (recipe.name == "ellipsoid" || (recipe.name.starts_with("spheroid-") && !round)) {
      names.push_back(recipe.name);
    }
  }
  return names;
}

std::vector<std::string> superquadric_workloads() {
  std::vector<std::string> names;
  for (const Recipe& recipe : superquadric_recipes()) names.push_back(recipe.name);
  return names;
}

int pairs_of(const std::string& workload, int pairs) {
  if (workload.starts_with("exponent-")) return (pairs + 3) / 4;
  return workload.starts_with("faces-") ? (pairs + 1) / 2 : pairs;
}

int vertices_of(const std::string& workload) {
  const Recipe* recipe = find_recipe(workload);
  return recipe ? recipe->vertices : 0;
}

std::vector<Body> workload_bodies(const std::string& name, unsigned seed) {
  constexpr int pool_size = 256;
  Random random(seed);
  std::vector<Body> bodies;
  const Recipe* recipe = find_recipe(name);
  if (recipe == nullptr) throw std::invalid_argument("no workload named " + name);
  const int first = recipe->partner ? pool_size / 2 : pool_size;
  for (int i = 0; i < first; ++i) bodies.push_back(recipe->make(random));
  for (int i = first; i < pool_size; ++i) bodies.push_back(recipe->partner(random));
  return bodies;
}

std::vector<Body> growth_bodies(int vertex_count, unsigned seed) {
  constexpr int hull_count = 8, stretches = 4;
  std::vector<Body> bodies(hull_count * stretches);
  for_all(hull_count, [&](int h) {
    Random random(seed * 1000003ull + h);
    std::vector<Vector> points;
    for (int i = 0; i < vertex_count; ++i) points.push_back(random_direction(random));
    const Body sphere = make_hull(std::move(points));
    for (int k = 0; k < stretches; ++k) {
      bodies[h * stretches + k] = stretched(sphere, random_axes(random));
    }
  });
  return bodies;
}

Workload make_workload(const std::string& name, Regime regime, const std::vector<Body>& bodies,
                       int pair_count, unsigned seed) {
  Workload workload{name, regime, bodies, std::vector<Pair>(pair_count)};
  const bool separated = regime == Regime::separated;
  for_all(pair_count, [&](int i) {
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
