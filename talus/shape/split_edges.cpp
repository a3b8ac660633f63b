#include "talus/shape/split_edges.h"

#include <algorithm>
#include <map>
#include <utility>

namespace talus {
namespace {

// The middles of the edges that are too long, created on first use.
class Middles {
 public:
  Middles(std::vector<Vec3<double>>& vertices, double longest)
      : vertices_(vertices), longest_squared_(longest * longest) {}

  // -1 if the edge stays.
  int between(int i, int j) {
    const auto at = [this](int v) { return vertices_[static_cast<std::size_t>(v)]; };
    const auto [low, high] = std::minmax(i, j);
    if (!(norm_squared(at(high) - at(low)) > longest_squared_)) return -1;
    const auto [found, is_new] =
        known_.try_emplace({low, high}, static_cast<int>(vertices_.size()));
    if (is_new) vertices_.push_back(0.5 * (at(low) + at(high)));
    return found->second;
  }

 private:
  std::vector<Vec3<double>>& vertices_;
  double longest_squared_;
  std::map<std::pair<int, int>, int> known_;
};

// One triangle as two to four; middle[k] is that of corner k and the next, or -1.
void add_parts(const std::array<int, 3>& t, const int (&middle)[3],
               std::vector<std::array<int, 3>>& parts) {
  const int split = (middle[0] >= 0) + (middle[1] >= 0) + (middle[2] >= 0);
  if (split == 0) {
    parts.push_back(t);
  } else if (split == 3) {
    for (int k = 0; k < 3; ++k) parts.push_back({t[k], middle[k], middle[(k + 2) % 3]});
    parts.push_back({middle[0], middle[1], middle[2]});
  } else {
    // Turned so that the first edge is split and the one before it is not.
    int k = 0;
    while (middle[k] < 0 || middle[(k + 2) % 3] >= 0) ++k;
    const int a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
    const int ab = middle[k], bc = middle[(k + 1) % 3];
    parts.push_back({a, ab, c});
    if (split == 1) {
      parts.push_back({ab, b, c});
    } else {
      parts.push_back({ab, b, bc});
      parts.push_back({ab, bc, c});
    }
  }
}

}  // namespace

void split_long_edges(TriangleMesh& surface, double longest) {
  for (bool again = true; again;) {
    Middles middles(surface.vertices, longest);
    std::vector<std::array<int, 3>> parts;
    parts.reserve(surface.triangles.size());
    for (const std::array<int, 3>& t : surface.triangles) {
      const int middle[3] = {middles.between(t[0], t[1]), middles.between(t[1], t[2]),
                             middles.between(t[2], t[0])};
      add_parts(t, middle, parts);
    }
    again = parts.size() > surface.triangles.size();
    surface.triangles = std::move(parts);
  }
}

}  // namespace talus
