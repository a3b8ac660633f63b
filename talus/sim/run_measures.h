// What a run measures: the columns of its tables and the lines that are due.
#pragma once

#include <cstddef>
#include <vector>

#include "talus/output/run_writer.h"
#include "talus/scene.h"
#include "talus/simulation.h"

namespace talus {

// Measures are numbered in one order: loads on walls, regions, planes, inlets, outlets, and what is
// removed beyond the bounds.
RunOutput output_of(const RunOptions& options, const Setup& setup);

// Seconds between two lines of every measure; 0: those of the series.
std::vector<double> intervals_of(const Setup& setup);

// The line of this moment. Sums begin anew.
void write_measure(std::size_t measure, Simulation& simulation, RunWriter& writer);

}  // namespace talus
