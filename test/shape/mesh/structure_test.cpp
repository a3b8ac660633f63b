// The layout of the 3D-DFR structure: offset/run-length maps, stencil and descriptor table as in
// Figs. 7 to 9 of the paper.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shape/mesh/grains.h"
#include "talus/shape/mesh/classify.h"
#include "talus/shape/mesh/haar.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/mesh/stencil_builder.h"

namespace talus {
namespace {

// The three maps of offset/run-length pairs and a picture of every slice, as in P4's Figs. 8 and 9:
//   slice map (1, 2)
//   slice 1: prism map (0, 3)
//     prism 0: cell map (2, 4)  BBBB
// with B, I and X for boundary, internal and external cells.
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

// Fig. 9: a region with a concavity, one slice. Rows are prisms, columns cells.
TEST(MeshStructure, ScanLinesKeepTheHullAndTrimExternalCells) {
  const std::vector<std::string> region = {"XXXXXXXX",  //
                                           "XXBBBXXX",  //
                                           "XBBIBXBB",  //
                                           "XBIIBBBB",  //
                                           "XBBBBXXX",  //
                                           "XXXXXXXX"};
  StencilBuilder builder;
  std::int32_t row = 0;
  for (int slice = 0; slice < 3; ++slice) {
    for (const std::string& prism : region) {
      for (const char c : prism) {
        builder.add_cell(slice != 1 || c == 'X' ? mesh_external
                                                : (c == 'I' ? mesh_internal : row++));
      }
      builder.end_prism();
    }
    builder.end_slice();
  }
  builder.finish();

  MeshView<double> view;
  view.slice_map = builder.slice_map;
  view.prism_map = builder.prism_map.data();
  view.cell_map = builder.cell_map.data();
  view.stencil = builder.stencil.data();
  EXPECT_EQ(dump_stencil(view),
            "slice map (1, 1)\n"
            "slice 1: prism map (1, 4)\n"
            "  prism 1: cell map (2, 3)  BBB\n"
            "  prism 2: cell map (1, 7)  BBIBXBB\n"  // the concavity stays, as an external cell
            "  prism 3: cell map (1, 7)  BIIBBBB\n"
            "  prism 4: cell map (1, 4)  BBBB\n");
  EXPECT_EQ(builder.stencil.size(), 21u);
  EXPECT_EQ(view.prism_map[0].start, 0);
  EXPECT_EQ(view.cell_map[2].start, 10);

  // Equation (5), also beyond the hull on all sides.
  for (int slice = -2; slice < 5; ++slice) {
    for (int prism = -2; prism < 8; ++prism) {
      for (int cell = -2; cell < 10; ++cell) {
        const bool in_picture = slice == 1 && prism >= 0 && prism < 6 && cell >= 0 && cell < 8;
        const char shown = in_picture ? region[prism][cell] : 'X';
        const MeshCell expected = shown == 'B'   ? MeshCell::boundary
                                  : shown == 'I' ? MeshCell::internal
                                                 : MeshCell::external;
        EXPECT_EQ(kind_of_entry(stencil_entry(view, {cell, prism, slice})), expected)
            << slice << ' ' << prism << ' ' << cell;
      }
    }
  }
}

// Figs. 7 and 8: the discrete sphere. Of a convex body every run begins and ends with a boundary
// cell and no external cell is kept.
TEST(MeshStructure, DiscreteSphere) {
  const Mesh body = make_mesh(test::sphere(20), {.cells = 9, .surface = MeshSurface::source});
  const MeshView<double>& view = body.view();
  EXPECT_EQ(view.slice_map.offset, 0);
  EXPECT_EQ(view.slice_map.length, 9);
  EXPECT_EQ(body.report().external_cells, 0);
  const std::string dump = dump_stencil(view);
  EXPECT_THAT(dump, testing::HasSubstr("slice map (0, 9)\nslice 0: prism map (2, 5)\n"));
  EXPECT_THAT(dump, testing::HasSubstr("slice 4: prism map (0, 9)\n"
                                       "  prism 0: cell map (2, 5)  BBBBB\n"
                                       "  prism 1: cell map (1, 7)  BBIIIBB\n"
                                       "  prism 2: cell map (0, 9)  BBIIIIIBB\n"
                                       "  prism 3: cell map (0, 9)  BIIIIIIIB\n"
                                       "  prism 4: cell map (0, 9)  BIIIIIIIB\n"));
  for (int s = 0; s < view.slice_map.length; ++s) {
    const MeshRun& prisms = view.prism_map[s];
    for (int p = 0; p < prisms.length; ++p) {
      const MeshRun& cells = view.cell_map[prisms.start + p];
      EXPECT_GE(view.stencil[cells.start], 0);
      EXPECT_GE(view.stencil[cells.start + cells.length - 1], 0);
    }
  }
}

// The runs of each level follow each other without gaps, rows of the descriptor table are in
// scan-line order and know their cell, and all lists are complete.
TEST(MeshStructure, MapsAndTableAgree) {
  for (const auto surface : {MeshSurface::source, MeshSurface::tessellated}) {
    const Mesh body = make_mesh(test::torus(0.7, 0.3, 60, 30), {.cells = 24, .surface = surface});
    const MeshView<double>& view = body.view();
    std::int32_t prism_start = 0, cell_start = 0, row = 0;
    for (int s = 0; s < view.slice_map.length; ++s) {
      EXPECT_EQ(view.prism_map[s].start, prism_start);
      for (int p = 0; p < view.prism_map[s].length; ++p) {
        const MeshRun& cells = view.cell_map[prism_start + p];
        EXPECT_EQ(cells.start, cell_start);
        for (int c = 0; c < cells.length; ++c) {
          const std::int32_t entry = view.stencil[cells.start + c];
          if (entry < 0) continue;
          ASSERT_EQ(entry, row);
          const MeshDescriptor& cell = view.descriptor[row++];
          EXPECT_EQ(cell.cell[0], cells.offset + c);
          EXPECT_EQ(cell.cell[1], view.prism_map[s].offset + p);
          EXPECT_EQ(cell.cell[2], view.slice_map.offset + s);
          EXPECT_GT((&cell)[1].first_facet, cell.first_facet);
        }
        cell_start += cells.length;
      }
      prism_start += view.prism_map[s].length;
    }
    EXPECT_EQ(row, view.boundary_count);
    EXPECT_EQ(view.descriptor[row].first_vertex, view.vertex_count);
    // Vertices are in the cell that a query finds for them.
    for (std::int32_t r = 0; r < view.boundary_count; ++r) {
      for (int v = view.descriptor[r].first_vertex; v < view.descriptor[r + 1].first_vertex; ++v) {
        EXPECT_EQ(stencil_entry(view, cell_of(view, view.vertex(v))), r);
      }
    }
    // Edges and facets refer to each other.
    for (int e = 0; e < view.edge_count; ++e) {
      const MeshEdge& edge = view.edge[e];
      for (int side = 0; side < 2; ++side) {
        const MeshFacet& facet = view.facet[edge.facet[side]];
        int found = 0;
        for (int k = 0; k < 3; ++k) {
          if (facet.edge[k] != e) continue;
          ++found;
          EXPECT_EQ(facet.vertex[k], edge.vertex[side]);
          EXPECT_EQ(facet.vertex[(k + 1) % 3], edge.vertex[1 - side]);
        }
        EXPECT_EQ(found, 1);
      }
    }
    EXPECT_EQ(view.vertex_count - view.edge_count + view.facet_count, 0);  // one hole
    std::vector<int> listed(view.edge_count, 0), facet_listed(view.facet_count, 0);
    for (int i = 0; i < view.descriptor[row].first_edge; ++i) ++listed[view.cell_edge[i]];
    for (int i = 0; i < view.descriptor[row].first_facet; ++i) ++facet_listed[view.cell_facet[i]];
    EXPECT_THAT(listed, testing::Each(testing::Ge(1)));
    EXPECT_THAT(facet_listed, testing::Each(testing::Ge(1)));
    if (surface == MeshSurface::tessellated) {
      EXPECT_THAT(listed, testing::Each(1));
      EXPECT_THAT(facet_listed, testing::Each(1));
    }
  }
}

TEST(MeshStructure, RaggedArrayIsSmallerThanADenseGrid) {
  const Mesh body = make_mesh(test::trefoil(0.12, 300, 20), {.cells = 64});
  EXPECT_LT(body.report().stencil_memory, body.report().dense_memory / 2);
  EXPECT_GT(body.report().memory, body.report().stencil_memory);
}

// The code of a plane gives the plane back, to half a cell.
TEST(MeshStructure, CodeOfAPlanarSurface) {
  EXPECT_EQ(corners_inside(0b10110001), 4);
  const CodePlane<double> floor = plane_of_code<double>(0b00001111);  // the lower four are inside
  EXPECT_EQ(floor.normal.x, 0.0);
  EXPECT_EQ(floor.normal.y, 0.0);
  EXPECT_GT(floor.normal.z, 0.0);
  EXPECT_DOUBLE_EQ(floor.offset / floor.normal.z, 0.5);
  std::mt19937 engine(1);
  std::normal_distribution<> normal;
  double worst = 1.0;
  for (int n = 0; n < 10000; ++n) {
    Vec3<double> direction{normal(engine), normal(engine), normal(engine)};
    direction = normalized(direction);
    const double offset = 0.4 * std::tanh(normal(engine));
    int code = 0;
    for (int c = 0; c < 8; ++c) {
      const Vec3<double> corner{(c & 1) - 0.5, (c >> 1 & 1) - 0.5, (c >> 2 & 1) - 0.5};
      code |= static_cast<int>(dot(direction, corner) <= offset) << c;
    }
    if (code == 0 || code == 255) continue;
    const CodePlane<double> plane = plane_of_code<double>(code);
    worst = std::min(worst, dot(normalized(plane.normal), direction));
  }
  EXPECT_GT(worst, 0.7);  // within 45 degrees
}

}  // namespace
}  // namespace talus
