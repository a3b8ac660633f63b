// All contacts of a mesh with a convex body, for simulations: to the body the mesh is a wall of
// triangles that moves, with an outer side only (wall_contacts.h). So the law, the radius, the
// patch of friction and the rolling resistance are those of contacts of convex bodies. The method:
// docs/methods/mesh_contacts.md.
#pragma once

#include <optional>
#include <vector>

#include "talus/narrow/mesh_mesh/mesh_shells.h"
#include "talus/narrow/surface_cache.h"
#include "talus/narrow/wall_contacts.h"
#include "talus/shape/mesh/view.h"

namespace talus {

// What the contacts of a mesh need of it, made once per shape.
struct MeshSolid {
  // `on_walls`: with what a concave mesh needs on walls.
  explicit MeshSolid(const MeshView<double>& mesh, bool on_walls = false);

  TriangleWall surface;  // triangle i is facet i
  mesh_mesh::MeshShells shells;
  // A convex mesh is its convex hull, a polyhedron: its one contact with a convex body is quicker
  // than mesh_contacts and counts the corners of both bodies.
  bool is_convex;
  // Of a convex mesh: whether the hull has the contacts with planes, walls and other such meshes.
  // The smooth maximum of its depths (rounded_maximum.h) counts vertices: a ball of 642 is 1.01
  // times as stiff as the sphere at an overlap of 1 % of its radius and 1.12 times at 5 %, one of
  // 10,242 1.3 and 1.6 times. Finer hulls have the depths of concave meshes, which are integrals.
  bool acts_as_polyhedron{};
  static constexpr int most_vertices = 1000;
  std::optional<Shape> hull;
  MeshInnerPoints inner;  // on mesh walls, of a mesh that does not act as a polyhedron
};

// The creases and corners of the facets that a SurfaceCache lists, with lower bounds on their
// distance from the body at the pose at which they were evaluated. Contents never change a contact.
struct FeatureCache {
  struct Feature {
    std::int32_t number;
    float apart;  // m
  };
  RelativePose<double> listed_at{};
  bool is_known = false;
  std::vector<Feature> crease, corner;
};

// Appends to `found`, in the order of the keys; normals point from the mesh to the body. `body`:
// sphere, ellipsoid, superquadric or polyhedron. `cache`: of the facets
// near the body; the result is the same with any contents that were made for the two bodies, as it
// is with those of `features`, which belong to `cache`. `energy_power`: as for wall_contacts.
// Returns a distance by which the bodies must move before they can touch; 0: none is known.
double mesh_contacts(const MeshView<double>& mesh, const MeshSolid& solid,
                     const Pose<double>& mesh_pose, const Shape& body,
                     const Pose<double>& body_pose, WallScratch& scratch,
                     std::vector<WallContact>& found, SurfaceCache& cache, FeatureCache& features,
                     double energy_power = hertz_energy_power);

}  // namespace talus
