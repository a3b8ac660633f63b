#include <nlohmann/json.hpp>
#include <ostream>

#include "bench/report.h"
#include "bench/targets.h"

namespace bench {
namespace {

nlohmann::ordered_json to_json(const Row& row) {
  nlohmann::ordered_json line = {
      {"workload", row.workload}, {"regime", name_of(row.regime)}, {"start", name_of(row.start)}};
  if (row.vertices > 0) line["vertices"] = row.vertices;
  if (const auto faster = row.ratio()) {
    line["fastest_right_peer"] = row.fastest_right_peer()->contender;
    line["ratio"] = *faster;
  }
  for (const Cell& cell : row.cells) {
    const Score& s = cell.score;
    nlohmann::ordered_json entry = {{"tried", s.tried},
                                    {"right", s.right()},
                                    {"measures_distance", s.measured},
                                    {"missed", s.missed},
                                    {"phantom", s.phantom},
                                    {"too_deep", s.too_deep},
                                    {"too_shallow", s.too_shallow},
                                    {"off", s.off},
                                    {"failed", s.failed},
                                    {"aborted", s.aborted},
                                    {"no_return", s.no_return},
                                    {"worst_error", s.worst_error},
                                    {"median_error", s.median_error},
                                    {"worst_understatement", s.worst_understatement}};
    if (s.nanoseconds) entry["nanoseconds"] = *s.nanoseconds;
    line["contenders"][cell.contender] = entry;
  }
  return line;
}

// One line per element, so that two runs can be compared line by line.
template <class Item, class ToJson>
void write_list(std::ostream& out, const char* name, const std::vector<Item>& items,
                const ToJson& convert) {
  out << ",\n\"" << name << "\":[\n";
  for (std::size_t k = 0; k < items.size(); ++k) {
    out << convert(items[k]).dump() << (k + 1 < items.size() ? ",\n" : "\n");
  }
  out << "]";
}

}  // namespace

void write_json(std::ostream& out, const Report& report) {
  nlohmann::ordered_json json = {{"machine", report.machine},   {"core", report.core},
                                 {"compiler", report.compiler}, {"commit", report.commit},
                                 {"date", report.date},         {"pairs", report.pairs},
                                 {"repeats", report.repeats},   {"seed", report.seed}};
  if (report.gjk_td) {
    json["gjk_td"] = {{"situations", report.gjk_td->names},
                      {"mean_nanoseconds", report.gjk_td->nanoseconds},
                      {"worst_error", report.gjk_td->worst_error}};
  }
  const std::string head = json.dump();
  out << head.substr(0, head.size() - 1);
  write_list(out, "targets", targets_of(report), [](const Target& t) {
    return nlohmann::ordered_json{{"target", t.what},
                                  {"required", t.required},
                                  {"measured", t.measured},
                                  {"verdict", name_of(t.verdict)}};
  });
  write_list(out, "rows", report.rows, to_json);
  write_list(out, "growth", report.growth, to_json);
  out << "}\n";
}

}  // namespace bench
