// What bench_dem found, and how it is written down.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/dem/measure.h"

namespace bench::dem {

struct Row {
  Grain grain{};
  std::string bed;  // for the table: "spheres, volume law"
  std::string sides;
  std::vector<Rate> rates;  // of Talus first
};

struct Result {
  std::string machine, compiler, commit;
  double load{};  // of the machine when the bench began
  std::vector<Row> rows;
  std::vector<Rate> growth;  // of Talus with spheres, by number of grains
};

struct Target {
  std::string what, required, measured;
  bool met{};
};

std::vector<Target> targets_of(const Result& result);

void write_targets(std::ostream& out, const std::vector<Target>& targets);
void write_markdown(std::ostream& out, const Result& result);
void write_json(std::ostream& out, const Result& result);

}  // namespace bench::dem
