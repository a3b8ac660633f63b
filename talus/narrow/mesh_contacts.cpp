#include "talus/narrow/mesh_contacts.h"

#include <algorithm>

#include "talus/narrow/mesh_convex/cloud_points.h"
#include "talus/narrow/mesh_convex/facets_near.h"

namespace talus {
namespace {

const PolyhedronView<double>& kernel_body(const Polyhedron& body) { return body.view(); }
template <class Body>
const Body& kernel_body(const Body& body) {
  return body;
}

// The motion for which a list of facets stays valid, relative to the smaller body. A choice: lists
// grow with it, and are made more often without it.
constexpr double motion_margin = 1.0 / 64.0;

// How far outside of a body the point of a face opposite to its deepest point may lie, relative to
// the smaller body: the depth of the contact at most, and nowhere for a body that is rounder than
// its contact is deep. Lists for a depth that is found to be larger are made again.
template <class Body>
constexpr double least_depth_margin = 1.0 / 512.0;
template <>
constexpr double least_depth_margin<Sphere<double>> = 0.0;
template <>
constexpr double least_depth_margin<PolyhedronView<double>> = 1.0 / 64.0;

// The contacts of one body with the facets near it.
template <class Body>
class NearFacets {
 public:
  NearFacets(const MeshView<double>& mesh, const TriangleWall& surface, const Body& body,
             const RelativePose<double>& mesh_in_body, SurfaceCache& cache)
      : mesh_(mesh),
        surface_(surface),
        body_(body),
        now_(mesh_in_body),
        size_(smaller(bounding_sphere(body).radius, mesh.sphere.radius)),
        cache_(cache) {
    const double known = moved() < cache.margin ? cache.depth : 0.0;
    depth_ = larger(known, least_depth_margin<Body> * size_);
  }

  // Allows for contacts of this depth. False if they were listed already.
  bool allow(double depth) {
    if (std::is_same_v<Body, Sphere<double>> || !(depth > depth_)) return false;
    cache_.depth = depth_ = 2.0 * depth;
    return true;
  }

  // The facets that the body may touch now, in the order in which they are evaluated.
  void list(std::vector<std::int32_t>& near) {
    near.clear();
    mesh_convex::SeparatingPlanes planes;
    if (is_cached()) {
      for (std::int32_t i = 0; i < cache_.count[0]; ++i) {
        if (mesh_convex::may_touch(mesh_, cache_.point[i], body_, now_, depth_, planes)) {
          near.push_back(cache_.point[i]);
        }
      }
      return;
    }
    mesh_convex::for_facets_near(mesh_, body_, now_, motion_margin * size_ + depth_,
                                 [&](std::int32_t facet) { near.push_back(facet); });
    std::sort(near.begin(), near.end(), [&](std::int32_t s, std::int32_t t) {
      const std::int32_t p = surface_.face_of(s), q = surface_.face_of(t);
      return p < q || (p == q && s < t);
    });
    const bool fits = near.size() <= SurfaceCache::capacity;
    cache_.listed_at = now_;
    cache_.depth = depth_;
    cache_.margin = fits ? motion_margin * size_ + depth_ : 0.0;
    cache_.count[0] = fits ? static_cast<std::int32_t>(near.size()) : 0;
    if (fits) std::copy(near.begin(), near.end(), cache_.point);
    std::erase_if(near, [&](std::int32_t facet) {
      return !mesh_convex::may_touch(mesh_, facet, body_, now_, depth_, planes);
    });
  }

  // The motion after which a listed facet can be touched first; 0 if one may be touched now.
  double gap() const { return cache_.count[0] == 0 ? larger(0.0, cache_.margin - moved()) : 0.0; }

 private:
  double moved() const {
    const double reach = norm(mesh_.sphere.centre) + mesh_.sphere.radius;
    return mesh_convex::largest_motion(cache_.listed_at, now_, reach);
  }
  // All facets within depth_ are in the list.
  bool is_cached() const { return moved() + depth_ < cache_.margin; }

  const MeshView<double>& mesh_;
  const TriangleWall& surface_;
  const Body& body_;
  const RelativePose<double>& now_;
  double size_;
  SurfaceCache& cache_;
  double depth_{};
};

TriangleWall surface_of(const MeshView<double>& mesh) {
  std::vector<Vec3<double>> vertices(static_cast<std::size_t>(mesh.vertex_count));
  std::vector<std::array<std::int32_t, 3>> triangles(static_cast<std::size_t>(mesh.facet_count));
  for (int i = 0; i < mesh.vertex_count; ++i) {
    vertices[static_cast<std::size_t>(i)] = mesh.vertex(i);
  }
  for (int f = 0; f < mesh.facet_count; ++f) {
    const std::int32_t(&v)[3] = mesh.facet[f].vertex;
    triangles[static_cast<std::size_t>(f)] = {v[0], v[1], v[2]};
  }
  return TriangleWall(std::move(vertices), std::move(triangles), WallSides::outer);
}

// A closed surface in one piece that is convex at all its edges is convex (H. Tietze, 1928, and
// S. Nakajima, 1928); faces are flat to the rounding of files.
bool is_convex(const TriangleWall& solid) {
  for (const WallFace& face : solid.faces()) {
    if (face.sheet != 0) return false;
  }
  for (std::int32_t c = 0; c < solid.crease_count(); ++c) {
    if (solid.beside(c).size() != 2 || body_mesh_wall::is_valley(solid, c)) return false;
  }
  return true;
}

}  // namespace

MeshSolid::MeshSolid(const MeshView<double>& mesh) : surface(surface_of(mesh)) {
  if (is_convex(surface)) polyhedron = make_polyhedron(surface.vertices());
}

double mesh_contacts(const MeshView<double>& mesh, const MeshSolid& solid,
                     const Pose<double>& mesh_pose, const Shape& body,
                     const Pose<double>& body_pose, WallScratch& scratch,
                     std::vector<WallContact>& found, SurfaceCache& cache, double energy_power) {
  const RelativePose<double> now = relative_pose(body_pose, mesh_pose);
  const std::size_t first = found.size();
  double gap = 0.0;
  const auto with = [&](const auto& shape) {
    using Kind = std::decay_t<decltype(shape)>;
    if constexpr (!std::is_same_v<Kind, HalfSpace<double>> &&
                  !std::is_same_v<Kind, Segment<double>> && !std::is_same_v<Kind, Mesh>) {
      NearFacets near(mesh, solid.surface, kernel_body(shape), now, cache);
      double deepest = 0.0;
      do {
        found.resize(first);
        near.list(scratch.nearby);
        wall_contacts(solid.surface, mesh_pose, scratch.nearby, {&body, nullptr}, body_pose,
                      scratch, found, energy_power);
        for (std::size_t i = first; i < found.size(); ++i) {
          deepest = larger(deepest, found[i].depth);
        }
      } while (near.allow(deepest));
      gap = near.gap();
    }
  };
  std::visit(with, body);
  return gap;
}

}  // namespace talus
