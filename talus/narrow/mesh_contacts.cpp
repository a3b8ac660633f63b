#include "talus/narrow/mesh_contacts.h"

#include <algorithm>

#include "talus/narrow/body_mesh_wall/wall_query.h"
#include "talus/narrow/mesh_convex/facets_near.h"
#include "talus/narrow/mesh_convex/largest_motion.h"

namespace talus {
namespace {

const PolyhedronView<double>& kernel_body(const Polyhedron& body) { return body.view(); }
template <class Body>
const Body& kernel_body(const Body& body) {
  return body;
}

// The motions for which a list of facets stays valid, relative to the smaller body: the first for
// which it has space in a cache. A choice: lists grow with it, and are made more often without it.
constexpr double motion_margins[] = {1.0 / 32.0, 1.0 / 128.0, 1.0 / 512.0};

// How far outside of a body the point of a face opposite to its deepest point may lie, relative to
// the smaller body: the depth of the contact at most, and nowhere for a body that is rounder than
// its contact is deep. Lists for a depth that is found to be larger are made again.
template <class Body>
constexpr double least_depth_margin = 1.0 / 512.0;
template <>
constexpr double least_depth_margin<Sphere<double>> = 0.0;
template <>
constexpr double least_depth_margin<PolyhedronView<double>> = 1.0 / 64.0;

// Rounding errors of a distance between two bodies, in epsilons of the coordinates that enter it: a
// rotation and a translation of each of three points, then some twenty operations, with half an
// epsilon each. A multiple of that; more would only list a few facets too many.
constexpr double rounding_units = 64.0;

// The contacts of one body with the facets near it.
template <class Body>
class NearFacets {
 public:
  NearFacets(const MeshView<double>& mesh, const TriangleWall& surface, const Body& body,
             const RelativePose<double>& mesh_in_body, SurfaceCache& cache, FeatureCache& features)
      : mesh_(mesh),
        surface_(surface),
        body_(body),
        now_(mesh_in_body),
        size_(smaller(bounding_sphere(body).radius, mesh.sphere.radius)),
        cache_(cache),
        features_(features) {
    reach_ = norm(mesh.sphere.centre) + mesh.sphere.radius;
    moved_ = mesh_convex::largest_motion(cache.listed_at, now_, reach_);
    const double known = moved_ < cache.margin ? cache.depth : 0.0;
    depth_ = larger(known, least_depth_margin<Body> * size_);
    rounding_ = rounding_units * epsilon_of<double>() *
                (reach_ + norm(now_.translation) + bounding_sphere(body).radius);
  }

  // Allows for contacts of this depth. False if they were listed already.
  bool allow(double depth) {
    if (std::is_same_v<Body, Sphere<double>> || !(depth > depth_)) return false;
    cache_.depth = depth_ = 2.0 * depth;
    return true;
  }

  // The facets that the body may touch now, in the order in which they are evaluated; none if none
  // is touched.
  void list(std::vector<std::int32_t>& near) {
    near.clear();
    if (!is_cached() && !make_list(near)) {
      std::erase_if(near, [&](std::int32_t facet) { return !(distance(facet) <= depth_); });
      return;
    }
    if (gap() > 0.0) return;
    const double within = moved_ + depth_;
    mesh_convex::SeparatingPlanes planes;
    for (std::int32_t i = 0; i < cache_.count; ++i) {
      const auto apart = static_cast<double>(cache_.apart[i]);
      if (apart <= depth_ ||
          (apart <= within &&
           mesh_convex::may_touch(mesh_, cache_.point[i], body_, now_, depth_, planes))) {
        near.push_back(cache_.point[i]);
      }
    }
  }

  // The creases and corners of the listed facets that the body may touch now. False if there is no
  // list.
  bool list_features(std::vector<std::int32_t>& crease, std::vector<std::int32_t>& corner) {
    if (!(cache_.margin > 0.0)) return false;
    if (!features_.is_known) make_features(crease, corner);
    const double within = mesh_convex::largest_motion(features_.listed_at, now_, reach_);
    take_within(features_.crease, within, crease);
    take_within(features_.corner, within, corner);
    return true;
  }

  // A motion before which no facet can be touched; 0 if one may be touched now.
  double gap() const { return cache_.margin > 0.0 ? larger(0.0, cache_.least - moved_) : 0.0; }

 private:
  // All facets within depth_ are in the list.
  bool is_cached() const { return moved_ + depth_ < cache_.margin; }

  double distance(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& r) const {
    return mesh_convex::distance_bound(body_, now_.point_to_a(p), now_.point_to_a(q),
                                       now_.point_to_a(r)) -
           rounding_;
  }
  double distance(std::int32_t facet) const {
    return distance(mesh_.corner(facet, 0), mesh_.corner(facet, 1), mesh_.corner(facet, 2));
  }

  static void take_within(const std::vector<FeatureCache::Feature>& from, double within,
                          std::vector<std::int32_t>& list) {
    list.clear();
    for (const FeatureCache::Feature& f : from) {
      if (static_cast<double>(f.apart) <= within) list.push_back(f.number);
    }
  }

