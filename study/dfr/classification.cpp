#include "dfr/classification.h"

#include <chrono>
#include <random>

#include "bench/machine.h"
#include "dfr/convex_bodies.h"
#include "dfr/cyrus_beck.h"
#include "talus/shape/mesh/classify.h"
#include "talus/shape/mesh/mesh.h"

namespace study {
namespace {

using Points = std::vector<talus::Vec3<double>>;

// In the bounding box of the body.
Points random_points(const talus::BoundingBox<double>& box, int count) {
  std::mt19937_64 engine(1);
  const auto between = [&engine](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(engine);
  };
  Points points;
  for (int n = 0; n < count; ++n) {
    const double x = between(box.lower.x, box.upper.x), y = between(box.lower.y, box.upper.y);
    points.push_back({x, y, between(box.lower.z, box.upper.z)});
  }
  return points;
}

struct Timed {
  double nanoseconds;  // per point
  int inside;
};

template <class Test>
Timed measure(const Points& points, int repeats, const Test& test) {
  Timed result{1e30, 0};
  for (int r = 0; r < repeats; ++r) {
    const auto start = std::chrono::steady_clock::now();
    int inside = 0;
    for (const talus::Vec3<double>& p : points) inside += test(p) ? 1 : 0;
    const std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - start;
    result = {std::min(result.nanoseconds, elapsed.count() / static_cast<double>(points.size())),
              inside};
  }
  return result;
}

}  // namespace

nlohmann::json measure_classification(const ClassificationOptions& options) {
  const bench::Pinned pinned;
  nlohmann::json rows = nlohmann::json::array();
  for (const ConvexBody& body : convex_bodies(options.most_facets)) {
    const int cells = cells_for(body.facets);
    const talus::Mesh dfr =
        talus::make_mesh(body.mesh, {.cells = cells, .surface = talus::MeshSurface::source});
    const talus::MeshView<double>& view = dfr.view();
    const FacetList list(body.mesh);
    const Points points = random_points(view.box, options.points);
    const int slow_repeats = body.facets > 20000 ? 1 : std::max(1, options.repeats / 4);
    const Timed polygons =
        measure(points, slow_repeats, [&](const auto& p) { return inside_polygons(list, p); });
    const Timed planes =
        measure(points, slow_repeats, [&](const auto& p) { return inside_planes(list, p); });
    const Timed by_mesh =
        measure(points, options.repeats, [&](const auto& p) { return contains(view, p); });
    int on_boundary = 0;
    for (const auto& p : points) {
      on_boundary += classify_cell(view, p) == talus::MeshCell::boundary;
    }
    rows.push_back({{"facets", body.facets},
                    {"cells", cells},
                    {"paper_speed_up", body.paper_speed_up},
                    {"polygons_ns", polygons.nanoseconds},
                    {"planes_ns", planes.nanoseconds},
                    {"dfr_ns", by_mesh.nanoseconds},
                    {"boundary_share", on_boundary / static_cast<double>(points.size())},
                    {"disagreements", std::abs(planes.inside - by_mesh.inside) +
                                          std::abs(polygons.inside - by_mesh.inside)}});
  }
  return rows;
}

}  // namespace study
