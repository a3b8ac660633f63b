// Instantiates the kernels in device code, in float and in double, so that their bodies are
// compiled. To add a method of a pair, add a line TALUS_PAIR at the bottom.
#include <type_traits>

#include "all_kernel_headers.h"

namespace talus {

template <class T, class S>
__device__ T use_support(const S& shape, const Vec3<T>& n) {
  return support_value(shape, n) + dot(n, support_point(shape, n));
}

template <class T, class S>
__device__ T use_level_set(const S& shape, const Vec3<T>& x) {
  return inside_outside(shape, x) + dot(x, inside_outside_gradient(shape, x));
}

template <class T, class S>
__device__ T use_bounds(const S& shape) {
  const BoundingBox<T> box = bounding_box(shape);
  const Mat3<T> rotation = identity_matrix<T>();
  const BoundingBox<T> in_world = world_box(shape, rotation, box.lower);
  const BoundingSphere<T> sphere = world_sphere(shape, rotation, in_world.lower);
  return sphere.radius + dot(box.upper, in_world.upper);
}

// Bodies with volume and a smooth surface.
template <class T, class S>
__global__ void smooth_shape(const S* shape, const Vec3<T>* n, T* result) {
  *result = use_support(*shape, *n) + use_level_set(*shape, *n) + use_bounds<T>(*shape) +
            quadratic_form(*n, support_hessian(*shape, *n), *n);
}

template <class T, class S>
__global__ void sharp_shape(const S* shape, const Vec3<T>* n, T* result) {
  *result = use_support(*shape, *n) + use_level_set(*shape, *n) + use_bounds<T>(*shape);
}

template <class T, class S>
__global__ void unbounded_shape(const S* shape, const Vec3<T>* n, T* result) {
  *result = use_support(*shape, *n) + use_level_set(*shape, *n);
}

// Concave bodies: a point's cell, side, distance and nearest point of the surface.
template <class T>
__global__ void concave_shape(const MeshView<T>* body, const Vec3<T>* p, T* result) {
  MeshSample<T> sample;
  const bool known = sample_distance(*body, *p, sample);
  const MeshProjection<T> nearest = project_to_surface(*body, *p, infinity_of<T>());
  *result = (known ? sample.distance : T(0)) + nearest.distance +
            T(contains(*body, *p) + haar_contains(*body, *p) + haar_contains_with_code(*body, *p)) +
            bounding_sphere(*body).radius + bounding_box(*body).lower.x;
}

template <class T>
__global__ void pose(const Pose<T>* a, const Pose<T>* b, const Vec3<T>* x, Vec3<T>* result) {
  const RelativePose<T> b_in_a = relative_pose(*a, *b);
  *result = b_in_a.point_to_a(*x) + b_in_a.direction_to_b(any_orthogonal(normalized(*x)));
}

// One pair per thread, by a listed method: with settings and cache, or a closed form that needs
// neither.
template <class T, class A, class B, auto kernel>
__global__ void pair(const A* a, const B* b, const RelativePose<T>* b_in_a,
                     const Settings<T>* settings, Cache<T>* cache, Contact<T>* answer) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (std::is_invocable_v<decltype(kernel), const A&, const B&, const RelativePose<T>&>) {
    answer[i] = kernel(a[i], b[i], b_in_a[i]);
  } else {
    answer[i] = kernel(a[i], b[i], b_in_a[i], *settings, cache[i]);
  }
}

// The patch and the common volume of two polyhedra, each thread with memory of its own.
template <class T>
__global__ void overlap(const PolyhedronView<T>* a, const PolyhedronView<T>* b,
                        const RelativePose<T>* b_in_a, const Contact<T>* contact,
                        const ManifoldSettings<T>* settings,
                        polyhedron_polyhedron::FixedClipStorage<T, 64>* storage,
                        PatchCorner<T>* corner, Patch<T>* patch, OverlapVolume<T>* volume) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  patch[i] =
      polyhedron_polyhedron::patch_of(a[i], b[i], b_in_a[i], contact[i].normal, contact[i].distance,
                                      *settings, storage[i].view(), corner + 64 * i, 64);
  volume[i] = polyhedron_polyhedron::overlap_volume(a[i], b[i], b_in_a[i], storage[i].view());
}

#define TALUS_OVERLAP(T)                                                                  \
  template __global__ void overlap<T>(const PolyhedronView<T>*, const PolyhedronView<T>*, \
                                      const RelativePose<T>*, const Contact<T>*,          \
                                      const ManifoldSettings<T>*,                         \
                                      polyhedron_polyhedron::FixedClipStorage<T, 64>*,    \
                                      PatchCorner<T>*, Patch<T>*, OverlapVolume<T>*);

// The depth of two polyhedra for forces; eight pairs per thread.
template <class T>
__global__ void round_depths(const polyhedron_polyhedron::RoundedQuery<T>* query,
                             polyhedron_polyhedron::RoundedDepth<T>* depth) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  polyhedron_polyhedron::eight_blended_depths(query + 8 * i, 8, depth + 8 * i);
}

