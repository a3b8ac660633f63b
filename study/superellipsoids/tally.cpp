#include "superellipsoids/tally.h"

#include <algorithm>
#include <cmath>

namespace study {

namespace {

using talus::Vec3;

constexpr double not_along_beyond = 1e-2;  // radians; in Fig. 4 d is along c
constexpr double degrees_per_radian = 57.295779513082323;

Vec3<double> vec(const superellipsoids::Triple& v) { return {v[0], v[1], v[2]}; }

// P3's Arccos(c~.c), with components and sum in single precision. Just below 1 it has no value
// between 0 and 0.02 degrees.
double single_angle(const Vec3<double>& u, const Vec3<double>& v) {
  volatile float sum = 0;  // every operation rounds to single precision
  for (int i = 0; i < 3; ++i) {
    const volatile float product = static_cast<float>(u[i]) * static_cast<float>(v[i]);
    sum = sum + product;
  }
  return degrees_per_radian * std::acos(std::min(1.0f, static_cast<float>(sum)));
}

// The same in double precision from components that were printed with seven decimals.
double seven_decimals_angle(const Vec3<double>& u, const Vec3<double>& v) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += std::nearbyint(1e7 * u[i]) * std::nearbyint(1e7 * v[i]);
  return degrees_per_radian * std::acos(std::min(1.0, 1e-14 * sum));
}

}  // namespace

void Errors::add(const talus::Contact<double>& answer, const Vec3<double>& c,
                 const superellipsoids::KnownPair& truth) {
  const double error = std::abs(answer.distance - truth.distance);
  const Vec3<double> known = vec(truth.c);
  ++counted;
  const double part = error / std::abs(truth.distance);
  relative += part;
  relative_squares += part * part;
  points += 0.5 * (norm(answer.point_a - vec(truth.p_1)) + norm(answer.point_b - vec(truth.p_2)));
  degrees += degrees_per_radian * std::atan2(norm(cross(c, known)), dot(c, known));
  single += single_angle(c, known);
  seven += seven_decimals_angle(c, known);
  worst = std::max(worst, error);
}

Errors& Errors::operator+=(const Errors& other) {
  counted += other.counted;
  relative += other.relative;
  relative_squares += other.relative_squares;
  points += other.points;
  degrees += other.degrees;
  single += other.single;
  seven += other.seven;
  worst = std::max(worst, other.worst);
  return *this;
}

void Answers::add(const talus::Contact<double>& answer, const Vec3<double>& c,
                  const superellipsoids::KnownPair& truth) {
  iterations += answer.iterations;
  most_iterations = std::max(most_iterations, answer.iterations);
  if (is_failure(answer.status)) {
    ++failed;
  } else if (truth.distance > 0) {
    missed += answer.status != talus::Status::separated;
    worst_distance = std::max(worst_distance, std::abs(answer.distance - truth.distance));
  } else if (answer.status == talus::Status::separated) {
    ++missed;
  } else {
    const double deeper = truth.distance - answer.distance;
    const bool is_worse = deeper > std::max(worse_beyond, -0.01 * truth.distance);
    const bool is_better = deeper < -better_beyond;
    worse += is_worse;
    better += is_better;
    if (!is_worse && !is_better) errors.add(answer, c, truth);
  }
}

Answers& Answers::operator+=(const Answers& other) {
  failed += other.failed;
  missed += other.missed;
  worse += other.worse;
  better += other.better;
  iterations += other.iterations;
  most_iterations = std::max(most_iterations, other.most_iterations);
  worst_distance = std::max(worst_distance, other.worst_distance);
  errors += other.errors;
  return *this;
}

void Listener::operator()(
    const talus::superquadric_superquadric::CommonNormalStart<double>& start) {
  if (start.start == 0) {
    first_iterations = start.iterations;
    first_end = start.end;
    first_not_along = norm(cross(start.at.d, start.at.c)) > not_along_beyond * norm(start.at.d);
  }
  starts = start.start;
  c = start.at.c;
}

void Tally::listen(const Listener& listener) {
  using talus::superquadric_superquadric::CommonNormalEnd;
  ++pairs;
  most_starts = std::max(most_starts, listener.starts);
  if (listener.first_end == CommonNormalEnd::local_minimum) {
    ++local_minimum;
    not_along += listener.first_not_along;
  } else if (listener.first_end == CommonNormalEnd::not_converged) {
    ++not_converged;
  } else {
    ++after[listener.first_iterations];
  }
}

Tally& Tally::operator+=(const Tally& other) {
  pairs += other.pairs;
  for (std::size_t i = 0; i < after.size(); ++i) after[i] += other.after[i];
  not_converged += other.not_converged;
  local_minimum += other.local_minimum;
  not_along += other.not_along;
  most_starts = std::max(most_starts, other.most_starts);
  common_normal += other.common_normal;
  production += other.production;
  return *this;
}

void to_json(nlohmann::json& json, const Answers& a) {
  const double count = std::max(1L, a.errors.counted), mean = a.errors.relative / count;
  json = {
      {"failed", a.failed},
      {"missed", a.missed},
      {"worse", a.worse},
      {"better", a.better},
      {"iterations", a.iterations},
      {"most_iterations", a.most_iterations},
      {"worst_distance", a.worst_distance},
      {"errors",
       {{"counted", a.errors.counted},
        {"relative", mean},
        {"relative_error", std::sqrt((a.errors.relative_squares / count - mean * mean) / count)},
        {"points", a.errors.points / count},
        {"degrees", a.errors.degrees / count},
        {"single", a.errors.single / count},
        {"seven", a.errors.seven / count},
        {"worst", a.errors.worst}}}};
}

void to_json(nlohmann::json& json, const Tally& t) {
  json = {{"pairs", t.pairs},
          {"after", t.after},
          {"not_converged", t.not_converged},
          {"local_minimum", t.local_minimum},
          {"not_along", t.not_along},
          {"most_starts", t.most_starts},
          {"common_normal", t.common_normal},
          {"production", t.production}};
}

}  // namespace study
