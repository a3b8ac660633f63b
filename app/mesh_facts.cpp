#include "app/mesh_facts.h"

#include <fmt/format.h>

namespace talus {
namespace {

Json list(const Vec3<double>& v) { return Json::array({v.x, v.y, v.z}); }

std::string bytes(const Json& count) {
  const double n = count.get<double>();
  if (n < 1e6) return fmt::format("{:.1f} kB", n / 1e3);
  return n < 1e9 ? fmt::format("{:.2f} MB", n / 1e6) : fmt::format("{:.2f} GB", n / 1e9);
}

std::string numbers(const Json& values) {
  std::string text;
  for (const Json& x : values) {
    text += (text.empty() ? "" : ", ") + fmt::format("{:.12g}", x.get<double>());
  }
  return "[" + text + "]";
}

}  // namespace

Json inertia_as_json(const SymMat3<double>& i) {
  return Json::array({Json::array({i.xx, i.xy, i.xz}), Json::array({i.xy, i.yy, i.yz}),
                      Json::array({i.xz, i.yz, i.zz})});
}

Json mesh_facts(const Mesh& body) {
  const MeshView<double>& view = body.view();
  const MeshReport& report = body.report();
  const MassProperties mass = mass_properties(body);
  Json facts;
  facts["cells"] = Json::array({view.cells[0], view.cells[1], view.cells[2]});
  facts["cell_size"] = list(view.cell_size);
  facts["surface"] = report.surface == MeshSurface::source ? "source" : "tessellated";
  facts["error"] = report.error < 0.0 ? Json(nullptr) : Json(report.error);
  facts["volume"] = mass.volume;
  facts["centroid"] = list(mass.centroid);
  facts["inertia"] = inertia_as_json(mass.inertia);
  facts["vertices"] = view.vertex_count;
  facts["edges"] = view.edge_count;
  facts["facets"] = view.facet_count;
  facts["boundary_cells"] = report.boundary_cells;
  facts["internal_cells"] = report.internal_cells;
  facts["external_cells"] = report.external_cells;
  facts["memory"] = report.memory;
  facts["stencil_memory"] = report.stencil_memory;
  facts["dense_memory"] = report.dense_memory;
  facts["repairs"] = report.repairs;
  return facts;
}

std::string mesh_as_text(const Json& facts) {
  const auto& cells = facts["cells"];
  std::string out = fmt::format(
      "cells            {} x {} x {} of {:.6g}: {} boundary, {} internal, {} external\n",
      cells[0].get<int>(), cells[1].get<int>(), cells[2].get<int>(),
      facts["cell_size"][0].get<double>(), facts["boundary_cells"].get<int>(),
      facts["internal_cells"].get<int>(), facts["external_cells"].get<int>());
  out += fmt::format("surface          {} facets, {} edges, {} vertices, {}\n",
                     facts["facets"].get<int>(), facts["edges"].get<int>(),
                     facts["vertices"].get<int>(),
                     facts["surface"] == "source" ? "those of the mesh" : "tessellated");
  if (!facts["error"].is_null()) {
    out +=
        fmt::format("error            {:.4g}   Hausdorff distance of the surface to the source\n",
                    facts["error"].get<double>());
  }
  out += fmt::format("memory           {}, of that {} for maps and stencil (a dense grid: {})\n",
                     bytes(facts["memory"]), bytes(facts["stencil_memory"]),
                     bytes(facts["dense_memory"]));
  out += fmt::format("volume           {:.12g}\n", facts["volume"].get<double>());
  out += fmt::format("centroid         {}\n", numbers(facts["centroid"]));
  out += fmt::format("inertia          {}   about the centroid, density 1\n",
                     numbers(facts["inertia"][0]));
  out += fmt::format("                 {}\n", numbers(facts["inertia"][1]));
  out += fmt::format("                 {}\n", numbers(facts["inertia"][2]));
  for (const Json& sentence : facts["repairs"]) {
    out += fmt::format("repaired         {}\n", sentence.get<std::string>());
  }
  return out;
}

}  // namespace talus