#define TALUS_ROUND(T)                                                                    \
  template __global__ void round_depths<T>(const polyhedron_polyhedron::RoundedQuery<T>*, \
                                           polyhedron_polyhedron::RoundedDepth<T>*);

// The patch of a pair with a curved body.
template <class T, class A, class B>
__global__ void curved_patch(const A* a, const B* b, const RelativePose<T>* b_in_a,
                             const convex_convex::PatchQuery<T>* query,
                             const ManifoldSettings<T>* settings, PatchCorner<T>* corner,
                             Patch<T>* patch) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  patch[i] = convex_convex::patch_of(a[i], b[i], b_in_a[i], query[i], *settings,
                                     corner + patch_ray_count * i);
}

#define TALUS_CURVED_PATCH(T, A, B)                                                          \
  template __global__ void curved_patch<T, A<T>, B<T>>(                                      \
      const A<T>*, const B<T>*, const RelativePose<T>*, const convex_convex::PatchQuery<T>*, \
      const ManifoldSettings<T>*, PatchCorner<T>*, Patch<T>*);

#define TALUS_CURVED_PATCHES(T)                       \
  TALUS_CURVED_PATCH(T, Ellipsoid, Ellipsoid)         \
  TALUS_CURVED_PATCH(T, Superquadric, Superquadric)   \
  TALUS_CURVED_PATCH(T, Superquadric, PolyhedronView) \
  TALUS_CURVED_PATCH(T, Superquadric, HalfSpace)

// The contact set of two concave bodies, all of it or by vertices only, cold and warm, and its
// patches.
template <class T>
struct ConcaveStorage {
  mesh_mesh::ContactSet<T> pieces, points;
  mesh_mesh::NearVertices<T> near;
  mesh_mesh::GroupingScratch<T> scratch;
  ContactPatch<T>* patch;
  int patches;
};

template <class T>
__global__ void concave_patches(const MeshView<T>* a, const MeshView<T>* b,
                                const RelativePose<T>* b_in_a, ConcaveStorage<T>* storage) {
  mesh_mesh::find_contact_set(*a, *b, *b_in_a, storage->pieces);
  mesh_mesh::find_contact_points(*a, *b, *b_in_a, storage->points);
  mesh_mesh::find_contact_points(*a, *b, *b_in_a, storage->near, storage->points);
  const mesh_mesh::ContactSet<T>& set = storage->pieces;
  storage->patches =
      mesh_mesh::group_pieces<T>(set.piece, set.count(), a->cell_size.x, storage->scratch);
  mesh_mesh::sum_patches(set.piece, set.count(), storage->scratch.patch_of, storage->patch,
                         storage->patches);
}

#define TALUS_CONCAVE_PAIRS(T)                                                             \
  template __global__ void concave_patches<T>(const MeshView<T>*, const MeshView<T>*,      \
                                              const RelativePose<T>*, ConcaveStorage<T>*); \
  TALUS_PAIR(T, MeshView, MeshView, mesh_mesh::deepest_contact<T>)                         \
  TALUS_PAIR(T, Sphere, MeshView, mesh_convex::sphere_first<T>)                            \
  TALUS_PAIR(T, Ellipsoid, MeshView, mesh_convex::convex_first<T, Ellipsoid<T>>)           \
  TALUS_PAIR(T, HalfSpace, MeshView, convex_half_space::half_space_first<T, MeshView<T>>)

#define TALUS_SHAPE(kernel, T, S) \
  template __global__ void kernel<T>(const S<T>*, const Vec3<T>*, T*);

#define TALUS_PAIR(T, A, B, ...)                                                       \
  template __global__ void pair<T, A<T>, B<T>, &__VA_ARGS__>(                          \
      const A<T>*, const B<T>*, const RelativePose<T>*, const Settings<T>*, Cache<T>*, \
      Contact<T>*);

#define TALUS_CONVEX_PAIR(T, A, B) TALUS_PAIR(T, A, B, convex_convex::gjk_expansion<T, A<T>, B<T>>)

#define TALUS_SURFACE_PAIR(T, A) \
  TALUS_PAIR(T, A, Superquadric, superquadric_superquadric::certified<T, A<T>, Superquadric<T>>)

