// Neighbours of the same two kinds of shapes: the pairs that may touch until the next neighbour
// search, in flat arrays, with what each keeps from step to step.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/contact/cache_table.h"
#include "talus/contact/contact_history.h"
#include "talus/narrow/flat_superquadric/bulged_start.h"
#include "talus/narrow/mesh_contacts.h"
#include "talus/narrow/mesh_mesh/facet_pairs.h"
#include "talus/narrow/surface_cache.h"
#include "talus/shape/shape.h"

namespace talus {

struct PairBlock {
  Kind kind_a{}, kind_b{};           // kind_a <= kind_b
  bool walls{};                      // b are mesh walls, numbered after the bodies
  std::vector<std::int32_t> a, b;    // slots of bodies
  std::vector<std::uint16_t> image;  // periodic image of b, by number; empty in an open domain
  // Index of the force accumulators of a and b within their chunk of pairs.
  std::vector<std::uint16_t> accumulator_a, accumulator_b;
  // Sum of both bodies' path lengths up to which they cannot touch; empty for pairs whose contact
  // query costs no more than this test.
  std::vector<double> safe_until;
  // Two spheres only: whether the history holds a contact.
  std::vector<std::uint8_t> touching;
  // Pairs with one contact point; `rolling` is empty without rolling friction.
  std::vector<PairHistory> history;
  std::vector<Vec3<double>> rolling;  // rad
  std::vector<ContactSpot> spot;      // of pairs with an ellipsoid or superquadric; else empty
  CacheTable cache;
  std::vector<BulgedStart> bulged;  // of pairs of superquadrics; else empty
  // Pairs with several contact points: meshes and mesh walls. Sorted by key.
  std::vector<std::vector<KeyedContact>> points;
  std::vector<SurfaceCache> surface;  // of meshes with convex bodies
  // Of meshes with convex bodies and of two meshes. Contacts do not depend on them: a checkpoint
  // has none.
  std::vector<FeatureCache> features;
  std::vector<mesh_mesh::FacetPairList> facet_pairs;
  // Mesh walls: the triangles near the body of pair k start at nearby[nearby_start[k]].
  std::vector<std::int64_t> nearby_start;
  std::vector<std::int32_t> nearby;

  std::size_t size() const { return a.size(); }
  bool has_several_points() const { return walls || kind_a == Kind::mesh || kind_b == Kind::mesh; }
  // Contacts are parts of the overlap (talus/narrow/mesh_overlap/mesh_mesh_contacts.h).
  bool are_meshes() const { return !walls && kind_a == Kind::mesh; }
  // The mesh is a wall of finite mass to the convex body (talus/narrow/mesh_contacts.h).
  bool is_convex_on_mesh() const {
    return !walls && kind_b == Kind::mesh && kind_a <= Kind::polyhedron;
  }
  // Bodies on features of triangles: the contacts of a pair share one energy.
  bool shares_energy() const { return is_convex_on_mesh() || walls; }
  // Pairs whose contact point is a closed form (talus/physics/sphere_geometry.h).
  bool is_sphere_pair() const { return kind_a == Kind::sphere && kind_b == Kind::sphere && !walls; }
  bool is_sphere_on_plane() const { return kind_a == Kind::sphere && kind_b == Kind::half_space; }
  bool is_curved() const { return is_curved(kind_a) || is_curved(kind_b); }
  static bool is_curved(Kind kind) { return kind == Kind::ellipsoid || kind == Kind::superquadric; }
  bool are_superquadrics() const {
    return kind_a == Kind::superquadric && kind_b == Kind::superquadric && !walls;
  }
  bool is_closed_form() const { return is_sphere_pair() || is_sphere_on_plane(); }
  bool touches(std::size_t k) const {
    return has_several_points() ? !points[k].empty() : history[k].radius > 0.0;
  }
  // Empties the caches that a checkpoint has not.
  void reset_caches() {
    features.assign(is_convex_on_mesh() ? size() : 0, {});
    facet_pairs.assign(are_meshes() ? size() : 0, {});
  }
  // Sizes the arrays of what pairs keep, all without a contact.
  void allocate_history(bool with_rolling);
};

// The result of a neighbour search.
struct NeighbourList {
  std::vector<PairBlock> blocks;
  std::vector<Vec3<double>> shift;  // by image: translation of the second body of a pair
};

}  // namespace talus
