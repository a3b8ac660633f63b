#include "talus/narrow/wall_contacts.h"

#include <algorithm>

#include "talus/math/power.h"
#include "talus/narrow/body_mesh_wall/convex_face.h"
#include "talus/narrow/body_mesh_wall/mesh_points.h"
#include "talus/narrow/body_mesh_wall/round_share.h"
#include "talus/narrow/contact.h"
#include "talus/narrow/force_point.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"

namespace talus {
namespace {

using body_mesh_wall::EnergyShare;
using body_mesh_wall::EnergyShares;
using body_mesh_wall::FaceSide;
using body_mesh_wall::FaceView;
using body_mesh_wall::MeshBody;

// Parts of the bounding radius: how far beyond a border a projection may lie, and the depth to
// which the points of a mesh are followed behind a face. Beyond, the side of the wall is ambiguous.
constexpr double border_reach = 0.5, mesh_depth = 0.25;
// Likewise: how far off a plane may be that is an exit for a point behind another face.
constexpr double plane_reach = 1.1;

// Factor of the products of normals for polyhedra (energy_share.h). Two vertices behind two nearly
// parallel faces feel a rotation by 1 / (1 - factor) of the stiffness of one: at 0.9 less than the
// 16 of a smooth maximum over the vertices of one face (rounded_maximum.h); they count 1.05 times.
constexpr double alike_for_vertices = 0.9;

// Slope of a normal along a crease above which the corner at its end has the contact. Above the
// error of a contact normal (1e-10), below any angle that a force would show.
constexpr double end_slope = 1e-6;

// The inputs and the output of one query.
struct Query {
  const TriangleWall& wall;
  const Pose<double>&wall_pose, &body_pose;
  const Shape& shape;
  Mat3<double> wall_rotation;
  RelativePose<double> body_in_wall;
  BoundingSphere<double> sphere;  // in the wall's frame
  std::vector<WallContact>& found;
  std::size_t first;                     // of the contacts of this query
  double energy_power;                   // of the depth
  std::span<const std::int32_t> nearby;  // triangles

