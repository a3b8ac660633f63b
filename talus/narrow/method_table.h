// The methods of every pair of kinds. The first of a list is the production method ("auto"), the
// others are there to be compared with; the comment says why the first is first. A new method is
// one line here, and is tested and benched by being listed.
#pragma once

#include <array>

#include "talus/narrow/contact.h"
#include "talus/narrow/convex_convex/convex_convex_gjk_expansion.h"
#include "talus/narrow/convex_half_space/convex_half_space_closed_form.h"
#include "talus/narrow/ellipsoid_ellipsoid/ellipsoid_ellipsoid_certified.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/exterior_penalty.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/gjk.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/jain.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/jain_backtracking.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/jia_overlap.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/moving_balls.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/moving_balls_evolving.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/newton_coulomb.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/newton_coulomb_initial.h"
#include "talus/narrow/ellipsoid_polyhedron/ellipsoid_polyhedron_certified.h"
#include "talus/narrow/ellipsoid_polyhedron/published/gjk_td.h"
#include "talus/narrow/ellipsoid_segment/ellipsoid_segment_certified.h"
#include "talus/narrow/mesh_convex/mesh_convex_deepest_point.h"
#include "talus/narrow/mesh_convex/mesh_sphere_nearest_facet.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_deepest.h"
#include "talus/narrow/polyhedron_polyhedron/gjk_then_exhaustive.h"
#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_kernels.h"
#include "talus/narrow/polyhedron_polyhedron/published/cundall.h"
#include "talus/narrow/polyhedron_polyhedron/published/cundall_revised.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_johnson.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_shrunken.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_signed_volumes.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_td.h"
#include "talus/narrow/polyhedron_polyhedron/published/lin_canny.h"
#include "talus/narrow/polyhedron_polyhedron/published/log_barrier.h"
#include "talus/narrow/polyhedron_polyhedron/published/nezami.h"
#include "talus/narrow/polyhedron_polyhedron/published/nezami_revised.h"
#include "talus/narrow/segment_segment/segment_segment_closed_form.h"
#include "talus/narrow/sphere_ellipsoid/sphere_ellipsoid_secular.h"
#include "talus/narrow/sphere_polyhedron/sphere_polyhedron_faces.h"
#include "talus/narrow/sphere_segment/sphere_segment_closed_form.h"
#include "talus/narrow/sphere_sphere/sphere_sphere_closed_form.h"
#include "talus/narrow/sphere_superquadric/sphere_superquadric_certified.h"
#include "talus/narrow/superquadric_half_space/published/superquadric_wall.h"
#include "talus/narrow/superquadric_polyhedron/published/peng_hanley.h"
#include "talus/narrow/superquadric_polyhedron/superquadric_polyhedron_certified.h"
#include "talus/narrow/superquadric_segment/published/superquadric_segment.h"
#include "talus/narrow/superquadric_segment/superquadric_segment_certified.h"
#include "talus/narrow/superquadric_superquadric/published/common_normal.h"
#include "talus/narrow/superquadric_superquadric/published/summed_potential.h"
#include "talus/narrow/superquadric_superquadric/published/surface_points.h"
#include "talus/narrow/superquadric_superquadric/superquadric_superquadric_certified.h"

