#include "app/run_report.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace talus {
namespace {

std::string duration_text(double seconds) {
  if (seconds < 60.0) return fmt::format("{:.1f} s", seconds);
  const std::int64_t whole = static_cast<std::int64_t>(seconds);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

double largest_memory() {  // MB, of the whole program
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

std::int64_t steps_made(const Run& run) { return run.simulation().steps() - run.first_step(); }

// Where the energy is, and where it went.
std::string ledger_text(const Ledger& ledger) {
  std::vector<std::pair<const char*, double>> lines{
      {"at the start", ledger.start},        {"work of walls", ledger.boundary_work},
      {"kinetic", ledger.kinetic},           {"potential", ledger.potential},
      {"elastic", ledger.elastic},           {"lost in damping", ledger.damping},
      {"lost in friction", ledger.friction}, {"lost in rolling", ledger.rolling},
      {"lost in drag", ledger.drag},         {"not accounted for", ledger.residual()}};
  if (ledger.entered != 0.0 || ledger.left != 0.0) {
    lines.insert(lines.begin() + 2,
                 {{"came with grains", ledger.entered}, {"left with grains", ledger.left}});
  }
  std::string text = "  energy (J)\n";
  for (const auto& [name, value] : lines) text += fmt::format("    {:<18}{:>14.6g}\n", name, value);
  return text;
}

// At rest, or by what flows.
bool can_end_early(const RunOptions& options) {
  return options.kinetic_energy_ratio > 0.0 || options.unbalanced_force > 0.0 ||
         !options.flow_stops.empty();
}

}  // namespace

std::string start_text(const Run& run, const std::string& folder, int threads) {
  const Simulation& s = run.simulation();
  std::string text = fmt::format(
      "talus: {} bodies, {} steps of {:.4g} s ({} threads), into {}\n"
      "talus: time step limited to {:.4g} s by {}\n",
      s.bodies().size(), run.last_step(), s.time_step(), threads, folder, s.largest_time_step(),
      s.time_step_reason());
  if (run.first_step() > 0) {
    text += fmt::format("talus: goes on at {:.6g} s, step {}\n", s.time(), run.first_step());
  }
  return text;
}

double share_done(const Run& run) {
  return static_cast<double>(run.simulation().steps()) / static_cast<double>(run.last_step());
}

std::string progress_text(const Run& run, double seconds) {
  const Simulation& s = run.simulation();
  const double rate = static_cast<double>(steps_made(run)) / std::max(seconds, 1e-9);
  const double left = static_cast<double>(run.last_step() - s.steps()) / std::max(rate, 1e-9);
  return fmt::format("{:.3g} steps/s, {} contacts, kinetic energy {:.3g} J, {}{} left", rate,
                     s.contact_count(), s.ledger().kinetic,
                     can_end_early(run.options()) ? "at most " : "", duration_text(left));
}

std::string summary(const Run& run, double seconds) {
  const Simulation& s = run.simulation();
  const double steps = static_cast<double>(steps_made(run));
  const double bodies = static_cast<double>(s.bodies().size());
  std::string text = fmt::format("talus: {} at {:.6g} s, step {}: {} bodies, {} contacts\n",
                                 run.failure().empty() && run.is_over() ? "over" : "stopped",
                                 s.time(), s.steps(), s.bodies().size(), s.contact_count());
  text +=
      fmt::format("  largest overlap     {:.3g} % of the smaller body now, {:.3g} % in all lines\n",
                  100.0 * s.largest_overlap(), 100.0 * run.record().largest_overlap);
  text += fmt::format("  steps with overlaps above {:g} %: {}; with paths above {:g} %: {}\n",
                      100.0 * large_overlap, s.large_overlaps().steps, 100.0 * large_travel,
                      s.large_travels().steps);
  text += fmt::format(
      "  steps with unsolved pairs: {}; checks with over {:g} % of the energy not accounted for: "
      "{}\n",
      s.unsolved_contacts().steps, 100.0 * large_residual, s.large_residuals().steps);
  text += ledger_text(s.ledger());
  text += fmt::format("  kinetic energy now over its peak {:.3g}\n",
                      run.record().peak_kinetic_energy > 0.0
                          ? s.ledger().kinetic / run.record().peak_kinetic_energy
                          : 0.0);
  text += fmt::format("  time                {}, {:.4g} steps/s, {:.3g} million body-steps/s\n",
                      duration_text(seconds), steps / std::max(seconds, 1e-9),
                      1e-6 * steps * bodies / std::max(seconds, 1e-9));
  text += fmt::format("  memory              {:.1f} MB, {:.0f} bytes per body; program {:.0f} MB\n",
                      static_cast<double>(s.bytes()) / 1048576.0,
                      static_cast<double>(s.bytes()) / std::max(bodies, 1.0), largest_memory());
  if (run.failure().empty() && run.is_over()) {
    text += fmt::format("talus: ended: {}\n", run.end_reason());
  }
  return text;
}

std::string profile_table(const Run& run, double seconds) {
  const double steps = std::max<double>(1.0, static_cast<double>(steps_made(run)));
  std::string text = fmt::format("{:<36}{:>10}{:>8}{:>14}\n", "part", "s", "%", "us per step");
  double known = 0.0;
  const auto line = [&](const std::string& name, double part) {
    text += fmt::format("{:<36}{:>10.3f}{:>8.1f}{:>14.2f}\n", name, part,
                        100.0 * part / std::max(seconds, 1e-9), 1e6 * part / steps);
  };
  for (const auto& [name, part] : run.simulation().profile().part) {
    line(name, part);
    known += part;
  }
  line("output and the rest", std::max(0.0, seconds - known));
  line("all", seconds);
  text +=
      fmt::format("\n{:<36}{:>10}{:>8}{:>14}{:>14}\n", "stage", "s", "%", "calls", "ns per call");
  const auto stage_line = [&](const std::string& name, double part, std::int64_t calls) {
    text += fmt::format("{:<36}{:>10.3f}{:>8.1f}{:>14}{:>14.1f}\n", name, part,
                        100.0 * part / std::max(seconds, 1e-9), calls,
                        1e9 * part / std::max(1.0, static_cast<double>(calls)));
  };
  double staged = 0.0;
  for (const auto& [name, part, calls] : run.simulation().profile().stage) {
    stage_line(name, part, calls);
    staged += part;
  }
  stage_line("housekeeping", std::max(0.0, seconds - staged), steps_made(run));
  return text;
}

}  // namespace talus
