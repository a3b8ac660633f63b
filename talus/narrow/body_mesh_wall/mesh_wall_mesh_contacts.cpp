// Meshes on a wall of triangles.
//
//   1  a face that has no ridge or rim near the body has one contact, with the depth of
//      smooth_depth.h of the thickness of the mesh behind it (face_columns.h): on a flat wall that
//      of a half-space. The mesh is on the side of its centre.
//   2  a face with a ridge or a rim has one on each side, by the vertices of the mesh that came
//      from there (vertex_depths.h). The side of a vertex is that of its inner point
//      (inner_points.h).
//   3  the contacts with faces share one energy (energy_share.h), that of creases adds to it
//      (mesh_creases.h)
#include "talus/narrow/body_mesh_wall/face_columns.h"
#include "talus/narrow/body_mesh_wall/mesh_creases.h"
#include "talus/narrow/body_mesh_wall/vertex_depths.h"
#include "talus/narrow/body_mesh_wall/wall_query.h"
#include "talus/narrow/mesh_overlap/facets_below.h"

namespace talus::body_mesh_wall {
namespace {

// Factor of the products of normals (energy_share.h), as for polyhedra: parallel contacts count
// 1.05 times, and a mesh on both of two nearly parallel faces can rock.
constexpr double alike_for_meshes = 0.9;

struct MeshScratch {
  FaceColumns columns;
  VertexDepths depths;
  std::vector<std::int32_t> vertex;  // of the facets that reach behind a face
};

class FaceContacts {
 public:
  FaceContacts(WallQuery& query, const MeshView<double>& mesh, WallScratch& scratch,
               MeshScratch& own)
      : query_(query), mesh_(mesh), scratch_(scratch), own_(own) {
    scratch.share.clear();
    scratch.inner.assign(query.inner != nullptr ? query.inner->point.size() : 1, SheetSide{-1});
  }

  void add(const FaceView& face) {
    const double above = face.height(query_.sphere.centre);
    if (absolute(above) >= query_.sphere.radius) return;
    const double reach = border_reach * query_.sphere.radius;
    const double side = face.side;
    const FaceSide of_centre(face, side, reach, scratch_.triangle, scratch_.border);
    const bool only_valleys = std::all_of(
        scratch_.border.begin(), scratch_.border.end(),
        [&](const FaceBorder& b) { return b.kind == FaceBorder::Kind::valley || is_far(b); });
    if (!only_valleys || !is_before(face, side)) {
      add_vertices(of_centre, face, side);
      const FaceSide opposite(face, -side, reach, scratch_.triangle, scratch_.border);
      add_vertices(opposite, face, -side);
      return;
    }
    std::erase_if(scratch_.border, [&](const FaceBorder& b) { return is_far(b); });
    if (!(side * above > 0.0)) return;
    own_.columns.begin(face, side, scratch_.border, query_.sphere, reach);
    ColumnContact c;
    if (own_.columns.contact(own_.columns.find(mesh_, query_.body_in_wall), c)) {
      add_contact(face, side, own_.columns.normal(), c);
    }
  }

 private:
  // Whether no part of the mesh has passed a face: no inner point is behind it, but for those close
  // to the surface, in corners.
  bool is_before(const FaceView& face, double side) const {
    if (query_.inner == nullptr) return true;
    constexpr double close = 0.1;  // of the bounding radius. A choice.
    return std::all_of(query_.inner->point.begin(), query_.inner->point.end(),
                       [&](const Vec3<double>& p) {
                         return side * face.height(query_.body_in_wall.point_to_a(p)) >
                                -close * query_.sphere.radius;
                       });
  }

  // Whether no point of the body can be at a border.
  bool is_far(const FaceBorder& b) const {
    const Vec3<double> nearest =
        nearest_on_segment(b.from, b.length * b.along, query_.sphere.centre);
    return norm_squared(nearest - query_.sphere.centre) > square(query_.sphere.radius);
  }

