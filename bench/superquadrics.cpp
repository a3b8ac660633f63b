#include "bench/superquadrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace bench {
namespace {

const char* const paper_methods[] = {"paper-common-normal", "paper-summed-potential",
                                     "paper-peng-hanley"};

std::string microseconds(const Cell* cell) {
  if (cell == nullptr || !cell->score.nanoseconds) return "-";
  return fmt::format("{:.2f}", 1e-3 * *cell->score.nanoseconds);
}

std::string factor(const Cell* paper, const Cell* own) {
  if (own == nullptr || !paper->score.nanoseconds || !own->score.nanoseconds) return "-";
  return fmt::format("{:.1f}", *paper->score.nanoseconds / *own->score.nanoseconds);
}

void write_paper_methods(std::ostream& out, const std::vector<Row>& rows) {
  out << R"(
## The papers' methods beside the production method

Microseconds per pair, all built with the same flags. `factor`: the time of the paper's method over that of
Talus, one pair at a time and in its fastest batches. No answer: a failure status, or none in time. Wrong sign: contact or not.
The papers' depth is not always the least translation: its deviation is the median over the contacts that it
finds, relative to the size of the bodies.

| workload | regime | start | talus | batch | method | us | factor | factor, batch | no answer % | wrong sign % | deviation |
| --- | --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |
)";
  for (const Row& row : rows) {
    const Cell *talus = row.find("talus"), *batch = row.fastest_batch();
    for (const char* name : paper_methods) {
      const Cell* paper = row.find(name);
      if (paper == nullptr || talus == nullptr) continue;
      const Score& s = paper->score;
      const double percent = s.tried > 0 ? 100.0 / s.tried : 0;
      out << fmt::format(
          "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.2g} | {:.2g} | {} |\n", row.workload,
          name_of(row.regime), name_of(row.start), microseconds(talus), microseconds(batch),
          std::string(name).substr(6), microseconds(paper), factor(paper, talus),
          factor(paper, batch), percent * (s.failed + s.aborted + s.no_return),
          percent * (s.missed + s.phantom),
          row.regime == Regime::separated ? "" : fmt::format("{:.1e}", s.median_error));
    }
  }
}

void write_worst_errors(std::ostream& out, const std::vector<Row>& rows) {
  out << R"(
## Worst error by exponent

Of Talus, one by one and in batches, cold and warm, against the oracle and relative to max(larger bounding radius,
|distance|); random pairs with axis ratios up to 1:3. Degenerate ones and ratios up to 1:20:
[superquadric_errors.md](superquadric_errors.md).

| workload | separated | shallow | deep |
| --- | ---: | ---: | ---: |
)";
  for (const std::string& name : superquadric_workloads()) {
    std::string line;
    bool any = false;
    for (const Regime regime : all_regimes) {
      double worst = -1;
      for (const Row& row : rows) {
        if (row.workload != name || row.regime != regime) continue;
        for (const Cell* cell : {row.find("talus"), row.fastest_batch()}) {
          if (cell != nullptr) worst = std::max(worst, cell->score.worst_error);
        }
      }
      any |= worst >= 0;
      line += worst < 0 ? " - |" : fmt::format(" {:.1e} |", worst);
    }
    if (any) out << "| " << name << " |" << line << "\n";
  }
}

}  // namespace

void write_superquadrics(std::ostream& out, const std::vector<Row>& rows) {
  const auto names = superquadric_workloads();
  std::vector<Row> chosen;
  for (const Row& row : rows) {
    if (std::find(names.begin(), names.end(), row.workload) != names.end()) chosen.push_back(row);
  }
  if (chosen.empty()) return;
  write_worst_errors(out, chosen);
  write_paper_methods(out, chosen);
  out << "\nThe cost against the exponent and the number of faces is drawn in "
         "[docs/superquadrics.png](../../docs/superquadrics.png).\n";
}

}  // namespace bench
