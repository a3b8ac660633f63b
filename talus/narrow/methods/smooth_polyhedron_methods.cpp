// The methods of each smooth body with a polyhedron.
#include "talus/narrow/ellipsoid_polyhedron/ellipsoid_polyhedron_certified.h"
#include "talus/narrow/ellipsoid_polyhedron/published/gjk_td.h"
#include "talus/narrow/methods/method_list.h"
#include "talus/narrow/sphere_polyhedron/sphere_polyhedron_faces.h"
#include "talus/narrow/superquadric_polyhedron/published/peng_hanley.h"
#include "talus/narrow/superquadric_polyhedron/superquadric_polyhedron_certified.h"

namespace talus::method_table {
namespace {

// The signed distance of a centre inside the polyhedron is a maximum over face planes: exact and
// without iteration.
constexpr Method sphere_polyhedron_methods[] = {
    {"faces",
     "Talus; face planes inside, GJK outside",
     {},
     &run_kernel<S, P, &sphere_polyhedron::faces<double>>},
    gjk_expansion<S, P>,
    {"peng-hanley",
     "P2 sections 2.3 and 2.4, the sphere as superquadric",
     {.global_minimum = false, .accurate = false, .always_answers = false},
     &run_kernel<S, P, &superquadric_polyhedron::peng_hanley_sphere<double>>}};

constexpr Method ellipsoid_polyhedron_methods[] = {
    certified_with_vertices<E, P, &ellipsoid_polyhedron::certified<double>>,
    gjk_expansion<E, P>,
    {"peng-hanley",
     "P2 sections 2.3 and 2.4, the ellipsoid as superquadric",
     {.global_minimum = false, .accurate = false, .always_answers = false},
     &run_kernel<E, P, &superquadric_polyhedron::peng_hanley_ellipsoid<double>>},
    // Splits faces but never edges, so that it seldom finds the depth of a smooth body.
    {"gjk-td", "P0 algorithm 3 and conclusion", no_law,
     &run_kernel<E, P, &ellipsoid_polyhedron::gjk_td<double>>}};

constexpr Method superquadric_polyhedron_methods[] = {
    certified_with_vertices<Q, P, &superquadric_polyhedron::certified<double>>,
    gjk_expansion<Q, P>,
    {"peng-hanley",
     "P2 sections 2.3 and 2.4",
     {.global_minimum = false, .accurate = false, .always_answers = false},
     &run_kernel<Q, P, &superquadric_polyhedron::peng_hanley<double>>}};

}  // namespace

constinit const MethodList sphere_polyhedron{sphere_polyhedron_methods};
constinit const MethodList ellipsoid_polyhedron{ellipsoid_polyhedron_methods};
constinit const MethodList superquadric_polyhedron{superquadric_polyhedron_methods};

}  // namespace talus::method_table