  void add_contact(const FaceView& face, double side, const Vec3<double>& face_normal,
                   const ColumnContact& c) {
    query_.add(query_.face_key(face.face) + (side > 0.0 ? 0 : 1), c.point, c.normal, c.depth,
               c.slope);
    WallContact& contact = query_.found.back();
    contact.twist = c.twist;
    contact.spread_squared = c.spread_squared;
    contact.patch_arm = c.patch_arm;
    scratch_.share.push_back({face_normal, query_.energy_root(c.depth), 0.0, false});
  }

  void add_vertices(const FaceSide& side_of_face, const FaceView& face, double side) {
    list_vertices(side_of_face);
    own_.depths.begin(side_of_face.normal(), query_.sphere.centre, query_.sphere.radius);
    for (const std::int32_t v : own_.vertex) {
      const Vec3<double> p = query_.body_in_wall.point_to_a(mesh_.vertex(v));
      PointBehind at;
      if (!side_of_face.is_behind(p, at)) continue;
      FaceView from_inner = face;
      from_inner.side = side;
      if (!is_from(face, side, v, from_inner.centre)) continue;
      if (!is_beyond(from_inner, scratch_.triangle, p, at)) continue;
      side_of_face.lower_for_centre(p, from_inner.centre, at);
      if (at.depth > 0.0) own_.depths.add(p, from_inner.centre, mesh_.vertex_area[v], at);
    }
    ColumnContact c;
    if (own_.depths.contact(c)) add_contact(face, side, side_of_face.normal(), c);
  }

  // The vertices of facets that reach behind the face, each once.
  void list_vertices(const FaceSide& face) {
    own_.vertex.clear();
    const Vec3<double> down = transpose_times(query_.body_in_wall.rotation, -face.normal());
    const double plane = face.offset() - dot(face.normal(), query_.body_in_wall.translation);
    mesh_overlap::for_facets_below(mesh_.tree, down, -plane, [&](int f) {
      for (const std::int32_t v : mesh_.facet[f].vertex) own_.vertex.push_back(v);
    });
    std::sort(own_.vertex.begin(), own_.vertex.end());
    own_.vertex.erase(std::unique(own_.vertex.begin(), own_.vertex.end()), own_.vertex.end());
  }

  // Whether a vertex has reached a face from this side: that of its inner point, which is before
  // the face.
  bool is_from(const FaceView& face, double side, int vertex, Vec3<double>& inner) {
    const MeshInnerPoints* points = query_.inner;
    const auto number =
        points != nullptr ? static_cast<std::size_t>(points->of_vertex[std::size_t(vertex)]) : 0;
    inner = points != nullptr ? query_.body_in_wall.point_to_a(points->point[number])
                              : query_.sphere.centre;
    if (!(side * face.height(inner) > 0.0)) return false;
    SheetSide& known = scratch_.inner[number];
    const std::int32_t sheet = face.plane().sheet;
    if (known.sheet != sheet) {
      known = {sheet};
      for (const std::int32_t t : query_.nearby) {
        const std::int32_t f = query_.wall.face_of(t);
        if (f < 0 || query_.wall.faces()[static_cast<std::size_t>(f)].sheet != sheet) continue;
        take_nearer(query_.wall, t, inner, known);
      }
    }
    return known.side == side;
  }

  WallQuery& query_;
  const MeshView<double>& mesh_;
  WallScratch& scratch_;
  MeshScratch& own_;
};

}  // namespace

void add_contacts(WallQuery& query, const MeshView<double>& mesh, WallScratch& scratch) {
  thread_local MeshScratch own;
  FaceContacts faces(query, mesh, scratch, own);
  for_faces(query, scratch, query.sphere.centre, [&](const FaceView& face) { faces.add(face); });
  const std::span<WallContact> shared = query.own();
  if (shared.size() > 1) {
    const EnergyShares shares(scratch.share, alike_for_meshes);
    for (std::size_t i = 0; i < shared.size(); ++i) {
      shared[i].energy_share = scratch.share[i].force / scratch.share[i].root;
    }
  }
  list_creases(query.wall, scratch.triangle, scratch.crease);
  add_crease_contacts(query, mesh, scratch);
  std::erase_if(query.found, [&](const WallContact& c) { return !(c.energy_share > 0.0); });
}

}  // namespace talus::body_mesh_wall
