#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "talus/setup/names.h"
#include "talus/setup/unit_axis.h"
#include "talus/shape.h"
#include "talus/sim/loop/flow_gates.h"
#include "talus/sim/loop/flow_rate.h"
#include "talus/sim/loop/plane_flow.h"

namespace talus {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  throw SimulationError(fmt::format("{}: {}", what, why));
}

bool is_finite(const Vec3<double>& v) { return std::isfinite(v.x + v.y + v.z); }
bool is_positive(double x) { return x > 0.0 && std::isfinite(x); }
bool is_not_negative(double x) { return x >= 0.0 && std::isfinite(x); }

void check_name(const std::string& name, std::set<std::string>& names) {
  if (!is_measure_name(name)) {
    refuse("measure, inlet or outlet",
           fmt::format("the name \"{}\" must be of {}", printable(name), measure_name_words));
  }
  if (!names.insert(name).second) refuse(name, "is the name of two measures, inlets or outlets");
}

void check_period(const Region& region, const broad::Domain& domain, const std::string& what) {
  for (int k = 0; k < 3; ++k) {
    if (!leaves_period(region, domain, k)) continue;
    refuse(what, fmt::format("its region reaches out of the periodic domain along {}", "xyz"[k]));
  }
}

void check_region(const Region& region, const std::string& what) {
  if (region.type == Region::Type::box) {
    for (int k = 0; k < 3; ++k) {
      if (std::isfinite(region.box.lower[k]) && std::isfinite(region.box.upper[k]) &&
          region.box.lower[k] < region.box.upper[k]) {
        continue;
      }
      refuse(what, "its box must be finite, the upper corner above the lower one");
    }
    return;
  }
  if (!is_finite(region.base) || !is_unit_axis(region.axis) || !is_positive(region.radius) ||
      (region.type == Region::Type::cylinder && !is_positive(region.height))) {
    refuse(what, "its region must have a finite base, a unit axis and positive lengths");
  }
}

void check_rate(const Inlet& inlet) {
  const std::size_t rows = inlet.rate.size();
  if (rows != std::max<std::size_t>(1, inlet.time.size()) || inlet.time.size() == 1 ||
      rows > most_table_rows) {
    refuse(inlet.name, fmt::format("has one rate, or a table of 2 to {} times with as many rates; "
                                   "got {} times and {} rates",
                                   most_table_rows, inlet.time.size(), rows));
  }
  if (!std::all_of(inlet.rate.begin(), inlet.rate.end(), is_not_negative)) {
    refuse(inlet.name, "its rates must be finite and >= 0");
  }
  const auto fails = [](double p, double q) { return !(p < q); };
  if (std::adjacent_find(inlet.time.begin(), inlet.time.end(), fails) != inlet.time.end() ||
      !std::all_of(inlet.time.begin(), inlet.time.end(),
                   [](double t) { return std::isfinite(t); })) {
    refuse(inlet.name, "the times of its table must be finite and increase");
  }
  if (!is_not_negative(inlet.start) || !(inlet.stop > inlet.start)) {
    refuse(inlet.name, fmt::format("must start at >= 0 s and stop later, got {} s and {} s",
                                   inlet.start, inlet.stop));
  }
  if (!FlowRate(inlet).is_finite()) {
    refuse(inlet.name, "the integral of its rate exceeds the range of numbers");
  }
}

void check_inlet(const Setup& setup, const Inlet& inlet) {
  check_region(inlet.region, inlet.name);
  check_period(inlet.region, setup.domain, inlet.name);
  check_rate(inlet);
  if (inlet.parts.empty()) refuse(inlet.name, "has no grains");
  for (const FillPart& part : inlet.parts) {
    if (part.shapes.empty() || !is_positive(part.share)) {
      refuse(inlet.name, "a part of its mix needs a shape and a positive share");
    }
    for (const std::int32_t shape : part.shapes) {
      const std::vector<Shape>& all = setup.bodies.shapes;
      if (shape < 0 || static_cast<std::size_t>(shape) >= all.size()) {
        refuse(inlet.name, fmt::format("shape {} of {} does not exist", shape, all.size()));
      }
      if (kind_of(all[static_cast<std::size_t>(shape)]) != Kind::half_space) continue;
      refuse(inlet.name, "half-spaces do not move freely: its grains need a volume");
    }
  }
  const std::size_t materials = setup.materials.material.size();
  if (inlet.material < 0 || static_cast<std::size_t>(inlet.material) >= materials) {
    refuse(inlet.name, fmt::format("material {} of {} does not exist", inlet.material, materials));
  }
  if ((inlet.count && *inlet.count < 1) || (inlet.mass && !is_positive(*inlet.mass))) {
    refuse(inlet.name, "its count must be >= 1, its mass > 0");
  }
  if (!is_finite(inlet.velocity) || !is_finite(inlet.angular_velocity)) {
    refuse(inlet.name, "its velocity is not finite");
  }
  if (!is_not_negative(inlet.gap) || !is_not_negative(inlet.interval)) {
    refuse(inlet.name, "its gap and its interval must be finite and >= 0");
  }
}

void check_outlet(const Outlet& outlet, const broad::Domain& domain) {
  check_region(outlet.region, outlet.name);
  check_period(outlet.region, domain, outlet.name);
  if (outlet.region.type == Region::Type::disc) {
    refuse(outlet.name, "nothing is inside a disc: expected a box or a cylinder");
  }
  if (outlet.reinsert && (!is_finite(*outlet.reinsert) || *outlet.reinsert == Vec3<double>{})) {
    refuse(outlet.name, "bodies are moved by a vector that is finite and not zero");
  }
  for (int k = 0; k < 3; ++k) {
    if (!outlet.reinsert || !domain.periodic[k]) continue;
    if (std::abs((*outlet.reinsert)[k]) <= domain.period(k)) continue;
    refuse(outlet.name, fmt::format("moves bodies along {} by {:.6g} m, more than the period of "
                                    "{:.6g} m",
                                    "xyz"[k], (*outlet.reinsert)[k], domain.period(k)));
  }
  if (!is_not_negative(outlet.interval)) {
    refuse(outlet.name, "its interval must be finite and >= 0");
  }
}

}  // namespace

void check_flow(const Setup& setup) {
  std::set<std::string> names;
  for (const WallLoadMeasure& measure : setup.wall_loads) names.insert(measure.name);
  for (const RegionMeasure& measure : setup.region_measures) {
    check_name(measure.name, names);
    check_region(measure.region, measure.name);
    check_period(measure.region, setup.domain, measure.name);
    if (measure.region.type == Region::Type::disc || !is_not_negative(measure.interval)) {
      refuse(measure.name, "needs a box or a cylinder, and an interval that is finite and >= 0");
    }
  }
  for (const FlowPlane& plane : setup.flow_planes) {
    check_name(plane.name, names);
    check_plane(plane, setup.domain);
  }
  if (setup.beyond == Beyond::remove) names.insert(beyond_name);
  for (const Inlet& inlet : setup.inlets) {
    check_name(inlet.name, names);
    check_inlet(setup, inlet);
  }
  for (const Outlet& outlet : setup.outlets) {
    check_name(outlet.name, names);
    check_outlet(outlet, setup.domain);
  }
  if (setup.beyond == Beyond::ignore) return;
  for (int k = 0; k < 3; ++k) {
    const double lower = setup.domain.lower[k], upper = setup.domain.upper[k];
    if (std::isfinite(lower) && std::isfinite(upper) && lower < upper) continue;
    refuse("beyond", "the domain must be finite, its upper corner above the lower one");
  }
}

}  // namespace talus
