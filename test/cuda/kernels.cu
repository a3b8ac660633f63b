// Instantiates the kernels in device code, in float and in double, so that the compiler sees all of
// their bodies. To add a kernel, call it from a __global__ template here and name that at the bottom.
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
  return bounding_sphere(shape).radius + dot(box.upper, box.lower);
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

template <class T>
__global__ void pose(const Pose<T>* a, const Pose<T>* b, const Vec3<T>* x, Vec3<T>* result) {
  const RelativePose<T> b_in_a = relative_pose(*a, *b);
  *result = b_in_a.point_to_a(*x) + b_in_a.direction_to_b(any_orthogonal(normalized(*x)));
}

#define TALUS_INSTANTIATE(T)                                                                   \
  template __global__ void smooth_shape<T>(const Sphere<T>*, const Vec3<T>*, T*);              \
  template __global__ void smooth_shape<T>(const Ellipsoid<T>*, const Vec3<T>*, T*);           \
  template __global__ void smooth_shape<T>(const Superquadric<T>*, const Vec3<T>*, T*);        \
  template __global__ void sharp_shape<T>(const Segment<T>*, const Vec3<T>*, T*);              \
  template __global__ void sharp_shape<T>(const PolyhedronView<T>*, const Vec3<T>*, T*);       \
  template __global__ void unbounded_shape<T>(const HalfSpace<T>*, const Vec3<T>*, T*);        \
  template __global__ void pose<T>(const Pose<T>*, const Pose<T>*, const Vec3<T>*, Vec3<T>*);

TALUS_INSTANTIATE(float)
TALUS_INSTANTIATE(double)

}  // namespace talus
