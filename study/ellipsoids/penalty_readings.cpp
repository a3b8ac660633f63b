#include "ellipsoids/penalty_readings.h"

#include "ellipsoids/mirrored.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/exterior_penalty.h"

namespace study {
namespace {

namespace methods = talus::ellipsoid_ellipsoid;

// What the text leaves open of the step (2.61) and of the forms h_m.
enum class StepRule {
  minima,         // the library's: minima of (2.65), else the better kink
  stationary,     // any consistent solution of (2.65), maxima too, the first found
  current_signs,  // (2.65) with the signs at beta = 0 only, else the better kink
  line_minimum    // the least Phi of all solutions and kinks
};

struct Reading {
  const char* name;
  StepRule rule = StepRule::minima;
  double form_factor = 1;  // 2: h_m = x^T A x - 1, without the half of (A.3)
  bool clamped = false;    // |mu_m| <= lambda, as (2.53) demands
  bool single = false;     // in single precision
};

constexpr Reading readings[] = {{"as listed"},
                                {"(2.65) with any sign of the denominator", StepRule::stationary},
                                {"(2.65) with the signs at beta = 0", StepRule::current_signs},
                                {"least Phi of all candidates", StepRule::line_minimum},
                                {"h without the half of (A.3)", StepRule::minima, 2},
                                {"mu limited to lambda", StepRule::minima, 1, true},
                                {"as listed, single precision", StepRule::minima, 1, false, true}};

template <class T>
struct Forms {
  methods::QuadraticForm<T> one, two;
  T factor;
};

template <class T>
methods::FormOnRay<T> on_ray(const methods::QuadraticForm<T>& form, T factor,
                             const talus::Vec3<T>& x, const talus::Vec3<T>& g) {
  methods::FormOnRay<T> ray(form, x, g);
  ray.at_start *= factor;
  ray.slope *= factor;
  ray.form *= factor;
  return ray;
}

// (2.58) and (2.60).
template <class T>
void hypogradient(const Forms<T>& forms, T lambda, bool clamped, const talus::Vec3<T>& x_1,
                  const talus::Vec3<T>& x_2, talus::Vec3<T>& g_1, talus::Vec3<T>& g_2) {
  const T h_1 = forms.factor * forms.one.value(x_1), h_2 = forms.factor * forms.two.value(x_2);
  const auto d_1 = forms.factor * forms.one.gradient(x_1),
             d_2 = forms.factor * forms.two.gradient(x_2);
  const auto q = x_1 - x_2;
  const T penalty = lambda * (std::abs(h_1) + std::abs(h_2));
  const T m_11 = h_1 * h_1 + norm_squared(d_1), m_22 = h_2 * h_2 + norm_squared(d_2);
  const T m_12 = h_1 * h_2, determinant = m_11 * m_22 - m_12 * m_12;
  const T b_1 = penalty * h_1 - dot(d_1, q), b_2 = penalty * h_2 + dot(d_2, q);
  T mu_1 = (b_1 * m_22 - b_2 * m_12) / determinant, mu_2 = (b_2 * m_11 - b_1 * m_12) / determinant;
  if (clamped) {
    mu_1 = std::clamp(mu_1, -lambda, lambda);
    mu_2 = std::clamp(mu_2, -lambda, lambda);
  }
  g_1 = mu_1 * d_1 + q;
  g_2 = mu_2 * d_2 - q;
}

// beta of (2.61) by the rule; negative if there is none.
template <class T>
T step_of(StepRule rule, const methods::FormOnRay<T>& h_1, const methods::FormOnRay<T>& h_2,
          const talus::Vec3<T>& q, const talus::Vec3<T>& g, T lambda) {
  const methods::PenaltyOnRay<T> gamma(h_1, h_2, q, g, lambda);
  if (rule == StepRule::minima) return gamma.step();
  T best = T(-1);
  const auto take = [&](T beta) {
    if (beta > T(0) && (!(best > T(0)) || gamma.value(beta) < gamma.value(best))) best = beta;
  };
  for (int signs = 3; signs >= 0; --signs) {
    const T s_1 = (signs & 1) != 0 ? T(1) : T(-1), s_2 = (signs & 2) != 0 ? T(1) : T(-1);
    if (rule == StepRule::current_signs &&
        (s_1 * h_1.at_start < T(0) || s_2 * h_2.at_start < T(0))) {
      continue;
    }
    const T beta = (dot(q, g) + lambda * (s_1 * h_1.slope + s_2 * h_2.slope)) /
                   (norm_squared(g) + lambda * (s_1 * h_1.form + s_2 * h_2.form));
    if (!(beta > T(0) && s_1 * h_1.value(beta) > T(0) && s_2 * h_2.value(beta) > T(0))) continue;
    if (rule == StepRule::stationary) return beta;
    take(beta);
  }
  if (best > T(0) && rule != StepRule::line_minimum) return best;
  take(h_1.first_crossing());
  take(h_2.first_crossing());
  return best;
}

struct Outcome {
  int iterations;  // to convergence, -1 if there was none
  double error;    // of the distance, in D_eq
};

template <class T>
Outcome follow(const Reading& reading, const Mirrored& at, double lambda_in, double epsilon_g,
               int limit) {
  const auto narrow = [](const Vec& v) { return talus::Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
  const talus::Vec3<T> axes = narrow(at.query().ellipsoid_a().semi_axes);
  const talus::Ellipsoid<T> e{axes};
  talus::RelativePose<T> pose;
  pose.rotation = {narrow(at.b_in_a.rotation.row0), narrow(at.b_in_a.rotation.row1),
                   narrow(at.b_in_a.rotation.row2)};
  pose.translation = narrow(at.b_in_a.translation);
  const talus::RelativePose<T> at_origin{talus::identity_matrix<T>(), {}};
  const Forms<T> forms{{axes, at_origin}, {axes, pose}, T(reading.form_factor)};
  const T lambda = T(lambda_in);
  talus::Vec3<T> x_1 = methods::reach_along(e, pose.translation) * pose.translation;
  talus::Vec3<T> x_2 =
      (T(1) - methods::reach_along(e, pose.direction_to_b(pose.translation))) * pose.translation;
  for (int k = 0; k < limit; ++k) {
    talus::Vec3<T> g_1, g_2;
    hypogradient(forms, lambda, reading.clamped, x_1, x_2, g_1, g_2);
    if (std::sqrt(norm_squared(g_1) + norm_squared(g_2)) < T(epsilon_g)) {
      return {k, std::abs(double(norm(x_2 - x_1)) - at.distance) / at.diameter};
    }
    const T beta = step_of(reading.rule, on_ray(forms.one, forms.factor, x_1, g_1),
                           on_ray(forms.two, forms.factor, x_2, g_2), x_1 - x_2, g_1 - g_2, lambda);
    if (!(beta > T(0))) break;
    const talus::Vec3<T> next_1 = x_1 - beta * g_1, next_2 = x_2 - beta * g_2;
    if (next_1 == x_1 && next_2 == x_2) break;  // it no longer moves
    x_1 = next_1;
    x_2 = next_2;
  }
  return {-1, 0};
}

// The pairs of a figure; lambda and eps_G in D_eq, scaled with the dilation as in the paper.
struct Group {
  std::string name;
  std::vector<double> aspects, dilations;
  double lambda, epsilon_g;
};

std::vector<Group> groups() {
  const std::vector<double> three{3}, one{1},
      all(std::begin(aspect_ratios), std::end(aspect_ratios));
  return {{"Fig. 15, 1e-3 to 1e2", three, {1e-3, 1, 10, 100}, 1e3, 1e-4},
          {"Fig. 15, 1e-6", three, {1e-6}, 1e3, 1e-4},
          {"Fig. 15, 1e3", three, {1e3}, 1e3, 1e-4},
          {"Fig. 16", all, one, 1e4, 1e-4},
          {"Fig. 17, eps_G 1e-2", three, one, 1e3, 1e-2},
          {"Fig. 17, eps_G 1e-3", three, one, 1e3, 1e-3},
          {"Fig. 17, eps_G 1e-5", three, one, 1e3, 1e-5},
          {"Fig. 18, lambda 5e3", three, one, 5e3, 1e-4},
          {"Fig. 19", all, one, 1e3, 1e-4}};
}

}  // namespace

Json run_penalty_readings(const PenaltyOptions& options) {
  Json rows = Json::array();
  for (const Reading& reading : readings) {
    for (const Group& group : groups()) {
      Json iterations = Json::array(), errors = Json::array();
      for (const double aspect : group.aspects) {
        for (const double dilation : group.dilations) {
          for (int k = 0; k <= 6; ++k) {
            const Mirrored at(aspect, std::pow(10.0, -k), dilation);
            const auto solve = reading.single ? follow<float> : follow<double>;
            const Outcome outcome = solve(reading, at, group.lambda * dilation * dilation,
                                          group.epsilon_g * dilation, options.limit);
            iterations.push_back(outcome.iterations);
            errors.push_back(outcome.error);
          }
        }
      }
      rows.push_back({{"reading", reading.name},
                      {"group", group.name},
                      {"iterations", iterations},
                      {"errors", errors}});
    }
  }
  return {{"limit", options.limit}, {"rows", rows}};
}

}  // namespace study
