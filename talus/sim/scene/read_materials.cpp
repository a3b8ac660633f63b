#include "talus/sim/scene/read_materials.h"

#include <fmt/format.h>

#include <algorithm>

#include "talus/physics/mix_materials.h"
#include "talus/sim/scene/spelling.h"

namespace talus::scene {
namespace {

Allowed allowed(const Parameter& parameter) {
  return {parameter.range.holds, parameter.range.words};
}

// Each pair of them has an entry in a table.
constexpr std::size_t most_materials = 1000;

// What is not given keeps its value.
void read_contact_keys(Section& section, Interaction& value) {
  for (const InteractionParameter& p : interaction_parameters()) {
    if (const auto given = section.number(p.name, allowed(p))) p.set(value, *given);
  }
}

}  // namespace

Materials::Materials(Section& top) {
  std::vector<const Node*> materials = top.tables("material");
  if (materials.size() > most_materials) {
    top.wrong(
        *materials[most_materials], fmt::format("material[{}]", most_materials),
        fmt::format("a scene has at most {} materials, got {}", most_materials, materials.size()));
    materials.resize(most_materials);
  }
  for (std::size_t i = 0; i < materials.size(); ++i) {
    read_material(*materials[i], fmt::format("material[{}]", i), top.errors());
  }
  if (materials.empty()) {
    top.missing("material",
                "a scene has at least one [[material]] with a name, density, young and poisson");
  }
  const std::size_t count = table_.material.size();
  table_.interaction.resize(count * count);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b) {
      table_.interaction[a * count + b] = a == b ? own_[a] : mix_interactions(own_[a], own_[b]);
    }
  }
  const std::vector<const Node*> interactions = top.tables("interaction");
  for (std::size_t i = 0; i < interactions.size(); ++i) {
    read_interaction(*interactions[i], fmt::format("interaction[{}]", i), top.errors());
  }
}

void Materials::read_material(const Node& node, const std::string& path, SceneErrors& errors) {
  Section section(node, path, errors);
  Material material;
  material.name = section.required_text("name");
  if (!material.name.empty() &&
      std::find(names_.begin(), names_.end(), material.name) != names_.end()) {
    section.wrong(*section.find("name"), "name",
                  fmt::format("another material is already called \"{}\"", material.name));
  }
  for (const MaterialParameter& p : material_parameters()) {
    material.*p.member = section.number(p.name, allowed(p), p.default_value);
  }
  Interaction own;
  read_contact_keys(section, own);
  section.finish();
  names_.push_back(material.name);
  table_.material.push_back(std::move(material));
  own_.push_back(own);
}

std::optional<std::size_t> Materials::index_of(const Node& name, std::string_view key,
                                               Section& section) const {
  const auto found = std::find(names_.begin(), names_.end(), name.text);
  if (name.type == Node::Type::text && found != names_.end()) {
    return static_cast<std::size_t>(found - names_.begin());
  }
  section.wrong(name, key,
                name.type == Node::Type::text
                    ? fmt::format("unknown material \"{}\"{}; known: {}", name.text,
                                  hint(name.text, names_), fmt::join(names_, ", "))
                    : fmt::format("expected the name of a material, got {}", in_words(name)));
  return std::nullopt;
}

void Materials::read_interaction(const Node& node, const std::string& path, SceneErrors& errors) {
  Section section(node, path, errors);
  const Node* pair = section.require("materials", "the names of two materials");
  if (pair != nullptr && (pair->type != Node::Type::array || pair->elements.size() != 2)) {
    section.wrong(*pair, "materials",
                  fmt::format("expected the names of two materials, got {}", in_words(*pair)));
    pair = nullptr;
  }
  std::optional<std::size_t> a, b;
  if (pair != nullptr) {
    a = index_of(pair->elements[0], "materials[0]", section);
    b = index_of(pair->elements[1], "materials[1]", section);
  }
  Interaction unused;
  const std::size_t count = table_.material.size();
  Interaction& value = a && b ? table_.interaction[*a * count + *b] : unused;
  read_contact_keys(section, value);
  if (a && b) table_.interaction[*b * count + *a] = value;
  section.finish();
}

std::int32_t Materials::of(Section& section) const {
  const Node* name = section.find("material");
  if (name == nullptr) {
    if (names_.size() > 1) {
      section.missing("material",
                      fmt::format("the scene has several: {}", fmt::join(names_, ", ")));
    }
    return 0;
  }
  return static_cast<std::int32_t>(index_of(*name, "material", section).value_or(0));
}

}  // namespace talus::scene
