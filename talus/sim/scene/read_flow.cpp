#include "talus/sim/scene/read_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "talus/sim/scene/read_fills.h"
#include "talus/sim/scene/read_measures.h"
#include "talus/sim/scene/read_table_file.h"

namespace talus::scene {
namespace {

constexpr std::array<std::string_view, 3> inlet_regions{"box", "cylinder", "disc"};
constexpr std::array<std::string_view, 2> outlet_regions{"box", "cylinder"};
constexpr std::array<std::string_view, 3> beyond_words{"ignore", "remove", "error"};
constexpr std::array<std::string_view, 2> rate_keys{"mass_rate", "number_rate"};

void check_table(Section& section, Inlet& inlet) {
  for (std::size_t i = 1; i < inlet.time.size(); ++i) {
    if (inlet.time[i - 1] < inlet.time[i]) continue;
    section.fail(fmt::format("times must increase, but {} s (row {}) is followed by {} s",
                             inlet.time[i - 1], i, inlet.time[i]));
    return;
  }
  for (std::size_t i = 0; i < inlet.rate.size(); ++i) {
    if (inlet.rate[i] >= 0.0) continue;
    section.fail(fmt::format("rates must be >= 0, but row {} has {}", i + 1, inlet.rate[i]));
    return;
  }
}

void read_rate_table(Section& table, std::string_view key, const std::filesystem::path& folder,
                     Inlet& inlet) {
  if (const Node* file = table.find("file")) {
    if (table.required_text("file").empty()) return;
    try {
      TableFile read = read_table_file(folder / file->text, std::array{key});
      inlet.time = std::move(read.time);
      inlet.rate = std::move(read.value);
    } catch (const TableFileError& error) {
      table.wrong(*file, "file", error.what());
      return;
    }
  } else {
    const Node* times = table.require("time", "an array of times in s; or the file of a table");
    const Node* values = table.require("value", "an array of rates, one for each time");
    if (times == nullptr || values == nullptr) return;
    inlet.time = table.number_list("time", 2, most_table_rows).value_or(inlet.time);
    inlet.rate = table.number_list("value", 2, most_table_rows).value_or(inlet.rate);
    if (inlet.time.size() != inlet.rate.size() && !inlet.time.empty() && !inlet.rate.empty()) {
      table.wrong(*values, "value",
                  fmt::format("needs one number for each of the {} times, got {}",
                              inlet.time.size(), inlet.rate.size()));
      return;
    }
  }
  check_table(table, inlet);
}

void read_rate(Section& section, const std::filesystem::path& folder, Inlet& inlet) {
  const Node* of_mass = section.find("mass_rate");
  const Node* of_number = section.find("number_rate");
  if ((of_mass == nullptr) == (of_number == nullptr)) {
    section.fail(fmt::format("needs one of mass_rate and number_rate, got {}",
                             of_mass == nullptr ? "none" : "both"));
    return;
  }
  inlet.rate_of_mass = of_mass != nullptr;
  const std::string_view key = rate_keys[inlet.rate_of_mass ? 0 : 1];
  const Node& node = inlet.rate_of_mass ? *of_mass : *of_number;
  if (node.type != Node::Type::table) {
    inlet.rate = {section.number(key, positive, 1.0)};
    return;
  }
  Section table(node, section.path_of(key), section.errors());
  read_rate_table(table, key, folder, inlet);
  table.finish();
}

void read_times(Section& section, Inlet& inlet) {
  inlet.start = section.number("start", not_negative, 0.0);
  const Node* stop = section.find("stop");
  if (stop == nullptr) return;
  inlet.stop = section.number("stop", positive, inlet.stop);
  if (inlet.start < inlet.stop) return;
  section.wrong(*stop, "stop",
                fmt::format("must be after start = {} s, got {}", inlet.start, inlet.stop));
}

void read_limits(Section& section, Inlet& inlet) {
  inlet.count = section.integer("count", 1, 1'000'000'000);
  inlet.mass = section.number("mass", positive);
  if (section.find("count") != nullptr && section.find("mass") != nullptr) {
    section.fail("has both count and mass; leave one of them out");
  }
}

}  // namespace

Inlet read_inlet(Section& section, std::int32_t material, MeshFiles& files,
                 std::set<std::string>& names, std::uint64_t seed, Setup& setup) {
  Inlet inlet;
  inlet.name = read_measure_name(section, names);
  inlet.material = material;
  inlet.region = read_region(section, inlet_regions, setup.domain);
  read_rate(section, files.folder(), inlet);
  read_times(section, inlet);
  read_limits(section, inlet);
  inlet.velocity = section.vector("velocity", {});
  inlet.angular_velocity = section.vector("angular_velocity", {});
  inlet.gap = section.number("gap", not_negative, 0.0);
  inlet.interval = section.number("interval", positive, 0.0);
  inlet.seed = static_cast<std::uint64_t>(
      section.integer("seed", 0, INT64_MAX, static_cast<std::int64_t>(seed)));
  inlet.parts = read_grains(section, "an inlet has at least one [[inlet.grain]]", files, setup);
  section.finish();
  return inlet;
}

Outlet read_outlet(Section& section, const broad::Domain& domain, std::set<std::string>& names) {
  Outlet outlet;
  outlet.name = read_measure_name(section, names);
  outlet.region = read_region(section, outlet_regions, domain);
  outlet.whole_body = section.boolean("whole_body", false);
  outlet.reinsert = section.vector("reinsert");
  if (outlet.reinsert && *outlet.reinsert == Vec3<double>{}) {
    section.wrong(*section.find("reinsert"), "reinsert",
                  "must not be zero: bodies are moved by this vector, in m");
  }
  outlet.interval = section.number("interval", positive, 0.0);
  section.finish();
  return outlet;
}

void read_inlets(Section& top, const Materials& materials, MeshFiles& files,
                 std::set<std::string>& names, std::uint64_t seed, Setup& setup) {
  const std::vector<const Node*> nodes = top.tables("inlet");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Section section(*nodes[i], fmt::format("inlet[{}]", i), top.errors());
    const std::int32_t material = materials.of(section);
    setup.inlets.push_back(read_inlet(section, material, files, names, seed, setup));
  }
}

void read_outlets(Section& top, std::set<std::string>& names, Setup& setup) {
  const std::vector<const Node*> nodes = top.tables("outlet");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Section section(*nodes[i], fmt::format("outlet[{}]", i), top.errors());
    setup.outlets.push_back(read_outlet(section, setup.domain, names));
  }
}

void read_beyond(Section& domain, Setup& setup) {
  const std::string word = domain.choice("beyond", beyond_words, beyond_words[0]);
  setup.beyond = word == "remove"  ? Beyond::remove
                 : word == "error" ? Beyond::error
                                   : Beyond::ignore;
}

}  // namespace talus::scene
