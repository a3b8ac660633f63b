#include "talus/packing/adsorption.h"

#include <algorithm>
#include <cmath>

#include "talus/narrow/contact.h"
#include "talus/packing.h"

namespace talus {
namespace {

using ellipsoid_ellipsoid::Overlap;
using ellipsoid_ellipsoid::overlap_verdict;
using ellipsoid_ellipsoid::spread_of;

// Refusals by position alone keep this distance from the surface, relative to the bodies: far more
// than rounding (1e-15), far less than what affects the cost: of 1e9 refusals three are left to the
// exact test. A choice.
constexpr double margin = 1e-9;

constexpr std::int64_t cells_per_body = 8;  // of the grid of refusals; a choice

ellipsoid_ellipsoid::Spread<double> stretched(const ellipsoid_ellipsoid::Spread<double>& spread,
                                              double factor) {
  return {(factor * factor) * spread.matrix, factor * spread.least};
}

double least_of(const Vec3<double>& v) { return std::min({v.x, v.y, v.z}); }

// Images of a body that are less than `reach` away, one of each pair of opposite ones; in box
// lengths.
std::vector<Image> images_within(double reach) {
  std::vector<Image> images;
  const int range = static_cast<int>(reach) + 1;
  for (int x = 0; x <= range; ++x) {
    for (int y = x == 0 ? 0 : -range; y <= range; ++y) {
      for (int z = x == 0 && y == 0 ? 1 : -range; z <= range; ++z) {
        if (x * x + y * y + z * z <= reach * reach) images.push_back({x, y, z});
      }
    }
  }
  return images;
}

}  // namespace

Adsorption::Adsorption(Bodies& bodies, double box_length, std::uint64_t seed,
                       std::int64_t expected_count)
    : bodies_(bodies),
      box_length_(box_length),
      seed_(seed),
      refusal_(box_length, cells_per_body * expected_count) {
  for (const Shape& shape : bodies.shapes) envelopes_.push_back(envelope_of(shape));
  std::map<int, double> largest_radius;
  for (const Envelope& envelope : envelopes_) {
    double& largest = largest_radius[std::ilogb(envelope.outer_radius)];
    largest = std::max(largest, envelope.outer_radius);
  }
  for (const auto& [exponent, radius] : largest_radius) {
    levels_.emplace(exponent, Level(box_length, radius, expected_count));
  }
}

void Adsorption::choose_shape(std::int32_t shape) {
  chosen_ = shape;
  const double radius = envelope().outer_radius;
  touching_squared_.clear();
  for (const Envelope& other : envelopes_) {
    const double sum = (radius + other.outer_radius) * (1.0 + margin);
    touching_squared_.push_back(sum * sum);
  }
  for (auto& [exponent, level] : levels_) {
    level.search.emplace(level.cells, radius + level.largest_radius);
  }
  refusal_.clear();
  for (std::size_t i = 0; i < placed_.size(); ++i) widen(static_cast<std::int32_t>(i));
  own_images_ = images_within(2.0 * radius * (1.0 + margin) / box_length_);
}

// The inner ellipsoid with axes a widened by a ball of radius r contains the ellipsoid with axes a
// + r, by the triangle inequality of the support functions: |(a + r) n| <= |a n| + r |n|. Two
// bodies whose centres are so near overlap, whatever the orientation of the second.
void Adsorption::widen(std::int32_t body) {
  Placed& placed = placed_[static_cast<std::size_t>(body)];
  const double r = envelope().inner_radius;
  const Vec3<double> axes =
      envelopes_[static_cast<std::size_t>(placed.shape)].inner_axes + Vec3<double>{r, r, r};
  const Mat3<double> rotation =
      rotation_of(bodies_.poses[static_cast<std::size_t>(body)].orientation);
  placed.widened =
      spread_of(Vec3<double>{1.0 / axes.x, 1.0 / axes.y, 1.0 / axes.z}, rotation).matrix;
  refusal_.add(body, placed.centre, axes, rotation);
}

// A refusal stays valid when more bodies are placed, so a block of attempts is screened ahead of
// time: their cache misses overlap.
Adsorption::Outcome Adsorption::try_to_place(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t done = 0; done < count;) {
    const std::size_t block = std::min<std::uint64_t>(count - done, candidates_.size());
    screen(first + done, block);
    for (std::size_t i = 0; i < block; ++i) {
      ++done;
      if (candidates_[i].refused || !fits(candidates_[i])) continue;
      insert(candidates_[i]);
      return {done, true};
    }
  }
  return {count, false};
}

