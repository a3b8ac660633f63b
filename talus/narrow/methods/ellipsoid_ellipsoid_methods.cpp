// The methods of two ellipsoids.
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
#include "talus/narrow/methods/method_list.h"

namespace talus::method_table {
namespace {

// Newton's method needs a handful of support evaluations where GJK needs dozens, and proves shallow
// contacts without an expansion (bench/narrow). A step of the first method costs a fifth of a step
// of the second, which uses the generic engine.
constexpr Method ellipsoid_ellipsoid_methods[] = {
    {"certified",
     "Talus; Newton on the support function, proven by tangent balls",
     {},
     &run_kernel<E, E, &ellipsoid_ellipsoid::certified<double>>},
    {"support-newton",
     "Talus; Newton on the support function, docs/methods/ellipsoid_ellipsoid.md",
     {},
     &run_kernel<E, E, &ellipsoid_ellipsoid::support_newton<double>>},
    gjk_expansion<E, E>,
    // P1's methods give no depth.
    {"moving-balls", "P1 algorithm 1; Lin & Han 2002", no_law,
     &run_kernel<E, E, &ellipsoid_ellipsoid::moving_balls<double>>},
    {"moving-balls-evolving", "P1 algorithm 1 with threshold (F.6)", no_law,
     &run_kernel<E, E, &ellipsoid_ellipsoid::moving_balls_evolving<double>>},
    // Gives no distance either: only the sign, with the separation along the line of centres.
    {"jia-overlap", "P1 algorithm 7; Jia et al. 2011", no_law,
     &run_kernel<E, E, &ellipsoid_ellipsoid::jia_overlap<double>>},
    {"newton-coulomb-initial", "P1 section 2.3.1, scheme (2.36); Abbasov 2015", no_law,
     &run_kernel<E, E, &ellipsoid_ellipsoid::newton_coulomb_initial<double>>},
    {"newton-coulomb", "P1 algorithm 4", no_law,
     &run_kernel<E, E, &ellipsoid_ellipsoid::newton_coulomb<double>>},
    {"gjk", "P1 algorithm 2; van den Bergen 1999", no_law,
     &run_kernel<E, E, &ellipsoid_ellipsoid::gjk<double>>},
    {"exterior-penalty", "P1 algorithm 5; Tamasyan & Chumakov 2014", no_law,
     &run_kernel<E, E, &ellipsoid_ellipsoid::exterior_penalty<double>>},
    {"jain", "P1 algorithm 6; Jain et al. 2019", no_law,
     &run_kernel<E, E, &ellipsoid_ellipsoid::jain<double>>},
    {"jain-backtracking", "P1 section 3.4.5", no_law,
     &run_kernel<E, E, &ellipsoid_ellipsoid::jain_backtracking<double>>}};

}  // namespace

constinit const MethodList ellipsoid_ellipsoid{ellipsoid_ellipsoid_methods};

}  // namespace talus::method_table
