#include "talus/sim/adsorption.h"

#include <algorithm>
#include <cmath>

#include "talus/narrow/contact.h"
#include "talus/sim/neighbour_pairs.h"
#include "talus/sim/random.h"

namespace talus {
namespace {

using ellipsoid_ellipsoid::Overlap;
using ellipsoid_ellipsoid::overlap_verdict;
using ellipsoid_ellipsoid::spread_of;

// Decisions by place alone keep this far from the surface, relative to the bodies: far more than
// rounding, far less than what matters to the cost.
constexpr double margin = 1e-9;

ellipsoid_ellipsoid::Spread<double> stretched(const ellipsoid_ellipsoid::Spread<double>& spread,
                                              double factor) {
  return {(factor * factor) * spread.matrix, factor * spread.least};
}

}  // namespace

Adsorption::Adsorption(Bodies& bodies, double box_length, std::uint64_t seed,
                       std::int64_t expected_count)
    : bodies_(bodies), box_length_(box_length), seed_(seed), expected_count_(expected_count) {
  for (const Shape& shape : bodies.shapes) envelopes_.push_back(envelope_of(shape));
}

void Adsorption::choose_shape(std::int32_t shape) {
  chosen_ = shape;
  const double radius = envelopes_[static_cast<std::size_t>(shape)].outer_radius;
  touching_squared_.clear();
  for (const Envelope& other : envelopes_) {
    const double sum = (radius + other.outer_radius) * (1.0 + margin);
    touching_squared_.push_back(sum * sum);
  }
  for (auto& [exponent, level] : levels_) {
    level.search = CellSearch(level.cells, radius + level.largest_radius);
  }
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    placed_[i].widened = widened(rotation_of(bodies_.poses[i].orientation), placed_[i].shape);
  }
  own_images_.clear();
  const int range = static_cast<int>(2.0 * radius / box_length_) + 1;
  const double reach = 2.0 * radius * (1.0 + margin) / box_length_;
  for (int x = 0; x <= range; ++x) {
    for (int y = x == 0 ? 0 : -range; y <= range; ++y) {
      for (int z = x == 0 && y == 0 ? 1 : -range; z <= range; ++z) {
        if (x * x + y * y + z * z <= reach * reach) own_images_.push_back({x, y, z});
      }
    }
  }
}

// The inner ellipsoid E with axes a widened by a ball of radius r contains the ellipsoid with axes
// a + r, by the triangle inequality of the support functions: |(a + r) n| <= |a n| + r |n|. Two
// bodies whose centres are so near overlap, whatever the orientation of the second.
SymMat3<double> Adsorption::widened(const Mat3<double>& rotation, std::int32_t shape) const {
  const double r = envelopes_[static_cast<std::size_t>(chosen_)].inner_radius;
  const Vec3<double>& a = envelopes_[static_cast<std::size_t>(shape)].inner_axes;
  return spread_of(Vec3<double>{1.0 / (a.x + r), 1.0 / (a.y + r), 1.0 / (a.z + r)}, rotation)
      .matrix;
}

bool Adsorption::attempt(std::uint64_t k) {
  Random random(seed_, k);
  const Envelope& envelope = envelopes_[static_cast<std::size_t>(chosen_)];
  Pose<double> pose;
  pose.position = random.point_in_cube(box_length_);
  // A body with its centre at the origin may be refused before it is turned.
  const bool centred = envelope.centre == Vec3<double>{};
  if (centred && !find_near(pose.position)) return false;
  pose.orientation = random.rotation();
  const Mat3<double> rotation = rotation_of(pose.orientation);
  const Vec3<double> centre = pose.position + rotation * envelope.centre;
  if (!centred && !find_near(centre)) return false;

  const Spread spread = spread_of(envelope.inner_axes, rotation);
  if (refused_by_ellipsoids(spread)) return false;
  if (!is_apart_from_own_images(pose)) return false;
  for (const Near& near : near_) {
    if (!is_apart(near, pose)) return false;
  }
  place(pose, centre, rotation, spread);
  return true;
}

