// [[material]] and [[interaction]] of a scene.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "talus/material.h"
#include "talus/sim/scene/section.h"

namespace talus::scene {

// The materials by name. Two different materials without an [[interaction]] get a mixed one
// (mix_interactions).
class Materials {
 public:
  Materials(Section& top);

  const MaterialTable& table() const { return table_; }
  // Of the key "material"; may be left out where there is only one. 0 if it is not known.
  std::int32_t of(Section& section) const;

 private:
  void read_material(const Node& node, const std::string& path, SceneErrors& errors);
  void read_interaction(const Node& node, const std::string& path, SceneErrors& errors);
  std::optional<std::size_t> index_of(const Node& name, std::string_view key,
                                      Section& section) const;

  MaterialTable table_;
  std::vector<Interaction> own_;  // of each material with itself
  std::vector<std::string> names_;
};

}  // namespace talus::scene
