#include "talus/sim/loop/guards.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace talus {
namespace {

std::string name_of(const Model& model, std::int32_t body, std::int64_t left = -1) {
  if (body >= 0) return model.setup.name[static_cast<std::size_t>(body)];
  return left < 0 ? "a body" : fmt::format("the body with the id {} (which has left)", left);
}

std::int32_t body_at(const BodyTable& bodies, std::int32_t slot) {
  return slot < 0 ? -1 : bodies.body_of[static_cast<std::size_t>(slot)];
}

void count(Excess& excess, const Progress& progress, double value, std::int32_t a, std::int32_t b) {
  if (excess.steps++ > 0) return;
  excess = {1, progress.steps, progress.time, value, a, b, -1, -1};
}

std::string overlap_text(const std::string& a, const std::string& b, double value) {
  return fmt::format("{} and {} overlap by {:.3g} % of the smaller one's size", a, b,
                     100.0 * value);
}

std::string travel_text(const std::string& body, double value) {
  return fmt::format("{} moves by {:.3g} % of the smallest body's size in one step", body,
                     100.0 * value);
}

std::string residual_text(const Model& model, double value, std::int32_t body,
                          std::int64_t left = -1) {
  const bool any = body >= 0 || left >= 0;
  return fmt::format(
      "{:.3g} % of the energy is not accounted for ({}; {}{})", 100.0 * std::abs(value),
      value > 0.0 ? "gained" : "lost",
      any ? "the body with the most kinetic energy is " : "there is no body that can move",
      any ? name_of(model, body, left) : "");
}

std::string moment_text(std::int64_t step, double time) {
  return fmt::format("at {:.6g} s (step {})", time, step);
}

}  // namespace

void set_limits(const BodyTable& bodies, Model& model) {
  const Setup& setup = model.setup;
  const auto least = [](double usual, double stop) {
    return stop > 0.0 ? smaller(usual, stop) : usual;
  };
  model.overlap_limit = least(large_overlap, setup.stop_overlap);
  model.smallest_size = std::numeric_limits<double>::infinity();
  for (const BodyType& type : bodies.types) {
    if (type.bounded) model.smallest_size = smaller(model.smallest_size, 2.0 * type.size_radius);
  }
  model.travel_limit = least(large_travel, setup.stop_travel) * model.smallest_size;
}

void count_travel(const Model& model, const BodyTable& bodies, const Travel& travel,
                  Progress& progress) {
  progress.travel = {travel.length / model.smallest_size, body_at(bodies, travel.slot)};
  if (!(progress.travel.relative > large_travel)) return;
  count(progress.large_travels, progress, progress.travel.relative, progress.travel.body, -1);
}

std::optional<LimitError> check_limits(const Model& model, const BodyTable& bodies,
                                       Progress& progress) {
  const Setup& setup = model.setup;
  const ContactSums& sums = progress.sums;
  const std::int32_t a = body_at(bodies, sums.deepest[0]), b = body_at(bodies, sums.deepest[1]);
  if (sums.largest_overlap > large_overlap) {
    count(progress.large_overlaps, progress, sums.largest_overlap, a, b);
  }
  if (sums.unsolved > 0) {
    count(progress.unsolved, progress, sums.unsolved_width, body_at(bodies, sums.unsolved_pair[0]),
          body_at(bodies, sums.unsolved_pair[1]));
  }
  const auto error = [&](const std::string& what, const std::string& why) {
    return LimitError(fmt::format("{} {}{}", what, moment_text(progress.steps, progress.time), why),
                      progress.steps);
  };
  if (sums.passed[0] >= 0) {
    const bool is_wall = static_cast<std::size_t>(sums.passed[1]) >= bodies.body_count;
    return error(
        fmt::format("{} passes the {} {}", name_of(model, body_at(bodies, sums.passed[0])),
                    is_wall ? "wall" : "body", name_of(model, body_at(bodies, sums.passed[1]))),
        ": a shorter time step, a stiffer material or a lower speed keeps it back");
  }
  if (setup.stop_overlap > 0.0 && sums.largest_overlap > setup.stop_overlap) {
    return error(overlap_text(name_of(model, a), name_of(model, b), sums.largest_overlap),
                 fmt::format(", more than stop.overlap = {}", setup.stop_overlap));
  }
  if (setup.stop_travel > 0.0 && progress.travel.relative > setup.stop_travel) {
    return error(travel_text(name_of(model, progress.travel.body), progress.travel.relative),
                 fmt::format(", more than stop.travel = {}", setup.stop_travel));
  }
  return std::nullopt;
}

