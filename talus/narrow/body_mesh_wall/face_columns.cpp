#include "talus/narrow/body_mesh_wall/face_columns.h"

#include <algorithm>

#include "talus/narrow/body_mesh_wall/convex_face.h"
#include "talus/narrow/mesh_overlap/facets_below.h"

namespace talus::body_mesh_wall {

using namespace mesh_overlap;

FaceColumns::Column FaceColumns::column(const Vec3<double>& p) const {
  const Vec3<double> from = p - origin_;
  return {dot(axes_.x, from), dot(axes_.y, from), per_size_ * (level_ - dot(normal_, from))};
}

FaceColumns::Linear FaceColumns::along(const Vec3<double>& from,
                                       const Vec3<double>& direction) const {
  return {dot(direction, origin_ - from), dot(direction, axes_.x), dot(direction, axes_.y)};
}

void FaceColumns::begin(const FaceView& face, double side, std::span<const FaceBorder> border,
                        const BoundingSphere<double>& body, double reach) {
  normal_ = side * face.plane().normal;
  origin_ = body.centre;
  axes_ = tangent_frame(normal_);
  level_ = side * face.plane().offset - dot(normal_, origin_);
  size_ = body.radius;
  per_size_ = 1.0 / size_;
  region_.clear();
  // A face without a border near the body is a plane to it.
  is_whole_plane_ = border.empty() && face.contains(origin_ + level_ * normal_);
  if (is_whole_plane_) return;
  for (const std::int32_t t : face.triangles) {
    add_region({face.wall.corner_of(t, 0), face.wall.corner_of(t, 1), face.wall.corner_of(t, 2)});
  }
  add_strips(border, reach);
}

FaceColumns::Region& FaceColumns::add_region(std::initializer_list<Vec3<double>> corners) {
  Region r;
  for (const Vec3<double>& p : corners) r.corner[r.count++] = column(p);
  double twice_area = 0.0;
  for (int k = 1; k + 1 < r.count; ++k) {
    const Column &p = r.corner[0], &q = r.corner[k], &s = r.corner[k + 1];
    twice_area += (q.x - p.x) * (s.y - p.y) - (q.y - p.y) * (s.x - p.x);
  }
  if (twice_area < 0.0) std::reverse(r.corner + 1, r.corner + r.count);
  for (int k = 0; k < r.count; ++k) {
    const double at[2] = {r.corner[k].x, r.corner[k].y};
    for (int axis = 0; axis < 2; ++axis) {
      r.low[axis] = k == 0 ? at[axis] : smaller(r.low[axis], at[axis]);
      r.high[axis] = k == 0 ? at[axis] : larger(r.high[axis], at[axis]);
    }
  }
  region_.push_back(r);
  return region_.back();
}

// Beyond its valleys, and beyond the corners between two of them. Thicknesses vanish towards the
// borders of a strip, but for those that it shares with the face or another strip. Where regions
// overlap, areas count twice, which leaves the depth nearly as it is.
void FaceColumns::add_strips(std::span<const FaceBorder> border, double reach) {
  for (const FaceBorder& b : border) {
    if (b.kind == FaceBorder::Kind::valley) add_strip(border, b, reach);
  }
}

void FaceColumns::add_strip(std::span<const FaceBorder> border, const FaceBorder& of,
                            double reach) {
  constexpr double same_corner = 1e-9;  // of the size
  const Vec3<double> end[2] = {of.from, of.from + of.length * of.along}, out = -reach * of.into;
  bool goes_on[2] = {};
  const auto limit = [&](Region& region, const Vec3<double>& from, const Vec3<double>& direction) {
    region.limit[region.limits++] = along(from, per_size_ * direction);
  };
  for (int k = 0; k < 2; ++k) {
    for (const FaceBorder& b : border) {
      if (&b == &of || b.kind != FaceBorder::Kind::valley) continue;
      for (const Vec3<double>& p : {b.from, b.from + b.length * b.along}) {
        if (norm(p - end[k]) > same_corner * size_) continue;
        goes_on[k] = true;
        if (&b > &of) continue;
        const Vec3<double> other_out = -reach * b.into;
        Region& corner = add_region({p, p + out, p + out + other_out, p + other_out});
        limit(corner, p + out, of.into);
        limit(corner, p + other_out, b.into);
      }
    }
  }
  Region& strip = add_region({end[0], end[1], end[1] + out, end[0] + out});
  limit(strip, of.from + out, of.into);
  if (!goes_on[0]) limit(strip, end[0], of.along);
  if (!goes_on[1]) limit(strip, end[1], -of.along);
}

ColumnSums FaceColumns::find(const MeshView<double>& mesh,
                             const RelativePose<double>& mesh_in_wall) {
  sums_ = {};
  const Vec3<double> down = transpose_times(mesh_in_wall.rotation, -normal_);
  const double plane = level_ + dot(normal_, origin_ - mesh_in_wall.translation);
  for_facets_below(mesh.tree, down, -plane, [&](int f) { add_facet(mesh, mesh_in_wall, f); });
  return sums_;
}

void FaceColumns::add_facet(const MeshView<double>& mesh, const RelativePose<double>& mesh_in_wall,
                            int f) {
  Piece facet;
  facet.count = 3;
  for (int k = 0; k < 3; ++k) facet.corner[k] = column(mesh_in_wall.point_to_a(mesh.corner(f, k)));
  facet = cut(facet, [](const Column& c) { return c.t; });
  if (facet.count < 3) return;
  const Vec3<double> n = mesh_in_wall.rotation * mesh.facet_plane[f].normal;
  facet_normal_ = {dot(axes_.x, n), dot(axes_.y, n), dot(normal_, n)};
  if (is_whole_plane_) {
    add_columns(facet, true);
  } else {
    add_over_regions(facet);
  }
}

void FaceColumns::add_over_regions(const Piece& facet) {
  double low[2] = {infinity_of<double>(), infinity_of<double>()};
  double high[2] = {-infinity_of<double>(), -infinity_of<double>()};
  for (int k = 0; k < facet.count; ++k) {
    low[0] = smaller(low[0], facet.corner[k].x), low[1] = smaller(low[1], facet.corner[k].y);
    high[0] = larger(high[0], facet.corner[k].x), high[1] = larger(high[1], facet.corner[k].y);
  }
  for (const Region& r : region_) {
    if (low[0] > r.high[0] || high[0] < r.low[0] || low[1] > r.high[1] || high[1] < r.low[1]) {
      continue;
    }
    Piece piece = facet;
    for (int k = 0; k < r.count && piece.count >= 3; ++k) {
      const Column &p = r.corner[k], &q = r.corner[(k + 1) % r.count];
      piece = cut(piece, [&](const Column& c) {
        return (q.x - p.x) * (c.y - p.y) - (q.y - p.y) * (c.x - p.x);
      });
    }
    if (piece.count >= 3) add_piece(piece, true, r, 0);
  }
}

// Lowers the thickness to the limits, which cuts the piece into those that end at the facet and
// those that do not.
void FaceColumns::add_piece(const Piece& piece, bool ends_at_facet, const Region& region,
                            int first_limit) {
  for (int i = first_limit; i < region.limits; ++i) {
    const Linear& most = region.limit[i];
    if (std::none_of(piece.corner, piece.corner + piece.count,
                     [&](const Column& c) { return c.t > most(c); })) {
      continue;
    }
    const Piece thinner = cut(piece, [&](const Column& c) { return most(c) - c.t; });
    if (thinner.count >= 3) add_piece(thinner, ends_at_facet, region, i + 1);
    Piece thicker = cut(piece, [&](const Column& c) { return c.t - most(c); });
    for (int k = 0; k < thicker.count; ++k) thicker.corner[k].t = most(thicker.corner[k]);
    if (thicker.count >= 3) add_piece(thicker, false, region, i + 1);
    return;
  }
  add_columns(piece, ends_at_facet);
}

void FaceColumns::add_columns(const Piece& piece, bool ends_at_facet) {
  const double up = facet_normal_.z;
  const Vec3<double> n =
      facet_normal_.x * axes_.x + facet_normal_.y * axes_.y + facet_normal_.z * normal_;
  ThicknessMoments columns;
  for (int k = 1; k + 1 < piece.count; ++k) {
    Column c[3] = {piece.corner[0], piece.corner[k], piece.corner[k + 1]};
    for (Column& at : c) at.t = larger(0.0, at.t);
    const Column u{c[1].x - c[0].x, c[1].y - c[0].y, size_ * (c[0].t - c[1].t)};
    const Column v{c[2].x - c[0].x, c[2].y - c[0].y, size_ * (c[0].t - c[2].t)};
    const double across = u.x * v.y - u.y * v.x;
    const double twice = ends_at_facet
                             ? absolute(facet_normal_.x * (u.y * v.t - u.t * v.y) +
                                        facet_normal_.y * (u.t * v.x - u.x * v.t) + up * across)
                             : absolute(across);
    if (twice > 0.0) columns.add_triangle(c[0], c[1], c[2], twice);
  }
  const double weight = ends_at_facet ? -up : (up > 0.0 ? -1.0 : 1.0);
  if (!ends_at_facet) {
    for (int i = 0; i < power_count; ++i) sums_.moments.whole[i] += weight * columns.whole[i];
    return;
  }
  sums_.moments.add(columns, weight);
  for (int i = 0; i < power_count; ++i) {
    const double power = least_power + i;
    const double height = level_ * columns.rate[i] - size_ * power * columns.whole[i];
    const Vec3<double> at =
        columns.rate_x[i] * axes_.x + columns.rate_y[i] * axes_.y + height * normal_;
    sums_.force[i] = sums_.force[i] - columns.rate[i] * n;
    sums_.torque[i] = sums_.torque[i] - cross(at, n);
  }
}

bool FaceColumns::contact(const ColumnSums& sums, ColumnContact& c) const {
  const ThicknessMoments& m = sums.moments;
  if (!has_depth(m)) return false;
  const SmoothDepth d = smooth_depth(m);
  Vec3<double> force{}, torque{};
  for (int i = 0; i < power_count; ++i) {
    force = force + d.weight[i] * sums.force[i];
    torque = torque + d.weight[i] * sums.torque[i];
  }
  // On a plane as on a half-space (smooth_depth.h).
  const double rest = is_whole_plane_ ? larger(0.0, least_slope - dot(force, normal_)) : 0.0;
  if (rest > 0.0 && m.rate[2] > 0.0) {
    const Vec3<double> centre =
        (m.rate_x[2] / m.rate[2]) * axes_.x + (m.rate_y[2] / m.rate[2]) * axes_.y;
    force = force + rest * normal_;
    torque = torque + rest * cross(centre, normal_);
  }
  const ForceLine line({}, force, torque);
  if (!(line.length > 0.0)) return false;
  c.depth = size_ * d.depth;
  c.slope = line.length;
  c.normal = line.direction;
  c.twist = line.twist;
  // On the line of force: midway between the plane and the deepest point, if it gets there.
  constexpr double steep = 0.1;  // cosine of the angle of line and normal
  const double upward = dot(line.direction, normal_);
  const double height = level_ - 0.5 * c.depth - dot(normal_, line.point);
  c.point = origin_ + line.point + (upward > steep ? height / upward : 0.0) * line.direction;
  c.spread_squared = c.patch_arm = 0.0;
  if (m.rate[0] > 0.0) {
    const PatchExtent patch = patch_extent(m);
    c.spread_squared = larger(0.0, d.flatness * patch.smaller_moment);
    c.patch_arm = patch.mean_arm;
  }
  return true;
}

}  // namespace talus::body_mesh_wall
