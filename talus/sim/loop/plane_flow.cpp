#include "talus/sim/loop/plane_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "talus/error.h"
#include "talus/parallel/parallel_for.h"
#include "talus/setup/unit_axis.h"

namespace talus {
namespace {

// Slots per item of work of a thread.
constexpr std::int64_t slots_at_once = 4096;
// Rounding of a quotient of two lengths in periods: images that far from the path are tested, too.
constexpr double image_margin = 1e-9;
constexpr double most_images = 100.0, most_periods = 1e15;
// A figure may reach out of a periodic domain by this part of its period, which is rounding.
constexpr double period_tolerance = 1e-9;

// The images along a direction that the path of a step may cross.
struct ImageRange {
  std::int64_t first{}, last{};
};

ImageRange images_along(const broad::Domain& domain, const BoundingBox<double>& bounds, int axis,
                        double from, double to) {
  if (!domain.periodic[axis]) return {};
  const double period = domain.period(axis);
  const double lowest = (smaller(from, to) - bounds.upper[axis]) / period - image_margin;
  const double highest = (larger(from, to) - bounds.lower[axis]) / period + image_margin;
  // No body that moves by so many periods in a step is followed.
  if (!(highest - lowest < most_images && std::abs(lowest) < most_periods)) return {0, -1};
  return {static_cast<std::int64_t>(std::ceil(lowest)),
          static_cast<std::int64_t>(std::floor(highest))};
}

// 1: forward, -1: backward, 0: not through the figure around this centre.
int crossing(const FlowPlane& plane, const Vec3<double>& centre, const Vec3<double>& from,
             const Vec3<double>& to) {
  const double before = dot(plane.normal, from - centre), after = dot(plane.normal, to - centre);
  if ((before < 0.0) == (after < 0.0)) return 0;
  const double part = before / (before - after);
  if (!plane.contains(from + part * (to - from) - centre)) return 0;
  return before < 0.0 ? 1 : -1;
}

[[noreturn]] void refuse(const FlowPlane& plane, const std::string& why) {
  throw SimulationError(fmt::format("{}: {}", plane.name, why));
}

bool is_finite(const Vec3<double>& v) { return std::isfinite(v.x + v.y + v.z); }

}  // namespace

void check_plane(const FlowPlane& plane, const broad::Domain& domain) {
  if (!is_finite(plane.centre) || !is_unit_axis(plane.normal)) {
    refuse(plane, "needs a finite centre and a unit normal");
  }
  if (!(plane.interval >= 0.0 && std::isfinite(plane.interval))) {
    refuse(plane, "its interval must be finite and >= 0");
  }
  if (plane.is_disc) {
    if (!(plane.radius > 0.0 && std::isfinite(plane.radius))) {
      refuse(plane, fmt::format("its radius must be finite and > 0 m, got {}", plane.radius));
    }
  } else {
    const double a = norm(plane.edge_a), b = norm(plane.edge_b);
    const bool is_right =
        std::isfinite(a * b) && a * b > 0.0 &&
        std::abs(dot(plane.edge_a, plane.edge_b)) <= unit_axis_tolerance * a * b &&
        std::abs(dot(plane.edge_a, plane.normal)) <= unit_axis_tolerance * a &&
        std::abs(dot(plane.edge_b, plane.normal)) <= unit_axis_tolerance * b;
    if (!is_right) refuse(plane, "its edges must be perpendicular to each other and the normal");
  }
  const BoundingBox<double> bounds = plane.bounds();
  for (int k = 0; k < 3; ++k) {
    if (!domain.periodic[k]) continue;
    const double slack = period_tolerance * domain.period(k);
    if (bounds.lower[k] >= domain.lower[k] - slack && bounds.upper[k] <= domain.upper[k] + slack) {
      continue;
    }
    refuse(plane, fmt::format("reaches out of the periodic domain along {}", "xyz"[k]));
  }
}

void PlaneCounter::begin_step(const BodyTable& bodies, int threads) {
  centre_.resize(bodies.body_count);
  parallel_for_chunks(static_cast<std::int64_t>(centre_.size()), slots_at_once, threads,
                      [&](std::int64_t, std::int64_t first, std::int64_t last) {
                        for (auto i = static_cast<std::size_t>(first);
                             i < static_cast<std::size_t>(last); ++i) {
                          centre_[i] = bodies.motion[i].centre;
                        }
                      });
}

void PlaneCounter::find(const Model& model, const Vec3<double>& from, const Vec3<double>& to,
                        std::size_t slot, std::vector<Crossing>& found) const {
  const broad::Domain& domain = model.setup.domain;
  const std::vector<FlowPlane>& planes = model.setup.flow_planes;
  for (std::size_t p = 0; p < planes.size(); ++p) {
    const FlowPlane& plane = planes[p];
    const auto test = [&](const Vec3<double>& centre) {
      const int sign = crossing(plane, centre, from, to);
      if (sign != 0) found.push_back({slot, p, sign > 0});
    };
    if (domain.is_open()) {
      test(plane.centre);
      continue;
    }
    const BoundingBox<double>& bounds = bounds_[p];
    std::array<ImageRange, 3> range;
    for (int k = 0; k < 3; ++k) {
      range[static_cast<std::size_t>(k)] = images_along(domain, bounds, k, from[k], to[k]);
    }
    const auto shift = [&](int axis, std::int64_t image) {
      return image == 0 ? 0.0 : static_cast<double>(image) * domain.period(axis);
    };
    for (std::int64_t x = range[0].first; x <= range[0].last; ++x) {
      for (std::int64_t y = range[1].first; y <= range[1].last; ++y) {
        for (std::int64_t z = range[2].first; z <= range[2].last; ++z) {
          test(plane.centre + Vec3<double>{shift(0, x), shift(1, y), shift(2, z)});
        }
      }
    }
  }
}

void PlaneCounter::end_step(const Model& model, const BodyTable& bodies, int threads,
                            std::vector<PlaneSum>& sums) {
  bounds_.clear();
  for (const FlowPlane& plane : model.setup.flow_planes) bounds_.push_back(plane.bounds());
  const auto count = static_cast<std::int64_t>(centre_.size());
  crossings_.resize(static_cast<std::size_t>((count + slots_at_once - 1) / slots_at_once));
  parallel_for_chunks(count, slots_at_once, threads,
                      [&](std::int64_t chunk, std::int64_t first, std::int64_t last) {
                        std::vector<Crossing>& found = crossings_[static_cast<std::size_t>(chunk)];
                        found.clear();
                        for (auto i = static_cast<std::size_t>(first);
                             i < static_cast<std::size_t>(last); ++i) {
                          if (!bodies.is_free(i)) continue;
                          find(model, centre_[i], bodies.motion[i].centre, i, found);
                        }
                      });
  for (const std::vector<Crossing>& chunk : crossings_) {
    for (const Crossing& c : chunk) {
      PlaneSum& sum = sums[c.plane];
      const double mass = bodies.type(c.slot).mass, sign = c.forward ? 1.0 : -1.0;
      ++(c.forward ? sum.forward : sum.backward);
      sum.mass += sign * mass;
      // The velocity of the drift, in the middle of the step.
      sum.momentum = sum.momentum + (sign * mass) * bodies.motion[c.slot].velocity;
    }
  }
}

}  // namespace talus