namespace talus::method_table {

using S = Sphere<double>;
using E = Ellipsoid<double>;
using Q = Superquadric<double>;
using P = PolyhedronView<double>;
using H = HalfSpace<double>;
using L = Segment<double>;
using D = MeshView<double>;

// The body of a shape as kernels see it.
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

// A kernel as a listed function: with settings and cache, or a closed form that needs neither.
template <class A, class B, auto kernel>
Contact<double> listed(const Shape& a, const Shape& b, const RelativePose<double>& b_in_a,
                       const Settings<double>& settings, Cache<double>& cache) {
  if constexpr (std::is_invocable_v<decltype(kernel), const A&, const B&,
                                    const RelativePose<double>&>) {
    return kernel(body_of<A>(a), body_of<B>(b), b_in_a);
  } else {
    return kernel(body_of<A>(a), body_of<B>(b), b_in_a, settings, cache);
  }
}

template <class A, class B>
inline constexpr Method gjk_expansion{
    "gjk-expansion",
    "Talus; Montanari et al. 2017 (sub-distance), van den Bergen 2001 (expansion)",
    {},
    &listed<A, B, &convex_convex::gjk_expansion<double, A, B>>};

template <class A, class B, auto kernel>
inline constexpr Method certified_on_corners{
    "certified",
    "Talus; Newton on the surface, corners exactly, proven caps around the minima",
    {},
    &listed<A, B, kernel>};

template <class A>
inline constexpr Method body_on_half_space{
    "closed-form",
    "one support value",
    {},
    &listed<A, H, &convex_half_space::body_first<double, A>>};

// Closed forms: nothing can be better.
inline constexpr std::array sphere_sphere{
    Method{"closed-form", "elementary", {}, &listed<S, S, &sphere_sphere::closed_form<double>>}};
inline constexpr std::array sphere_half_space{body_on_half_space<S>};
inline constexpr std::array ellipsoid_half_space{body_on_half_space<E>};
inline constexpr std::array superquadric_half_space{
    body_on_half_space<Q>,
    Method{"superquadric-wall",
           "P2 section 2.1; Podlozhnyuk et al. 2017",
           {},
           &listed<Q, H, &superquadric_half_space::superquadric_wall<double>>}};
inline constexpr std::array polyhedron_half_space{body_on_half_space<P>};
inline constexpr std::array half_space_segment{
    Method{"closed-form",
           "one support value",
           {},
           &listed<H, L, &convex_half_space::half_space_first<double, L>>}};
inline constexpr std::array sphere_segment{
    Method{"closed-form", "elementary", {}, &listed<S, L, &sphere_segment::closed_form<double>>}};
inline constexpr std::array segment_segment{
    Method{"closed-form", "elementary", {}, &listed<L, L, &segment_segment::closed_form<double>>}};

// One equation in one unknown, global by theory, also for the centre on the medial disc.
inline constexpr std::array sphere_ellipsoid{
    Method{"secular",
           "Talus; secular equation of the foot point",
           {},
           &listed<S, E, &sphere_ellipsoid::secular<double>>},
    gjk_expansion<S, E>};

// The depth of a centre inside is a maximum over face planes: exact without any iteration.
inline constexpr std::array sphere_polyhedron{
    Method{"faces",
           "Talus; face planes inside, GJK outside",
           {},
           &listed<S, P, &sphere_polyhedron::faces<double>>},
    gjk_expansion<S, P>,
    Method{"peng-hanley",
           "P2 sections 2.3 and 2.4, the sphere as superquadric",
           {.global_minimum = false, .accurate = false, .always_answers = false},
           &listed<S, P, &superquadric_polyhedron::peng_hanley_sphere<double>>}};

// Newton needs a handful of support calls where GJK needs dozens, and proves shallow contacts
// without an expansion (bench/narrow); in the coordinates and with the start of the first method a
// step costs a fifth of the engine's.
inline constexpr std::array ellipsoid_ellipsoid{
    Method{"certified",
           "Talus; Newton on the support function, proven by tangent balls",
           {},
           &listed<E, E, &ellipsoid_ellipsoid::certified<double>>},
    Method{"support-newton",
           "Talus; DESIGN section 4",
           {},
           &listed<E, E, &ellipsoid_ellipsoid::support_newton<double>>},
    gjk_expansion<E, E>,
    // P1's methods know no depth.
    Method{"moving-balls",
           "P1 algorithm 1; Lin & Han 2002",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<E, E, &ellipsoid_ellipsoid::moving_balls<double>>},
    Method{"moving-balls-evolving",
           "P1 algorithm 1 with threshold (F.6)",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<E, E, &ellipsoid_ellipsoid::moving_balls_evolving<double>>},
    // Knows no distance either: answers the sign, and what the line of centres says.
    Method{"jia-overlap",
           "P1 algorithm 7; Jia et al. 2011",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<E, E, &ellipsoid_ellipsoid::jia_overlap<double>>},
    Method{"newton-coulomb-initial",
           "P1 section 2.3.1, scheme (2.36); Abbasov 2015",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<E, E, &ellipsoid_ellipsoid::newton_coulomb_initial<double>>},
    Method{"newton-coulomb",
           "P1 algorithm 4",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<E, E, &ellipsoid_ellipsoid::newton_coulomb<double>>},
    Method{"gjk",
           "P1 algorithm 2; van den Bergen 1999",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<E, E, &ellipsoid_ellipsoid::gjk<double>>},
    Method{"exterior-penalty",
           "P1 algorithm 5; Tamasyan & Chumakov 2014",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<E, E, &ellipsoid_ellipsoid::exterior_penalty<double>>},
    Method{"jain",
           "P1 algorithm 6; Jain et al. 2019",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<E, E, &ellipsoid_ellipsoid::jain<double>>},
    Method{"jain-backtracking",
           "P1 section 3.4.5",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<E, E, &ellipsoid_ellipsoid::jain_backtracking<double>>}};

// Tried and not first (bench/narrow, study/polyhedra): GJK and the engine's expansion, two to five
// times slower; the crossing of every edge of A with every edge of B by signs in words of bits, 250
// ns for boxes where the arcs of A alone take 150; the search over faces and arcs for shallow
// contacts of more than 16 vertices, whose tables do not stay in the processor's cache; climbing
// bodies of up to 256 vertices along their edges, for the same reason.
inline constexpr std::array polyhedron_polyhedron{
    Method{"certified",
           "Talus; GJK, faces and arcs, an inner polytope: each proven",
           {},
           &listed<P, P, &polyhedron_polyhedron::certified_simd>},
    Method{"gjk-then-exhaustive",
           "Talus; expansion, Gauss maps where it stays open",
           {},
           &listed<P, P, &polyhedron_polyhedron::gjk_then_exhaustive<double>>},
    gjk_expansion<P, P>,
    Method{"exhaustive",
           "Talus; faces and crossing edge arcs of the Gauss maps",
           {.accurate = false},  // the cross product of nearly parallel edges loses digits
           &listed<P, P, &polyhedron_polyhedron::exhaustive<double>>},
    // Each ends at a local maximum of the gap, with its bracket open where the bodies overlap.
    Method{"cundall",
           "P0 section 2; Cundall 1988",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<P, P, &polyhedron_polyhedron::cundall<double>>},
    Method{"cundall-revised",
           "P0 algorithm 1",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<P, P, &polyhedron_polyhedron::cundall_revised<double>>},
    Method{"nezami",
           "P0 section 2; Nezami et al. 2004",
           {.global_minimum = false, .bracket = false, .accurate = false},
           &listed<P, P, &polyhedron_polyhedron::nezami<double>>},
    Method{"nezami-revised",
           "P0 algorithm 2",
           {.global_minimum = false, .bracket = false, .accurate = false},
           &listed<P, P, &polyhedron_polyhedron::nezami_revised<double>>},
    Method{"lin-canny",
           "P0 section 2; Lin & Canny 1991",
           // No depth, overlap ends in a loop; nearly touching bodies cost it digits.
           {.global_minimum = false, .accurate = false, .always_answers = false},
           &listed<P, P, &polyhedron_polyhedron::lin_canny<double>>},
    Method{"log-barrier",
           "P0 section 2; Boon, Houlsby & Utili 2012",
           {.global_minimum = false, .accurate = false, .always_answers = false},
           &listed<P, P, &polyhedron_polyhedron::log_barrier<double>>},
    // Answer overlap by a face of GJK's last tetrahedron, which need not lie on the hull.
    Method{"gjk-johnson",
           "P0 section 2, equations (1) and (2); Gilbert et al. 1988",
           {.global_minimum = false, .accurate = false, .always_answers = false},
           &listed<P, P, &polyhedron_polyhedron::gjk_johnson<double>>},
    Method{"gjk-signed-volumes",
           "P0 section 2, equation (5); Montanari et al. 2017",
           {.global_minimum = false, .accurate = false, .always_answers = false},
           &listed<P, P, &polyhedron_polyhedron::gjk_signed_volumes<double>>},
    Method{"gjk-td",
           "P0 algorithm 3",
           // Many vertices fill its scratch space; nearly touching bodies cost it digits.
           {.accurate = false, .always_answers = false},
           &listed<P, P, &polyhedron_polyhedron::gjk_td<double>>},
    Method{"gjk-shrunken",
           "P0 section 4.2; Wachs et al. 2012",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<P, P, &polyhedron_polyhedron::gjk_shrunken<double>>}};

// Newton on the smooth surface needs a third of the looks of GJK and its expansion, and proves what
// they leave open (docs/methods/smooth_vertex_body.md).
inline constexpr std::array sphere_superquadric{
    certified_on_corners<S, Q, &sphere_superquadric::certified<double>>, gjk_expansion<S, Q>};
// Places on both bodies, in coordinates that are mild on flat and sharp sides: Newton's method
// takes five to eight looks where GJK takes dozens (bench/narrow).
template <class A>
inline constexpr Method surface_pair_newton{
    "certified",
    "Talus; Newton for two places, proven by balls and caps",
    {},
    &listed<A, Q, &superquadric_superquadric::certified<double, A, Q>>};
inline constexpr std::array ellipsoid_superquadric{surface_pair_newton<E>, gjk_expansion<E, Q>};
inline constexpr std::array ellipsoid_polyhedron{
    certified_on_corners<E, P, &ellipsoid_polyhedron::certified<double>>, gjk_expansion<E, P>,
    Method{"peng-hanley",
           "P2 sections 2.3 and 2.4, the ellipsoid as superquadric",
           {.global_minimum = false, .accurate = false, .always_answers = false},
           &listed<E, P, &superquadric_polyhedron::peng_hanley_ellipsoid<double>>},
    // Splits faces but never edges: of a smooth body it seldom finds the depth.
    Method{"gjk-td",
           "P0 algorithm 3 and conclusion",
           {.global_minimum = false, .bracket = false, .accurate = false, .always_answers = false},
           &listed<E, P, &ellipsoid_polyhedron::gjk_td<double>>}};
inline constexpr std::array ellipsoid_segment{
    certified_on_corners<E, L, &ellipsoid_segment::certified<double>>, gjk_expansion<E, L>};
inline constexpr std::array superquadric_superquadric{
    surface_pair_newton<Q>, gjk_expansion<Q, Q>,
    // Excludes a contact or finds a minimum of its own; the bracket says what that proves.
    Method{"common-normal",
           "P3; Wellmann, Lillie & Wriggers 2008",
           {.global_minimum = false, .accurate = false, .always_answers = false},
           &listed<Q, Q, &superquadric_superquadric::common_normal<double>>},
    Method{"summed-potential",
           "P2 section 2.1; Podlozhnyuk et al. 2017",
           // Its depth is a chord; flat sides and exponents below 2 stop its Newton iteration.
           {.global_minimum = false, .accurate = false, .always_answers = false},
           &listed<Q, Q, &superquadric_superquadric::summed_potential<double>>},
    Method{"surface-points",
           "P4 section 1.4; Williams & Pentland 1992",
           {.global_minimum = false, .accurate = false, .always_answers = false},
           &listed<Q, Q, &superquadric_superquadric::surface_points<double>>}};
inline constexpr std::array superquadric_polyhedron{
    certified_on_corners<Q, P, &superquadric_polyhedron::certified<double>>, gjk_expansion<Q, P>,
    Method{"peng-hanley",
           "P2 sections 2.3 and 2.4",
           {.global_minimum = false, .accurate = false, .always_answers = false},
           &listed<Q, P, &superquadric_polyhedron::peng_hanley<double>>}};
inline constexpr std::array superquadric_segment{
    certified_on_corners<Q, L, &superquadric_segment::certified<double>>, gjk_expansion<Q, L>,
    Method{"superquadric-segment",
           "P2 section 2.1; Podlozhnyuk et al. 2017",
           {.global_minimum = false, .accurate = false},
           &listed<Q, L, &superquadric_segment::superquadric_segment<double>>}};
// The general method, until something better is measured.
inline constexpr std::array polyhedron_segment{gjk_expansion<P, L>};

// Concave bodies. The depth is that of the deepest point, at most the minimum translation of convex
// bodies, and of concave ones the only local notion.
inline constexpr Laws deepest_laws{.global_minimum = false, .accurate = false};
inline constexpr std::array mesh_mesh{Method{"surface-clipping",
                                             "P4 section 5; Williams & O'Connor 1999", deepest_laws,
                                             &listed<D, D, &mesh_mesh::deepest_contact<double>>}};
inline constexpr std::array sphere_mesh{Method{"nearest-facet", "exact projection of the centre",
                                               deepest_laws,
                                               &listed<S, D, &mesh_convex::sphere_first<double>>}};
template <class A>
inline constexpr Method convex_and_mesh{
    "surface-points", "P4 sections 1.4 and 5, the points of either surface", deepest_laws,
    &listed<A, D, &mesh_convex::convex_first<double, A>>};
inline constexpr std::array ellipsoid_mesh{convex_and_mesh<E>};
inline constexpr std::array superquadric_mesh{convex_and_mesh<Q>};
inline constexpr std::array polyhedron_mesh{convex_and_mesh<P>};
inline constexpr std::array half_space_mesh{
    Method{"closed-form",
           "one support value",
           {},
           &listed<H, D, &convex_half_space::half_space_first<double, D>>}};

}  // namespace talus::method_table
