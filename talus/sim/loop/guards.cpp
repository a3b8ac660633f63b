#include "talus/sim/loop/guards.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace talus {
namespace {

const std::string& name_of(const Model& model, std::int32_t body) {
  return model.setup.name[static_cast<std::size_t>(body)];
}

std::int32_t body_at(const BodyTable& bodies, std::int32_t slot) {
  return slot < 0 ? -1 : bodies.body_of[static_cast<std::size_t>(slot)];
}

void count(Excess& excess, const Progress& progress, double value, std::int32_t a, std::int32_t b) {
  if (excess.steps++ > 0) return;
  excess = {1, progress.steps, progress.time, value, a, b};
}

std::string overlap_text(const Model& model, double value, std::int32_t a, std::int32_t b) {
  return fmt::format("{} and {} overlap by {:.3g} % of the smaller one's size", name_of(model, a),
                     name_of(model, b), 100.0 * value);
}

std::string travel_text(const Model& model, double value, std::int32_t body) {
  return fmt::format("{} moves by {:.3g} % of the smallest body's size in one step",
                     name_of(model, body), 100.0 * value);
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
  const auto error = [&](const std::string& what, const std::string& why) {
    return LimitError(fmt::format("{} {}{}", what, moment_text(progress.steps, progress.time), why),
                      progress.steps);
  };
  if (sums.passed[0] >= 0) {
    return error(
        fmt::format("{} passes the wall {}", name_of(model, body_at(bodies, sums.passed[0])),
                    name_of(model, body_at(bodies, sums.passed[1]))),
        ": a shorter time step, a stiffer material or a lower speed keeps it back");
  }
  if (setup.stop_overlap > 0.0 && sums.largest_overlap > setup.stop_overlap) {
    return error(overlap_text(model, sums.largest_overlap, a, b),
                 fmt::format(", more than stop.overlap = {}", setup.stop_overlap));
  }
  if (setup.stop_travel > 0.0 && progress.travel.relative > setup.stop_travel) {
    return error(travel_text(model, progress.travel.relative, progress.travel.body),
                 fmt::format(", more than stop.travel = {}", setup.stop_travel));
  }
  return std::nullopt;
}

std::vector<std::string> warnings_of(const Model& model, const Progress& progress) {
  std::vector<std::string> warnings;
  const Excess &overlaps = progress.large_overlaps, &travels = progress.large_travels;
  if (overlaps.steps > 0) {
    warnings.push_back(
        fmt::format("{} {}: more than {:g} %, beyond what the contact laws hold for",
                    overlap_text(model, overlaps.first_value, overlaps.a, overlaps.b),
                    moment_text(overlaps.first_step, overlaps.first_time), 100.0 * large_overlap));
  }
  if (travels.steps > 0) {
    warnings.push_back(fmt::format("{} {}: more than {:g} %, the time step is too long for it",
                                   travel_text(model, travels.first_value, travels.a),
                                   moment_text(travels.first_step, travels.first_time),
                                   100.0 * large_travel));
  }
  // In the order in which they came up, so that a list only grows at its end.
  if (warnings.size() == 2 && travels.first_step < overlaps.first_step) {
    std::swap(warnings[0], warnings[1]);
  }
  return warnings;
}

}  // namespace talus
