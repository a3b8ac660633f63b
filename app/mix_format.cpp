#include "app/mix_format.h"

#include <fmt/format.h>

#include "talus/packing.h"
#include "talus/packing/shape_budget.h"
#include "talus/shape.h"

namespace talus {
namespace {

// Classes given one by one: [{"diameter":d,"share":s}, ...].
std::vector<SizeClass> read_list(const Json& value, const JsonPath& path) {
  if (value.empty()) path.fail("expected at least one size");
  std::vector<SizeClass> sizes;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const JsonPath own = path.element(static_cast<int>(i));
    check_keys(value[i], own, "a size", {"diameter", "share"});
    sizes.push_back({read_number(value[i]["diameter"], own.key("diameter")),
                     read_number(value[i]["share"], own.key("share"))});
  }
  return sizes;
}

std::vector<SizeClass> read_distribution(const Json& value, const JsonPath& path) {
  if (!value.contains("type")) path.key("type").fail("missing; a distribution has a type");
  if (value["type"] == "uniform") {
    check_keys(value, path, "a uniform distribution", {"type", "from", "to", "classes"});
    return uniform_sizes(read_number(value["from"], path.key("from")),
                         read_number(value["to"], path.key("to")),
                         read_integer(value["classes"], path.key("classes"), 1, most_size_classes));
  }
  if (value["type"] == "lognormal") {
    check_keys(value, path, "a lognormal distribution", {"type", "median", "sigma", "classes"});
    return lognormal_sizes(
        read_number(value["median"], path.key("median")),
        read_number(value["sigma"], path.key("sigma")),
        read_integer(value["classes"], path.key("classes"), 1, most_size_classes));
  }
  path.key("type").fail(
      fmt::format("unknown distribution {}; known: uniform, lognormal", value["type"].dump()));
}

std::vector<SizeClass> read_sizes(const Json& value, const JsonPath& path) {
  if (value.is_number()) return {{value.get<double>()}};
  if (value.is_array()) return read_list(value, path);
  if (value.is_object()) return read_distribution(value, path);
  path.fail(fmt::format("expected a number, an array of sizes or a distribution, got {}",
                        type_in_words(value)));
}

std::vector<PackingPart> read_part(Json value, const JsonPath& path, MeshLibrary& meshes,
                                   ShapeBudget& budget) {
  if (value.is_object()) {
    if (!value.contains("share")) value["share"] = 1.0;
    if (!value.contains("diameter")) value["diameter"] = nullptr;
  }
  check_keys(value, path, "a part", {"shape", "share", "diameter"});
  const PackingPart part{read_shape(value["shape"], path.key("shape"), meshes),
                         read_number(value["share"], path.key("share"))};
  if (value["diameter"].is_null()) return {part};
  const JsonPath diameter = path.key("diameter");
  try {
    const std::vector<SizeClass> sizes = read_sizes(value["diameter"], diameter);
    const std::uint64_t vertices = vertices_of(part.shape);
    if (!budget.spend(sizes.size(), vertices)) {
      diameter.fail(ShapeBudget::refusal(sizes.size(), vertices));
    }
    return with_sizes(part, sizes);
  } catch (const PackingError& error) {
    diameter.fail(error.what());
  } catch (const ShapeError& error) {
    diameter.fail(error.what());
  }
}

}  // namespace

std::vector<PackingPart> read_mix(const Json& value, MeshLibrary& meshes) {
  check_keys(value, JsonPath(), "a mix", {"parts"});
  const JsonPath top, path = top.key("parts");
  const Json& list = value["parts"];
  if (!list.is_array() || list.empty()) {
    path.fail(fmt::format("expected an array of at least one part, got {}",
                          list.is_array() ? "an empty one" : type_in_words(list)));
  }
  std::vector<PackingPart> parts;
  ShapeBudget budget;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonPath element = path.element(static_cast<int>(i));
    for (PackingPart& part : read_part(list[i], element, meshes, budget)) {
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

}  // namespace talus
