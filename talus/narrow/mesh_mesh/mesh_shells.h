// The shells of a mesh: facets that are connected by edges. Most meshes have one, those with
// cavities or of several pieces more.
#pragma once

#include <vector>

#include "talus/shape/mesh/view.h"

namespace talus::mesh_mesh {

class MeshShells {
 public:
  std::vector<std::int32_t> facet;  // one of each shell

  MeshShells() = default;
  explicit MeshShells(const MeshView<double>& mesh)
      : shell_(static_cast<std::size_t>(mesh.facet_count), -1) {
    std::vector<std::int32_t> open;
    for (std::int32_t f = 0; f < mesh.facet_count; ++f) {
      if (shell_of(f) >= 0) continue;
      const auto number = static_cast<std::int32_t>(facet.size());
      facet.push_back(f);
      shell_[static_cast<std::size_t>(f)] = number;
      open.push_back(f);
      while (!open.empty()) {
        const std::int32_t visited = open.back();
        open.pop_back();
        for (const std::int32_t e : mesh.facet[visited].edge) {
          for (const std::int32_t g : mesh.edge[e].facet) {
            if (g < 0 || shell_of(g) >= 0) continue;
            shell_[static_cast<std::size_t>(g)] = number;
            open.push_back(g);
          }
        }
      }
    }
  }

  std::int32_t shell_of(std::int32_t f) const { return shell_[static_cast<std::size_t>(f)]; }

 private:
  std::vector<std::int32_t> shell_;  // by facet
};

// A mesh with its shells, which the caller finds once; null: not known.
struct ShelledMesh {
  ShelledMesh(const MeshView<double>& view, const MeshShells* known = nullptr)  // NOLINT: a view
      : mesh(view), shells(known) {}
  const MeshView<double>& mesh;
  const MeshShells* shells;
};

}  // namespace talus::mesh_mesh
