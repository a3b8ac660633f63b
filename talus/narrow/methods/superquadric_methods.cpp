// The methods of a superquadric with each smooth body.
#include "talus/narrow/methods/method_list.h"
#include "talus/narrow/sphere_superquadric/sphere_superquadric_certified.h"
#include "talus/narrow/superquadric_superquadric/published/common_normal.h"
#include "talus/narrow/superquadric_superquadric/published/summed_potential.h"
#include "talus/narrow/superquadric_superquadric/published/surface_points.h"
#include "talus/narrow/superquadric_superquadric/superquadric_superquadric_certified.h"

namespace talus::method_table {
namespace {

// A point on each body, in coordinates in which flat and sharp sides are well conditioned: Newton's
// method takes five to eight evaluations where GJK takes dozens (bench/narrow).
template <class A>
constexpr Method surface_pair_newton{
    "certified",
    "Talus; Newton for a point on each surface, proven by balls and caps",
    {},
    &run_kernel<A, Q, &superquadric_superquadric::certified<double, A, Q>>};

constexpr Method sphere_superquadric_methods[] = {
    certified_with_vertices<S, Q, &sphere_superquadric::certified<double>>, gjk_expansion<S, Q>};

constexpr Method ellipsoid_superquadric_methods[] = {surface_pair_newton<E>, gjk_expansion<E, Q>};

constexpr Method superquadric_superquadric_methods[] = {
    surface_pair_newton<Q>,
    gjk_expansion<Q, Q>,
    // Excludes a contact or finds a minimum of its own objective; the bracket states what that
    // proves.
    {"common-normal",
     "P3; Wellmann, Lillie & Wriggers 2008",
     {.global_minimum = false, .accurate = false, .always_answers = false},
     &run_kernel<Q, Q, &superquadric_superquadric::common_normal<double>>},
    {"summed-potential",
     "P2 section 2.1; Podlozhnyuk et al. 2017",
     // Its depth is a chord; flat sides and exponents below 2 stop its Newton iteration.
     {.global_minimum = false, .accurate = false, .always_answers = false},
     &run_kernel<Q, Q, &superquadric_superquadric::summed_potential<double>>},
    {"surface-points",
     "P4 section 1.4; Williams & Pentland 1992",
     {.global_minimum = false, .accurate = false, .always_answers = false},
     &run_kernel<Q, Q, &superquadric_superquadric::surface_points<double>>}};

}  // namespace

constinit const MethodList sphere_superquadric{sphere_superquadric_methods};
constinit const MethodList ellipsoid_superquadric{ellipsoid_superquadric_methods};
constinit const MethodList superquadric_superquadric{superquadric_superquadric_methods};

}  // namespace talus::method_table
