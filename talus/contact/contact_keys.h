// Which contact of the last step a contact is, where the features of the bodies do not name it.
#pragma once

#include <algorithm>
#include <vector>

#include "talus/contact/contact_history.h"
#include "talus/narrow/round_wall_contacts.h"

namespace talus {

// Points have a `key` and, those of two meshes, a `position_in_a`, as KeyedContact.

// The contacts of two meshes are parts of their overlap, without a name: a part is that of the last
// step that was nearest, the nearest of all first; others get new keys.
template <class Point>
void set_keys(const std::vector<KeyedContact>& last, std::vector<Point>& found) {
  constexpr std::int64_t none = -1;
  std::int64_t largest = none;
  for (const KeyedContact& old : last) largest = std::max(largest, old.key);
  for (Point& at : found) at.key = none;
  const auto is_taken = [&](std::int64_t key) {
    return std::any_of(found.begin(), found.end(),
                       [key](const Point& at) { return at.key == key; });
  };
  for (std::size_t i = 0; i < std::min(last.size(), found.size()); ++i) {
    Point* nearest = nullptr;
    std::int64_t key = none;
    double least = infinity_of<double>();
    for (const KeyedContact& old : last) {
      if (is_taken(old.key)) continue;
      for (Point& at : found) {
        const double squared = norm_squared(at.position_in_a - old.position_in_a);
        if (at.key == none && squared < least) least = squared, nearest = &at, key = old.key;
      }
    }
    if (nearest != nullptr) nearest->key = key;
  }
  for (Point& at : found) {
    if (at.key == none) at.key = ++largest;
  }
}

// The keys of contacts with a round wall are azimuths, which move: each contact of the last step
// gets the key of the nearest new one, up to 26 degrees, the closest of all first. Sorts `points`.
template <class Point>
void follow_azimuths(const std::vector<Point>& found, std::vector<KeyedContact>& points) {
  constexpr std::int64_t farthest = RoundWallKey::part / 14;
  const auto part = [](std::int64_t key) { return key / RoundWallKey::part; };
  const auto apart = [](std::int64_t p, std::int64_t q) {  // around the ring
    const std::int64_t d = (p > q ? p - q : q - p) % RoundWallKey::part;
    return std::min(d, RoundWallKey::part - d);
  };
  std::size_t done = 0;  // the first of `points` have their keys
  for (;;) {
    std::int64_t least = farthest;
    std::size_t from = points.size(), to = 0;
    for (std::size_t k = done; k < points.size(); ++k) {
      for (std::size_t i = 0; i < found.size(); ++i) {
        const std::int64_t key = found[i].key;
        if (part(key) != part(points[k].key) || apart(key, points[k].key) >= least) continue;
        const auto has_key = [&](const KeyedContact& other) { return other.key == key; };
        if (std::any_of(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(done),
                        has_key)) {
          continue;
        }
        least = apart(key, points[k].key);
        from = k;
        to = i;
      }
    }
    if (from == points.size()) break;
    points[from].key = found[to].key;
    std::swap(points[from], points[done++]);
  }
  std::sort(points.begin(), points.end(),
            [](const KeyedContact& p, const KeyedContact& q) { return p.key < q.key; });
}

}  // namespace talus
