// Support functions for the oracle and for the peers that leave them to their caller (libccd) or
// take them as a virtual function (Bullet): written with the same care as Talus' own, so that a
// peer is not slowed down by its adapter, and independent of Talus.
#pragma once

#include <cmath>

#include "bench/body.h"

namespace bench {

// A body's corners component by component, and its edges in compressed rows.
struct VertexTable {
  std::vector<double> x, y, z;
  std::vector<int> neighbour_start, neighbour;

  VertexTable() = default;
  explicit VertexTable(const Body& body) {
    neighbour_start.push_back(0);
    for (std::size_t i = 0; i < body.vertices.size(); ++i) {
      x.push_back(body.vertices[i].x());
      y.push_back(body.vertices[i].y());
      z.push_back(body.vertices[i].z());
      neighbour.insert(neighbour.end(), body.neighbours[i].begin(), body.neighbours[i].end());
      neighbour_start.push_back(static_cast<int>(neighbour.size()));
    }
  }

  double along(int i, const Vector& n) const { return n.x() * x[i] + n.y() * y[i] + n.z() * z[i]; }
};

// Up to this many corners a scan is faster than a climb along the edges (measured with libccd).
inline constexpr int climb_from = 48;

inline int farthest_vertex(const VertexTable& table, const Vector& n, int start = 0) {
  const int count = static_cast<int>(table.x.size());
  if (count < climb_from) {
    int best = 0;
    double best_value = table.along(0, n);
    for (int i = 1; i < count; ++i) {
      const double value = table.along(i, n);
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    return best;
  }
  int best = start;
  double best_value = table.along(best, n);
  for (int from = -1; from != best;) {
    from = best;
    for (int k = table.neighbour_start[from]; k < table.neighbour_start[from + 1]; ++k) {
      const double value = table.along(table.neighbour[k], n);
      if (value > best_value) {
        best_value = value;
        best = table.neighbour[k];
      }
    }
  }
  return best;
}

inline Vector ellipsoid_support(const Vector& semi_axes, const Vector& n) {
  const Vector scaled = semi_axes.cwiseProduct(n);
  return semi_axes.cwiseProduct(scaled) / scaled.norm();
}

// (alpha^q + beta^q)^(1/q), q = n / (n - 1), and its gradient, for n > 1 and alpha, beta >= 0.
struct DualNorm {
  double value, d_alpha, d_beta;
};

inline DualNorm dual_norm(double alpha, double beta, double n) {
  const double large = std::max(alpha, beta), small = std::min(alpha, beta);
  if (!(large > 0)) return {0, 0, 0};
  const double r = small / large;
  double sum, scale, ratio;
  if (n == 2) {
    sum = 1 + r * r;
    scale = 1 / std::sqrt(sum);
    ratio = r;
  } else {
    const double r_q = std::pow(r, n / (n - 1));
    sum = 1 + r_q;
    scale = std::pow(sum, -1 / n);
    ratio = r > 0 ? r_q / r : 0;
  }
  const double d_large = scale, d_small = scale * ratio;
  return alpha < beta ? DualNorm{large * sum * scale, d_small, d_large}
                      : DualNorm{large * sum * scale, d_large, d_small};
}

inline Vector superquadric_support(const Vector& a, double n1, double n2, const Vector& n) {
  const DualNorm ring = dual_norm(a.x() * std::abs(n.x()), a.y() * std::abs(n.y()), n2);
  const DualNorm whole = dual_norm(ring.value, a.z() * std::abs(n.z()), n1);
  return {std::copysign(a.x() * whole.d_alpha * ring.d_alpha, n.x()),
          std::copysign(a.y() * whole.d_alpha * ring.d_beta, n.y()),
          std::copysign(a.z() * whole.d_beta, n.z())};
}

inline double superquadric_support_value(const Vector& a, double n1, double n2, const Vector& n) {
  const double ring = dual_norm(a.x() * std::abs(n.x()), a.y() * std::abs(n.y()), n2).value;
  return dual_norm(ring, a.z() * std::abs(n.z()), n1).value;
}

}  // namespace bench
