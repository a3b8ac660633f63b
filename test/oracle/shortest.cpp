#include "oracle/shortest.h"

#include <array>

namespace oracle {
namespace {

struct Corner {
  int i, j;  // the difference of B's point j and A's point i
  bool operator==(const Corner&) const = default;
};

// At most four corners in use.
template <class R>
struct Simplex {
  int count = 0;
  std::array<Corner, 4> corner;
  std::array<Vec<R>, 4> w;

  void add(const Scene& scene, const Corner& c) {
    corner[count] = c;
    w[count++] = scene.point_b<R>(c.j) - scene.point_a<R>(c.i);
  }
  bool has(const Corner& c) const {
    return std::find(corner.begin(), corner.begin() + count, c) != corner.begin() + count;
  }
};

// Weights of the point of the affine span of w[0], ..., w[k - 1] that is nearest to the origin, by
// Cramer's rule on the Gram matrix of the sides; false if the span is degenerate.
template <class R>
bool affine_weights(const std::array<Vec<R>, 4>& w, int k, std::array<R, 4>& weight) {
  R g[3][3], c[3], x[3];
  for (int p = 0; p + 1 < k; ++p) {
    const Vec<R> side = w[p + 1] - w[0];
    c[p] = -dot(side, w[0]);
    for (int q = 0; q + 1 < k; ++q) g[p][q] = dot(side, w[q + 1] - w[0]);
  }
  if (k == 2) {
    if (!(g[0][0] > 0)) return false;
    x[0] = c[0] / g[0][0];
  } else if (k == 3) {
    const R determinant = g[0][0] * g[1][1] - g[0][1] * g[1][0];
    if (!(determinant > 0)) return false;
    x[0] = (c[0] * g[1][1] - c[1] * g[0][1]) / determinant;
    x[1] = (c[1] * g[0][0] - c[0] * g[1][0]) / determinant;
  } else if (k == 4) {
    const Vec<R> r0{g[0][0], g[0][1], g[0][2]}, r1{g[1][0], g[1][1], g[1][2]},
        r2{g[2][0], g[2][1], g[2][2]}, right{c[0], c[1], c[2]};
    const R determinant = dot(r0, cross(r1, r2));
    if (!(determinant > 0)) return false;
    x[0] = dot(right, cross(r1, r2)) / determinant;  // the matrix is symmetric
    x[1] = dot(r0, cross(right, r2)) / determinant;
    x[2] = dot(r0, cross(r1, right)) / determinant;
  }
  weight[0] = R(1);
  for (int p = 0; p + 1 < k; ++p) {
    weight[p + 1] = x[p];
    weight[0] = weight[0] - x[p];
  }
  return std::all_of(weight.begin(), weight.begin() + k, [](const R& v) { return v >= R(0); });
}

// The smallest vector of the simplex, which is reduced to the corners that it needs.
template <class R>
Vec<R> smallest_vector(Simplex<R>& simplex) {
  Simplex<R> best;
  Vec<R> best_vector;
  R best_square{};
  for (unsigned subset = 1; subset < (1u << simplex.count); ++subset) {
    Simplex<R> chosen;
    for (int k = 0; k < simplex.count; ++k) {
      if ((subset >> k & 1) == 0) continue;
      chosen.corner[chosen.count] = simplex.corner[k];
      chosen.w[chosen.count++] = simplex.w[k];
    }
    std::array<R, 4> weight{};
    if (!affine_weights(chosen.w, chosen.count, weight)) continue;
    Vec<R> v{};
    for (int k = 0; k < chosen.count; ++k) v = v + weight[k] * chosen.w[k];
    const R square = dot(v, v);
    if (best.count > 0 && !(square < best_square)) continue;
    best = chosen;
    best_vector = v;
    best_square = square;
  }
  simplex = best;
  return best_vector;
}

template <class R>
struct Nearest {
  Simplex<R> simplex;
  R lower{}, upper{};
};

template <class R>
Nearest<R> approach(const Scene& scene, Simplex<R> simplex, R precision) {
  Nearest<R> nearest;
  nearest.lower = -R(scene.size());
  for (int step = 0; step < 200; ++step) {
    const Vec<R> v = smallest_vector(simplex);
    const R square = dot(v, v);
    const R distance = root(square);
    if (!(distance > 0) || (step > 0 && !(distance < nearest.upper))) break;
    nearest.simplex = simplex;
    nearest.upper = distance;
    const auto e = scene.extremes((R(1) / distance) * v);
    nearest.lower = std::max(nearest.lower, e.low_b - e.high_a);
    if (nearest.upper - nearest.lower <= precision) break;
    if (simplex.has({e.i, e.j}) || simplex.count == 4) break;
    simplex.add(scene, {e.i, e.j});
  }
  return nearest;
}

Nearest<double> approach_roughly(const Scene& scene, const Vec<double>& start) {
  const auto e = scene.extremes(start);
  Simplex<double> simplex;
  simplex.add(scene, {e.i, e.j});
  return approach(scene, simplex, 1e-15 * scene.size());
}

}  // namespace

Separation separate(const Scene& scene, const Vec<double>& start) {
  const Simplex<double> found = approach_roughly(scene, start).simplex;
  Simplex<Quad> simplex;
  for (int k = 0; k < found.count; ++k) simplex.add(scene, found.corner[k]);
  if (found.count == 0) {
    const auto e = scene.extremes(start);
    simplex.add(scene, {e.i, e.j});
  }
  const Nearest<Quad> nearest = approach(scene, simplex, Quad(1e-26) * scene.size());
  return {nearest.lower, nearest.upper};
}

double rough_separation(const Scene& scene, const Vec<double>& start) {
  return approach_roughly(scene, start).upper;
}

}  // namespace oracle