#define TALUS_INSTANTIATE(T)                                                                    \
  TALUS_SHAPE(smooth_shape, T, Sphere)                                                          \
  TALUS_SHAPE(smooth_shape, T, Ellipsoid)                                                       \
  TALUS_SHAPE(smooth_shape, T, Superquadric)                                                    \
  TALUS_SHAPE(sharp_shape, T, Segment)                                                          \
  TALUS_SHAPE(sharp_shape, T, PolyhedronView)                                                   \
  TALUS_SHAPE(unbounded_shape, T, HalfSpace)                                                    \
  TALUS_SHAPE(concave_shape, T, MeshView)                                                       \
  template __global__ void pose<T>(const Pose<T>*, const Pose<T>*, const Vec3<T>*, Vec3<T>*);   \
  TALUS_PAIR(T, Sphere, Sphere, sphere_sphere::closed_form<T>)                                  \
  TALUS_PAIR(T, Sphere, Ellipsoid, sphere_ellipsoid::secular<T>)                                \
  TALUS_PAIR(T, Sphere, PolyhedronView, sphere_polyhedron::faces<T>)                            \
  TALUS_PAIR(T, Sphere, Segment, sphere_segment::closed_form<T>)                                \
  TALUS_PAIR(T, Segment, Segment, segment_segment::closed_form<T>)                              \
  TALUS_PAIR(T, Superquadric, HalfSpace, convex_half_space::body_first<T, Superquadric<T>>)     \
  TALUS_PAIR(T, PolyhedronView, HalfSpace, convex_half_space::body_first<T, PolyhedronView<T>>) \
  TALUS_PAIR(T, HalfSpace, Segment, convex_half_space::half_space_first<T, Segment<T>>)         \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::certified<T>)                        \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::support_newton<T>)                   \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::moving_balls<T>)                     \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::moving_balls_evolving<T>)            \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::jia_overlap<T>)                      \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::newton_coulomb_initial<T>)           \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::newton_coulomb<T>)                   \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::gjk<T>)                              \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::exterior_penalty<T>)                 \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::jain<T>)                             \
  TALUS_PAIR(T, Ellipsoid, Ellipsoid, ellipsoid_ellipsoid::jain_backtracking<T>)                \
  TALUS_SURFACE_PAIR(T, Superquadric)                                                           \
  TALUS_SURFACE_PAIR(T, Ellipsoid)                                                              \
  TALUS_PAIR(T, Superquadric, Superquadric, superquadric_superquadric::common_normal<T>)        \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::certified<T>)            \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::gjk_then_exhaustive<T>)  \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::gjk_johnson<T>)          \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::gjk_signed_volumes<T>)   \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::gjk_td<T>)               \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::gjk_shrunken<T>)         \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::cundall<T>)              \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::cundall_revised<T>)      \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::nezami<T>)               \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::nezami_revised<T>)       \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::lin_canny<T>)            \
  TALUS_PAIR(T, PolyhedronView, PolyhedronView, polyhedron_polyhedron::log_barrier<T>)          \
  TALUS_PAIR(T, Superquadric, Superquadric, superquadric_superquadric::summed_potential<T>)     \
  TALUS_PAIR(T, Superquadric, Superquadric, superquadric_superquadric::surface_points<T>)       \
  TALUS_PAIR(T, Superquadric, HalfSpace, superquadric_half_space::superquadric_wall<T>)         \
  TALUS_PAIR(T, Superquadric, Segment, superquadric_segment::superquadric_segment<T>)           \
  TALUS_PAIR(T, Superquadric, PolyhedronView, superquadric_polyhedron::peng_hanley<T>)          \
  TALUS_PAIR(T, Ellipsoid, PolyhedronView, superquadric_polyhedron::peng_hanley_ellipsoid<T>)   \
  TALUS_PAIR(T, Sphere, PolyhedronView, superquadric_polyhedron::peng_hanley_sphere<T>)         \
  TALUS_PAIR(T, Ellipsoid, PolyhedronView, ellipsoid_polyhedron::gjk_td<T>)                     \
  TALUS_PAIR(T, Superquadric, PolyhedronView, superquadric_polyhedron::certified<T>)            \
  TALUS_PAIR(T, Ellipsoid, PolyhedronView, ellipsoid_polyhedron::certified<T>)                  \
  TALUS_PAIR(T, Superquadric, Segment, superquadric_segment::certified<T>)                      \
  TALUS_PAIR(T, Ellipsoid, Segment, ellipsoid_segment::certified<T>)                            \
  TALUS_PAIR(T, Sphere, Superquadric, sphere_superquadric::certified<T>)                        \
  TALUS_CONVEX_PAIR(T, Sphere, Superquadric)                                                    \
  TALUS_CONVEX_PAIR(T, Ellipsoid, Superquadric)                                                 \
  TALUS_CONVEX_PAIR(T, Ellipsoid, PolyhedronView)                                               \
  TALUS_CONVEX_PAIR(T, Ellipsoid, Segment)                                                      \
  TALUS_CONVEX_PAIR(T, Superquadric, Superquadric)                                              \
  TALUS_CONVEX_PAIR(T, Superquadric, PolyhedronView)                                            \
  TALUS_CONVEX_PAIR(T, Superquadric, Segment)                                                   \
  TALUS_CONVEX_PAIR(T, PolyhedronView, Segment)

TALUS_INSTANTIATE(float)
TALUS_INSTANTIATE(double)
TALUS_OVERLAP(float)
TALUS_OVERLAP(double)
TALUS_ROUND(float)
TALUS_ROUND(double)
TALUS_CURVED_PATCHES(float)
TALUS_CURVED_PATCHES(double)
TALUS_CONCAVE_PAIRS(float)
TALUS_CONCAVE_PAIRS(double)

}  // namespace talus
