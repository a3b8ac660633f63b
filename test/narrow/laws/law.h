// The laws that every method keeps unless its Laws state otherwise (talus/narrow/contact.h): swap
// symmetry, scaling, rigid motion, bracket, accuracy. Each is a function of a pair and a method
// that writes into a LawReport.
#pragma once

#include <cmath>
#include <string>

#include "narrow/laws/law_report.h"
#include "narrow/laws/posed_pair.h"

namespace laws {

using talus::Contact;
using talus::Method;
using talus::Status;
using talus::Vec3;

inline bool curved(Type type) { return type == Type::ellipsoid || type == Type::superquadric; }

// Relative to max(larger bounding radius, |distance|): the accuracy that is promised.
inline double promised_accuracy(const PairSpec& pair) {
  return curved(pair.a.type) || curved(pair.b.type) ? 1e-10 : 1e-13;
}

// The contact points of ridges: an exponent below 1.25 makes a superquadric so sharp that a point
// that slides along the other body by the square root of rounding leaves its surface by more than
// 1e-10. Distance, normal and bracket keep the full accuracy.
inline double promised_surface_accuracy(const PairSpec& pair) {
  const auto sharp = [](const Spec& s) {
    return s.type == Type::superquadric && std::min(s.n1, s.n2) < 1.25;
  };
  return sharp(pair.a) || sharp(pair.b) ? 1e-8 : promised_accuracy(pair);
}

inline double largest_coordinate(const PairSpec& pair) {
  double worst = 0;
  for (const Spec* s : {&pair.a, &pair.b}) {
    for (const double x : s->position) worst = std::max(worst, std::abs(x));
  }
  return worst;
}

// Half a unit in the last place of world coordinates, several times over: what no answer in world
// coordinates can avoid.
inline double rounding_of_world(const PairSpec& pair) { return 1e-15 * largest_coordinate(pair); }

// max(larger bounding radius, |distance|)
inline double scale_of(const PairSpec& pair, double distance) {
  const auto radius = [](const Spec& s) { return oracle::Body<double>(s, {}).bounding_radius(); };
  return std::max({radius(pair.a), radius(pair.b), std::abs(distance)});
}

inline bool all_finite(const Contact<double>& c) {
  for (const double x :
       {c.distance, c.lower, c.upper, c.normal.x, c.normal.y, c.normal.z, c.point_a.x, c.point_a.y,
        c.point_a.z, c.point_b.x, c.point_b.y, c.point_b.z}) {
    if (!std::isfinite(x)) return false;
  }
  return true;
}

inline std::string regime_of(double distance, double scale) {
  if (distance > 1e-6 * scale) return "separated";
  if (distance >= -1e-6 * scale) return "touching";
  return distance >= -0.1 * scale ? "shallow" : "deep";
}

inline bool status_matches(const Contact<double>& c) {
  switch (c.status) {
    case Status::separated:
      return c.lower > 0;
    case Status::touching:
      return c.lower <= 0 && c.upper >= 0;
    case Status::overlapping:
      return c.upper < 0;
    default:
      return false;
  }
}

inline void require_answer(const Method& method, const Contact<double>& c, const PairSpec& pair,
                           LawReport& report) {
  report.require("no failure status", !method.laws.always_answers || !is_failure(c.status), pair);
}

// The answer against the oracle. Returns false when the answer is unusable.
inline bool check_answer(const PosedPair& posed, const Method& method, const Contact<double>& c,
                         LawReport& report) {
  const PairSpec& pair = posed.spec;
  require_answer(method, c, pair, report);
  report.require("all numbers finite", all_finite(c), pair);
  if (is_failure(c.status) || !all_finite(c)) return false;
  const oracle::Judge<long double> judge(pair);
  const oracle::Judgement truth = judge.judge(claim_of(c));
  const double scale = truth.scale, world = rounding_of_world(pair);
  const std::string regime = regime_of(truth.upper, scale);
  const double accuracy = promised_accuracy(pair);
  report.measure("unit normal", truth.unit_error, 2e-15, pair);
  report.measure("points linked by the normal", std::max(0.0, truth.link_error - world) / scale,
                 1e-13, pair);
  if (method.laws.bracket) {
    report.require("lower <= distance <= upper", c.lower <= c.distance && c.distance <= c.upper,
                   pair);
    report.require("status follows the bracket", status_matches(c), pair);
    // The bracket is certified in double: the truth may lie outside by its rounding only.
    report.measure("truth above lower", (c.lower - truth.upper - world) / scale, 1e-14, pair);
    if (truth.closed || truth.lower > 0) {
      report.measure("truth below upper", (truth.lower - c.upper) / scale, 1e-14, pair);
    }
    if (c.proven) {
      report.measure("proven bracket closed", (c.upper - c.lower) / scale, 1e-10, pair);
    }
  }
  if (method.laws.accurate) {
    report.measure("sigma(normal) = distance, " + regime, truth.support_error / scale, accuracy,
                   pair);
    report.measure("points on the surfaces, " + regime,
                   std::max(0.0, truth.surface_error - world) / scale,
                   promised_surface_accuracy(pair), pair);
    if (method.laws.global_minimum || truth.upper > 0) {
      report.measure("distance, " + regime, std::max(0.0, truth.distance_error - world) / scale,
                     accuracy, pair);
    }
  }
  return true;
}

// Bit for bit: the same numbers with A and B exchanged and the normal turned.
inline void check_swap(const PosedPair& posed, const Method& method, const Contact<double>& c,
                       LawReport& report) {
  const Contact<double> m =
      talus::contact(posed.b, posed.pose_b, posed.a, posed.pose_a, {}, nullptr, &method);
  const bool mirrored = m.distance == c.distance && m.lower == c.lower && m.upper == c.upper &&
                        m.status == c.status && m.normal == -c.normal && m.point_a == c.point_b &&
                        m.point_b == c.point_a && m.iterations == c.iterations;
  report.require("swapping mirrors bit for bit", mirrored, posed.spec);
}

// Bit for bit: all lengths times a power of two.
inline void check_scaling(const PosedPair& posed, const Method& method, const Contact<double>& c,
                          LawReport& report) {
  for (const double factor : {0x1p-20, 0x1p20}) {
    const Contact<double> s = PosedPair(scaled(posed.spec, factor)).evaluate(&method);
    const bool same = s.distance == factor * c.distance && s.lower == factor * c.lower &&
                      s.upper == factor * c.upper && s.status == c.status && s.normal == c.normal &&
                      s.point_a == factor * c.point_a && s.point_b == factor * c.point_b &&
                      s.iterations == c.iterations;
    report.require("scaling by powers of two", same, posed.spec);
  }
}

// The pair turned and moved as one: the same distance.
inline void check_rigid(const PosedPair& posed, const Method& method, const Contact<double>& c,
                        double scale, Random& random, LawReport& report) {
  if (!method.laws.accurate || !method.laws.global_minimum) return;
  const auto q = random.orientation();
  const auto turn = oracle::rotation_from<long double>(q);
  const Triple offset = random.in_box(3 * scale);
  PairSpec moved = posed.spec;
  for (Spec* s : {&moved.a, &moved.b}) {
    const auto p = turn.to_world(oracle::Vec<long double>(s->position));
    s->position = {double(p.x) + offset[0], double(p.y) + offset[1], double(p.z) + offset[2]};
    const auto r = s->orientation;
    s->orientation = {q[0] * r[0] - q[1] * r[1] - q[2] * r[2] - q[3] * r[3],
                      q[0] * r[1] + q[1] * r[0] + q[2] * r[3] - q[3] * r[2],
                      q[0] * r[2] - q[1] * r[3] + q[2] * r[0] + q[3] * r[1],
                      q[0] * r[3] + q[1] * r[2] - q[2] * r[1] + q[3] * r[0]};
  }
  const double d = PosedPair(moved).evaluate(&method).distance;
  // The moved pose is itself rounded.
  const double lever = largest_coordinate(posed.spec) + 3 * scale;
  report.measure("rigid motion", std::abs(d - c.distance) / (scale + lever),
                 promised_accuracy(posed.spec), posed.spec);
}

// Moved by -distance * normal the bodies touch, and epsilon more opens a gap of epsilon. Epsilon
// less is an overlap of epsilon where the bodies overlapped by more before; where they did not,
// tips can slide past each other, and only the size of the change is known.
inline void check_touching_after_move(const PosedPair& posed, const Method& method,
                                      const Contact<double>& c, double scale, LawReport& report) {
  if (!method.laws.accurate) return;
  const double accuracy = promised_accuracy(posed.spec);
  const double world = rounding_of_world(posed.spec) + 1e-15 * std::abs(c.distance);
  for (const double epsilon : {0.0, 1e-7, -1e-7, 1e-4, -1e-4}) {
    PosedPair moved = posed;
    moved.move_b((epsilon * scale - c.distance) * c.normal);
    const Contact<double> t = moved.evaluate(&method);
    require_answer(method, t, moved.spec, report);
    if (is_failure(t.status)) continue;
    const bool may_slide = epsilon < 0 && c.distance > epsilon * scale;
    const double wrong = may_slide ? std::abs(t.distance) - std::abs(epsilon) * scale
                                   : std::abs(t.distance - epsilon * scale);
    report.measure("moved by -distance normal: touch", std::max(0.0, wrong - world) / scale,
                   accuracy, moved.spec);
    if (epsilon > 0) report.require("epsilon more: gap", t.status == Status::separated, moved.spec);
    if (epsilon < 0 && !may_slide) {
      report.require("epsilon less: overlap", t.status == Status::overlapping, moved.spec);
    }
  }
}

}  // namespace laws
