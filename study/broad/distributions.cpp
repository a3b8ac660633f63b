#include "study/broad/distributions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

namespace study::broad {
namespace {

using Vector = talus::Vec3<double>;

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double number(double from, double to) {
    // Not std::uniform_real_distribution: the same bodies with every standard library.
    return from + (to - from) * 0x1p-53 * static_cast<double>(engine_() >> 11);
  }
  Vector in_box(const Vector& side) {
    const double x = number(0, side.x), y = number(0, side.y);
    return {x, y, number(0, side.z)};
  }
  Vector in_cube(double side) { return in_box({side, side, side}); }
  Vector in_ball(double radius) {
    for (;;) {
      const Vector p = in_cube(2) - Vector{1, 1, 1};
      if (norm_squared(p) <= 1) return radius * p;
    }
  }
  Vector direction() {
    const double z = number(-1, 1), angle = number(0, 2 * std::numbers::pi);
    const double r = std::sqrt(1 - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
  }
  double normal() {
    return std::sqrt(-2 * std::log(1 - number(0, 1))) * std::cos(number(0, 2 * std::numbers::pi));
  }
  int below(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }

 private:
  std::mt19937_64 engine_;
};

constexpr double volume_fraction = 0.6;

double volume(double radius) { return 4 * std::numbers::pi / 3 * radius * radius * radius; }

void add_sphere(BodySet& set, const Vector& centre, double radius) {
  const Vector half{radius, radius, radius};
  set.box.push_back({centre - half, centre + half});
  set.sphere.push_back({centre, radius});
}

// A velocity for everyone and a random order.
BodySet finished(BodySet set, Random& random, double speed) {
  for (std::size_t i = set.box.size(); i > 1; --i) {
    const int j = random.below(static_cast<int>(i));
    std::swap(set.box[i - 1], set.box[j]);
    std::swap(set.sphere[i - 1], set.sphere[j]);
    if (!set.velocity.empty()) std::swap(set.velocity[i - 1], set.velocity[j]);
  }
  while (set.velocity.size() < set.box.size()) {
    set.velocity.push_back(speed * random.number(0, 1) * random.direction());
  }
  return set;
}

template <class Radius>
std::vector<double> radii(int count, Radius next) {
  std::vector<double> list(count);
  std::generate(list.begin(), list.end(), next);
  return list;
}

double total_volume(const std::vector<double>& radius) {
  double sum = 0;
  for (const double r : radius) sum += volume(r);
  return sum;
}

BodySet in_a_cube(const std::vector<double>& radius, Random& random,
                  double fraction = volume_fraction) {
  const double side = std::cbrt(total_volume(radius) / fraction);
  BodySet set;
  for (const double r : radius) add_sphere(set, random.in_cube(side), r);
  return finished(std::move(set), random, 1);
}

BodySet uniform(int count, unsigned seed) {
  Random random(seed);
  return in_a_cube(radii(count, [&] { return random.number(0.5, 1.5); }), random);
}

BodySet monodisperse(int count, unsigned seed) {
  Random random(seed);
  return in_a_cube(std::vector<double>(count, 1.0), random);
}

// As many bodies between 1 and 2 as between 2 and 4: the small are lost among the large.
template <int ratio>
BodySet even_by_logarithm(int count, unsigned seed) {
  Random random(seed);
  return in_a_cube(radii(count, [&] { return std::pow(ratio, random.number(0, 1)); }), random);
}

// So dense, volumes lying over each other, that a body has as many neighbours as in the
// monodisperse set: large bodies have many more pairs than small ones, and few are left per body at
// 0.6.
BodySet even_by_logarithm_dense(int count, unsigned seed) {
  Random random(seed);
  return in_a_cube(radii(count, [&] { return std::pow(1000, random.number(0, 1)); }), random, 1.44);
}

// As much volume between 1 and 2 as between 2 and 4: a thousand small ones around every large one.
template <int ratio>
BodySet even_by_volume(int count, unsigned seed) {
  Random random(seed);
  const double most = 1 - std::pow(ratio, -3.0);
  return in_a_cube(radii(count, [&] { return std::pow(1 - most * random.number(0, 1), -1.0 / 3); }),
                   random);
}

BodySet clustered(int count, unsigned seed) {
  Random random(seed);
  const int members = 1000;
  // Half of a cluster lies within 1.54 deviations: as dense there as the uniform set.
  const double deviation = std::cbrt(0.5 * members / volume_fraction) / 1.54;
  const double side = 40 * deviation * std::cbrt(std::max(1, count / members) / 8.0);
  BodySet set;
  Vector centre{};
  for (int i = 0; i < count; ++i) {
    if (i % members == 0) centre = random.in_cube(side);
    const Vector away{random.normal(), random.normal(), random.normal()};
    add_sphere(set, centre + deviation * away, random.number(0.5, 1.5));
  }
  return finished(std::move(set), random, 1);
}

BodySet cluster_in_void(int count, unsigned seed) {
  Random random(seed);
  const std::vector<double> radius = radii(count, [&] { return random.number(0.5, 1.5); });
  const double ball = std::cbrt(total_volume(radius) / volume(1) / volume_fraction);
  BodySet set;
  for (int i = 0; i < count; ++i) {
    add_sphere(set, i % 100 == 0 ? random.in_cube(200 * ball) : random.in_ball(ball), radius[i]);
  }
  return finished(std::move(set), random, 1);
}

void add_needle(BodySet& set, const Vector& centre, const Vector& direction, double length,
                double radius) {
  const Vector half{0.5 * length * std::abs(direction.x) + radius,
                    0.5 * length * std::abs(direction.y) + radius,
                    0.5 * length * std::abs(direction.z) + radius};
  set.box.push_back({centre - half, centre + half});
  set.sphere.push_back({centre, 0.5 * length + radius});
}

BodySet needles(int count, unsigned seed) {
  Random random(seed);
  const double length = 20, side = length * std::cbrt(count / 5.0);
  BodySet set;
  for (int i = 0; i < count; ++i) {
    add_needle(set, random.in_cube(side), random.direction(), length, 0.5);
  }
  return finished(std::move(set), random, 1);
}

// Fibres along the axes, each direction as often: boxes that are as thin as the fibres.
BodySet crossed_fibres(int count, unsigned seed) {
  Random random(seed);
  const double length = 100, side = std::cbrt(count * length / 0.3);
  BodySet set;
  for (int i = 0; i < count; ++i) {
    Vector direction{};
    direction[i % 3] = 1;
    add_needle(set, random.in_cube(side), direction, length, 0.5);
  }
  return finished(std::move(set), random, 1);
}

// Grains of 1:2 on a shaken lattice, four times as wide as deep, hardly moving.
BodySet bed(int count, unsigned seed) {
  Random random(seed);
  const std::vector<double> radius = radii(count, [&] { return random.number(2 / 3.0, 4 / 3.0); });
  const double cell = std::cbrt(total_volume(radius) / volume_fraction / count);
  const int depth = std::max(1, static_cast<int>(std::cbrt(count / 16.0)));
  const int width = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count) / depth)));
  BodySet set;
  for (int i = 0; i < count; ++i) {
    const Vector corner{1.0 * (i % width), 1.0 * (i / width % width), 1.0 * (i / width / width)};
    add_sphere(set, cell * (corner + random.in_cube(0.7)), radius[i]);
  }
  return finished(std::move(set), random, 0.01);
}