std::optional<LimitError> check_residual(const Model& model, const UserState& user,
                                         const Ledger& ledger, Progress& progress) {
  const double residual = ledger.residual(), turnover = ledger.turnover();
  if (!(std::abs(residual) > 0.0)) return std::nullopt;
  const double relative = turnover > 0.0 ? residual / turnover : residual;
  const double stop = model.setup.stop_residual;
  const bool large = std::abs(relative) > large_residual;
  const bool ends = stop > 0.0 && std::abs(relative) > stop;
  if (!large && !ends) return std::nullopt;
  const Motion& motion = user.motion;
  std::int32_t fastest = -1;  // if no body can move
  double most = -1.0;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    if (motion.freedom[i] != Freedom::free) continue;
    const double kinetic = 0.5 * (motion.mass[i] * norm_squared(motion.velocity[i]) +
                                  dot(motion.angular_momentum[i], motion.angular_velocity[i]));
    if (kinetic > most) most = kinetic, fastest = static_cast<std::int32_t>(i);
  }
  if (large) count(progress.large_residuals, progress, relative, fastest, -1);
  if (!ends) return std::nullopt;
  return LimitError(
      fmt::format("{} {}, more than stop.residual = {}", residual_text(model, relative, fastest),
                  moment_text(progress.steps, progress.time), stop),
      progress.steps);
}

std::vector<std::string> warnings_of(const Model& model, const Progress& progress) {
  std::vector<std::pair<std::int64_t, std::string>> found;  // with the step
  const auto name_a = [&](const Excess& e) { return name_of(model, e.a, e.left_a); };
  const auto name_b = [&](const Excess& e) { return name_of(model, e.b, e.left_b); };
  const Excess &overlaps = progress.large_overlaps, &travels = progress.large_travels;
  if (overlaps.steps > 0) {
    found.emplace_back(
        overlaps.first_step,
        fmt::format("{} {}: more than {:g} %, beyond what the contact laws hold for",
                    overlap_text(name_a(overlaps), name_b(overlaps), overlaps.first_value),
                    moment_text(overlaps.first_step, overlaps.first_time), 100.0 * large_overlap));
  }
  if (travels.steps > 0) {
    found.emplace_back(
        travels.first_step,
        fmt::format("{} {}: more than {:g} %, the time step is too long for it",
                    travel_text(name_a(travels), travels.first_value),
                    moment_text(travels.first_step, travels.first_time), 100.0 * large_travel));
  }
  const Excess &unsolved = progress.unsolved, &residuals = progress.large_residuals;
  if (unsolved.steps > 0) {
    found.emplace_back(
        unsolved.first_step,
        fmt::format("{} and {}: the bracket of their distance is {:.3g} of the smaller one's size "
                    "{}; its bound was taken as the overlap",
                    name_a(unsolved), name_b(unsolved), unsolved.first_value,
                    moment_text(unsolved.first_step, unsolved.first_time)));
  }
  if (residuals.steps > 0) {
    found.emplace_back(
        residuals.first_step,
        fmt::format("{} {}: more than {:g} %, the time step may be too long",
                    residual_text(model, residuals.first_value, residuals.a, residuals.left_a),
                    moment_text(residuals.first_step, residuals.first_time),
                    100.0 * large_residual));
  }
  // In the order in which they came up, so that a list only grows at its end. Those of one step
  // are in the order in which a step counts them.
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& p, const auto& q) { return p.first < q.first; });
  std::vector<std::string> warnings;
  for (auto& [step, text] : found) warnings.push_back(std::move(text));
  return warnings;
}

}  // namespace talus
