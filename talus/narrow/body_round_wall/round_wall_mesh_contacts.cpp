// Meshes on a round wall: the points of the mesh's surface behind the lateral surface and behind
// the discs, each with the area that it stands for, and points of sharp rims inside the mesh. As on
// mesh walls (body_mesh_wall/mesh_points.h).
#include "talus/narrow/body_mesh_wall/convex_face.h"
#include "talus/narrow/body_mesh_wall/mesh_points.h"
#include "talus/narrow/body_round_wall/round_wall_query.h"
#include "talus/narrow/body_round_wall/turn.h"

namespace talus::body_round_wall {
namespace {

using body_mesh_wall::EnergyShare;
using body_mesh_wall::EnergyShares;
using body_mesh_wall::MeshBody;

// Parts of the bounding radius to which points are followed behind the wall: beyond, the side of
// the wall is ambiguous.
constexpr double mesh_depth = 0.25;

// A point behind one part of the wall.
struct PointBehindPart {
  RoundWallKey::Part part{};
  Vec3<double> normal{};  // of the part
  double depth{};
  Vec3<double> direction{};  // against the derivative of the depth

  PointBehindPart() = default;
  PointBehindPart(RoundWallKey::Part of, const Vec3<double>& n, double d)
      : part(of), normal(n), depth(d), direction(n) {}

  // The depth fades where the point is closer to the end of the part than to the part. `out`: where
  // that end is.
  void fade(double exit, const Vec3<double>& out) {
    if (!(exit < whole())) return;
    const body_mesh_wall::DepthFade f = body_mesh_wall::depth_fade(exit, whole());
    if (f.is_complete()) {
      depth = 0.0;
      return;
    }
    direction = f.factor * direction + (depth / whole() * f.slope) * (out - f.ratio * normal);
    depth = f.factor * depth;
  }
  double whole() const { return whole_; }
  void start() { whole_ = depth; }

 private:
  double whole_{};
};

class MeshContacts {
 public:
  MeshContacts(RoundWallQuery& query, const MeshBody& body)
      : query_(query), wall_(query.wall), body_(body), limit_(mesh_depth * query.sphere.radius) {}

  void add_points() {
    if (body_.cloud.is_star) {
      const Vec3<double> c = body_.in_wall.point_to_a(body_.cloud.centre);
      const bool inside = is_inside(wall_, c);
      for_points(inside, [&](int i, const Vec3<double>& p) {
        int count = find_parts(inside, p);
        if (!inside) count = keep_parts_before(c, count);
        add(i, p, count);
      });
      return;
    }
    for (const bool inside : {true, false}) {
      for_points(inside, [&](int i, const Vec3<double>& p) {
        int count = find_parts(inside, p), kept = 0;
        const Vec3<double> outward = body_.in_wall.rotation * body_.cloud.normal[i];
        for (int k = 0; k < count; ++k) {
          const PointBehindPart& at = part_[k];
          if (dot(at.normal, outward) > -body_mesh_wall::least_slope) continue;
          if (!body_mesh_wall::crosses_face(body_, i, p + at.whole() * at.normal)) continue;
          part_[kept++] = at;
        }
        add(i, p, kept);
      });
    }
  }

  // Points of a rim, a cell apart.
  void add_rim(int end) {
    const double step = body_.cell(), circle = wall_.radius(end) * two_pi;
    const auto count = static_cast<std::int32_t>(circle / step) + 1;
    const double z = wall_.rim(end).z;
    const Vec3<double>& c = query_.sphere.centre;
    const double r = square_root(square(c.x) + square(c.y));
    if (square(r - wall_.radius(end)) + square(c.z - z) > square(query_.sphere.radius)) return;
    for (std::int32_t k = 0; k < count; ++k) {
      const Turn t = turn(4.0 * k / count);
      const Vec3<double> p{wall_.radius(end) * t.cosine, wall_.radius(end) * t.sine, z};
      if (norm_squared(p - c) > square(query_.sphere.radius)) continue;
      mesh_convex::PointDepth<double> at;
      if (!mesh_convex::depth_in(body_.mesh, body_.own(p), at)) continue;
      const double slope = norm(at.gradient);
      if (!(slope > 0.0)) continue;
      const std::int64_t part = RoundWallKey::rim + end;
      add_contact(part * RoundWallKey::part + k, p, (body_.in_wall.rotation * at.gradient) / slope,
                  at.depth, slope, square(step));
    }
  }

 private:
  static constexpr int most_parts = 3;
  static constexpr double two_pi = 6.283185307179586477;

  // Calls visit(i, point) for the points that may be behind the wall.
  template <class Visit>
  void for_points(bool inside, Visit visit) {
    const CloudView<double>& cloud = body_.cloud;
    for (int n = 0; n < cloud.node_count;) {
      const CloudNode& node = cloud.node[n];
      const Vec3<double> c =
          body_.in_wall.point_to_a({node.centre[0], node.centre[1], node.centre[2]});
      if (is_clear(inside, c, node.radius)) {
        n = node.skip;
        continue;
      }
      ++n;
      if (node.skip != n) continue;
      for (int i = node.first; i < node.first + node.count; ++i) {
        visit(i, body_.in_wall.point_to_a(cloud.point(i)));
      }
    }
  }

