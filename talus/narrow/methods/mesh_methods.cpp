// The methods of a mesh with each bounded body. The depth is that of the deepest point: at most the
// minimum translation of convex bodies, and the only local notion of concave ones.
#include "talus/narrow/mesh_convex/mesh_convex_deepest_point.h"
#include "talus/narrow/mesh_convex/mesh_sphere_nearest_facet.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_deepest.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_overlap.h"
#include "talus/narrow/mesh_mesh/published/dfr_1999.h"
#include "talus/narrow/methods/method_list.h"

namespace talus::method_table {
namespace {

constexpr Laws deepest_laws{.global_minimum = false, .accurate = false};

template <class A>
constexpr Method convex_and_mesh{
    "surface-points", "P4 sections 1.4 and 5, the points of either surface", deepest_laws,
    &run_kernel<A, D, &mesh_convex::convex_first<double, A>>};

constexpr Method sphere_mesh_methods[] = {{"nearest-facet", "exact projection of the centre",
                                           deepest_laws,
                                           &run_kernel<S, D, &mesh_convex::sphere_first<double>>}};

constexpr Method ellipsoid_mesh_methods[] = {convex_and_mesh<E>};

constexpr Method superquadric_mesh_methods[] = {convex_and_mesh<Q>};

constexpr Method polyhedron_mesh_methods[] = {convex_and_mesh<P>};

constexpr Method mesh_mesh_methods[] = {
    {"surface-overlap", "Talus; exact crossings of all edges and facets", deepest_laws,
     &run_kernel<D, D, &mesh_mesh::overlap_contact>},
    {"surface-clipping", "P4 section 5 with distances and bounds of Talus", deepest_laws,
     &run_kernel<D, D, &mesh_mesh::deepest_contact<double>>},
    {"dfr-1999", "P4 section 5; Williams & O'Connor 1999", no_law,
     &run_kernel<D, D, &mesh_mesh::dfr_1999_contact<double>>}};

}  // namespace

constinit const MethodList sphere_mesh{sphere_mesh_methods};
constinit const MethodList ellipsoid_mesh{ellipsoid_mesh_methods};
constinit const MethodList superquadric_mesh{superquadric_mesh_methods};
constinit const MethodList polyhedron_mesh{polyhedron_mesh_methods};
constinit const MethodList mesh_mesh{mesh_mesh_methods};

}  // namespace talus::method_table
