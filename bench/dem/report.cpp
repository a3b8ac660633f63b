#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "bench/dem/result.h"

namespace bench::dem {
namespace {

const char* const rate_head =
    "| bed | sides | program | grains | contacts per grain | particle-steps/s | ns | ns per "
    "contact | "
    "bytes per grain | resident |\n"
    "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";

std::string bytes_text(double bytes) { return bytes > 0 ? fmt::format("{:.0f}", bytes) : "-"; }

std::string rate_row(const std::string& bed, const std::string& sides, const Rate& r) {
  return fmt::format("| {} | {} | {} | {} | {:.2f} | {:.0f} | {:.0f} | {:.0f} | {} | {} |\n", bed,
                     sides, r.program, r.grains, r.contacts_per_grain, r.particle_steps(),
                     r.nanoseconds(), 2 * r.nanoseconds() / r.contacts_per_grain,
                     bytes_text(r.bytes_per_grain), bytes_text(r.resident_per_grain));
}

void write_parts(std::ostream& out, const std::string& bed, const Rate& rate) {
  double all = 0;
  for (const auto& [name, seconds] : rate.parts) all += seconds;
  out << fmt::format("| {} |", bed);
  std::string text;
  for (const auto& [name, seconds] : rate.parts) {
    if (seconds < 0.002 * all) continue;
    text += fmt::format("{}{} {:.0f} %", text.empty() ? " " : ", ", name, 100 * seconds / all);
  }
  out << text << " |\n";
}

nlohmann::json json_of(const Rate& rate) {
  nlohmann::json parts = nlohmann::json::object();
  for (const auto& [name, seconds] : rate.parts) parts[name] = seconds;
  return {{"program", rate.program},
          {"grains", rate.grains},
          {"steps", rate.steps},
          {"seconds", rate.seconds},
          {"particle_steps_per_second", rate.particle_steps()},
          {"contacts_per_grain", rate.contacts_per_grain},
          {"bytes_per_grain", rate.bytes_per_grain},
          {"resident_bytes_per_grain", rate.resident_per_grain},
          {"parts", parts}};
}

}  // namespace

void write_markdown(std::ostream& out, const Result& result) {
  out << fmt::format(
      "# The time loop: Talus, LIGGGHTS and YADE\n\n"
      "{}; {}; commit {}; one core; load of the machine at the start {:.1f}.\n\n"
      "Beds at rest on a floor, made by Talus and given to all programs at the same positions: "
      "grains "
      "of {} mm\n(the ball of equal volume) +-{:.0f} %, {} kg/m3, {:.0e} Pa, restitution {}, "
      "friction {}. Talus and LIGGGHTS use\nHertz-Mindlin with tangential history and the same "
      "time "
      "step; a tile of 1,000 grains, about ten grains high,\nis repeated sideways and its grains "
      "numbered at random. YADE has its law of the overlap volume; Talus is\nmeasured with "
      "Hertz-Mindlin and with a law of the overlap volume. Wall-clock time of stepping alone, "
      "after\na warm-up; the fastest pass of three, each of 100 steps at least. Contacts per grain "
      "are those "
      "with other "
      "grains.\n\n## Targets\n\n",
      result.machine, result.compiler, result.commit, result.load, 1e3 * mean_diameter,
      100 * spread, density, young, restitution, friction);
  write_targets(out, targets_of(result));
  out << "\n## Rates\n\n" << rate_head;
  for (const Row& row : result.rows) {
    for (const Rate& rate : row.rates) out << rate_row(row.bed, row.sides, rate);
  }
  if (!result.growth.empty()) {
    out << "\n## Growth\n\nSpheres, periodic sideways; every bed is the same tile, repeated.\n\n"
        << rate_head;
    for (const Rate& rate : result.growth) out << rate_row("spheres", "periodic", rate);
  }
  out << "\n## Where the time goes\n\n| bed | parts of the time loop |\n| --- | --- |\n";
  for (const Row& row : result.rows) {
    write_parts(out, fmt::format("{}, {}", row.rates.front().grains, row.bed), row.rates.front());
  }
  for (const Rate& rate : result.growth) {
    write_parts(out, fmt::format("{}, spheres", rate.grains), rate);
  }
}

void write_json(std::ostream& out, const Result& result) {
  nlohmann::json rows = nlohmann::json::array(), growth = nlohmann::json::array();
  for (const Row& row : result.rows) {
    nlohmann::json rates = nlohmann::json::array();
    for (const Rate& rate : row.rates) rates.push_back(json_of(rate));
    rows.push_back({{"bed", row.bed}, {"sides", row.sides}, {"rates", rates}});
  }
  for (const Rate& rate : result.growth) growth.push_back(json_of(rate));
  nlohmann::json targets = nlohmann::json::array();
  for (const Target& t : targets_of(result)) {
    targets.push_back(
        {{"what", t.what}, {"required", t.required}, {"measured", t.measured}, {"met", t.met}});
  }
  out << nlohmann::json{{"machine", result.machine},
                        {"compiler", result.compiler},
                        {"commit", result.commit},
                        {"load", result.load},
                        {"beds", rows},
                        {"growth", growth},
                        {"targets", targets}}
             .dump(1)
      << "\n";
}

}  // namespace bench::dem
