// Polyhedra on a wall of triangles.
#include "talus/narrow/body_mesh_wall/convex_face.h"
#include "talus/narrow/body_mesh_wall/wall_query.h"
#include "talus/narrow/force_point.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"

namespace talus::body_mesh_wall {
namespace {

// Factor of the products of normals for polyhedra (energy_share.h). Two vertices behind two nearly
// parallel faces feel a rotation by 1 / (1 - factor) of the stiffness of one: at 0.9 less than the
// 16 of a smooth maximum over the vertices of one face (rounded_maximum.h); they count 1.05 times.
constexpr double alike_for_vertices = 0.9;

// The contacts with faces share their energy.
void share_faces(WallQuery& query, WallScratch& scratch) {
  const std::span<WallContact> own = query.own();
  if (own.size() < 2) return;
  const EnergyShares shares(scratch.share, alike_for_vertices);
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i].energy_share = scratch.share[i].force / scratch.share[i].root;
  }
}

// The contact of a polyhedron with a crease by their rounded depth, in world coordinates.
ForcePoint rounded_on_crease(const WallQuery& query, const PolyhedronView<double>& body,
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

// Ridges and rims inside a polyhedron push it out by its least depth on them. The faces beside a
// valley go on behind it, without it.
void add_ridge(WallQuery& query, const PolyhedronView<double>& body, const Vec3<double>& centre,
               std::int32_t number) {
  const WallCrease& crease = query.wall.creases()[static_cast<std::size_t>(number)];
  if (!may_overlap(query, body, crease) || is_valley_for(query.wall, number, centre)) return;
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
    c.energy_share = weight(c.rounded) / sum;
    c.slope = c.slope * (depth / c.rounded);
    c.rounded = depth;
  }
}

// Whether a vertex of the body can be behind the face, within reach of its borders; false is
// certain. Much quicker than the contact with the face, of which fine meshes have many.
bool may_have_vertices_behind(const FaceView& face, std::span<const Vec3<double>> vertices,
                              double reach) {
  const TriangleWall& wall = face.wall;
  const Vec3<double> middle = wall.corner_of(face.triangles[0], 0);
  double squared = 0.0;
  for (const std::int32_t t : face.triangles) {
    for (int k = 0; k < 3; ++k) {
      squared = larger(squared, norm_squared(wall.corner_of(t, k) - middle));
    }
  }
  // Two borders may be exceeded at once.
  const double within = square_root(squared) + 2.0 * reach;
  for (const Vec3<double>& v : vertices) {
    const double height = face.side * face.height(v);
    if (height < 0.0 && norm_squared(v - middle) - square(height) <= square(within)) return true;
  }
  return false;
}

}  // namespace

void add_contacts(WallQuery& query, const PolyhedronView<double>& body, WallScratch& scratch) {
  const Vec3<double> centre = query.body_in_wall.point_to_a(middle_of(body));
  const double reach = border_reach * query.sphere.radius;
  scratch.vertex.clear();
  for (int i = 0; i < body.vertex_count; ++i) {
    scratch.vertex.push_back(query.body_in_wall.point_to_a(body.vertex(i)));
  }
  scratch.share.clear();
  for_faces(query, scratch, centre, [&](const FaceView& face) {
    if (is_idle(query, face) || !may_have_vertices_behind(face, scratch.vertex, reach)) return;
    const FaceSide side(face, face.side, reach, scratch.triangle, scratch.border);
    const FaceContact contact = face_contact(side, body, query.body_in_wall,
                                             [&](const Vec3<double>& v, const PointBehind& at) {
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
  if (!scratch.has_features) list_creases(query.wall, scratch.triangle, scratch.crease);
  for (const std::int32_t crease : scratch.crease) add_ridge(query, body, centre, crease);
  join(query.own().subspan(faces), query.sphere.radius);
  std::erase_if(query.found, [&](const WallContact& c) { return !(c.energy_share > 0.0); });
}

}  // namespace talus::body_mesh_wall
