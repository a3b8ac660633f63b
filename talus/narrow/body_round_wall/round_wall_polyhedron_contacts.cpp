// Polyhedra on a round wall: as smooth bodies, with the smooth maximum of their vertices' depths.
#include "talus/narrow/body_round_wall/convex_contacts.h"
#include "talus/narrow/force_point.h"

namespace talus::body_round_wall {
namespace {

// Azimuths to evaluate.
constexpr int samples = 24;

// The vertices in the wall's frame; of a body inside that reaches no open end those behind the wall
// only.
void list_vertices(const RoundWallQuery& query, const PolyhedronView<double>& body,
                   std::vector<Vec3<double>>& list) {
  const RoundWall& wall = query.wall;
  const double low = query.sphere.centre.z - query.sphere.radius;
  const double high = query.sphere.centre.z + query.sphere.radius;
  const bool all = !is_inside(wall, query.centre) || (!wall.is_closed(0) && low < 0.0) ||
                   (!wall.is_closed(1) && high > wall.height());
  list.clear();
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec3<double> v = query.in_wall.point_to_a(body.vertex(i));
    const double r = square_root(square(v.x) + square(v.y));
    if (all || v.z < 0.0 || v.z > wall.height() || wall.height_inside(r, v.z) < 0.0) {
      list.push_back(v);
    }
  }
}

// How the vertices below the plane of a contact spread.
void set_patch(const VertexBody& body, const SharedContact& c, WallContact& w) {
  const TangentFrame<double> axes = tangent_frame(c.normal);
  const Vec3<double>& origin = c.lowest.point;
  PlaneMoments<double> moments;
  double squares = 0.0;
  for (const Vec3<double>& v : body.vertex) {
    const double depth = c.lowest.level - dot(c.normal, v);
    if (!(depth > 0.0)) continue;
    const double z = depth / body.size, weight = rounding_weight(z) * z;
    moments.add(weight, dot(axes.x, v - origin), dot(axes.y, v - origin));
    squares += weight * weight;
    w.depth = larger(w.depth, depth);
  }
  if (!(squares > 0.0)) return;
  const PatchMoments<double> patch = moments.patch(squares);
  w.spread_squared = spread_squared(patch.smaller);
  w.patch_arm = mean_arm(patch);
}

}  // namespace

void add_contacts(RoundWallQuery& query, const PolyhedronView<double>& body,
                  RoundWallScratch& scratch) {
  list_vertices(query, body, scratch.vertex);
  if (scratch.vertex.empty()) return;
  const VertexBody vertices{scratch.vertex, query.sphere.radius};
  const ConvexContacts<VertexBody> contacts(query, vertices, samples);
  for (int i = 0; i < contacts.count; ++i) {
    const SharedContact& c = contacts.contact[i];
    if (!(c.energy_share > 0.0)) continue;
    WallContact patch;
    set_patch(vertices, c, patch);
    WallContact w = as_wall_contact(query, c, contacts.key(c, i), patch.depth);
    w.spread_squared = patch.spread_squared;
    w.patch_arm = patch.patch_arm;
    query.found.push_back(w);
  }
}

}  // namespace talus::body_round_wall
