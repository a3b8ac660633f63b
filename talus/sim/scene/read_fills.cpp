#include "talus/sim/scene/read_fills.h"

#include <fmt/format.h>

#include <array>

#include "talus/error.h"
#include "talus/packing.h"
#include "talus/packing/free_space.h"
#include "talus/sim/scene/read_bodies.h"
#include "talus/sim/scene/read_sizes.h"

namespace talus::scene {
namespace {

constexpr std::array<std::string_view, 2> regions{"box", "cylinder"};

}  // namespace

Region read_region(Section& section, std::span<const std::string_view> types,
                   const broad::Domain& domain) {
  Region region;
  const Node* node = section.require("region",
                                     "a table such as {type = \"box\", lower = [..], "
                                     "upper = [..]}");
  if (node == nullptr || section.table("region") == nullptr) return region;
  Section own(*node, section.path_of("region"), section.errors());
  const std::string type = own.required_choice("type", types);
  if (type.empty()) return region;
  if (type == "box") {
    region.box = {own.required_vector("lower"), own.required_vector("upper")};
    const Node* upper = own.find("upper");
    for (int k = 0; k < 3 && upper != nullptr; ++k) {
      if (region.box.lower[k] < region.box.upper[k]) continue;
      own.wrong(*upper, fmt::format("upper[{}]", k),
                fmt::format("must be above lower[{}] = {}, got {}", k, region.box.lower[k],
                            region.box.upper[k]));
    }
  } else {
    region.type = type == "disc" ? Region::Type::disc : Region::Type::cylinder;
    region.base = own.required_vector(type == "disc" ? "centre" : "base");
    region.axis = own.direction("axis", region.axis);
    region.radius = own.required_number("radius", positive);
    if (type != "disc") region.height = own.required_number("height", positive);
  }
  own.finish();
  const BoundingBox<double> bounds = region.bounds();
  for (int k = 0; k < 3; ++k) {
    if (!leaves_period(region, domain, k)) continue;
    own.fail(
        fmt::format("reaches out of the periodic domain along {}: from {:.6g} to {:.6g}, the "
                    "domain from {:.6g} to {:.6g}",
                    "xyz"[k], bounds.lower[k], bounds.upper[k], domain.lower[k], domain.upper[k]));
  }
  return region;
}

namespace {

FillPart part_of(std::vector<Shape> shapes, double share, Setup& setup) {
  FillPart part;
  part.share = share;
  for (Shape& shape : shapes) {
    part.shapes.push_back(static_cast<std::int32_t>(setup.bodies.shapes.size()));
    setup.bodies.shapes.push_back(std::move(shape));
  }
  return part;
}

void read_grain(Section& section, MeshFiles& files, Setup& setup, std::vector<FillPart>& parts) {
  ShapeSource source = read_shape(section, "shape", files);
  const double share = section.number("share", positive, 1.0);
  const std::vector<SizeClass> sizes = read_sizes(section, files.folder());
  section.finish();
  if (source.variants.empty() || !section.errors().none()) return;
  if (sizes.empty()) {
    for (const Shape& shape : source.variants) check_shape(section, shape, setup);
    parts.push_back(part_of(std::move(source.variants), share, setup));
    return;
  }
  std::uint64_t vertices = 0;
  for (const Shape& shape : source.variants) vertices += vertices_of(shape);
  if (!files.budget().spend(sizes.size(), vertices)) {
    section.wrong(*section.find("diameter"), "diameter",
                  ShapeBudget::refusal(sizes.size(), vertices));
    return;
  }
  double total = 0.0;
  for (const SizeClass& size : sizes) total += size.share;
  for (const SizeClass& size : sizes) {
    std::vector<Shape> shapes = source.with_diameter(size.diameter);
    for (const Shape& shape : shapes) check_shape(section, shape, setup);
    parts.push_back(part_of(std::move(shapes), share * size.share / total, setup));
  }
}

void read_amount(Section& section, FillSettings& settings) {
  settings.count = section.integer("count", 1, 100'000'000);
  settings.mass = section.number("mass", positive);
  settings.volume_fraction = section.number("volume_fraction", fraction);
  int given = 0;
  for (const std::string_view key : {"count", "mass", "volume_fraction"}) {
    given += section.find(key) != nullptr ? 1 : 0;
  }
  if (given != 1) {
    section.fail(fmt::format("needs one of count, mass and volume_fraction, got {}",
                             given == 0 ? "none" : "several"));
  }
}

}  // namespace

std::vector<FillPart> read_grains(Section& section, std::string_view missing, MeshFiles& files,
                                  Setup& setup) {
  std::vector<FillPart> parts;
  const std::vector<const Node*> grains = section.tables("grain");
  for (std::size_t k = 0; k < grains.size(); ++k) {
    Section grain(*grains[k], section.path_of(fmt::format("grain[{}]", k)), section.errors());
    read_grain(grain, files, setup, parts);
  }
  if (grains.empty()) section.missing("grain", missing);
  return parts;
}

std::vector<Fill> read_fills(Section& top, const Materials& materials, MeshFiles& files,
                             UniqueNames& names, std::uint64_t seed, Setup& setup) {
  std::vector<Fill> fills;
  const std::vector<const Node*> nodes = top.tables("fill");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Section section(*nodes[i], fmt::format("fill[{}]", i), top.errors());
    FillSettings settings;
    settings.name = names.read(section, nodes.size() == 1 ? "grain" : fmt::format("fill {}", i));
    settings.material = materials.of(section);
    settings.region = read_region(section, regions, setup.domain);
    read_amount(section, settings);
    settings.velocity = section.vector("velocity", {});
    settings.angular_velocity = section.vector("angular_velocity", {});
    settings.gap = section.number("gap", not_negative, 0.0);
    settings.seed = static_cast<std::uint64_t>(section.integer(
        "seed", 0, INT64_MAX, static_cast<std::int64_t>(seed + static_cast<std::uint64_t>(i))));
    settings.max_attempts = section.integer("max_attempts", 1, INT64_MAX, settings.max_attempts);
    settings.parts =
        read_grains(section, "a filling has at least one [[fill.grain]]", files, setup);
    section.finish();
    fills.push_back({std::move(settings), nodes[i]});
  }
  return fills;
}

}  // namespace talus::scene
