// The families of bodies that the workloads are made of.
#include <cmath>
#include <functional>
#include <stdexcept>

#include "bench/workload.h"
#include "talus/parallel/parallel_for.h"

namespace bench {
namespace {

using Maker = std::function<Body(Random&)>;

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
  const auto which = RegularSolid{std::uniform_int_distribution<int>(0, 4)(random)};
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

}  // namespace

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
  talus::parallel_for(hull_count, talus::available_threads(), [&](std::int64_t h) {
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

}  // namespace bench
