#include "talus/shape/mesh/cell_lists.h"

#include "talus/parallel/parallel_for.h"

namespace talus {
namespace {

// Enlarges cells, in cell sizes: far more than the rounding of coordinates a million cells away
// from the origin, far less than any error that matters.
constexpr double slack = 1e-9;

double radius_along(const Vec3<double>& half, const Vec3<double>& axis) {
  return half.x * std::abs(axis.x) + half.y * std::abs(axis.y) + half.z * std::abs(axis.z);
}

template <class... Points>
bool separated_along(const Vec3<double>& axis, const Vec3<double>& half, const Points&... points) {
  const double radius = radius_along(half, axis);
  const auto [low, high] = std::minmax({dot(axis, points)...});
  return low > radius || high < -radius;
}

struct CellRange {
  int first[3], last[3];
};

CellRange cells_around(const MeshLattice& lattice, const Vec3<double>& a, const Vec3<double>& b,
                       const Vec3<double>& c) {
  CellRange range{};
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::minmax({a[axis], b[axis], c[axis]});
    const auto cell_at = [&](double x, double more) {
      const double w = (x - lattice.origin[axis]) / lattice.cell_size[axis] + more;
      return std::clamp(static_cast<int>(std::floor(w)), 0, lattice.cells[axis] - 1);
    };
    range.first[axis] = cell_at(low, -slack);
    range.last[axis] = cell_at(high, slack);
  }
  return range;
}

}  // namespace

CellBox box_of_cell(const MeshLattice& lattice, int i, int j, int k) {
  const Vec3<double> lower = lattice.node(i, j, k);
  return {lower + 0.5 * lattice.cell_size, (0.5 + slack) * lattice.cell_size};
}

// By the separating axes: three of the box, the plane, nine products of edges (T. Akenine-Moeller,
// Fast 3D triangle-box overlap testing, 2001).
bool triangle_meets_box(const CellBox& box, Vec3<double> a, Vec3<double> b, Vec3<double> c) {
  a = a - box.middle, b = b - box.middle, c = c - box.middle;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::minmax({a[axis], b[axis], c[axis]});
    if (low > box.half[axis] || high < -box.half[axis]) return false;
  }
  const Vec3<double> normal = cross(b - a, c - a);
  if (std::abs(dot(normal, a)) > radius_along(box.half, normal)) return false;
  for (const Vec3<double>& e : {b - a, c - b, a - c}) {
    if (separated_along({0.0, -e.z, e.y}, box.half, a, b, c) ||
        separated_along({e.z, 0.0, -e.x}, box.half, a, b, c) ||
        separated_along({-e.y, e.x, 0.0}, box.half, a, b, c)) {
      return false;
    }
  }
  return true;
}

bool segment_meets_box(const CellBox& box, Vec3<double> a, Vec3<double> b) {
  a = a - box.middle, b = b - box.middle;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::min(a[axis], b[axis]) > box.half[axis] ||
        std::max(a[axis], b[axis]) < -box.half[axis]) {
      return false;
    }
  }
  const Vec3<double> e = b - a;
  return !separated_along({0.0, -e.z, e.y}, box.half, a) &&
         !separated_along({e.z, 0.0, -e.x}, box.half, a) &&
         !separated_along({-e.y, e.x, 0.0}, box.half, a);
}

std::vector<CellFacet> facets_in_cells(const MeshLattice& lattice,
                                       const std::vector<Vec3<double>>& vertices,
                                       const std::vector<std::array<int, 3>>& triangles,
                                       int threads) {
  constexpr int block = 4096;
  const int count = static_cast<int>(triangles.size());
  std::vector<std::vector<CellFacet>> part((count + block - 1) / block);
  parallel_for_chunks(count, block, threads, [&](auto n, auto begin, auto end) {
    for (auto t = static_cast<int>(begin); t < end; ++t) {
      const Vec3<double>&a = vertices[triangles[t][0]], &b = vertices[triangles[t][1]],
            &c = vertices[triangles[t][2]];
      const CellRange range = cells_around(lattice, a, b, c);
      for (int k = range.first[2]; k <= range.last[2]; ++k) {
        for (int j = range.first[1]; j <= range.last[1]; ++j) {
          for (int i = range.first[0]; i <= range.last[0]; ++i) {
            if (triangle_meets_box(box_of_cell(lattice, i, j, k), a, b, c)) {
              part[n].push_back({lattice.cell_number(i, j, k), t});
            }
          }
        }
      }
    }
  });
  std::vector<CellFacet> all;
  for (const std::vector<CellFacet>& p : part) all.insert(all.end(), p.begin(), p.end());
  std::ranges::sort(all);
  return all;
}

}  // namespace talus
