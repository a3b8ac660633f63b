// What polyhedra, ellipsoids and superquadrics are meant to reach, each with what was measured.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/report.h"

namespace bench {

enum class Verdict { not_measured, met, missed };

struct Target {
  std::string what, required, measured;
  std::string nearly;  // measured against the peers that are right on all but 0.1 % of the pairs
  Verdict verdict{};
};

const char* name_of(Verdict verdict);

// Those of which the report has rows.
std::vector<Target> targets_of(const Report& report);
void add_ellipsoid_targets(const Report& report, std::vector<Target>& targets);
void add_superquadric_targets(const Report& report, std::vector<Target>& targets);

// The least ratio to the fastest right peer among the chosen rows. Where no peer is right on every
// pair, those that nearly are decide.
Target ratio_target(const Report& report, const std::string& what, double required,
                    const std::function<bool(const Row&)>& chosen);

void write_targets(std::ostream& out, const std::vector<Target>& targets);           // a terminal
void write_targets_markdown(std::ostream& out, const std::vector<Target>& targets);  // a section

}  // namespace bench
