#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talus/error.h"
#include "talus/mesh_file.h"
#include "talus/shape/mesh/mesh_size.h"
#include "talus/shape/mesh/tessellate.h"

namespace talus {

double middle_value(const VoxelVolume& volume) {
  const auto [low, high] = std::ranges::minmax(volume.values);
  return 0.5 * (static_cast<double>(low) + static_cast<double>(high));
}

Mesh make_mesh(const VoxelVolume& volume, const Threshold& threshold, const MeshOptions& options) {
  // Nodes are voxel centres, with a layer of nothing around them.
  MeshLattice lattice;
  lattice.cell_size = volume.spacing;
  lattice.origin = volume.origin - volume.spacing;
  for (int axis = 0; axis < 3; ++axis) lattice.cells[axis] = volume.size[axis] + 1;
  require_mesh_size(
      {lattice.origin, lattice.node(lattice.cells[0], lattice.cells[1], lattice.cells[2])});
  // How far inside, negative inside as all functions are here.
  const auto level = [&](int i, int j, int k) {
    const int* n = volume.size;
    if (i < 1 || j < 1 || k < 1 || i > n[0] || j > n[1] || k > n[2]) return infinity_of<double>();
    const std::size_t at =
        (static_cast<std::size_t>(k - 1) * n[1] + (j - 1)) * n[0] + static_cast<std::size_t>(i - 1);
    const double value = static_cast<double>(volume.values[at]);
    return threshold.body_is_below ? value - threshold.value : threshold.value - value;
  };
  InsideBits inside(lattice);
  for (int k = 1; k <= volume.size[2]; ++k) {
    for (int j = 1; j <= volume.size[1]; ++j) {
      for (int i = 1; i <= volume.size[0]; ++i) {
        if (level(i, j, k) <= 0.0) inside.set(i, j, k);
      }
    }
  }
  MeshParts parts = tessellate(lattice, std::move(inside), [&](int axis, int i, int j, int k) {
    const double from = level(i, j, k);
    const double to = level(i + (axis == 0), j + (axis == 1), k + (axis == 2));
    if (std::isinf(from) || std::isinf(to)) return 0.5;  // the border of the volume
    return from / (from - to);
  });
  auto body = assemble(std::move(parts), options.threads);
  body->report.surface = MeshSurface::tessellated;
  body->report.error = -1.0;
  return mesh_of_arrays(std::move(body));
}

}  // namespace talus