  void make_features(std::vector<std::int32_t>& crease, std::vector<std::int32_t>& corner) {
    features_.is_known = true;
    features_.listed_at = now_;
    features_.crease.clear(), features_.corner.clear();
    const std::span<const std::int32_t> facets(cache_.point, std::size_t(cache_.count));
    body_mesh_wall::list_creases(surface_, facets, crease);
    for (const std::int32_t c : crease) {
      const WallCrease& at = surface_.creases()[static_cast<std::size_t>(c)];
      features_.crease.push_back({c, rounded_down(distance(at.from, at.to, at.to))});
    }
    body_mesh_wall::list_corners(surface_, facets, corner);
    for (const std::int32_t c : corner) {
      const std::int32_t v = surface_.corners()[static_cast<std::size_t>(c)].vertex;
      const Vec3<double>& at = surface_.vertices()[static_cast<std::size_t>(v)];
      features_.corner.push_back({c, rounded_down(distance(at, at, at))});
    }
  }

  static float rounded_down(double apart) {
    constexpr double down = 1.0 - 0x1p-20;
    return static_cast<float>(down * larger(0.0, apart));
  }

  // Lists the facets near the body in the cache, for the largest motion for which they fit. False
  // if they are too many for any; `near` has them then.
  bool make_list(std::vector<std::int32_t>& near) {
    cache_.listed_at = now_;
    cache_.depth = depth_;
    features_.is_known = false;
    moved_ = 0.0;
    near.clear();
    mesh_convex::for_facets_near(mesh_, body_, now_, motion_margins[0] * size_ + depth_,
                                 [&](std::int32_t facet) { near.push_back(facet); });
    std::sort(near.begin(), near.end(), [&](std::int32_t s, std::int32_t t) {
      const std::int32_t p = surface_.face_of(s), q = surface_.face_of(t);
      return p < q || (p == q && s < t);
    });
    thread_local std::vector<double> apart;  // by index into `near`
    apart.clear();
    for (const std::int32_t facet : near) apart.push_back(larger(0.0, distance(facet)));
    for (const double part : motion_margins) {
      cache_.margin = part * size_ + depth_;
      if (fill_cache(near, apart)) {
        near.clear();
        return true;
      }
    }
    cache_.margin = 0.0;
    cache_.count = 0;
    return false;
  }

  // False if the facets within the margin do not fit.
  bool fill_cache(const std::vector<std::int32_t>& near, const std::vector<double>& apart) {
    cache_.least = cache_.margin;
    std::int32_t& count = cache_.count;
    count = 0;
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (apart[i] > cache_.margin) continue;
      if (count == SurfaceCache::capacity) return false;
      cache_.point[count] = near[i];
      cache_.apart[count++] = rounded_down(apart[i]);
      cache_.least = smaller(cache_.least, apart[i]);
    }
    return true;
  }

  const MeshView<double>& mesh_;
  const TriangleWall& surface_;
  const Body& body_;
  const RelativePose<double>& now_;
  double size_;
  SurfaceCache& cache_;
  FeatureCache& features_;
  double depth_{};
  double reach_{};     // of the mesh from its origin
  double moved_{};     // since the list was made
  double rounding_{};  // m, of distances
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
bool is_convex_solid(const TriangleWall& solid) {
  for (const WallFace& face : solid.faces()) {
    if (face.sheet != 0) return false;
  }
  for (std::int32_t c = 0; c < solid.crease_count(); ++c) {
    if (solid.beside(c).size() != 2 || body_mesh_wall::is_valley(solid, c)) return false;
  }
  return true;
}

}  // namespace

MeshSolid::MeshSolid(const MeshView<double>& mesh, bool on_walls)
    : surface(surface_of(mesh)), shells(mesh), is_convex(is_convex_solid(surface)) {
  if (is_convex || on_walls) hull = make_polyhedron(surface.vertices());
  acts_as_polyhedron =
      is_convex && std::get<Polyhedron>(*hull).view().vertex_count <= most_vertices;
  if (!acts_as_polyhedron && on_walls) inner = MeshInnerPoints(mesh);
}

double mesh_contacts(const MeshView<double>& mesh, const MeshSolid& solid,
                     const Pose<double>& mesh_pose, const Shape& body,
                     const Pose<double>& body_pose, WallScratch& scratch,
                     std::vector<WallContact>& found, SurfaceCache& cache, FeatureCache& features,
                     double energy_power) {
  const RelativePose<double> now = relative_pose(body_pose, mesh_pose);
  const std::size_t first = found.size();
  double gap = 0.0;
  const auto with = [&](const auto& shape) {
    using Kind = std::decay_t<decltype(shape)>;
    if constexpr (!std::is_same_v<Kind, HalfSpace<double>> &&
                  !std::is_same_v<Kind, Segment<double>> && !std::is_same_v<Kind, Mesh>) {
      NearFacets near(mesh, solid.surface, kernel_body(shape), now, cache, features);
      double deepest = 0.0;
      do {
        found.resize(first);
        near.list(scratch.nearby);
        if (scratch.nearby.empty()) break;
        scratch.has_features = near.list_features(scratch.crease, scratch.corner);
        wall_contacts(solid.surface, mesh_pose, scratch.nearby, body, body_pose, scratch, found,
                      energy_power);
        scratch.has_features = false;
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
