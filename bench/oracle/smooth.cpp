#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "bench/oracle/oracle.h"
#include "bench/support.h"

namespace bench {
namespace {

class Sigma {
 public:
  Sigma(const Body& a, const Body& b, const Eigen::Quaterniond& rotation, const Vector& translation)
      : a_(a), b_(b), to_b_(rotation.toRotationMatrix().transpose()), translation_(translation) {}

  // n need not be unit.
  double operator()(const Vector& n) const {
    return (n.dot(translation_) - value(b_, to_b_ * n) - value(a_, n)) / n.norm();
  }

 private:
  static double value(const Body& body, const Vector& n) {
    if (body.family == Family::ellipsoid) return body.semi_axes.cwiseProduct(n).norm();
    if (body.family == Family::superquadric) {
      return superquadric_support_value(body.semi_axes, body.n1, body.n2, n);
    }
    double most = -std::numeric_limits<double>::infinity();
    for (const Vector& v : body.vertices) most = std::max(most, n.dot(v));
    return most;
  }

  const Body& a_;
  const Body& b_;
  Eigen::Matrix3d to_b_;
  Vector translation_;
};

std::vector<Vector> spread_directions(int count) {
  std::vector<Vector> directions;
  const double golden_angle = 3.14159265358979323846 * (3 - std::sqrt(5.0));
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count, r = std::sqrt(1 - z * z);
    directions.emplace_back(r * std::cos(golden_angle * i), r * std::sin(golden_angle * i), z);
  }
  return directions;
}

template <class F>
double golden_maximum(const F& f, double low, double high, double width, double& where) {
  constexpr double ratio = 0.61803398874989484820;
  double x1 = high - ratio * (high - low), x2 = low + ratio * (high - low);
  double f1 = f(x1), f2 = f(x2);
  while (high - low > width) {
    if (f1 < f2) {
      low = x1;
      x1 = x2;
      f1 = f2;
      x2 = low + ratio * (high - low);
      f2 = f(x2);
    } else {
      high = x2;
      x2 = x1;
      f2 = f1;
      x1 = high - ratio * (high - low);
      f1 = f(x1);
    }
  }
  where = f1 > f2 ? x1 : x2;
  return std::max(f1, f2);
}

struct Chart {
  Vector centre, first, second;
  explicit Chart(const Vector& n) : centre(n) {
    first = n.unitOrthogonal();
    second = n.cross(first);
  }
  Vector at(double u, double v) const { return (centre + u * first + v * second).normalized(); }
};

// Uphill in ever smaller steps, until the top is within a few thousandths of a radian.
Vector climb(const Sigma& sigma, Vector n) {
  double value = sigma(n);
  for (double step = 0.08; step > 0.004;) {
    const Chart chart(n);
    Vector best = n;
    for (int k = 0; k < 8; ++k) {
      const double angle = k * 0.78539816339744831;
      const Vector tried = chart.at(step * std::cos(angle), step * std::sin(angle));
      const double tried_value = sigma(tried);
      if (tried_value > value) {
        value = tried_value;
        best = tried;
      }
    }
    if (best == n) {
      step *= 0.5;
    } else {
      n = best;
    }
  }
  return n;
}

// The top of the hill around n: the larger of the two widths stops the search.
double summit(const Sigma& sigma, Vector& n, double width) {
  double value = sigma(n);
  for (int recentred = 0; recentred < 50; ++recentred) {
    const Chart chart(n);
    constexpr double reach = 0.04;
    double u = 0, v = 0;
    const auto ridge = [&](double at) {
      return golden_maximum([&](double x) { return sigma(chart.at(at, x)); }, -reach, reach, width,
                            v);
    };
    value = golden_maximum(ridge, -reach, reach, width, u);
    ridge(u);
    n = chart.at(u, v);
    if (std::abs(u) < 0.9 * reach && std::abs(v) < 0.9 * reach) break;
  }
  return std::max(value, sigma(n));
}

}  // namespace

double smooth_distance(const Body& a, const Body& b, const Eigen::Quaterniond& rotation,
                       const Vector& translation, double precision) {
  static const std::vector<Vector> sweep = spread_directions(1000);
  constexpr double apart = 0.98;  // cosine: starts nearer than 0.2 rad are one
  const bool exact = precision < 1e-4;
  // Corners make sigma a ridge at its top: an error of the direction is one of the distance.
  const double width = a.family == Family::polyhedron ? 1e-3 * precision : precision;
  const std::size_t most_starts = exact ? 24 : 4;
  const Sigma sigma(a, b, rotation, translation);

  std::vector<double> values;
  for (const Vector& n : sweep) values.push_back(sigma(n));
  std::vector<int> order(sweep.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) { return values[i] > values[j]; });

  std::vector<Vector> starts;
  const bool separated = values[order[0]] > 0;  // then there is one hill only
  for (int i : order) {
    const bool is_new = std::all_of(starts.begin(), starts.end(), [&](const Vector& other) {
      return sweep[i].dot(other) < apart;
    });
    if (is_new) starts.push_back(sweep[i]);
    if (starts.size() == most_starts || separated) break;
  }
  if (!separated && b.family == Family::superquadric) {
    const double tolerance = (exact ? 1e-15 : 1e-3) * (a.radius + b.radius);
    const Depth depth = expanded_depth(a, b, rotation, translation, tolerance);
    if (depth.closed) return -depth.value;
    starts = {depth.normal};
  }
  std::vector<Vector> tops;
  std::vector<double> heights;
  for (const Vector& start : starts) {
    const Vector n = climb(sigma, start);
    const bool is_new = std::all_of(tops.begin(), tops.end(),
                                    [&](const Vector& other) { return n.dot(other) < 0.9995; });
    if (!is_new) continue;
    tops.push_back(n);
    heights.push_back(sigma(n));
  }
  const double highest = *std::max_element(heights.begin(), heights.end());
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < tops.size(); ++i) {
    // Sigma changes by less than the bodies' size per radian: a top that low cannot catch up.
    if (heights[i] < highest - 0.02 * (a.radius + b.radius)) continue;
    Vector n = tops[i];
    const double rough = summit(sigma, n, 1e-4);
    if (rough < best - 1e-3 * (a.radius + b.radius)) continue;
    best = std::max(best, exact ? summit(sigma, n, width) : rough);
  }
  return best;
}

}  // namespace bench
