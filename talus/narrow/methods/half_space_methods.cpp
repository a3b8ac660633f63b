// The methods of each body with a half-space: closed forms, so nothing can be better.
#include "talus/narrow/convex_half_space/convex_half_space_closed_form.h"
#include "talus/narrow/methods/method_list.h"
#include "talus/narrow/superquadric_half_space/published/superquadric_wall.h"
#include "talus/shape/mesh/support.h"

namespace talus::method_table {
namespace {

template <class A>
constexpr Method closed_form{"closed-form",
                             "one support value",
                             {},
                             &run_kernel<A, H, &convex_half_space::body_first<double, A>>};

template <class B>
constexpr Method closed_form_half_space_first{
    "closed-form",
    "one support value",
    {},
    &run_kernel<H, B, &convex_half_space::half_space_first<double, B>>};

constexpr Method sphere_half_space_methods[] = {closed_form<S>};

constexpr Method ellipsoid_half_space_methods[] = {closed_form<E>};

constexpr Method superquadric_half_space_methods[] = {
    closed_form<Q>,
    {"superquadric-wall",
     "P2 section 2.1; Podlozhnyuk et al. 2017",
     {},
     &run_kernel<Q, H, &superquadric_half_space::superquadric_wall<double>>}};

constexpr Method polyhedron_half_space_methods[] = {closed_form<P>};

constexpr Method half_space_segment_methods[] = {closed_form_half_space_first<L>};

constexpr Method half_space_mesh_methods[] = {closed_form_half_space_first<D>};

}  // namespace

constinit const MethodList sphere_half_space{sphere_half_space_methods};
constinit const MethodList ellipsoid_half_space{ellipsoid_half_space_methods};
constinit const MethodList superquadric_half_space{superquadric_half_space_methods};
constinit const MethodList polyhedron_half_space{polyhedron_half_space_methods};
constinit const MethodList half_space_segment{half_space_segment_methods};
constinit const MethodList half_space_mesh{half_space_mesh_methods};

}  // namespace talus::method_table
