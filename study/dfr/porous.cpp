#include "dfr/porous.h"

#include <cmath>
#include <stdexcept>

#include "shape/mesh/grains.h"
#include "talus/shape/mesh/mesh.h"

namespace study {
namespace {

constexpr double half_box = 1.05;
constexpr double most_off = 0.005;  // of the volume, at 128 cells

// The midpoints of n^3 cells that are inside.
double volume_by_quadrature(int n) {
  const double h = 2.0 * half_box / n;
  double sum = 0.0;
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const talus::Vec3<double> p{-half_box + (i + 0.5) * h, -half_box + (j + 0.5) * h,
                                    -half_box + (k + 0.5) * h};
        sum += talus::test::gyroid(p) <= 0.0 ? 1.0 : 0.0;
      }
    }
  }
  return sum * h * h * h;
}

}  // namespace

nlohmann::json measure_porous(int most_cells, int threads) {
  const talus::BoundingBox<double> box{{-half_box, -half_box, -half_box},
                                       {half_box, half_box, half_box}};
  const double coarse = volume_by_quadrature(160), fine = volume_by_quadrature(320);
  nlohmann::json rows = nlohmann::json::array();
  double before = 0.0;
  for (int cells = 8; cells <= most_cells; cells *= 2) {
    const talus::Mesh body =
        talus::make_mesh(talus::test::gyroid, box, {.cells = cells, .threads = threads});
    const double off = std::abs(mass_properties(body).volume - fine) / fine;
    // The rims are lost to first order: an error that does not fall by a good part of a half per
    // doubling is another one.
    if (cells >= 64 && (off > before / 1.5 || (cells >= 128 && off > most_off))) {
      throw std::runtime_error("porous: the volume is off by " + std::to_string(100.0 * off) +
                               " % at " + std::to_string(cells) + " cells");
    }
    before = off;
    const talus::MeshView<double>& view = body.view();
    rows.push_back({{"cells", cells},
                    {"facets", view.facet_count},
                    {"euler", view.vertex_count - view.edge_count + view.facet_count},
                    {"volume", mass_properties(body).volume},
                    {"off", off},
                    {"passes", off <= most_off}});
  }
  return {{"reference", fine}, {"reference_error", std::abs(fine - coarse) / fine}, {"rows", rows}};
}

}  // namespace study
