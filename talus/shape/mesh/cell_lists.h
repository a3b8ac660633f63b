// Which facets have a part in which cell.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/shape/mesh/lattice.h"

namespace talus {

struct CellFacet {
  std::int64_t cell;  // MeshLattice::cell_number
  int facet;

  friend auto operator<=>(const CellFacet&, const CellFacet&) = default;
};

// In scan-line order of the cells, then by facet. Cells that a facet touches to within rounding are
// listed as well: none may be missed.
std::vector<CellFacet> facets_in_cells(const MeshLattice& lattice,
                                       const std::vector<Vec3<double>>& vertices,
                                       const std::vector<std::array<int, 3>>& triangles,
                                       int threads);

// Half the diagonal of a cell around `middle`, and a little more.
struct CellBox {
  Vec3<double> middle, half;
};

CellBox box_of_cell(const MeshLattice& lattice, int i, int j, int k);
bool triangle_meets_box(const CellBox& box, Vec3<double> a, Vec3<double> b, Vec3<double> c);
bool segment_meets_box(const CellBox& box, Vec3<double> a, Vec3<double> b);

}  // namespace talus
