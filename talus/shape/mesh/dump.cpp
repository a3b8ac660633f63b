#include "talus/shape/mesh/dump.h"

#include <fmt/format.h>

namespace talus {

std::string dump_stencil(const MeshView<double>& body) {
  std::string text =
      fmt::format("slice map ({}, {})\n", body.slice_map.offset, body.slice_map.length);
  for (int s = 0; s < body.slice_map.length; ++s) {
    const MeshRun& prisms = body.prism_map[s];
    text += fmt::format("slice {}: prism map ({}, {})\n", body.slice_map.offset + s, prisms.offset,
                        prisms.length);
    for (int p = 0; p < prisms.length; ++p) {
      const MeshRun& cells = body.cell_map[prisms.start + p];
      text += fmt::format("  prism {}: cell map ({}, {})  ", prisms.offset + p, cells.offset,
                          cells.length);
      for (int c = 0; c < cells.length; ++c) {
        const std::int32_t entry = body.stencil[cells.start + c];
        text += entry >= 0 ? 'B' : (entry == mesh_internal ? 'I' : 'X');
      }
      text += '\n';
    }
  }
  return text;
}

}  // namespace talus
