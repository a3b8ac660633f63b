#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "bench/oracle/oracle.h"

namespace bench {
namespace {

using Long = long double;
using Vector3l = Eigen::Matrix<Long, 3, 1>;

template <class T>
struct Corners {
  std::vector<Eigen::Matrix<T, 3, 1>> points;

  T highest(const Eigen::Matrix<T, 3, 1>& n) const {
    T value = -std::numeric_limits<T>::infinity();
    for (const auto& p : points) value = std::max(value, n.dot(p));
    return value;
  }
  const Eigen::Matrix<T, 3, 1>& support(const Eigen::Matrix<T, 3, 1>& n) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (n.dot(points[i]) > n.dot(points[best])) best = i;
    }
    return points[best];
  }
};

// sigma(n) = min over B of n.x - max over A of n.x
template <class T>
T sigma(const Corners<T>& a, const Corners<T>& b, const Eigen::Matrix<T, 3, 1>& n) {
  return -b.highest(-n) - a.highest(n);
}

// An edge's normals form an arc between the normals of its two faces.
struct Arc {
  Vector from, to, middle;
  double half_length;
};

std::vector<Arc> arcs_of(const Body& body, const Eigen::Matrix3d& rotation, double sign) {
  std::vector<Arc> arcs;
  for (const Edge& edge : body.edges) {
    Arc arc;
    arc.from = sign * (rotation * body.face_normals[edge.face[0]]);
    arc.to = sign * (rotation * body.face_normals[edge.face[1]]);
    arc.middle = (arc.from + arc.to).normalized();
    arc.half_length = std::acos(std::min(1.0, arc.middle.dot(arc.from)));
    arcs.push_back(arc);
  }
  return arcs;
}

// Whether two arcs cross, within a margin that lets doubtful cases through (a direction that is no
// normal of the Minkowski difference has a smaller sigma than the true one, so it does no harm).
bool cross(const Arc& p, const Arc& q) {
  constexpr double margin = 1e-9;
  const Vector plane_p = p.from.cross(p.to), plane_q = q.from.cross(q.to);
  const double q0 = plane_p.dot(q.from), q1 = plane_p.dot(q.to);
  const double p0 = plane_q.dot(p.from), p1 = plane_q.dot(p.to);
  return q0 * q1 <= margin && p0 * p1 <= margin && p.middle.dot(q.middle) > 0;
}

// Smallest vector of the convex hull of up to four points: the affine minimum of every subset, the
// smallest of those whose weights are all positive.
Vector3l smallest_vector(std::vector<Vector3l>& points) {
  Long best = std::numeric_limits<Long>::infinity();
  Vector3l best_vector;
  unsigned best_subset = 0;
  for (unsigned subset = 1; subset < (1u << points.size()); ++subset) {
    std::vector<Vector3l> chosen;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (subset >> i & 1) chosen.push_back(points[i]);
    }
    const int free = static_cast<int>(chosen.size()) - 1;
    Vector3l v = chosen[0];
    if (free > 0) {
      Eigen::Matrix<Long, 3, Eigen::Dynamic> span(3, free);
      for (int k = 0; k < free; ++k) span.col(k) = chosen[k + 1] - chosen[0];
      const Eigen::Matrix<Long, Eigen::Dynamic, 1> weights =
          span.colPivHouseholderQr().solve(-chosen[0]);
      if (!(weights.minCoeff() >= 0) || !(weights.sum() <= 1)) continue;
      v = chosen[0] + span * weights;
    }
    if (v.squaredNorm() < best) {
      best = v.squaredNorm();
      best_vector = v;
      best_subset = subset;
    }
  }
  std::vector<Vector3l> kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (best_subset >> i & 1) kept.push_back(points[i]);
  }
  points = kept;
  return best_vector;
}

// For bodies known to be separated: shrink the bracket sigma(v) <= distance <= |v| until it closes.
Long separation(const Corners<Long>& a, const Corners<Long>& b) {
  std::vector<Vector3l> simplex{b.points[0] - a.points[0]};
  Vector3l v = simplex[0];
  Long upper = v.norm(), lower = 0;
  for (int iteration = 0; iteration < 1000; ++iteration) {
    const Vector3l w = b.support(-v) - a.support(v);
    lower = std::max(lower, v.dot(w) / v.norm());
    if (upper - lower <= 1e-16L * upper) break;
    simplex.push_back(w);
    v = smallest_vector(simplex);
    if (!(v.norm() < upper)) break;
    upper = v.norm();
  }
  // At tiny distances the lower bound suffers from the direction of v, the upper one does not.
  if (upper - lower > 1e-13L * (upper + 1)) {
    throw std::runtime_error("bench: the oracle's bracket of a distance did not close: " +
                             std::to_string(static_cast<double>(lower)) + " to " +
                             std::to_string(static_cast<double>(upper)));
  }
  return upper;
}

}  // namespace

