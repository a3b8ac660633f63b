#include "talus/shape/mesh/weld.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_map>

#include "talus/parallel/interrupt_counter.h"

namespace talus {
namespace {

// Vertex i becomes target[i], which is not larger; those that no triangle uses go.
void rename(std::vector<Vec3<double>>& vertices, Triangles& triangles,
            const std::vector<int>& target) {
  std::vector<int> number(vertices.size(), -1);
  std::vector<Vec3<double>> kept;
  InterruptCounter interrupt;
  for (std::array<int, 3>& t : triangles) {
    interrupt();
    for (int& v : t) {
      int& n = number[target[v]];
      if (n < 0) {
        n = static_cast<int>(kept.size());
        kept.push_back(vertices[target[v]]);
      }
      v = n;
    }
  }
  vertices = std::move(kept);
}

using Bucket = std::array<std::int64_t, 3>;

struct BucketHash {
  std::size_t operator()(const Bucket& b) const {
    std::uint64_t h = 0;
    for (const std::int64_t x : b) {
      h = (h ^ static_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15u;  // 2^64 / golden ratio
      h ^= h >> 32;
    }
    return h;
  }
};

}  // namespace

void weld_equal(std::vector<Vec3<double>>& vertices, Triangles& triangles) {
  std::vector<int> order(vertices.size()), target(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](int i) { return std::array{vertices[i].x, vertices[i].y, vertices[i].z}; };
  InterruptCounter interrupt;
  std::ranges::sort(order, [&](int i, int j) {
    interrupt();
    const auto a = key(i), b = key(j);
    return a < b || (a == b && i < j);
  });
  for (std::size_t n = 0; n < order.size(); ++n) {
    const bool same = n > 0 && key(order[n]) == key(order[n - 1]);
    target[order[n]] = same ? target[order[n - 1]] : order[n];
  }
  rename(vertices, triangles, target);
}

void weld_near(std::vector<Vec3<double>>& vertices, Triangles& triangles, double tolerance) {
  std::unordered_map<Bucket, std::vector<int>, BucketHash> buckets;
  std::vector<int> target(vertices.size());
  InterruptCounter interrupt;
  for (int i = 0; i < static_cast<int>(vertices.size()); ++i) {
    interrupt();
    const Vec3<double>& p = vertices[i];
    const Bucket home = {static_cast<std::int64_t>(std::floor(p.x / tolerance)),
                         static_cast<std::int64_t>(std::floor(p.y / tolerance)),
                         static_cast<std::int64_t>(std::floor(p.z / tolerance))};
    target[i] = i;
    for (int n = 0; n < 27 && target[i] == i; ++n) {
      const auto found =
          buckets.find({home[0] + n % 3 - 1, home[1] + n / 3 % 3 - 1, home[2] + n / 9 - 1});
      if (found == buckets.end()) continue;
      for (const int other : found->second) {
        if (norm_squared(vertices[other] - p) <= tolerance * tolerance) {
          target[i] = other;
          break;
        }
      }
    }
    if (target[i] == i) buckets[home].push_back(i);
  }
  rename(vertices, triangles, target);
}

void drop_unused(std::vector<Vec3<double>>& vertices, Triangles& triangles) {
  std::vector<int> target(vertices.size());
  std::iota(target.begin(), target.end(), 0);
  rename(vertices, triangles, target);
}

void drop_collapsed(Triangles& triangles) {
  std::erase_if(triangles, [](const std::array<int, 3>& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
  });
}

void drop_repeated(Triangles& triangles, RepeatedFacets rule) {
  // Whether the corners are in increasing order, up to rotation: the two sides of a facet differ.
  const auto is_forward = [&](int t) {
    const std::array<int, 3>& v = triangles[t];
    return (v[0] < v[1]) + (v[1] < v[2]) + (v[2] < v[0]) == 2;
  };
  const auto sorted = [&](int t) {
    std::array<int, 3> key = triangles[t];
    std::ranges::sort(key);
    return key;
  };
  std::vector<int> order(triangles.size());
  std::iota(order.begin(), order.end(), 0);
  InterruptCounter interrupt;
  std::ranges::sort(order, [&](int s, int t) {
    interrupt();
    const auto a = sorted(s), b = sorted(t);
    return a < b || (a == b && s < t);
  });
  std::vector<char> gone(triangles.size(), 0);
  for (std::size_t n = 0; n < order.size();) {
    std::size_t end = n + 1;
    while (end < order.size() && sorted(order[end]) == sorted(order[n])) ++end;
    const auto forward =
        std::count_if(order.begin() + static_cast<std::ptrdiff_t>(n),
                      order.begin() + static_cast<std::ptrdiff_t>(end), is_forward);
    const auto backward = static_cast<std::ptrdiff_t>(end - n) - forward;
    const bool none = rule == RepeatedFacets::cancel_opposite ? forward == backward
                      : rule == RepeatedFacets::cancel_even   ? (end - n) % 2 == 0
                                                              : false;
    // The one that stays faces as most of them do.
    std::size_t kept = n;
    while (!none && kept + 1 < end && is_forward(order[kept]) != (forward >= backward)) ++kept;
    for (std::size_t i = n; i < end; ++i) gone[order[i]] = none || i != kept;
    n = end;
  }
  std::size_t next = 0;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (!gone[t]) triangles[next++] = triangles[t];
  }
  triangles.resize(next);
}

}  // namespace talus
