// Spheres, ellipsoids and superquadrics on a wall of triangles.
#include "talus/narrow/body_mesh_wall/convex_face.h"
#include "talus/narrow/body_mesh_wall/round_share.h"
#include "talus/narrow/body_mesh_wall/wall_query.h"
#include "talus/narrow/force_point.h"

namespace talus::body_mesh_wall {
namespace {

// Slope of a normal along a crease above which the corner at its end has the contact. Above the
// error of a contact normal (1e-10), below any angle that a force would show.
constexpr double end_slope = 1e-6;

// The contact of a flat superquadric with a crease along the unit vector `axis`, or with a corner
// (flat_body.h).
template <class Body>
void bulge(const WallQuery& query, const Body& body, const Vec3<double>& at,
           const Vec3<double>& axis, WallContact& contact) {
  if (!is_flat(body)) return;
  const BulgedDepth<double> r =
      flat_on_feature(body, query.body_pose, at, axis, -contact.normal, contact.depth);
  if (!r.found) return;
  contact.point = r.point;
  contact.normal = -r.normal;
  contact.depth = contact.rounded = r.depth;
  contact.slope = r.slope;
}

// Creases and corners are candidates wherever they are inside a round body, as ends of the faces
// beside them: those that a face covers get no share of the energy.
template <class Body>
void add_crease(WallQuery& query, const Body& body, std::int32_t number) {
  const WallCrease& crease = query.wall.creases()[static_cast<std::size_t>(number)];
  Contact<double> c;
  if (!may_overlap(query, body, crease)) return;
  if (!overlaps(query, Segment<double>{{}, crease.to - crease.from}, crease.from, c)) return;
  const Vec3<double> axis = query.wall_rotation * along(crease);
  const double slope = dot(c.normal, axis);
  if (!(absolute(slope) <= end_slope)) return;
  WallContact contact;
  contact.key = query.crease_key(number);
  contact.point = 0.5 * (c.point_a + c.point_b);
  contact.normal = -c.normal;
  contact.depth = contact.rounded = -c.distance;
  bulge(query, body, query.in_world(crease.from), axis, contact);
  query.found.push_back(contact);
}

template <class Body>
void add_corner(WallQuery& query, const Body& body, std::int32_t number) {
  const std::int32_t v = query.wall.corners()[static_cast<std::size_t>(number)].vertex;
  const Vec3<double> point = query.wall.vertices()[static_cast<std::size_t>(v)];
  if (norm_squared(point - query.sphere.centre) > square(query.sphere.radius)) return;
  if (!is_inside(body, query.body_in_wall, point)) return;
  Contact<double> c;
  if (!overlaps(query, Sphere<double>{0.0}, point, c)) return;
  const Vec3<double> normal = transpose_times(query.wall_rotation, -c.normal);
  const Vec3<double> middle = point + (0.5 * c.distance) * normal;
  query.add(query.corner_key(number), middle, normal, -c.distance);
  bulge(query, body, query.in_world(point), {}, query.found.back());
}

// Tilts the force of a contact with a crease or a corner by the turning of its normal
// (round_share.h). `others`: the sum of mu_j n_j, over e_i', in the world.
template <class Body>
void tilt(const WallQuery& query, const Body& body, const Vec3<double>& others, WallContact& c) {
  const Mat3<double> rotation = rotation_of(query.body_pose.orientation);
  const Vec3<double> normal = transpose_times(rotation, c.normal);
  const Vec3<double> g = transpose_times(rotation, others);
  const PointDerivatives point = deepest_point_derivatives(body, -normal, c.depth);
  const SymMat3<double>& hessian = point.by_normal;
  const double overlap = c.depth - point.sag;
  const std::int64_t feature = c.key - query.crease_key(0);
  Vec3<double> turned;
  if (c.key < query.corner_key(0)) {
    const WallCrease& crease = query.wall.creases()[static_cast<std::size_t>(feature >> 32)];
    const Vec3<double> axis = query.wall_rotation * along(crease);
    turned = turned_about_crease(hessian, overlap, normal, transpose_times(rotation, axis), g);
  } else {
    turned = turned_about_corner(hessian, overlap, normal, g);
  }
  // About the contact's point, midway between the body's deepest point and the wall.
  const Vec3<double> couple = cross(normal, hessian * turned - (0.5 * overlap) * turned);
  if (!(norm_squared(turned) + norm_squared(couple) < infinity_of<double>())) return;
  const double along = c.slope * (1.0 - dot(turned, point.by_depth));
  const ForceLine line({}, along * normal + turned, couple);
  c.slope = line.length;
  c.normal = rotation * line.direction;
  c.point = c.point + rotation * line.point;
  c.twist = line.twist;
}

// The contacts of a round body share their energy; those without a share are left out.
template <class Body>
void share_round(WallQuery& query, const Body& body, WallScratch& scratch) {
  const std::span<WallContact> own = query.own();
  if (own.size() < 2) return;
  scratch.share.clear();
  for (const WallContact& c : own) {
    scratch.share.push_back({c.normal, query.energy_root(c.depth), 0.0, false});
  }
  const EnergyShares shares(scratch.share);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const EnergyShare& share = scratch.share[i];
    own[i].energy_share = share.force / share.root;
    if (!(share.force > 0.0) || own[i].key < query.crease_key(0)) continue;
    Vec3<double> others{};
    for (std::size_t k = 0; k < own.size(); ++k) {
      if (k == i || !(dot(share.normal, scratch.share[k].normal) > 0.0)) continue;
      others = others + scratch.share[k].force * scratch.share[k].normal;
    }
    // e' = p/2 e / depth.
    const double scale = 2.0 * own[i].depth / (query.energy_power * share.root);
    if (norm_squared(others) > 0.0) tilt(query, body, scale * others, own[i]);
  }
  std::erase_if(query.found, [&](const WallContact& c) { return !(c.energy_share > 0.0); });
}

}  // namespace

template <class Body>
void add_contacts(WallQuery& query, const Body& body, WallScratch& scratch) {
  const Vec3<double> centre = query.body_in_wall.point_to_a(middle_of(body));
  for_faces(query, scratch, centre, [&](const FaceView& face) {
    const FaceContact contact = face_contact(face, body, query.body_in_wall);
    if (!contact.touches) return;
    query.add(query.face_key(face.face), contact.point, contact.normal, contact.rounded,
              contact.slope);
    query.found.back().spread_squared = spread_squared(contact.patch.smaller);
  });
  if (!scratch.has_features) {
    list_creases(query.wall, scratch.triangle, scratch.crease);
    list_corners(query.wall, scratch.triangle, scratch.corner);
  }
  for (const std::int32_t crease : scratch.crease) add_crease(query, body, crease);
  for (const std::int32_t corner : scratch.corner) add_corner(query, body, corner);
  share_round(query, body, scratch);
}

template void add_contacts(WallQuery&, const Sphere<double>&, WallScratch&);
template void add_contacts(WallQuery&, const Ellipsoid<double>&, WallScratch&);
template void add_contacts(WallQuery&, const Superquadric<double>&, WallScratch&);

}  // namespace talus::body_mesh_wall
