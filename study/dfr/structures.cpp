#include "dfr/structures.h"

#include <algorithm>
#include <array>

#include "narrow/mesh_mesh/paper_figures.h"
#include "talus/narrow/mesh_mesh/published/dfr_1999.h"

namespace study {
namespace {

using talus::MeshView;
using talus::Vec3;

nlohmann::json point(const Vec3<double>& p) { return {p.x, p.y, p.z}; }

nlohmann::json facets_of(const MeshView<double>& view) {
  nlohmann::json list = nlohmann::json::array();
  for (int f = 0; f < view.facet_count; ++f) {
    list.push_back({point(view.corner(f, 0)), point(view.corner(f, 1)), point(view.corner(f, 2))});
  }
  return list;
}

nlohmann::json grid_of(const MeshView<double>& view) {
  return {{"origin", point(view.origin)},
          {"cell_size", point(view.cell_size)},
          {"cells", {view.cells[0], view.cells[1], view.cells[2]}},
          {"box", {point(view.box.lower), point(view.box.upper)}}};
}

// Read through the maps, level by level: pairs of offset and run length, and the kinds of cells.
nlohmann::json ragged_array(const MeshView<double>& view) {
  nlohmann::json slices = nlohmann::json::array();
  for (int s = 0; s < view.slice_map.length; ++s) {
    const talus::MeshRun& prisms = view.prism_map[s];
    nlohmann::json rows = nlohmann::json::array();
    for (int p = 0; p < prisms.length; ++p) {
      const talus::MeshRun& cells = view.cell_map[prisms.start + p];
      std::string kinds;
      for (int c = 0; c < cells.length; ++c) {
        const std::int32_t entry = view.stencil[cells.start + c];
        kinds += entry >= 0 ? 'B' : entry == talus::mesh_internal ? 'I' : 'X';
      }
      rows.push_back({{"offset", cells.offset}, {"length", cells.length}, {"kinds", kinds}});
    }
    slices.push_back({{"offset", prisms.offset}, {"length", prisms.length}, {"prisms", rows}});
  }
  return {{"offset", view.slice_map.offset}, {"length", view.slice_map.length}, {"slices", slices}};
}

// Figs. 7, 8 and 10: a ball in nine cells, and what Fig. 9 has as well, holes.
nlohmann::json body_figure(const talus::Mesh& body) {
  return {{"grid", grid_of(body.view())},
          {"facets", facets_of(body.view())},
          {"array", ragged_array(body.view())}};
}

nlohmann::json index_set(const talus::mesh_mesh::ZoneIndexSet& set) {
  nlohmann::json list = nlohmann::json::array();
  for (int i = set.first.cell; i <= set.last.cell; ++i) {
    for (int j = set.first.prism; j <= set.last.prism; ++j) list.push_back({i, j});
  }
  return list;
}

nlohmann::json figure_14() {
  const auto [a, b, pose] = talus::test::figure_14();
  const talus::mesh_mesh::Zones<double> zones =
      talus::mesh_mesh::clip_zones(a.view().box, b.view().box, pose);
  const Vec3<double> x = pose.rotation * Vec3<double>{1.0, 0.0, 0.0};
  return {{"a", grid_of(a.view())},
          {"b", grid_of(b.view())},
          {"position", point(pose.translation)},
          {"direction", point(x)},
          {"zone_a", {point(zones.a.lower), point(zones.a.upper)}},
          {"zone_b", {point(zones.b.lower), point(zones.b.upper)}},
          {"set_a", index_set(talus::mesh_mesh::index_set(a.view(), zones.a, 0.0))},
          {"set_b", index_set(talus::mesh_mesh::index_set(b.view(), zones.b, 0.0))}};
}

nlohmann::json figure_15() {
  const talus::test::Figure15 figure = talus::test::figure_15();
  const MeshView<double>& target = figure.target.view();
  const Vec3<double> u = figure.p2 - figure.p1;
  nlohmann::json cells = nlohmann::json::array(), crossings = nlohmann::json::array();
  talus::mesh_mesh::walk_cells(
      target, figure.p1, u, talus::mesh_mesh::discrete_bounds(target),
      [&](std::int32_t entry, double begin, double end) {
        const Vec3<double> middle = figure.p1 + 0.5 * (begin + std::min(end, 1.0)) * u;
        const talus::MeshIndex w = cell_of(target, middle);
        cells.push_back({{"cell", {w.cell, w.prism, w.slice}},
                         {"has_facets", entry >= 0},
                         {"from", point(figure.p1 + begin * u)},
                         {"to", point(figure.p1 + std::min(end, 1.0) * u)}});
      });
  talus::mesh_mesh::walk_edge(target, figure.p1, figure.p2, [&](double t, int) {
    crossings.push_back(point(figure.p1 + t * u));
  });
  return {{"grid", grid_of(target)}, {"facets", facets_of(target)},
          {"p1", point(figure.p1)},  {"p2", point(figure.p2)},
          {"cells", cells},          {"crossings", crossings}};
}

}  // namespace

nlohmann::json describe_structures() {
  const talus::BoundingBox<double> box{{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}};
  return {
      {"ball", body_figure(talus::make_mesh([](const Vec3<double>& p) { return norm(p) - 0.98; },
                                            box, {.cells = 9}))},
      {"ring", body_figure(talus::make_mesh(talus::test::torus(0.7, 0.25, 48, 24), {.cells = 13}))},
      {"figure_14", figure_14()},
      {"figure_15", figure_15()}};
}

}  // namespace study
