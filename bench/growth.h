// How the cost grows with the number of vertices.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>

#include "bench/measure.h"

namespace bench {

// 8, 16, ..., 8192, 10000
std::vector<int> growth_sizes(int largest = 10000);

// Hulls of every size in every regime, Talus beside the peers that answer both regimes, handing
// each row to `done`.
void measure_growth(int largest, int pairs, unsigned seed, Selection selection,
                    const std::function<void(const Row&)>& done);

// The exponent p of time ~ vertices^p by least squares over the rows of one kind; nothing below
// three sizes.
std::optional<double> growth_exponent(const std::vector<Row>& rows, Regime regime, Start start);

void write_growth(std::ostream& out, const std::vector<Row>& rows);

}  // namespace bench
