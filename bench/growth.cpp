#include "bench/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace bench {
namespace {

// Contenders that are right at every size; with a tolerance of 1e-12 where they have one.
const std::vector<std::string> growing = {"talus", "ccd-epa", "fcl-ccd", "bullet-pair",
                                          "bullet-epa"};

std::string microseconds(const Cell* cell) {
  if (cell == nullptr || !cell->score.nanoseconds) return "-";
  const Score& score = cell->score;
  std::string text = fmt::format("{:.2f}", 1e-3 * *score.nanoseconds);
  if (score.wrong() > 0) {
    text += fmt::format(" ({:.2g} % wrong)", 100 * score.wrong_share());
  } else if (!score.measured) {
    text += " (no distance)";
  }
  return text;
}

}  // namespace

std::vector<int> growth_sizes(int largest) {
  std::vector<int> sizes;
  for (int n = 8; n <= 8192; n *= 2) sizes.push_back(n);
  sizes.push_back(10000);
  std::erase_if(sizes, [=](int n) { return n > largest; });
  return sizes;
}

void measure_growth(int largest, int pairs, unsigned seed, Selection selection,
                    const std::function<void(const Row&)>& done) {
  std::erase_if(selection.contenders,
                [](const std::string& name) { return !selected(growing, name); });
  if (selection.contenders.empty()) selection.contenders = growing;
  for (const int vertices : growth_sizes(largest)) {
    const std::vector<Body> bodies = growth_bodies(vertices, seed);
    for (const Regime regime : all_regimes) {
      // The oracle takes milliseconds on large bodies, which no cache holds anyway.
      const int fewer = std::min(pairs, std::max(200, pairs * 1024 / vertices));
      const Workload workload =
          make_workload("hull" + std::to_string(vertices), regime, bodies, fewer, seed);
      for (const Row& row : measure(workload, vertices, selection)) done(row);
    }
  }
}

std::optional<double> growth_exponent(const std::vector<Row>& rows, Regime regime, Start start) {
  double count = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (const Row& row : rows) {
    const Cell* talus = row.find("talus");
    if (row.regime != regime || row.start != start || talus == nullptr ||
        !talus->score.nanoseconds) {
      continue;
    }
    const double x = std::log(row.vertices), y = std::log(*talus->score.nanoseconds);
    count += 1;
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  if (count < 3) return std::nullopt;
  return (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
}

void write_growth(std::ostream& out, const std::vector<Row>& rows) {
  if (rows.empty()) return;
  out << "\n## Growth with the number of vertices\n\nMicroseconds per pair; 32 hulls of each size. "
         "Drawn in [docs/growth.png](../../docs/growth.png).\n\n";
  std::string rule = "| ---: | ---: | --- | --- |";
  out << "| vertices | pairs | regime | start |";
  for (const std::string& name : growing) {
    out << " " << name << " |";
    rule += " ---: |";
  }
  out << " worst error of talus |\n" << rule << " ---: |\n";
  for (const Row& row : rows) {
    out << fmt::format("| {} | {} | {} | {} |", row.vertices,
                       row.cells.empty() ? 0 : row.cells.front().score.pairs, name_of(row.regime),
                       name_of(row.start));
    for (const std::string& name : growing) out << " " << microseconds(row.find(name)) << " |";
    const Cell* talus = row.find("talus");
    out << (talus ? fmt::format(" {:.1e} |\n", talus->score.worst_error) : " - |\n");
  }
  out << "\nFitted exponent p of time ~ vertices^p for Talus:\n\n| regime | cold | warm |\n"
         "| --- | ---: | ---: |\n";
  for (const Regime regime : all_regimes) {
    out << "| " << name_of(regime) << " |";
    for (const Start start : all_starts) {
      const auto exponent = growth_exponent(rows, regime, start);
      out << (exponent ? fmt::format(" {:.2f} |", *exponent) : " - |");
    }
    out << "\n";
  }
}

}  // namespace bench
