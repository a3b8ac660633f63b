// What the polyhedra and the ellipsoids are meant to reach, each with what was measured.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/report.h"

namespace bench {

enum class Verdict { not_measured, met, missed };

struct Target {
  std::string what, wanted, measured;
  std::string nearly;  // measured against the peers that are right on all but 0.1 % of the pairs
  Verdict verdict{};
};

const char* name_of(Verdict verdict);

std::vector<Target> targets_of(const Report& report);
void add_ellipsoid_targets(const Report& report, std::vector<Target>& targets);

void write_targets(std::ostream& out, const std::vector<Target>& targets);           // a terminal
void write_targets_markdown(std::ostream& out, const std::vector<Target>& targets);  // a section

}  // namespace bench
