#include "dfr/gallery.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "shape/mesh/grains.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/mesh/mesh_mass.h"

namespace study {
namespace {

using talus::TriangleMesh;
using talus::Vec3;

TriangleMesh mesh_of(const talus::Mesh& body) {
  const talus::MeshView<double>& view = body.view();
  TriangleMesh mesh;
  for (int v = 0; v < view.vertex_count; ++v) mesh.vertices.push_back(view.vertex(v));
  for (int f = 0; f < view.facet_count; ++f) {
    const auto& v = view.facet[f].vertex;
    mesh.triangles.push_back({v[0], v[1], v[2]});
  }
  return mesh;
}

// The second torus stands upright in the hole of the first.
TriangleMesh two_tori(int rings, int around) {
  const TriangleMesh lying = talus::test::torus(0.6, 0.18, rings, around);
  TriangleMesh upright = lying;
  for (Vec3<double>& v : upright.vertices) v = {v.x + 0.6, -v.z, v.y};
  return talus::test::joined(lying, upright);
}

void write_facets(const talus::Mesh& body, const std::filesystem::path& file) {
  std::ofstream stream(file, std::ios::binary);
  const talus::MeshView<double>& view = body.view();
  for (int f = 0; f < view.facet_count; ++f) {
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> p = view.corner(f, k);
      const float xyz[3] = {static_cast<float>(p.x), static_cast<float>(p.y),
                            static_cast<float>(p.z)};
      stream.write(reinterpret_cast<const char*>(xyz), sizeof xyz);
    }
  }
}

double largest_difference(const talus::SymMat3<double>& a, const talus::SymMat3<double>& b) {
  return std::max({std::abs(a.xx - b.xx), std::abs(a.yy - b.yy), std::abs(a.zz - b.zz),
                   std::abs(a.xy - b.xy), std::abs(a.xz - b.xz), std::abs(a.yz - b.yz)});
}

// Facets inscribed in a tube of radius r, a cell h long, take (h / r)^2 / 6 of its volume: 0.6 %
// for the thinnest tube of the gallery, 0.18 at 64 cells of 0.035. More is an error.
// Below, the thinnest walls (0.15) have fewer than four cells and may be lost.
constexpr int fewest_judged = 54;
double volume_limit(int cells) { return 0.01 * (64.0 / cells) * (64.0 / cells); }

}  // namespace

std::vector<GalleryBody> gallery_bodies(double detail) {
  namespace test = talus::test;
  const double f = std::sqrt(detail);
  const auto n = [f](int count) { return std::max(6, static_cast<int>(f * count)); };
  const talus::BoundingBox<double> box{{-1.05, -1.05, -1.05}, {1.05, 1.05, 1.05}};
  return {{"two tori", two_tori(n(140), n(36))},
          {"gyroid", mesh_of(talus::make_mesh(test::gyroid, box, {.cells = n(38)}))},
          {"trefoil knot", test::trefoil(0.16, n(330), n(30))},
          {"cup", test::cup(n(100), n(20))},
          {"rough stone", test::rough_stone(n(50), 3)},
          {"chain link", test::chain_link(0.8, 0.4, 0.15, n(330), n(30))},
          {"bolt", test::bolt(n(100), n(100))},
          {"nut", test::nut(n(120), n(80), 0.02)}};
}

nlohmann::json measure_gallery(int cells, double detail, int threads,
                               const std::filesystem::path& folder) {
  nlohmann::json rows = nlohmann::json::array();
  for (const GalleryBody& body : gallery_bodies(detail)) {
    const talus::Mesh dfr = talus::make_mesh(
        body.mesh,
        {.cells = cells, .surface = talus::MeshSurface::tessellated, .threads = threads});
    std::string file = body.name + ".facets";
    std::ranges::replace(file, ' ', '_');
    write_facets(dfr, folder / file);
    const talus::MassProperties mass = mass_properties(dfr), source = mass_properties(body.mesh);
    const talus::MeshView<double>& view = dfr.view();
    if (cells >= fewest_judged &&
        std::abs(mass.volume - source.volume) > volume_limit(cells) * source.volume) {
      throw std::runtime_error("gallery: the volume of the " + body.name + " is off by more than " +
                               std::to_string(100.0 * volume_limit(cells)) + " %");
    }
    rows.push_back({{"name", body.name},
                    {"source_facets", body.mesh.triangles.size()},
                    {"facets", view.facet_count},
                    {"cells", cells},
                    {"cell_size", view.cell_size.x},
                    {"euler", view.vertex_count - view.edge_count + view.facet_count},
                    {"error", dfr.report().error},
                    {"source_volume", source.volume},
                    {"volume", mass.volume},
                    {"volume_limit", volume_limit(cells)},
                    {"inertia_difference",
                     largest_difference(mass.inertia, source.inertia) /
                         std::max({source.inertia.xx, source.inertia.yy, source.inertia.zz})}});
  }
  return rows;
}

}  // namespace study
