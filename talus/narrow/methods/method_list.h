// What the method lists share: kernels wrapped as functions of two shapes, and the methods that
// several pairs have.
#pragma once

#include <type_traits>

#include "talus/narrow/convex_convex/convex_convex_gjk_expansion.h"
#include "talus/narrow/method_table.h"

namespace talus::method_table {

using S = Sphere<double>;
using E = Ellipsoid<double>;
using Q = Superquadric<double>;
using P = PolyhedronView<double>;
using H = HalfSpace<double>;
using L = Segment<double>;
using D = MeshView<double>;

// The type by which kernels access a shape.
template <class Body>
const Body& body_of(const Shape& shape) {
  if constexpr (std::is_same_v<Body, P>) {
    return std::get_if<Polyhedron>(&shape)->view();
  } else if constexpr (std::is_same_v<Body, D>) {
    return std::get_if<Mesh>(&shape)->view();
  } else {
    return *std::get_if<Body>(&shape);
  }
}

// A kernel as a ContactFunction: with settings and cache, or a closed form that needs neither.
template <class A, class B, auto kernel>
Contact<double> run_kernel(const Shape& a, const Shape& b, const RelativePose<double>& b_in_a,
                           const Settings<double>& settings, Cache<double>& cache) {
  if constexpr (std::is_invocable_v<decltype(kernel), const A&, const B&,
                                    const RelativePose<double>&>) {
    return kernel(body_of<A>(a), body_of<B>(b), b_in_a);
  } else {
    return kernel(body_of<A>(a), body_of<B>(b), b_in_a, settings, cache);
  }
}

// The laws of a paper's method that knows no depth, or ends at a local minimum without a bracket,
// or may fail.
inline constexpr Laws no_law{
    .global_minimum = false, .bracket = false, .accurate = false, .always_answers = false};

template <class A, class B>
inline constexpr Method gjk_expansion{
    "gjk-expansion",
    "Talus; Montanari et al. 2017 (sub-distance), van den Bergen 2001 (expansion)",
    {},
    &run_kernel<A, B, &convex_convex::gjk_expansion<double, A, B>>};

// A smooth body and a body with vertices. Newton on the smooth surface needs a third of the
// evaluations of GJK and its expansion, and proves what they leave open
// (docs/methods/smooth_vertex_body.md).
template <class A, class B, auto kernel>
inline constexpr Method certified_with_vertices{
    "certified",
    "Talus; Newton on the surface, corners exactly, proven caps around the minima",
    {},
    &run_kernel<A, B, kernel>};

}  // namespace talus::method_table