double polyhedron_distance(const Body& a, const Body& b, const Eigen::Quaterniond& rotation,
                           const Vector& translation) {
  const Eigen::Matrix<Long, 3, 3> turn = rotation.cast<Long>().normalized().toRotationMatrix();
  Corners<Long> exact_a, exact_b;
  for (const Vector& v : a.vertices) exact_a.points.push_back(v.cast<Long>());
  for (const Vector& v : b.vertices) {
    exact_b.points.push_back(turn * v.cast<Long>() + translation.cast<Long>());
  }
  Corners<double> rough_a, rough_b;
  for (const Vector3l& v : exact_a.points) rough_a.points.push_back(v.cast<double>());
  for (const Vector3l& v : exact_b.points) rough_b.points.push_back(v.cast<double>());

  // A direction counts with its sigma in long double. Before that any point of A and any of B bound
  // sigma from above: most directions are shown in double, and soon, not to be the best.
  Long best = -std::numeric_limits<Long>::infinity();
  constexpr double doubt = 1e-9;
  const auto offer = [&](const Vector3l& n) {
    best = std::max(best, sigma<Long>(exact_a, exact_b, n.normalized()));
  };
  const auto normal_of = [](const Corners<Long>& corners,
                            const std::vector<int>& face) -> Vector3l {
    const Vector3l& p = corners.points[face[0]];
    return (corners.points[face[1]] - p).cross(corners.points[face[2]] - p);
  };
  for (const auto& face : a.faces) {
    const Vector3l normal = normal_of(exact_a, face);
    const Vector n = normal.normalized().cast<double>();
    const Vector& on_face = rough_a.points[face[0]];
    const bool hopeless =
        std::any_of(rough_b.points.begin(), rough_b.points.end(),
                    [&](const Vector& p) { return n.dot(p - on_face) < best - doubt; });
    if (!hopeless) offer(normal);
  }
  for (const auto& face : b.faces) {
    const Vector3l normal = -normal_of(exact_b, face);
    const Vector n = normal.normalized().cast<double>();
    const Vector& on_face = rough_b.points[face[0]];
    const bool hopeless =
        std::any_of(rough_a.points.begin(), rough_a.points.end(),
                    [&](const Vector& p) { return n.dot(on_face - p) < best - doubt; });
    if (!hopeless) offer(normal);
  }
  if (best > 0) return static_cast<double>(separation(exact_a, exact_b));

  const std::vector<Arc> arcs_a = arcs_of(a, Eigen::Matrix3d::Identity(), 1);
  const std::vector<Arc> arcs_b = arcs_of(b, rotation.toRotationMatrix(), -1);
  for (std::size_t i = 0; i < arcs_a.size(); ++i) {
    const Vector3l& start_a = exact_a.points[a.edges[i].vertex[0]];
    const Vector3l along_a = exact_a.points[a.edges[i].vertex[1]] - start_a;
    for (std::size_t j = 0; j < arcs_b.size(); ++j) {
      const double reach = arcs_a[i].half_length + arcs_b[j].half_length;
      // 1 - x^2/2 <= cos x: a cheap bound of how far apart the middles of crossing arcs can be.
      if (arcs_a[i].middle.dot(arcs_b[j].middle) < 1 - 0.5 * reach * reach - 1e-9) continue;
      if (!cross(arcs_a[i], arcs_b[j])) continue;
      const Vector3l& start_b = exact_b.points[b.edges[j].vertex[0]];
      Vector3l n = along_a.cross(exact_b.points[b.edges[j].vertex[1]] - start_b);
      if (!(n.norm() > 0)) continue;
      if (n.dot(arcs_a[i].middle.cast<Long>()) < 0) n = -n;
      if (n.dot(start_b - start_a) >= (best - doubt) * n.norm()) offer(n);
    }
  }
  return static_cast<double>(best > 0 ? separation(exact_a, exact_b) : best);
}

}  // namespace bench
