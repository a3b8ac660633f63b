#include "talus/broad/rows/entries.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::broad::rows {
namespace {

// A bound on the rounding of moving a box and of the exact test together.
double margin_of(const Domain& domain, int axis, double lower, double upper, int periods) {
  const double magnitude = std::max(std::abs(lower), std::abs(upper)) +
                           std::abs(domain.lower[axis]) +
                           (std::abs(periods) + 2) * domain.period(axis);
  return 8 * std::numeric_limits<double>::epsilon() * magnitude;
}

// A box that stays where it is keeps its exact coordinates.
BoundingBox<double> moved_box(const Domain& domain, const BoundingBox<double>& box,
                              const Image& image) {
  if (image == Image{}) return box;
  const int periods[3]{image.x, image.y, image.z};
  BoundingBox<double> moved = box;
  for (int axis = 0; axis < 3; ++axis) {
    if (!domain.periodic[axis]) continue;
    const double shift = periods[axis] * domain.period(axis);
    const double margin = margin_of(domain, axis, box.lower[axis], box.upper[axis], periods[axis]);
    moved.lower[axis] += shift - margin;
    moved.upper[axis] += shift + margin;
  }
  return moved;
}

// The periods that bring a box's middle into the domain: bodies whose centre is kept there stay.
int periods_home(const Domain& domain, int axis, const BoundingBox<double>& box) {
  if (!domain.periodic[axis]) return 0;
  const double middle = 0.5 * box.lower[axis] + 0.5 * box.upper[axis];
  return -static_cast<int>(std::floor((middle - domain.lower[axis]) / domain.period(axis)));
}

Image sum(const Image& a, int x, int y, int z) {
  return {static_cast<std::int16_t>(a.x + x), static_cast<std::int16_t>(a.y + y),
          static_cast<std::int16_t>(a.z + z)};
}

// Of the periods -2..2 beyond home those that let a box reach the region. Two boxes in the domain
// meet within one period; the second is for boxes as long as the period, and for rounding.
struct Reach {
  int first = 3, last = -3;

  Reach(const Domain& domain, int axis, const BoundingBox<double>& home,
        const BoundingBox<double>& region) {
    if (!domain.periodic[axis]) {
      first = last = 0;
      return;
    }
    for (int periods = -2; periods <= 2; ++periods) {
      const double shift = periods * domain.period(axis);
      const double margin =
          2 * margin_of(domain, axis, home.lower[axis], home.upper[axis], periods);
      if (home.lower[axis] + shift - margin > region.upper[axis] ||
          home.upper[axis] + shift + margin < region.lower[axis]) {
        continue;
      }
      first = std::min(first, periods);
      last = std::max(last, periods);
    }
  }
};

bool is_in_kept_half(int x, int y, int z) {
  return x > 0 || (x == 0 && (y > 0 || (y == 0 && z > 0)));
}

}  // namespace

void Entries::add(const Scene& scene, std::int32_t volume, const Image& moved) {
  own_box_.push_back(moved_box(scene.domain, scene.box[volume], moved));
  origin_.push_back({volume, moved});
}

void Entries::gather(const Scene& scene) {
  own_box_.clear();
  origin_.clear();
  volumes_ = scene.count();
  box_ = scene.box;
  if (scene.domain.is_open() || scene.count() == 0) return;

  const Domain& domain = scene.domain;
  BoundingBox<double> region = {scene.box[0].upper, scene.box[0].lower};
  for (int i = 0; i < scene.count(); ++i) {
    const BoundingBox<double>& box = scene.box[i];
    add(scene, i,
        sum({}, periods_home(domain, 0, box), periods_home(domain, 1, box),
            periods_home(domain, 2, box)));
    if (i == 0) region = own_box_[0];
    enlarge(region, own_box_[i]);
  }
  for (int i = 0; i < scene.count(); ++i) {
    const BoundingBox<double> home = own_box_[i];
    const Reach x(domain, 0, home, region), y(domain, 1, home, region), z(domain, 2, home, region);
    for (int dx = x.first; dx <= x.last; ++dx) {
      for (int dy = y.first; dy <= y.last; ++dy) {
        for (int dz = z.first; dz <= z.last; ++dz) {
          if (is_in_kept_half(dx, dy, dz)) add(scene, i, sum(origin_[i].moved, dx, dy, dz));
        }
      }
    }
  }
  box_ = own_box_;
}

}  // namespace talus::broad::rows
