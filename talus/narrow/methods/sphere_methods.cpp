// The methods of a sphere with a sphere and with an ellipsoid.
#include "talus/narrow/methods/method_list.h"
#include "talus/narrow/sphere_ellipsoid/sphere_ellipsoid_secular.h"
#include "talus/narrow/sphere_sphere/sphere_sphere_closed_form.h"

namespace talus::method_table {
namespace {

// A closed form: nothing can be better.
constexpr Method sphere_sphere_methods[] = {
    {"closed-form", "elementary", {}, &run_kernel<S, S, &sphere_sphere::closed_form<double>>}};

// One equation in one unknown with a single admissible root, also for a centre on the medial disc.
constexpr Method sphere_ellipsoid_methods[] = {
    {"secular",
     "Talus; secular equation of the closest point",
     {},
     &run_kernel<S, E, &sphere_ellipsoid::secular<double>>},
    gjk_expansion<S, E>};

}  // namespace

constinit const MethodList sphere_sphere{sphere_sphere_methods};
constinit const MethodList sphere_ellipsoid{sphere_ellipsoid_methods};

}  // namespace talus::method_table