// Down a slope of 30 degrees: dense at the bottom, thinning out upwards, faster with height; one in
// twenty flies above.
BodySet avalanche(int count, unsigned seed) {
  Random random(seed);
  const double depth = std::cbrt(count / 30.0), width = 2 * depth, run = 15 * depth;
  const double down = std::numbers::pi / 6;
  BodySet set;
  for (int i = 0; i < count; ++i) {
    const bool flies = i % 20 == 0;
    const double above = flies ? random.number(0, 10) : -std::log(1 - random.number(0, 0.95));
    const double along = random.number(0, run), height = above * depth;
    add_sphere(set,
               {along * std::cos(down) + height * std::sin(down), random.number(0, width),
                height * std::cos(down) - along * std::sin(down)},
               random.number(0.4, 1.2));
    set.velocity.push_back((1 + above) * Vector{std::cos(down), 0, -std::sin(down)} +
                           0.3 * random.direction());
  }
  return finished(std::move(set), random, 0);
}

constexpr std::array list{
    Distribution{"uniform", "spheres 1:3 in a cube, volume fraction 0.6", uniform},
    Distribution{"clustered", "clusters of a thousand spheres 1:3 in a wide cube", clustered},
    Distribution{"void",
                 "one dense ball of spheres 1:3 in a void 200 times as wide, with a hundredth "
                 "of them",
                 cluster_in_void},
    Distribution{"ratio-100", "spheres 1:100, as many in every octave, volume fraction 0.6",
                 even_by_logarithm<100>},
    Distribution{"needles", "needles 1:20 in random directions", needles},
    Distribution{"bed", "grains 1:2 on a shaken lattice, wide and flat", bed},
    Distribution{"avalanche", "spheres 1:3 down a slope, thinning out upwards", avalanche},
    Distribution{"monodisperse", "equal spheres in a cube, volume fraction 0.6", monodisperse},
    Distribution{"ratio-1000", "spheres 1:1000, as many in every octave", even_by_logarithm<1000>},
    Distribution{"ratio-1000-dense", "the same with as many pairs per body as monodisperse",
                 even_by_logarithm_dense},
    Distribution{"ratio-1000-volume", "spheres 1:1000, as much volume in every octave",
                 even_by_volume<1000>},
    Distribution{"crossed-fibres", "fibres 1:100 along the three axes", crossed_fibres},
};

}  // namespace

std::span<const Distribution> distributions() { return list; }

const Distribution* find_distribution(std::string_view name) {
  for (const Distribution& distribution : list) {
    if (distribution.name == name) return &distribution;
  }
  return nullptr;
}

}  // namespace study::broad
