#include "talus/narrow/force_point.h"

#include "talus/narrow/weighted_point.h"

namespace talus {
namespace {

// The vertices within `depth` of the farthest along n, in the world: how many, and the two
// farthest.
struct InSlab {
  int count{};
  Vec3<double> between{};  // from one of the two to the other
};

InSlab vertices_in_slab(const PolyhedronView<double>& body, const Pose<double>& pose,
                        const Vec3<double>& n, double depth) {
  const Mat3<double> rotation = rotation_of(pose.orientation);
  const Vec3<double> along = transpose_times(rotation, n);
  double first = -infinity_of<double>(), second = first, third = first;
  int at_first = 0, at_second = 0;
  for (int i = 0; i < body.vertex_count; ++i) {
    const double reach = dot(along, body.vertex(i));
    if (reach <= third) continue;
    if (reach > first) {
      third = second, second = first, first = reach;
      at_second = at_first, at_first = i;
    } else if (reach > second) {
      third = second, second = reach;
      at_second = i;
    } else {
      third = reach;
    }
  }
  const double limit = first - depth;
  return {third > limit ? 3 : (second > limit ? 2 : 1),
          rotation * (body.vertex(at_second) - body.vertex(at_first))};
}

// A corner, or edges that cross, meet in a point; faces and edges along each other in a patch.
bool meet_in_patch(const InSlab& a, const InSlab& b) {
  if (a.count < 2 || b.count < 2) return false;
  if (a.count > 2 || b.count > 2) return true;
  constexpr double sine_squared = 0.01;
  return norm_squared(cross(a.between, b.between)) <
         sine_squared * norm_squared(a.between) * norm_squared(b.between);
}

ForcePoint on_half_space(const Shape& shape, const Pose<double>& pose, const Vec3<double>& middle,
                         const Vec3<double>& into_body, double depth) {
  const PolyhedronView<double>& body = std::get<Polyhedron>(shape).view();
  const Mat3<double> rotation = rotation_of(pose.orientation);
  const Vec3<double> up = transpose_times(rotation, into_body);
  const Vec3<double> deepest = transpose_times(rotation, middle - pose.position);
  const double plane = dot(up, deepest) + 0.5 * depth;
  WeightedPoint<double> below;
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec3<double> v = body.vertex(i);
    const double d = plane - dot(up, v);
    if (!(d > 0.0)) continue;
    below.add(v, d);
  }
  if (!(below.weight > 0.0)) return {middle, 0.0};
  const Vec3<double> mean = rotation * (below.sum / below.weight) + pose.position;
  return between(middle, mean, into_body, depth,
                 patch_spread_squared(shape, pose, -into_body, depth));
}

}  // namespace

double patch_spread_squared(const Shape& shape, const Pose<double>& pose,
                            const Vec3<double>& outward, double depth) {
  const auto* polyhedron = std::get_if<Polyhedron>(&shape);
  if (polyhedron == nullptr) return 0.0;
  const PolyhedronView<double>& body = polyhedron->view();
  const Vec3<double> along = transpose_times(rotation_of(pose.orientation), outward);
  const Vec3<double> t = any_orthogonal(along), u = cross(along, t);
  const double limit = support_value(body, along) - depth;
  double weight = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec3<double> v = body.vertex(i);
    const double d = dot(along, v) - limit;
    if (!(d > 0.0)) continue;
    const double p = dot(t, v), q = dot(u, v);
    weight += d, x += d * p, y += d * q, xx += d * p * p, xy += d * p * q, yy += d * q * q;
  }
  if (!(weight > 0.0)) return 0.0;
  x /= weight, y /= weight;
  xx = xx / weight - x * x, xy = xy / weight - x * y, yy = yy / weight - y * y;
  const double half = 0.5 * (xx + yy);
  const double root = square_root(0.25 * (xx - yy) * (xx - yy) + xy * xy);
  return larger(0.0, half - root) / 3.0;
}

ForcePoint between(const Vec3<double>& middle, const Vec3<double>& patch,
                   const Vec3<double>& normal, double depth, double spread_squared) {
  Vec3<double> way = patch - middle;
  way = way - dot(way, normal) * normal;
  constexpr double wide = 50.0 * 50.0;
  const double r2 = norm_squared(way) / (depth * depth * wide);
  const double r8 = r2 < 1e30 ? r2 * r2 * r2 * r2 : 1e120;
  const double share = r8 / (r8 + 1.0);
  return {middle + share * way, share * spread_squared};
}

ForcePoint force_point(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                       const Pose<double>& pose_b, const Contact<double>& contact,
                       OverlapScratch& scratch) {
  const Vec3<double> middle = 0.5 * (contact.point_a + contact.point_b);
  const double depth = -contact.distance;
  const auto* p = std::get_if<Polyhedron>(&a);
  const auto* q = std::get_if<Polyhedron>(&b);
  if (p != nullptr && q != nullptr) {
    if (!meet_in_patch(vertices_in_slab(p->view(), pose_a, contact.normal, depth),
                       vertices_in_slab(q->view(), pose_b, -contact.normal, depth))) {
      return {middle, 0.0};
    }
    const auto overlap = overlap_volume(a, pose_a, b, pose_b, &scratch);
    if (!overlap || !(overlap->volume > 0.0)) return {middle, 0.0};
    const double spread = smaller(patch_spread_squared(a, pose_a, contact.normal, depth),
                                  patch_spread_squared(b, pose_b, -contact.normal, depth));
    return between(middle, overlap->centroid, contact.normal, depth, spread);
  }
  if (p != nullptr && std::holds_alternative<HalfSpace<double>>(b)) {
    return on_half_space(a, pose_a, middle, -contact.normal, depth);
  }
  if (q != nullptr && std::holds_alternative<HalfSpace<double>>(a)) {
    return on_half_space(b, pose_b, middle, contact.normal, depth);
  }
  return {middle, 0.0};
}

}  // namespace talus
