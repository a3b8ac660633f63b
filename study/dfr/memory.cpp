#include "dfr/memory.h"

#include <chrono>

#include "dfr/gallery.h"
#include "talus/shape/mesh/mesh.h"

namespace study {

nlohmann::json measure_memory(int most_cells, int threads) {
  nlohmann::json rows = nlohmann::json::array();
  for (const GalleryBody& body : gallery_bodies(most_cells < 64 ? 0.2 : 1.0)) {
    for (int cells = 32; cells <= most_cells; cells *= 2) {
      const auto start = std::chrono::steady_clock::now();
      const talus::Mesh dfr = talus::make_mesh(
          body.mesh, {.cells = cells, .surface = talus::MeshSurface::source, .threads = threads});
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
      const talus::MeshReport& report = dfr.report();
      rows.push_back({{"name", body.name},
                      {"cells", cells},
                      {"facets", dfr.view().facet_count},
                      {"boundary", report.boundary_cells},
                      {"internal", report.internal_cells},
                      {"external", report.external_cells},
                      {"stencil_bytes", report.stencil_memory},
                      {"dense_bytes", report.dense_memory},
                      {"bytes", report.memory},
                      {"seconds", elapsed.count()}});
    }
  }
  return rows;
}

}  // namespace study
