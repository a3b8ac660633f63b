// What the bench of the broad phase has measured, its targets, and the pages it writes.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/broad/contender.h"

namespace bench::broad {

struct Timing {
  std::string contender;
  Trial best;
  bool same_pairs = false;  // as Talus
};

// One distribution at one size.
struct Row {
  std::string distribution;
  int bodies = 0;
  std::vector<Timing> timings;  // Talus first
  double bytes_per_body = 0;    // of Talus

  const Trial& talus() const { return timings.front().best; }
};

struct Threads {
  std::string distribution;
  int bodies = 0;
  double one = 0, two = 0;  // seconds on the wall
};

// A mesh of walls through the same structure.
struct MeshWall {
  int bodies = 0, triangles = 0;
  Trial alone, with_walls;  // the best; alone: the bodies without the wall
  Trial cgal;
  bool same_pairs() const { return with_walls.tally == cgal.tally; }
};

MeshWall measure_mesh_wall(int bodies, int repeats, unsigned seed);

struct Result {
  std::string machine, compiler, commit;
  int repeats = 0;
  std::vector<Row> rows;
  std::vector<Threads> threads;
  std::vector<MeshWall> walls;
};

struct Target {
  std::string what, required, measured;
  bool met = false;
};

// How the time grows with the number of bodies: the slope of a line through the logarithms.
double growth_exponent(const Result& result, const std::string& distribution);

std::vector<Target> targets_of(const Result& result);

void write_targets(std::ostream& out, const std::vector<Target>& targets);
void write_markdown(std::ostream& out, const Result& result);
void write_json(std::ostream& out, const Result& result);

}  // namespace bench::broad
