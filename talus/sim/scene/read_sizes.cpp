#include "talus/sim/scene/read_sizes.h"

#include <fmt/format.h>

#include <array>

#include "talus/error.h"
#include "talus/packing/shape_budget.h"
#include "talus/setup.h"
#include "talus/sim/scene/read_table_file.h"

namespace talus::scene {
namespace {

constexpr std::array<std::string_view, 6> distributions{"fixed", "uniform",       "lognormal",
                                                        "sieve", "rosin_rammler", "fuller"};
constexpr std::array<std::string_view, 2> measures{"mass", "number"};
constexpr int default_classes = 8;

int read_classes(Section& own) {
  return static_cast<int>(own.integer("classes", 1, most_size_classes, default_classes));
}

bool read_by_mass(Section& own, std::string_view fallback) {
  return own.choice("by", measures, fallback) == measures[0];
}

// Classes of equal number, or of equal mass: fewer of the heavy ones.
std::vector<SizeClass> shared_out(std::vector<SizeClass> sizes, bool by_mass) {
  for (SizeClass& size : sizes) {
    if (by_mass) size.share = 1.0 / (size.diameter * size.diameter * size.diameter);
  }
  return sizes;
}

void read_curve_file(Section& own, const std::filesystem::path& folder, SizeCurve& curve) {
  const Node* file = own.find("file");
  for (const std::string_view key : {"size", "passing"}) {
    if (const Node* row = own.find(key)) {
      own.wrong(*row, key, "the curve is in the file; leave one of them out");
    }
  }
  if (own.required_text("file").empty()) return;
  constexpr std::array<std::string_view, 1> columns{"passing"};
  try {
    TableFile table = read_table_file(folder / file->text, columns, "size");
    curve.size = std::move(table.time);
    curve.passing = std::move(table.value);
  } catch (const TableFileError& error) {
    own.wrong(*file, "file", error.what());
  }
}

SizeCurve read_sieves(Section& own, const std::filesystem::path& folder) {
  SizeCurve curve;
  curve.by_mass = read_by_mass(own, measures[0]);
  if (own.find("file") != nullptr) {
    read_curve_file(own, folder, curve);
    return curve;
  }
  own.require("size", "an array of sizes in m, increasing; or the file of a curve");
  own.require("passing", "an array of the parts that are smaller, from 0 to 1");
  curve.size = own.number_list("size", 2, most_table_rows).value_or(curve.size);
  curve.passing = own.number_list("passing", 2, most_table_rows).value_or(curve.passing);
  return curve;
}

std::vector<SizeClass> read_distribution(Section& own, const std::string& type,
                                         const std::filesystem::path& folder) {
  const std::size_t before = own.errors().count();
  const auto unless_wrong = [&](const auto& make) {
    return own.errors().count() == before ? make() : std::vector<SizeClass>{};
  };
  if (type == "fixed") return {{own.required_number("value", positive)}};
  const int classes = read_classes(own);
  if (type == "uniform") {
    const double from = own.required_number("from", positive),
                 to = own.required_number("to", positive);
    const bool by_mass = read_by_mass(own, measures[1]);
    return unless_wrong([&] { return shared_out(uniform_sizes(from, to, classes), by_mass); });
  }
  if (type == "lognormal") {
    const double median = own.required_number("median", positive),
                 sigma = own.required_number("sigma", positive);
    const bool by_mass = read_by_mass(own, measures[1]);
    return unless_wrong(
        [&] { return shared_out(lognormal_sizes(median, sigma, classes), by_mass); });
  }
  if (type == "sieve") {
    const SizeCurve curve = read_sieves(own, folder);
    return unless_wrong([&] { return classes_of(curve, classes); });
  }
  const bool by_mass = read_by_mass(own, measures[0]);
  const double smallest = own.required_number("smallest", positive),
               largest = own.required_number("largest", positive);
  if (type == "fuller") {
    const double exponent = own.number("exponent", positive, 0.5);
    return unless_wrong(
        [&] { return classes_of(fuller(exponent, smallest, largest, by_mass), classes); });
  }
  const double size = own.required_number("size", positive),
               exponent = own.required_number("exponent", positive);
  return unless_wrong([&] {
    return classes_of(rosin_rammler(size, exponent, smallest, largest, by_mass), classes);
  });
}

}  // namespace

std::vector<SizeClass> read_sizes(Section& section, const std::filesystem::path& folder) {
  const Node* node = section.find("diameter");
  if (node == nullptr) return {};
  if (node->type != Node::Type::table) {
    const std::optional<double> diameter = section.number("diameter", positive);
    return diameter ? std::vector<SizeClass>{{*diameter}} : std::vector<SizeClass>{};
  }
  Section own(*node, section.path_of("diameter"), section.errors());
  const std::string type = own.required_choice("type", distributions);
  if (type.empty()) return {};
  std::vector<SizeClass> sizes;
  try {
    sizes = read_distribution(own, type, folder);
  } catch (const PackingError& error) {
    own.fail(error.what());
  }
  own.finish();
  return sizes;
}

}  // namespace talus::scene
