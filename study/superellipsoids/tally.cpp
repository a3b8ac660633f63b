#include "superellipsoids/tally.h"

#include <algorithm>
#include <cmath>

namespace study {

namespace {

using talus::Vec3;

Vec3<double> vec(const superellipsoids::Triple& v) { return {v[0], v[1], v[2]}; }

}  // namespace

void Errors::add(const talus::Contact<double>& answer, const Vec3<double>& c,
                 const superellipsoids::KnownPair& truth) {
  const double error = std::abs(answer.distance - truth.distance);
  const Vec3<double> known = vec(truth.c);
  ++counted;
  relative += error / std::abs(truth.distance);
  points += 0.5 * (norm(answer.point_a - vec(truth.p_1)) + norm(answer.point_b - vec(truth.p_2)));
  degrees += std::atan2(norm(cross(c, known)), dot(c, known)) * 180 / std::acos(-1.0);
  worst = std::max(worst, error);
}

Errors& Errors::operator+=(const Errors& other) {
  counted += other.counted;
  relative += other.relative;
  points += other.points;
  degrees += other.degrees;
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
  most_starts = std::max(most_starts, other.most_starts);
  common_normal += other.common_normal;
  production += other.production;
  return *this;
}

void to_json(nlohmann::json& json, const Answers& a) {
  const double count = std::max(1L, a.errors.counted);
  json = {{"failed", a.failed},
          {"missed", a.missed},
          {"worse", a.worse},
          {"better", a.better},
          {"iterations", a.iterations},
          {"most_iterations", a.most_iterations},
          {"worst_distance", a.worst_distance},
          {"errors",
           {{"counted", a.errors.counted},
            {"relative", a.errors.relative / count},
            {"points", a.errors.points / count},
            {"degrees", a.errors.degrees / count},
            {"worst", a.errors.worst}}}};
}

void to_json(nlohmann::json& json, const Tally& t) {
  json = {{"pairs", t.pairs},
          {"after", t.after},
          {"not_converged", t.not_converged},
          {"local_minimum", t.local_minimum},
          {"most_starts", t.most_starts},
          {"common_normal", t.common_normal},
          {"production", t.production}};
}

}  // namespace study