void Adsorption::screen(std::uint64_t first, std::size_t count) {
  const auto inside = [this](double x) { return x - box_length_ * std::floor(x / box_length_); };
  // A body with its centre at the origin may be refused before it is turned.
  const bool centred = envelope().centre == Vec3<double>{};
  for (std::size_t i = 0; i < count; ++i) {
    Candidate& c = candidates_[i];
    c.random = Random(seed_, first + i);
    c.pose.position = c.centre = c.wrapped = c.random.point_in_cube(box_length_);
    if (!centred) {
      c.pose.orientation = c.random.rotation();
      c.centre = c.pose.position + rotation_of(c.pose.orientation) * envelope().centre;
      c.wrapped = {inside(c.centre.x), inside(c.centre.y), inside(c.centre.z)};
    }
    c.cell = refusal_.cell_of(c.wrapped);
    refusal_.prefetch(c.cell);
  }
  for (std::size_t i = 0; i < count; ++i) {
    refusal_.visit(candidates_[i].cell, [this](std::int32_t body, const auto&) {
      const Placed& placed = placed_[static_cast<std::size_t>(body)];
      __builtin_prefetch(&placed);
      __builtin_prefetch(&placed.matrix);
      return true;
    });
  }
  for (std::size_t i = 0; i < count; ++i) {
    candidates_[i].refused = refused_at(candidates_[i]);
  }
}

// Tests the bodies that the grid lists at this position; those that do not refuse it yet go into
// listed_, the nearest first.
bool Adsorption::refused_at(const Candidate& candidate) {
  const Vec3<double>& position = candidate.wrapped;
  listed_.clear();
  return !refusal_.visit(candidate.cell, [&](std::int32_t body, const auto& image) {
    const Placed& placed = placed_[static_cast<std::size_t>(body)];
    const Vec3<double> offset{placed.centre.x + box_length_ * image.x - position.x,
                              placed.centre.y + box_length_ * image.y - position.y,
                              placed.centre.z + box_length_ * image.z - position.z};
    const double widened = quadratic_form(offset, placed.widened, offset);
    if (widened < 1.0 - margin) return false;
    listed_.push_back({body, offset, widened, {}});
    for (std::size_t i = listed_.size() - 1; i > 0 && widened < listed_[i - 1].widened; --i) {
      std::swap(listed_[i - 1], listed_[i]);
    }
    return true;
  });
}

bool Adsorption::fits(Candidate& candidate) {
  if (refused_at(candidate)) return false;
  if (envelope().centre == Vec3<double>{}) candidate.pose.orientation = candidate.random.rotation();
  const Spread spread = spread_of(envelope().inner_axes, rotation_of(candidate.pose.orientation));
  if (refused_by_listed(spread)) return false;
  if (!find_near(candidate.centre) || refused_by_ellipsoids(spread)) return false;
  if (!is_apart_from_own_images(candidate.pose)) return false;
  return std::all_of(near_.begin(), near_.end(),
                     [&](const Near& near) { return is_apart(near, candidate.pose); });
}

Adsorption::Spread Adsorption::inner_spread(const Placed& placed) const {
  return {placed.matrix, least_of(envelopes_[static_cast<std::size_t>(placed.shape)].inner_axes)};
}

bool Adsorption::refused_by_listed(const Spread& spread) const {
  return std::any_of(listed_.begin(), listed_.end(), [&](const Near& near) {
    const Spread other = inner_spread(placed_[static_cast<std::size_t>(near.body)]);
    return overlap_verdict(spread, other, near.offset) == Overlap::overlapping;
  });
}

// Collects the bodies whose bounding spheres meet that of the new one; false if it overlaps one of
// them for sure.
bool Adsorption::find_near(const Vec3<double>& centre) {
  near_.clear();
  for (auto& [exponent, level] : levels_) {
    const bool free = level.search->visit(
        centre, [this](std::int32_t body, const Vec3<double>& offset, const Image& image) {
          const Placed& placed = placed_[static_cast<std::size_t>(body)];
          if (norm_squared(offset) > touching_squared_[static_cast<std::size_t>(placed.shape)]) {
            return true;
          }
          const double widened = quadratic_form(offset, placed.widened, offset);
          if (widened < 1.0 - margin) return false;
          near_.push_back({body, offset, widened, {-image[0], -image[1], -image[2]}});
          return true;
        });
    if (!free) return false;
  }
  return true;
}

// Also moves those that are not known to be apart to the front, for the contact test.
bool Adsorption::refused_by_ellipsoids(const Spread& spread) {
  std::sort(near_.begin(), near_.end(),
            [](const Near& p, const Near& q) { return p.widened < q.widened; });
  std::size_t open = 0;
  const double stretch = envelope().stretch;
  for (std::size_t i = 0; i < near_.size(); ++i) {
    const Placed& placed = placed_[static_cast<std::size_t>(near_[i].body)];
    const Spread other = inner_spread(placed);
    Overlap verdict = overlap_verdict(spread, other, near_[i].offset);
    if (verdict == Overlap::overlapping) return true;
    const double other_stretch = envelopes_[static_cast<std::size_t>(placed.shape)].stretch;
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

void Adsorption::insert(const Candidate& candidate) {
  const std::int32_t body = static_cast<std::int32_t>(bodies_.size());
  bodies_.poses.push_back(candidate.pose);
  bodies_.shape_of.push_back(chosen_);
  const Mat3<double> rotation = rotation_of(candidate.pose.orientation);
  placed_.push_back(
      {{}, candidate.centre, spread_of(envelope().inner_axes, rotation).matrix, chosen_});
  widen(body);
  levels_.at(std::ilogb(envelope().outer_radius)).cells.insert(body, candidate.centre);
}

}  // namespace talus
