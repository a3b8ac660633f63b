// The methods of each bounded convex body with a segment.
#include "talus/narrow/ellipsoid_segment/ellipsoid_segment_certified.h"
#include "talus/narrow/methods/method_list.h"
#include "talus/narrow/segment_segment/segment_segment_closed_form.h"
#include "talus/narrow/sphere_segment/sphere_segment_closed_form.h"
#include "talus/narrow/superquadric_segment/published/superquadric_segment.h"
#include "talus/narrow/superquadric_segment/superquadric_segment_certified.h"

namespace talus::method_table {
namespace {

constexpr Method sphere_segment_methods[] = {
    {"closed-form", "elementary", {}, &run_kernel<S, L, &sphere_segment::closed_form<double>>}};

constexpr Method ellipsoid_segment_methods[] = {
    certified_with_vertices<E, L, &ellipsoid_segment::certified<double>>, gjk_expansion<E, L>};

constexpr Method superquadric_segment_methods[] = {
    certified_with_vertices<Q, L, &superquadric_segment::certified<double>>,
    gjk_expansion<Q, L>,
    {"superquadric-segment",
     "P2 section 2.1; Podlozhnyuk et al. 2017",
     {.global_minimum = false, .accurate = false},
     &run_kernel<Q, L, &superquadric_segment::superquadric_segment<double>>}};

// The generic method; no special one has been written.
constexpr Method polyhedron_segment_methods[] = {gjk_expansion<P, L>};

constexpr Method segment_segment_methods[] = {
    {"closed-form", "elementary", {}, &run_kernel<L, L, &segment_segment::closed_form<double>>}};

}  // namespace

constinit const MethodList sphere_segment{sphere_segment_methods};
constinit const MethodList ellipsoid_segment{ellipsoid_segment_methods};
constinit const MethodList superquadric_segment{superquadric_segment_methods};
constinit const MethodList polyhedron_segment{polyhedron_segment_methods};
constinit const MethodList segment_segment{segment_segment_methods};

}  // namespace talus::method_table