  bool is_clear(bool inside, const Vec3<double>& c, double radius) const {
    const double height = wall_.height_inside(square_root(square(c.x) + square(c.y)), c.z);
    const double top = wall_.height() - c.z;
    if (!inside) return height < -radius || c.z < -radius || top < -radius;
    return height > radius && (!wall_.is_closed(0) || c.z > radius) &&
           (!wall_.is_closed(1) || top > radius);
  }

  // The parts of the wall that a point is behind.
  int find_parts(bool inside, const Vec3<double>& p) {
    const double r = square_root(square(p.x) + square(p.y));
    if (!(r > 0.0)) return 0;
    const Vec3<double> out{p.x / r, p.y / r, 0.0};
    const auto in_space = [&](const MeridianVector& v, double sign) {
      return Vec3<double>{sign * v.r * out.x, sign * v.r * out.y, sign * v.z};
    };
    const double side = inside ? 1.0 : -1.0;
    const double lateral = -side * wall_.height_inside(r, p.z);
    const double behind[2] = {-side * p.z, side * (p.z - wall_.height())};
    const double along = dot(wall_.along(), {r - wall_.radius(0), p.z});
    const double exit[2] = {along, wall_.length() - along};
    int count = 0;
    const auto add_part = [&](RoundWallKey::Part of, const Vec3<double>& n, double depth) {
      part_[count] = PointBehindPart(of, n, depth);
      part_[count].start();
      return &part_[count++];
    };
    if (!inside && !(lateral > 0.0 && behind[0] > 0.0 && behind[1] > 0.0)) return 0;
    if (lateral > 0.0 && lateral <= limit_) {
      PointBehindPart* at =
          add_part(RoundWallKey::lateral, in_space(wall_.inward(), side), lateral);
      for (int end = 0; end < 2; ++end) {
        const double up = end == 0 ? -1.0 : 1.0;
        if (!wall_.is_closed(end)) at->fade(exit[end], in_space(wall_.along(), up));
        if (wall_.is_closed(end) && !inside) at->fade(behind[end], {0.0, 0.0, up});
      }
    }
    for (int end = 0; end < 2; ++end) {
      if (!wall_.is_closed(end) || !(behind[end] > 0.0) || behind[end] > limit_) continue;
      const double up = end == 0 ? 1.0 : -1.0;
      PointBehindPart* at = add_part(end == 0 ? RoundWallKey::lower_disc : RoundWallKey::upper_disc,
                                     {0.0, 0.0, side * up}, behind[end]);
      if (!inside) at->fade(lateral, in_space(wall_.inward(), -1.0));
    }
    return count;
  }

  // Seen from outside: the parts whose planes the centre is before.
  int keep_parts_before(const Vec3<double>& c, int count) {
    const double height = wall_.height_inside(square_root(square(c.x) + square(c.y)), c.z);
    int kept = 0;
    for (int k = 0; k < count; ++k) {
      const RoundWallKey::Part of = part_[k].part;
      const bool before = of == RoundWallKey::lateral      ? height < 0.0
                          : of == RoundWallKey::lower_disc ? c.z < 0.0
                                                           : c.z > wall_.height();
      if (before) part_[kept++] = part_[k];
    }
    return kept;
  }

  // The contacts of one point share the energy of its spring, which is quadratic.
  void add(int i, const Vec3<double>& p, int count) {
    EnergyShare share[most_parts];
    for (int k = 0; k < most_parts; ++k) {
      if (k < count) share[k] = {part_[k].normal, part_[k].depth, 0.0, false};
    }
    if (count > 1) EnergyShares(std::span(share, static_cast<std::size_t>(count)));
    for (int k = 0; k < count; ++k) {
      const PointBehindPart& at = part_[k];
      const double length = norm(at.direction);
      const double part = count > 1 ? share[k].force / share[k].root : 1.0;
      if (!(at.depth > 0.0) || !(length > 0.0) || !(part > 0.0)) continue;
      add_contact(at.part * RoundWallKey::part + i, p, at.direction / length, at.depth, length,
                  body_.cloud.area[i]);
      query_.found.back().energy_share = part;
    }
  }

  void add_contact(std::int64_t key, const Vec3<double>& point, const Vec3<double>& normal,
                   double depth, double slope, double area) {
    WallContact w;
    w.key = key;
    w.point = query_.in_world(point);
    w.normal = query_.direction_in_world(normal);
    w.depth = w.rounded = depth;
    w.slope = slope;
    w.area = area;
    query_.found.push_back(w);
  }

  RoundWallQuery& query_;
  const RoundWall& wall_;
  const MeshBody& body_;
  double limit_;
  PointBehindPart part_[most_parts];
};

}  // namespace

void add_contacts(RoundWallQuery& query, const MeshView<double>& mesh, const SurfaceBody& body,
                  RoundWallScratch&) {
  const MeshBody points{mesh, body.cloud->view(), query.in_wall};
  MeshContacts contacts(query, points);
  contacts.add_points();
  const bool inside = points.cloud.is_star && is_inside(query.wall, query.centre);
  for (int end = 0; end < 2; ++end) {
    if (!inside || !query.wall.is_closed(end)) contacts.add_rim(end);
  }
}

}  // namespace talus::body_round_wall
