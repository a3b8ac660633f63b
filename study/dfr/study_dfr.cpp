// study_dfr: the measurements behind study/dfr/README.md, as a file of JSON that report/ turns into
// tables and figures.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>

#include "bench/machine.h"
#include "dfr/classification.h"
#include "dfr/contact_cost.h"
#include "dfr/convergence.h"
#include "dfr/gallery.h"
#include "dfr/memory.h"
#include "dfr/porous.h"
#include "dfr/profile.h"
#include "dfr/structures.h"
#include "dfr/systems.h"

int main(int argc, char** argv) try {
  study::ClassificationOptions classification;
  study::ContactCostOptions cost;
  std::string out = "study/dfr/results", commit = "unknown";
  int cells = 64, most_cells = 128, threads = 1;
  double detail = 1.0;
  study::ProfileOptions profile;
  study::SystemOptions systems;
  const std::vector<std::string> all_parts = {"classification", "contact_cost", "systems",
                                              "profile",        "convergence",  "memory",
                                              "gallery",        "porous",       "structures"};
  std::vector<std::string> parts = all_parts;
  CLI::App app{
      "Points, contacts, memory and concave bodies of Williams and O'Connor 1999: see "
      "study/dfr/README.md"};
  app.add_option("--out", out, "Folder for shapes.json")->capture_default_str();
  app.add_option("--points", classification.points, "Of each body")->capture_default_str();
  app.add_option("--repeats", classification.repeats, "Of each timing, the fastest counts")
      ->capture_default_str();
  app.add_option("--most-facets", classification.most_facets, "Of the convex bodies")
      ->capture_default_str();
  app.add_option("--cells", cells, "Of the bodies of the gallery")->capture_default_str();
  app.add_option("--most-cells", most_cells, "Of the bodies whose memory is measured")
      ->capture_default_str();
  app.add_option("--detail", detail, "Facets of the gallery's sources, in units of 20,000")
      ->capture_default_str();
  app.add_option("--poses", cost.poses, "Of grains that touch")->capture_default_str();
  app.add_option("--bodies", systems.bodies, "Of the systems")->capture_default_str();
  app.add_option("--details", systems.details, "Of the stones of the systems, 8 n^2 facets")
      ->capture_default_str();
  app.add_option("--profile-bodies", profile.bodies, "Of the profile")->capture_default_str();
  app.add_option("--profile-steps", profile.steps, "Of the profile")->capture_default_str();
  app.add_option("--settling-steps", profile.settling_steps, "Before the profile")
      ->capture_default_str();
  app.add_option("--threads", threads, "For everything that is not timed")->capture_default_str();
  app.add_option("--part", parts, "What to measure; the rest is kept as it is in shapes.json")
      ->check(CLI::IsMember(all_parts));
  app.add_option("--commit", commit, "Written into the results");
  CLI11_PARSE(app, argc, argv);

  std::filesystem::create_directories(out);
  const std::filesystem::path file = std::filesystem::path(out) / "shapes.json";
  nlohmann::json results;
  if (std::ifstream known(file); known && parts.size() < all_parts.size()) known >> results;
  const nlohmann::json machine = {{"processor", bench::processor_name()},
                                  {"compiler", bench::compiler_name()},
                                  {"commit", commit}};
  if (!results.contains("machine")) results["machine"] = machine;
  for (const std::string& part : parts) results["part_machine"][part] = machine;
  const auto has = [&](const char* name) { return std::ranges::count(parts, name) > 0; };
  if (has("classification")) {
    results["classification"] = study::measure_classification(classification);
  }
  if (has("contact_cost")) {
    cost.most_facets = classification.most_facets;
    cost.threads = threads;
    results["contact_cost"] = study::measure_contact_cost(cost);
  }
  if (has("systems")) results["systems"] = study::measure_systems(systems);
  if (has("profile")) results["profile"] = study::measure_profile(profile);
  if (has("convergence")) results["convergence"] = study::measure_convergence(most_cells);
  if (has("memory")) results["memory"] = study::measure_memory(most_cells, threads);
  if (has("gallery")) results["gallery"] = study::measure_gallery(cells, detail, threads, out);
  if (has("porous")) results["porous"] = study::measure_porous(most_cells, threads);
  if (has("structures")) results["structures"] = study::describe_structures();
  std::ofstream stream(file);
  stream << results.dump(1) << "\n";
  if (!stream) throw std::runtime_error("study_dfr: cannot write " + file.string());
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "study_dfr: {}\n", error.what());
  return 1;
}
