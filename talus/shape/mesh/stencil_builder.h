// Builds the maps and the stencil cell by cell in scan-line order (P4, Fig. 9): along a prism,
// prism by prism over a slice, slice by slice. External cells before the first cell of a prism that
// is not external are ignored, those after the last are trimmed when the prism ends; prisms and
// slices without cells likewise.
#pragma once

#include <vector>

#include "talus/shape/mesh/view.h"

namespace talus {

class StencilBuilder {
 public:
  void add_cell(std::int32_t entry) {
    if (cell_run_.length == 0 && entry == mesh_external) {
      ++cell_run_.offset;
      return;
    }
    stencil.push_back(entry);
    ++cell_run_.length;
  }

  void end_prism() {
    while (cell_run_.length > 0 && stencil.back() == mesh_external) {
      stencil.pop_back();
      --cell_run_.length;
    }
    if (cell_run_.length == 0) cell_run_.offset = 0;
    close(cell_map, cell_run_, prism_run_, stencil.size());
  }

  void end_slice() {
    trim(cell_map, prism_run_);
    close(prism_map, prism_run_, slice_map, cell_map.size());
  }

  void finish() { trim(prism_map, slice_map); }

  MeshRun slice_map;
  std::vector<MeshRun> prism_map, cell_map;
  std::vector<std::int32_t> stencil;

 private:
  // Appends the run that ends, unless nothing but empty runs came before, and starts the next.
  static void close(std::vector<MeshRun>& map, MeshRun& run, MeshRun& above,
                    std::size_t next_start) {
    if (above.length == 0 && run.length == 0) {
      ++above.offset;
    } else {
      map.push_back(run);
      ++above.length;
    }
    run = {0, 0, static_cast<std::int32_t>(next_start)};
  }

  static void trim(std::vector<MeshRun>& map, MeshRun& above) {
    while (above.length > 0 && map.back().length == 0) {
      map.pop_back();
      --above.length;
    }
    if (above.length == 0) above.offset = 0;
  }

  MeshRun cell_run_, prism_run_;
};

}  // namespace talus