// Collects the bodies whose bounding spheres meet that of the new one; false if it overlaps one of
// them for sure.
bool Adsorption::find_near(const Vec3<double>& centre) {
  near_.clear();
  for (auto& [exponent, level] : levels_) {
    const bool free = level.search.visit(
        centre, [this](std::int32_t body, const Vec3<double>& offset, const Image& image) {
          const Placed& placed = placed_[static_cast<std::size_t>(body)];
          if (norm_squared(offset) > touching_squared_[static_cast<std::size_t>(placed.shape)]) {
            return true;
          }
          const double widened = quadratic_form(offset, placed.widened, offset);
          if (widened < 1.0 - margin) return false;
          near_.push_back({body, {-image[0], -image[1], -image[2]}, offset, widened});
          return true;
        });
    if (!free) return false;
  }
  return true;
}

// Also puts those that are not known to be apart first, for the contact to look at.
bool Adsorption::refused_by_ellipsoids(const Spread& spread) {
  std::sort(near_.begin(), near_.end(),
            [](const Near& p, const Near& q) { return p.widened < q.widened; });
  std::size_t open = 0;
  const double stretch = envelopes_[static_cast<std::size_t>(chosen_)].stretch;
  for (std::size_t i = 0; i < near_.size(); ++i) {
    const std::size_t body = static_cast<std::size_t>(near_[i].body);
    const Spread& other = spreads_[body];
    Overlap verdict = overlap_verdict(spread, other, near_[i].offset);
    if (verdict == Overlap::overlapping) return true;
    const double other_stretch =
        envelopes_[static_cast<std::size_t>(bodies_.shape_of[body])].stretch;
    if (stretch != 1.0 || other_stretch != 1.0) {
      verdict = overlap_verdict(stretched(spread, stretch), stretched(other, other_stretch),
                                near_[i].offset);
    }
    if (verdict != Overlap::apart) std::swap(near_[open++], near_[i]);
  }
  return false;
}

bool Adsorption::is_apart(const Near& near, const Pose<double>& pose) const {
  const std::size_t body = static_cast<std::size_t>(near.body);
  return contact(bodies_.shape(body), bodies_.poses[body],
                 bodies_.shapes[static_cast<std::size_t>(chosen_)],
                 pose_of_image(pose, box_length_, near.image))
             .lower > 0.0;
}

bool Adsorption::is_apart_from_own_images(const Pose<double>& pose) const {
  const Shape& shape = bodies_.shapes[static_cast<std::size_t>(chosen_)];
  return std::all_of(own_images_.begin(), own_images_.end(), [&](const Image& image) {
    return contact(shape, pose, shape, pose_of_image(pose, box_length_, image)).lower > 0.0;
  });
}

void Adsorption::place(const Pose<double>& pose, const Vec3<double>& centre,
                       const Mat3<double>& rotation, const Spread& spread) {
  const std::int32_t body = static_cast<std::int32_t>(bodies_.size());
  bodies_.poses.push_back(pose);
  bodies_.shape_of.push_back(chosen_);
  spreads_.push_back(spread);
  placed_.push_back({widened(rotation, chosen_), chosen_});
  const double radius = envelopes_[static_cast<std::size_t>(chosen_)].outer_radius;
  const int exponent = std::ilogb(radius);
  auto level = levels_.find(exponent);
  if (level == levels_.end()) {
    // The first of a level is its largest: the largest bodies come first.
    PeriodicCells cells(box_length_, radius, expected_count_);
    level = levels_.emplace(exponent, Level{cells, radius, CellSearch(cells, 0.0)}).first;
    level->second.search = CellSearch(level->second.cells, 2.0 * radius);
  }
  level->second.cells.insert(body, centre);
}

}  // namespace talus