  std::span<WallContact> own() const { return std::span(found).subspan(first); }
  // e of energy_share.h, but for a constant factor.
  double energy_root(double depth) const {
    return power(depth / sphere.radius, 0.5 * energy_power);
  }
  std::int64_t face_key(std::int32_t face) const { return std::int64_t{face} << 32; }
  std::int64_t crease_key(std::int32_t crease) const {
    return (std::int64_t{crease} + static_cast<std::int64_t>(wall.faces().size())) << 32;
  }
  std::int64_t corner_key(std::int32_t corner) const {
    return crease_key(wall.crease_count()) + (std::int64_t{corner} << 32);
  }
  Vec3<double> in_world(const Vec3<double>& p) const {
    return wall_rotation * p + wall_pose.position;
  }
  void add(std::int64_t key, const Vec3<double>& point, const Vec3<double>& normal, double depth,
           double slope = 1.0, double area = 0.0) {
    WallContact c;
    c.key = key;
    c.point = in_world(point);
    c.normal = wall_rotation * normal;
    c.depth = c.rounded = depth;
    c.slope = slope;
    c.area = area;
    found.push_back(c);
  }
};

const PolyhedronView<double>& kernel_body(const Polyhedron& body) { return body.view(); }
const MeshView<double>& kernel_body(const Mesh& body) { return body.view(); }
template <class Body>
const Body& kernel_body(const Body& body) {
  return body;
}

// A point inside a convex body that decides its side of a plane.
Vec3<double> middle_of(const PolyhedronView<double>& body) { return body.inner.centre; }
template <class Body>
Vec3<double> middle_of(const Body& body) {
  return bounding_sphere(body).centre;
}

// The triangles whose planes cross the bounding sphere, or nearly so, sorted by face, without
// repetitions.
void list_triangles(const Query& query, std::vector<std::int32_t>& list) {
  list.clear();
  for (const std::int32_t t : query.nearby) {
    const std::int32_t face = query.wall.face_of(t);
    if (face < 0) continue;
    const WallFace& plane = query.wall.faces()[static_cast<std::size_t>(face)];
    if (absolute(dot(plane.normal, query.sphere.centre) - plane.offset) <=
        plane_reach * query.sphere.radius) {
      list.push_back(t);
    }
  }
  std::sort(list.begin(), list.end(), [&](std::int32_t s, std::int32_t t) {
    const std::int32_t p = query.wall.face_of(s), q = query.wall.face_of(t);
    return p < q || (p == q && s < t);
  });
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// Calls visit(face with its triangles).
template <class Visit>
void for_faces(const Query& query, WallScratch& scratch, const Vec3<double>& centre, Visit visit) {
  const std::vector<std::int32_t>& list = scratch.triangle;
  body_mesh_wall::find_sheet_sides(query.wall, query.nearby, centre, scratch.side);
  for (std::size_t i = 0; i < list.size();) {
    const std::int32_t face = query.wall.face_of(list[i]);
    std::size_t end = i + 1;
    while (end < list.size() && query.wall.face_of(list[end]) == face) ++end;
    const WallFace& plane = query.wall.faces()[static_cast<std::size_t>(face)];
    visit(FaceView{query.wall, face, std::span(list).subspan(i, end - i), centre,
                   body_mesh_wall::side_of(plane, scratch.side)});
    i = end;
  }
}

// Whether the bounding sphere is before the plane of a face, or the centre behind it.
bool is_idle(const Query& query, const FaceView& face) {
  return face.side * face.height(query.sphere.centre) >= query.sphere.radius ||
         face.side * face.height(face.centre) <= 0.0;
}

// Whether a point of a body is beyond the sheet of a face: on its other side, with the line from
// the centre to the point across it. Of a sheet with rims, a body may reach both sides without
// crossing it.
bool is_beyond(const FaceView& of, const std::vector<std::int32_t>& list, const Vec3<double>& p,
               const body_mesh_wall::PointBehind& at) {
  const std::int32_t sheet = of.plane().sheet;
  if (!at.is_nearest) {
    body_mesh_wall::SheetSide at_p;
    for (const std::int32_t t : list) {
      const WallFace& face = of.wall.faces()[static_cast<std::size_t>(of.wall.face_of(t))];
      if (face.sheet == sheet) body_mesh_wall::take_nearer(of.wall, t, p, at_p);
    }
    if (at_p.side == of.side) return false;
  }
  const auto crosses = [&](const FaceView& face) {
    const double above = face.height(face.centre), below = face.height(p);
    if (above * below > 0.0 || above == below) return false;
    return face.contains(face.centre + (above / (above - below)) * (p - face.centre));
  };
  if (crosses(of)) return true;
  for (const std::int32_t& t : list) {
    const std::int32_t face = of.wall.face_of(t);
    if (of.wall.faces()[static_cast<std::size_t>(face)].sheet != sheet) continue;
    if (crosses(FaceView{of.wall, face, std::span(&t, 1), of.centre})) return true;
  }
  return false;
}

// The creases or corners of the triangles, each once.
template <class FeaturesOf>
void list_features(const std::vector<std::int32_t>& triangles, std::vector<std::int32_t>& list,
                   FeaturesOf features_of) {
  list.clear();
  for (const std::int32_t t : triangles) {
    for (const std::int32_t feature : features_of(t)) {
      if (feature >= 0) list.push_back(feature);
    }
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// The contact of a polyhedron with a crease by their rounded depth, in world coordinates.
ForcePoint rounded_on_crease(const Query& query, const PolyhedronView<double>& body,
                             const WallCrease& crease, const Contact<double>& c) {
  using namespace polyhedron_polyhedron;
  const ContactPlane<double> plane{0.5 * (c.point_a + c.point_b), c.normal, tangent_frame(c.normal),
                                   -c.distance};
  NearVertices<double> near_body, near_crease;
  find_near(body, query.body_pose, plane, plane.normal, near_body);
  for (const Vec3<double>& end : {crease.from, crease.to}) {
    add_near(query.in_world(end) - plane.middle, plane, near_crease);
  }
  const RoundedDepth<double> r = rounded_depth(near_body, near_crease, plane);
  if (!r.found) return {plane.middle, plane.normal, plane.depth, 1.0, 0.0};
  return {r.point, r.normal, r.depth, r.slope, 0.0};
}

// A contact of the body with a segment or a point of the wall; false if they do not overlap.
bool overlaps(const Query& query, const Shape& part, const Vec3<double>& at, Contact<double>& c) {
  const Pose<double> part_pose{query.wall_rotation * at + query.wall_pose.position,
                               query.wall_pose.orientation};
  c = contact(query.shape, query.body_pose, part, part_pose);
  return c.distance < 0.0;
}

bool is_near(const Query& query, const WallCrease& crease) {
  const Segment<double> segment{{}, crease.to - crease.from};
  const Vec3<double> centre = query.sphere.centre - crease.from;
  return norm_squared(nearest_point(segment, centre) - centre) <= square(query.sphere.radius);
}

// Creases and corners are candidates wherever they are inside a round body, as ends of the faces
// beside them: those that a face covers get no share of the energy.
void add_crease(Query& query, std::int32_t number) {
  const WallCrease& crease = query.wall.creases()[static_cast<std::size_t>(number)];
  Contact<double> c;
  if (!is_near(query, crease)) return;
  if (!overlaps(query, Segment<double>{{}, crease.to - crease.from}, crease.from, c)) return;
  const double slope = dot(c.normal, query.wall_rotation * body_mesh_wall::along(crease));
  if (!(absolute(slope) <= end_slope)) return;
  WallContact contact;
  contact.key = query.crease_key(number);
  contact.point = 0.5 * (c.point_a + c.point_b);
  contact.normal = -c.normal;
  contact.depth = contact.rounded = -c.distance;
  query.found.push_back(contact);
}

void add_corner(Query& query, std::int32_t number) {
  const std::int32_t v = query.wall.corners()[static_cast<std::size_t>(number)].vertex;
  const Vec3<double> point = query.wall.vertices()[static_cast<std::size_t>(v)];
  if (norm_squared(point - query.sphere.centre) > square(query.sphere.radius)) return;
  Contact<double> c;
  if (!overlaps(query, Sphere<double>{0.0}, point, c)) return;
  const Vec3<double> normal = transpose_times(query.wall_rotation, -c.normal);
  const Vec3<double> middle = point + (0.5 * c.distance) * normal;
  query.add(query.corner_key(number), middle, normal, -c.distance);
}

// Tilts the force of a contact with a crease or a corner by the turning of its normal
// (round_share.h). `others`: the sum of mu_j n_j, over e_i', in the world.
template <class Body>
void tilt(const Query& query, const Body& body, const Vec3<double>& others, WallContact& c) {
  const Mat3<double> rotation = rotation_of(query.body_pose.orientation);
  const Vec3<double> normal = transpose_times(rotation, c.normal);
  const Vec3<double> g = transpose_times(rotation, others);
  const SymMat3<double> hessian = support_hessian(body, -normal);
  const std::int64_t feature = c.key - query.crease_key(0);
  Vec3<double> turned;
  if (c.key < query.corner_key(0)) {
    const WallCrease& crease = query.wall.creases()[static_cast<std::size_t>(feature >> 32)];
    const Vec3<double> axis = query.wall_rotation * body_mesh_wall::along(crease);
    turned = body_mesh_wall::turned_about_crease(hessian, c.depth, normal,
                                                 transpose_times(rotation, axis), g);
  } else {
    turned = body_mesh_wall::turned_about_corner(hessian, c.depth, normal, g);
  }
  // About the contact's point, midway between the body's deepest point and the wall.
  const Vec3<double> couple = cross(normal, hessian * turned - (0.5 * c.depth) * turned);
  if (!(norm_squared(turned) + norm_squared(couple) < infinity_of<double>())) return;
  const body_mesh_wall::ForceLine line({}, normal + turned, couple);
  c.slope = line.length;
  c.normal = rotation * line.direction;
  c.point = c.point + rotation * line.point;
  c.twist = line.twist;
}

// The contacts of a round body share their energy; those without a share are left out.
template <class Body>
void share_round(Query& query, const Body& body, WallScratch& scratch) {
  const std::span<WallContact> own = query.own();
  if (own.size() < 2) return;
  scratch.share.clear();
  for (const WallContact& c : own) {
    scratch.share.push_back({c.normal, query.energy_root(c.depth), 0.0, false});
  }
  const EnergyShares shares(scratch.share);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const EnergyShare& share = scratch.share[i];
    own[i].share = share.force / share.root;
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
  std::erase_if(query.found, [&](const WallContact& c) { return !(c.share > 0.0); });
}

template <class Body>
void add_contacts(Query& query, const Body& body, const SurfaceBody&, WallScratch& scratch) {
  const Vec3<double> centre = query.body_in_wall.point_to_a(middle_of(body));
  for_faces(query, scratch, centre, [&](const FaceView& face) {
    const body_mesh_wall::FaceContact contact =
        body_mesh_wall::face_contact(face, body, query.body_in_wall);
    if (!contact.touches) return;
    query.add(query.face_key(face.face), contact.point, contact.normal, contact.depth);
  });
  list_features(scratch.triangle, scratch.feature,
                [&](std::int32_t t) { return query.wall.creases_of(t); });
  for (const std::int32_t crease : scratch.feature) add_crease(query, crease);
  list_features(scratch.triangle, scratch.feature,
                [&](std::int32_t t) { return query.wall.corners_of(t); });
  for (const std::int32_t corner : scratch.feature) add_corner(query, corner);
  share_round(query, body, scratch);
}

// The contacts with faces share their energy.
void share_faces(Query& query, WallScratch& scratch) {
  const std::span<WallContact> own = query.own();
  if (own.size() < 2) return;
  const EnergyShares shares(scratch.share, alike_for_vertices);
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i].share = scratch.share[i].force / scratch.share[i].root;
  }
}

// Contacts from number `first` on have one energy, of the smooth maximum of their depths
// (rounded_maximum.h).
void join(std::span<WallContact> contacts, double size) {
  double sum = 0.0;
  const auto weight = [&](double depth) {
    const double z = depth / size;
    return rounding_weight(z) * z * z;
  };
  for (const WallContact& c : contacts) sum += weight(c.rounded);
  if (contacts.size() < 2 || !(sum > 0.0)) return;
  const double depth = size * rounding_root(sum);
  for (WallContact& c : contacts) {
    c.share = weight(c.rounded) / sum;
    c.slope = c.slope * (depth / c.rounded);
    c.rounded = depth;
  }
}

// Ridges and rims inside a polyhedron push it out by its least depth on them. The faces beside a
// valley go on behind it, without it.
void add_ridge(Query& query, const PolyhedronView<double>& body, const Vec3<double>& centre,
               std::int32_t number) {
  const WallCrease& crease = query.wall.creases()[static_cast<std::size_t>(number)];
  if (!is_near(query, crease) || body_mesh_wall::is_valley_for(query.wall, number, centre)) return;
  Contact<double> c;
  if (!overlaps(query, Segment<double>{{}, crease.to - crease.from}, crease.from, c)) return;
  const ForcePoint at = rounded_on_crease(query, body, crease, c);
  WallContact contact;
  contact.key = query.crease_key(number);
  contact.point = at.point;
  contact.normal = -at.normal;
  contact.depth = -c.distance;
  contact.rounded = at.depth;
  contact.slope = at.slope;
  contact.spread_squared = at.spread_squared;
  contact.patch_arm = at.patch_arm;
  query.found.push_back(contact);
}

void add_contacts(Query& query, const PolyhedronView<double>& body, const SurfaceBody&,
                  WallScratch& scratch) {
  const Vec3<double> centre = query.body_in_wall.point_to_a(middle_of(body));
  scratch.share.clear();
  for_faces(query, scratch, centre, [&](const FaceView& face) {
    if (is_idle(query, face)) return;
    const FaceSide side(face, face.side, border_reach * query.sphere.radius, scratch.triangle,
                        scratch.border);
    const body_mesh_wall::FaceContact contact = body_mesh_wall::face_contact(
        side, body, query.body_in_wall,
        [&](const Vec3<double>& v, const body_mesh_wall::PointBehind& at) {
          return is_beyond(face, scratch.triangle, v, at);
        });
    if (!contact.touches) return;
    query.add(query.face_key(face.face), contact.point, contact.normal, contact.depth,
              contact.slope);
    query.found.back().rounded = contact.rounded;
    query.found.back().twist = contact.twist;
    query.found.back().spread_squared = spread_squared(contact.patch.smaller);
    query.found.back().patch_arm = mean_arm(contact.patch);
    scratch.share.push_back({contact.face_normal, query.energy_root(contact.rounded), 0.0, false});
  });
  share_faces(query, scratch);
  const std::size_t faces = query.own().size();
  list_features(scratch.triangle, scratch.feature,
                [&](std::int32_t t) { return query.wall.creases_of(t); });
  for (const std::int32_t crease : scratch.feature) add_ridge(query, body, centre, crease);
  join(query.own().subspan(faces), query.sphere.radius);
  std::erase_if(query.found, [&](const WallContact& c) { return !(c.share > 0.0); });
}

// The contacts of one point of a mesh with several faces share the energy of its springs, which is
// quadratic.
void share_points(Query& query, WallScratch& scratch) {
  const std::span<WallContact> own = query.own();
  std::vector<std::size_t>& order = scratch.order;
  order.resize(own.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  constexpr std::int64_t point_bits = 0xffffffff;
  const auto point_of = [&](std::size_t i) { return own[i].key & point_bits; };
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t k) {
    return point_of(i) < point_of(k) || (point_of(i) == point_of(k) && own[i].key < own[k].key);
  });
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i + 1;
    while (end < order.size() && point_of(order[end]) == point_of(order[i])) ++end;
    if (end - i > 1) {
      scratch.share.clear();
      for (std::size_t k = i; k < end; ++k) {
        scratch.share.push_back({own[order[k]].normal, own[order[k]].depth, 0.0, false});
      }
      const EnergyShares shares(scratch.share);
      for (std::size_t k = i; k < end; ++k) {
        own[order[k]].share = scratch.share[k - i].force / scratch.share[k - i].root;
      }
    }
    i = end;
  }
  std::erase_if(query.found, [&](const WallContact& c) { return !(c.share > 0.0); });
}

void add_contacts(Query& query, const MeshView<double>& mesh, const SurfaceBody& body,
                  WallScratch& scratch) {
  const MeshBody points{mesh, body.cloud->view(), query.body_in_wall};
  std::size_t faces = 0;
  const Vec3<double> centre = query.body_in_wall.point_to_a(points.cloud.centre);
  const double limit = mesh_depth * query.sphere.radius;
  for_faces(query, scratch, centre, [&](const FaceView& face) {
    if (points.cloud.is_star && is_idle(query, face)) return;
    const std::size_t before = query.found.size();
    const auto add = [&](int i, const Vec3<double>& p, const body_mesh_wall::PointBehind& at) {
      const body_mesh_wall::ForceLine line(p, at.push + at.on_centre,
                                           cross(centre - p, at.on_centre));
      if (!(line.length > 0.0)) return;
      query.add(query.face_key(face.face) + i, line.point, line.direction, at.depth, line.length,
                points.cloud.area[i]);
      query.found.back().twist = line.twist;
    };
    const auto side_of = [&](double side) {
      return FaceSide(face, side, border_reach * query.sphere.radius, scratch.triangle,
                      scratch.border);
    };
    if (points.cloud.is_star) {
      body_mesh_wall::for_star_points_behind(
          side_of(face.side), points, limit,
          [&](const Vec3<double>& p, const body_mesh_wall::PointBehind& at) {
            return is_beyond(face, scratch.triangle, p, at);
          },
          add);
    } else {
      for (const double side : {1.0, -1.0}) {
        body_mesh_wall::for_points_behind(side_of(side), points, limit, add);
      }
    }
    faces += query.found.size() > before;
  });
  if (faces > 1) share_points(query, scratch);
  const auto add_inside = [&](std::int64_t key, const Vec3<double>& p,
                              const mesh_convex::PointDepth<double>& at) {
    const double slope = norm(at.gradient);
    if (!(slope > 0.0)) return;
    query.add(key, p, (query.body_in_wall.rotation * at.gradient) / slope, at.depth, slope,
              square(points.cell()));
  };
  list_features(scratch.triangle, scratch.feature,
                [&](std::int32_t t) { return query.wall.creases_of(t); });
  for (const std::int32_t crease : scratch.feature) {
    if (body_mesh_wall::is_valley_for(query.wall, crease, centre)) continue;
    body_mesh_wall::for_crease_points(
        query.wall, crease, points,
        [&](int k, const Vec3<double>& p, const mesh_convex::PointDepth<double>& at) {
          add_inside(query.crease_key(crease) + k, p, at);
        });
  }
  list_features(scratch.triangle, scratch.feature,
                [&](std::int32_t t) { return query.wall.corners_of(t); });
  for (const std::int32_t corner : scratch.feature) {
    const std::int32_t v = query.wall.corners()[static_cast<std::size_t>(corner)].vertex;
    const Vec3<double> p = query.wall.vertices()[static_cast<std::size_t>(v)];
    mesh_convex::PointDepth<double> at;
    if (body_mesh_wall::is_sharp_corner(query.wall, corner) &&
        mesh_convex::depth_in(points.mesh, points.own(p), at)) {
      add_inside(query.corner_key(corner), p, at);
    }
  }
}

}  // namespace

void wall_contacts(const TriangleWall& wall, const Pose<double>& wall_pose,
                   std::span<const std::int32_t> nearby, const SurfaceBody& body,
                   const Pose<double>& body_pose, WallScratch& scratch,
                   std::vector<WallContact>& found, double energy_power) {
  const auto with = [&](const auto& shape) {
    using Kind = std::decay_t<decltype(shape)>;
    if constexpr (!std::is_same_v<Kind, HalfSpace<double>> &&
                  !std::is_same_v<Kind, Segment<double>>) {
      const auto& kernel = kernel_body(shape);
      const Mat3<double> rotation = rotation_of(wall_pose.orientation);
      const RelativePose<double> in_wall = relative_pose(wall_pose, rotation, body_pose);
      BoundingSphere<double> sphere = bounding_sphere(kernel);
      sphere.centre = in_wall.point_to_a(sphere.centre);
      Query query{wall,   wall_pose, body_pose,    *body.shape,  rotation, in_wall,
                  sphere, found,     found.size(), energy_power, nearby};
      list_triangles(query, scratch.triangle);
      if (!scratch.triangle.empty()) add_contacts(query, kernel, body, scratch);
    }
  };
  std::visit(with, *body.shape);
}

}  // namespace talus
