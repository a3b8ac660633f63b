#include <stdexcept>

#include "ellipsoids/query.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/exterior_penalty.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/gjk.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/jain.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/newton_coulomb.h"

namespace study {
namespace methods = talus::ellipsoid_ellipsoid;

namespace {

Settings settings_of(double eps_d, int max_iterations) {
  Settings settings;
  settings.distance_error = eps_d;
  settings.max_iterations = max_iterations;
  return settings;
}

}  // namespace

NamedSolver listed(const std::string& name) {
  const talus::Method* method =
      talus::find_method(talus::Kind::ellipsoid, talus::Kind::ellipsoid, name);
  if (method == nullptr) throw std::runtime_error("no method for two ellipsoids named " + name);
  const auto function = method->function;
  return {std::string(method->name), [function](const Query& q, double eps_d) {
            talus::Cache<double> cold;
            return function(*q.a, *q.b, q.b_in_a, settings_of(eps_d, Settings{}.max_iterations),
                            cold);
          }};
}

Solver newton_coulomb(double c_max, double tau, double lambda, int limit) {
  methods::NewtonCoulombConstants<double> constants;
  constants.c_max = c_max;
  constants.tau = tau;
  constants.lambda = lambda;
  constants.iterations_per_setting = 1;
  return [=](const Query& q, double eps_d) {
    talus::Silent silent;
    return methods::trace_newton_coulomb(q.ellipsoid_a(), q.ellipsoid_b(), q.b_in_a,
                                         settings_of(eps_d, limit), silent, constants);
  };
}

Solver jain(double fraction, int limit) {
  methods::JainConstants<double> constants;
  constants.fraction = fraction;
  return [=](const Query& q, double eps_d) {
    talus::Silent silent;
    return methods::trace_jain(q.ellipsoid_a(), q.ellipsoid_b(), q.b_in_a,
                               settings_of(eps_d, limit), silent, constants);
  };
}

Solver exterior_penalty(double lambda, double epsilon_g, double unit, int limit) {
  methods::PenaltyConstants<double> constants;
  constants.lambda = lambda;
  constants.epsilon_g = epsilon_g;
  constants.unit = unit;
  return [=](const Query& q, double eps_d) {
    talus::Silent silent;
    return methods::trace_exterior_penalty(q.ellipsoid_a(), q.ellipsoid_b(), q.b_in_a,
                                           settings_of(eps_d, limit / methods::penalty_steps),
                                           silent, constants);
  };
}

Solver gjk_from(const Vec& first_in_a) {
  return [=](const Query& q, double eps_d) {
    talus::Silent silent;
    return methods::trace_gjk(q.ellipsoid_a(), q.ellipsoid_b(), q.b_in_a,
                              settings_of(eps_d, Settings{}.max_iterations), silent, first_in_a);
  };
}

}  // namespace study
