#include "dfr/contact_cost.h"

#include <stdexcept>

#include "bench/dfr/contact_query.h"
#include "bench/machine.h"
#include "dfr/all_to_all.h"
#include "dfr/processor_time.h"
#include "shape/mesh/grains.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_overlap.h"
#include "talus/narrow/mesh_mesh/published/dfr_1999.h"
#include "talus/shape/mesh/mesh.h"

namespace study {
namespace {

using bench::RelativePose;
using talus::mesh_mesh::Dfr1999Work;

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

constexpr double micro = 1e6;

// Medians over the poses.
struct Columns {
  std::vector<double> points, cold, warm, pieces, deepest, published, all;
  std::vector<double> zone_cells, stencil_hits, tested_points, edges, cells_walked, facet_tests,
      crossings;
};

void count(Columns& columns, const Dfr1999Work& work, int crossings) {
  columns.zone_cells.push_back(static_cast<double>(work.zone_cells));
  columns.stencil_hits.push_back(static_cast<double>(work.stencil_hits));
  columns.tested_points.push_back(static_cast<double>(work.points));
  columns.edges.push_back(static_cast<double>(work.edges));
  columns.cells_walked.push_back(static_cast<double>(work.cells_walked));
  columns.facet_tests.push_back(static_cast<double>(work.facet_tests));
  columns.crossings.push_back(crossings);
}

nlohmann::json measure_depth(const talus::Mesh& a, const talus::Mesh& b, double depth,
                             const ContactCostOptions& options) {
  bench::ContactQuery query(a.view(), b.view());
  std::mt19937 engine(23);
  Columns columns;
  std::int64_t tests = 0;
  const bool with_all = a.view().facet_count <= options.most_all_to_all;
  const AllToAll every_a(a.view()), every_b(b.view());
  for (int i = 0; i < options.poses; ++i) {
    const RelativePose pose = bench::pressed_pose(query, a.view(), b.view(), depth, engine);
    columns.points.push_back(query.points_cold(pose));
    columns.cold.push_back(micro *
                           bench::fastest(options.repeats, [&] { query.points_cold(pose); }));
    query.points_warm(pose);
    columns.warm.push_back(micro *
                           bench::fastest(options.repeats, [&] { query.points_warm(pose); }));
    columns.pieces.push_back(micro * fastest_seconds_of(5, [&] { query.pieces(pose); }));
    columns.deepest.push_back(micro * fastest_seconds_of(5, [&] {
                                talus::Cache<double> cache;
                                talus::mesh_mesh::overlap_contact(a.view(), b.view(), pose, {},
                                                                  cache);
                              }));
    Dfr1999Work work;
    int crossings = 0, inside = 0;
    const auto published = [&] {
      work = {};
      crossings = 0;
      inside = talus::mesh_mesh::dfr_1999(a.view(), b.view(), pose, work,
                                          [&](const auto&) { ++crossings; });
    };
    columns.published.push_back(micro * fastest_seconds_of(5, published));
    count(columns, work, crossings);
    if (!with_all || i >= (a.view().facet_count > 10000 ? 1 : options.all_to_all_poses)) continue;
    AllToAllFound found;
    columns.all.push_back(micro *
                          seconds_of([&] { found = AllToAll::test(every_a, every_b, pose); }));
    tests = found.tests;
    if (found.crossings != crossings || found.inside != inside) {
      throw std::runtime_error("dfr-1999 finds other crossings or points than all to all");
    }
  }
  nlohmann::json row = {{"depth", depth},
                        {"points", median(columns.points)},
                        {"cold_us", median(columns.cold)},
                        {"warm_us", median(columns.warm)},
                        {"pieces_us", median(columns.pieces)},
                        {"deepest_us", median(columns.deepest)},
                        {"published_us", median(columns.published)},
                        {"zone_cells", median(columns.zone_cells)},
                        {"stencil_hits", median(columns.stencil_hits)},
                        {"tested_points", median(columns.tested_points)},
                        {"edges", median(columns.edges)},
                        {"cells_walked", median(columns.cells_walked)},
                        {"facet_tests", median(columns.facet_tests)},
                        {"crossings", median(columns.crossings)}};
  if (!columns.all.empty()) {
    row["all_to_all_us"] = median(columns.all);
    row["all_to_all_tests"] = tests;
  }
  return row;
}

}  // namespace

// Cells grow with the facets, so that a cell has about as many of them.
nlohmann::json measure_contact_cost(const ContactCostOptions& options) {
  const bench::Pinned pinned;
  nlohmann::json rows = nlohmann::json::array();
  for (const int detail : {8, 16, 32, 50, 80, 112, 158}) {
    const int facets = 8 * detail * detail;
    if (facets > options.most_facets) continue;
    const int cells = std::max(4, static_cast<int>(48.0 * detail / 50.0));
    const auto made = [&](unsigned seed) {
      return talus::make_mesh(
          talus::test::rough_stone(detail, seed),
          {.cells = cells, .surface = talus::MeshSurface::source, .threads = options.threads});
    };
    const talus::Mesh a = made(3), b = made(4);
    const double diameter = max_norm(a.view().box.upper - a.view().box.lower);
    rows.push_back({{"facets", facets},
                    {"vertices", a.view().vertex_count},
                    {"cells", cells},
                    {"fixed", measure_depth(a, b, 0.01 * diameter, options)},
                    {"shrinking", measure_depth(a, b, 0.5 * a.view().cell_size.x, options)}});
  }
  return rows;
}

}  // namespace study
