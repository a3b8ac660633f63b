#include "dfr/contact_cost.h"

#include "bench/dfr/contact_query.h"
#include "bench/machine.h"
#include "shape/mesh/grains.h"
#include "talus/shape/mesh/mesh.h"

namespace study {
namespace {

using bench::RelativePose;
using bench::View;
using Point = talus::Vec3<double>;

// Whether the ray from p along x crosses the facet.
bool ray_crosses(const View& body, int f, const Point& p) {
  const Point a = body.corner(f, 0) - p, b = body.corner(f, 1) - p, c = body.corner(f, 2) - p;
  const double u = a.y * b.z - a.z * b.y, v = b.y * c.z - b.z * c.y, w = c.y * a.z - c.z * a.y;
  const bool left = u > 0.0 && v > 0.0 && w > 0.0, right = u < 0.0 && v < 0.0 && w < 0.0;
  if (!left && !right) return false;
  return (v * a.x + w * b.x + u * c.x) * (u + v + w) > 0.0;
}

// Points of the source inside the target, every one against all facets of the target: what an
// unstructured list of facets of a concave body allows.
int inside_by_all_facets(const View& source, const View& target, const RelativePose& pose) {
  int inside = 0;
  for (int i = 0; i < source.vertex_count; ++i) {
    const Point p = pose.point_to_a(source.vertex(i));
    bool odd = false;
    for (int f = 0; f < target.facet_count; ++f) odd ^= ray_crosses(target, f, p);
    inside += odd;
  }
  return inside;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

constexpr double micro = 1e6;

nlohmann::json measure_depth(const talus::Mesh& a, const talus::Mesh& b, double depth,
                             const ContactCostOptions& options) {
  bench::ContactQuery query(a.view(), b.view());
  std::mt19937 engine(23);
  std::vector<double> points, cold, warm, pieces, all;
  double found_by_all = 0.0, found_by_cells = 0.0;
  for (int i = 0; i < options.poses; ++i) {
    const RelativePose pose = bench::pressed_pose(query, a.view(), b.view(), depth, engine);
    points.push_back(query.points_cold(pose));
    cold.push_back(micro * bench::fastest(options.repeats, [&] { query.points_cold(pose); }));
    query.points_warm(pose);
    warm.push_back(micro * bench::fastest(options.repeats, [&] { query.points_warm(pose); }));
    pieces.push_back(micro * bench::fastest(5, [&] { query.pieces(pose); }));
    if (i > 0 || a.view().facet_count > options.most_all_to_all) continue;
    int inside = 0;
    all.push_back(micro * bench::fastest(1, [&] {
                    inside =
                        inside_by_all_facets(a.view(), b.view(), talus::mesh_mesh::inverse(pose)) +
                        inside_by_all_facets(b.view(), a.view(), pose);
                  }));
    found_by_all = inside, found_by_cells = points.front();
  }
  nlohmann::json row = {{"depth", depth},
                        {"points", median(points)},
                        {"cold_us", median(cold)},
                        {"warm_us", median(warm)},
                        {"pieces_us", median(pieces)}};
  if (!all.empty()) {
    row["all_to_all_us"] = all.front();
    row["found_by_all"] = found_by_all;
    row["found_by_cells"] = found_by_cells;
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
