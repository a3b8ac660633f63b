// The deepest point of a convex body's surface in a mesh.
//
// The surface is cut into patches, each seen from a point inside under a triangle of directions,
// from the 32 of a refined octahedron on. A patch lies between the triangle of its corners and the
// tangent plane in its middle, so in the hull of six points; the depth at a point of it is at most
// the distance to any facet of the mesh, a convex function, and bounded by its values there
// (least_mean.h). The patch with the greatest bound is cut into four, until no bound is above the
// deepest point found.
#pragma once

#include "talus/narrow/mesh_convex/deepest_facet_point.h"
#include "talus/shape/mesh/nearest.h"
#include "talus/shape/mesh/support.h"

namespace talus::mesh_convex {

template <class T, class Convex>
struct SurfacePatchSearch {
  // Patches kept, and projections after which the search ends. Chosen by measurement: of
  // superquadrics in concave meshes nine of ten end before
  // (test/narrow/mesh_convex/mixed_test.cpp).
  static constexpr int most_patches = 160, most_evaluations = 512, most_near = 4;

  struct PatchOfDirections {
    Vec3<T> direction[3];
    T bound;
    Vec3<T> middle;  // of the patch that it was cut from,
    T from_surface;  // and how far the mesh's surface is from there
    std::int32_t near_count, near[most_near];
  };

  const Convex& a;
  const MeshView<T>& b;
  const RelativePose<T>& b_in_a;
  Contact<T>& best;
  Vec3<T> centre;
  T radius;  // of a ball around the centre that holds the body
  int count = 0, evaluations = 0;
  PatchOfDirections patch[most_patches]{};

  TALUS_HD RayExit<T> exit_along(const Vec3<T>& u) const {
    return exit_of_ray(a, centre, u, infinity_of<T>());
  }
  TALUS_HD T final_depth() const { return -best.distance * (T(1) + depth_tolerance<T>); }

  // The signed distance of a point of the surface; the facet that is nearest to it, which is known
  // to be within reach.
  TALUS_HD T evaluate(const Vec3<T>& point, const T& reach, int& facet) {
    ++evaluations;
    const Vec3<T> own = transpose_times(b_in_a.rotation, point - b_in_a.translation);
    constexpr T slack = T(1) + T(1024) * epsilon_of<T>();
    MeshProjection<T> at = project_to_surface(b, own, slack * reach);
    if (at.facet < 0) at = project_to_surface(b, own, infinity_of<T>());
    facet = at.facet;
    if (at.distance < best.distance) {
      best.distance = at.distance;
      best.normal = -(b_in_a.rotation * at.normal);
      best.point_a = point;
      best.point_b = b_in_a.point_to_a(at.point);
    }
    return at.distance;
  }

  TALUS_HD static void add_near(PatchOfDirections& p, int facet) {
    for (int k = 0; k < p.near_count; ++k) {
      if (p.near[k] == facet) return;
    }
    if (p.near_count < most_near) ++p.near_count;
    for (int k = p.near_count - 1; k > 0; --k) p.near[k] = p.near[k - 1];  // the oldest gives way
    p.near[0] = facet;
  }

  // Evaluates the middle, and where the bound would be attained; keeps the patch unless nothing in
  // it can be deeper.
  TALUS_HD void add(PatchOfDirections p) {
    const Vec3<T> middle = normalized(p.direction[0] + p.direction[1] + p.direction[2]);
    const RayExit<T> exit = exit_along(middle);
    const Vec3<T> c = centre + exit.length * middle;
    Vec3<T> corner[6];
    T reach = T(0);
    for (int k = 0; k < 3; ++k) {
      corner[k] = centre + exit_along(p.direction[k]).length * p.direction[k];
      // On the tangent plane, which may not meet the ray: then twice as far as the body reaches.
      const T slope = dot(exit.normal, p.direction[k]), height = dot(exit.normal, c - centre);
      const T beyond = slope * T(2) * radius > height ? height / slope : T(2) * radius;
      corner[3 + k] = centre + beyond * p.direction[k];
      reach = larger(reach, larger(norm(corner[k] - c), norm(corner[3 + k] - c)));
    }
    int facet = -1;
    const T distance = evaluate(c, p.from_surface + norm(c - p.middle), facet);
    p.middle = c;
    p.from_surface = absolute(distance);
    if (!(reach - distance > final_depth())) return;
    add_near(p, facet);
    p.bound = smaller(p.bound, reach - distance);
    for (int pass = 0; pass < 2; ++pass) {
      T value[6 * most_near];
      for (int k = 0; k < p.near_count; ++k) {
        Vec3<T> q[3];
        for (int j = 0; j < 3; ++j) q[j] = b_in_a.point_to_a(b.corner(p.near[k], j));
        for (int i = 0; i < 6; ++i) {
          value[6 * k + i] =
              norm(corner[i] - nearest_on_triangle(q[0], q[1], q[2], corner[i]).point);
        }
      }
      mesh_mesh::LeastMean<T, most_near, 6> mean;
      p.bound = smaller(p.bound, mean.solve(value, p.near_count, 6));
      if (!(p.bound > final_depth())) return;
      if (pass == 1) break;
      Vec3<T> at{};
      for (int i = 0; i < 6; ++i) at = at + mean.weight[i] * (corner[i] - centre);
      if (!(norm_squared(at) > T(0))) break;
      at = normalized(at);
      const Vec3<T> there = centre + exit_along(at).length * at;
      evaluate(there, p.from_surface + norm(there - c), facet);
      add_near(p, facet);
    }
    keep(p);
  }

