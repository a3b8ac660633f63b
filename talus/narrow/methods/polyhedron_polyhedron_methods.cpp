// The methods of two polyhedra.
#include "talus/narrow/methods/method_list.h"
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

namespace talus::method_table {
namespace {

// Tried and not first (bench/narrow, study/polyhedra):
// - GJK and the engine's expansion: two to five times slower;
// - all crossings of edges of A with edges of B by sign bits: 250 ns for boxes, where the arcs of A
//   alone take 150 ns;
// - the face-and-arc search for shallow contacts of more than 16 vertices: its tables do not stay
//   in the processor's cache;
// - hill climbing along the edges of bodies of up to 256 vertices: the same reason.
constexpr Method polyhedron_polyhedron_methods[] = {
    {"certified",
     "Talus; GJK, faces and arcs, an inner polytope: each proven",
     {},
     &run_kernel<P, P, &polyhedron_polyhedron::certified_simd>},
    {"gjk-then-exhaustive",
     "Talus; expansion, Gauss maps where it stays open",
     {},
     &run_kernel<P, P, &polyhedron_polyhedron::gjk_then_exhaustive<double>>},
    gjk_expansion<P, P>,
    {"exhaustive",
     "Talus; faces and crossing edge arcs of the Gauss maps",
     {.accurate = false},  // the cross product of nearly parallel edges loses digits
     &run_kernel<P, P, &polyhedron_polyhedron::exhaustive<double>>},
    // These end at a local maximum of the gap; the bracket stays open if the bodies overlap.
    {"cundall", "P0 section 2; Cundall 1988", no_law,
     &run_kernel<P, P, &polyhedron_polyhedron::cundall<double>>},
    {"cundall-revised", "P0 algorithm 1", no_law,
     &run_kernel<P, P, &polyhedron_polyhedron::cundall_revised<double>>},
    {"nezami",
     "P0 section 2; Nezami et al. 2004",
     {.global_minimum = false, .bracket = false, .accurate = false},
     &run_kernel<P, P, &polyhedron_polyhedron::nezami<double>>},
    {"nezami-revised",
     "P0 algorithm 2",
     {.global_minimum = false, .bracket = false, .accurate = false},
     &run_kernel<P, P, &polyhedron_polyhedron::nezami_revised<double>>},
    {"lin-canny",
     "P0 section 2; Lin & Canny 1991",
     // No depth: overlap ends in a cycle. Nearly touching bodies lose digits.
     {.global_minimum = false, .accurate = false, .always_answers = false},
     &run_kernel<P, P, &polyhedron_polyhedron::lin_canny<double>>},
    {"log-barrier",
     "P0 section 2; Boon, Houlsby & Utili 2012",
     {.global_minimum = false, .accurate = false, .always_answers = false},
     &run_kernel<P, P, &polyhedron_polyhedron::log_barrier<double>>},
    // Overlap is answered by a face of GJK's last tetrahedron, which need not lie on the hull.
    {"gjk-johnson",
     "P0 section 2, equations (1) and (2); Gilbert et al. 1988",
     {.global_minimum = false, .accurate = false, .always_answers = false},
     &run_kernel<P, P, &polyhedron_polyhedron::gjk_johnson<double>>},
    {"gjk-signed-volumes",
     "P0 section 2, equation (5); Montanari et al. 2017",
     {.global_minimum = false, .accurate = false, .always_answers = false},
     &run_kernel<P, P, &polyhedron_polyhedron::gjk_signed_volumes<double>>},
    {"gjk-td",
     "P0 algorithm 3",
     // Many vertices fill its scratch space. Nearly touching bodies lose digits.
     {.accurate = false, .always_answers = false},
     &run_kernel<P, P, &polyhedron_polyhedron::gjk_td<double>>},
    {"gjk-shrunken", "P0 section 4.2; Wachs et al. 2012", no_law,
     &run_kernel<P, P, &polyhedron_polyhedron::gjk_shrunken<double>>}};

}  // namespace

constinit const MethodList polyhedron_polyhedron{polyhedron_polyhedron_methods};

}  // namespace talus::method_table