  // If there is no room, the patch with the least bound goes.
  TALUS_HD void keep(const PatchOfDirections& p) {
    if (count < most_patches) {
      patch[count++] = p;
      return;
    }
    int least = 0;
    for (int k = 1; k < count; ++k) {
      if (patch[k].bound < patch[least].bound) least = k;
    }
    if (patch[least].bound < p.bound) patch[least] = p;
  }

  // A triangle of directions as four.
  template <class Visit>
  TALUS_HD static void quarter(const PatchOfDirections& p, Visit visit) {
    Vec3<T> side[3];
    for (int k = 0; k < 3; ++k) side[k] = normalized(p.direction[k] + p.direction[(k + 1) % 3]);
    for (int k = 0; k < 4; ++k) {
      PatchOfDirections child = p;
      child.direction[0] = k < 3 ? p.direction[k] : side[0];
      child.direction[1] = k < 3 ? side[k] : side[1];
      child.direction[2] = k < 3 ? side[(k + 2) % 3] : side[2];
      visit(child);
    }
  }

  TALUS_HD void run() {
    for (int octant = 0; octant < 8; ++octant) {
      PatchOfDirections p{};
      p.bound = p.from_surface = infinity_of<T>();
      for (int k = 0; k < 3; ++k) p.direction[k][k] = (octant >> k & 1) != 0 ? T(-1) : T(1);
      quarter(p, [this](const PatchOfDirections& child) { add(child); });
    }
    while (count > 0 && evaluations < most_evaluations) {
      int greatest = 0;
      for (int k = 1; k < count; ++k) {
        if (patch[k].bound > patch[greatest].bound) greatest = k;
      }
      const PatchOfDirections p = patch[greatest];
      patch[greatest] = patch[--count];
      if (!(p.bound > final_depth())) return;
      quarter(p, [this](const PatchOfDirections& child) { add(child); });
    }
  }

  // The point farthest along the normal of the nearest facet is deeper, and exact if the depth is
  // that below this facet.
  TALUS_HD void polish() {
    constexpr int most_passes = 8;
    for (int pass = 0; pass < most_passes && best.distance < T(0); ++pass) {
      const T before = best.distance;
      int facet = -1;
      evaluate(support_point(a, best.normal), infinity_of<T>(), facet);
      if (!(best.distance < before)) return;
    }
  }
};

template <class T, class Search>
TALUS_HD void consider_vertices(const PolyhedronView<T>& a, Search& search) {
  int facet = -1;
  for (int i = 0; i < a.vertex_count; ++i) search.evaluate(a.vertex(i), infinity_of<T>(), facet);
}

template <class Smooth, class Search>
TALUS_HD void consider_vertices(const Smooth&, Search&) {}

template <class T, class Convex>
TALUS_HD void find_deepest_surface_point(const Convex& a, const MeshView<T>& b,
                                         const RelativePose<T>& b_in_a, Contact<T>& best) {
  const BoundingSphere<T> sphere = bounding_sphere(a);
  SurfacePatchSearch<T, Convex> search{a, b, b_in_a, best, sphere.centre, sphere.radius, 0, 0, {}};
  search.polish();
  consider_vertices(a, search);
  search.evaluations = 0;
  search.run();
  search.polish();
  best.iterations += search.evaluations;
}

}  // namespace talus::mesh_convex
