#include "talus/shape/mesh/inner_points.h"

#include "talus/shape/mesh/distance.h"

namespace talus {
namespace {

// Of a cell: a step along the gradient. The interpolated distance is linear in each coordinate of a
// cell.
constexpr double step_part = 0.5;

// Gain of depth per length below which a path has reached the medial axis: the gradient is 1 long
// before it, and less where the nearest points of the surface are on several sides (0.3: they are
// more than 145 degrees apart).
constexpr double least_gain = 0.3;

// Points closer to each other than this part of their depth are one.
constexpr double same_point = 0.5;

struct InnerPoint {
  Vec3<double> at{};
  double depth{};
};

InnerPoint inner_point(const MeshView<double>& mesh, int facet) {
  const Vec3<double> n = mesh.facet_plane[facet].normal;
  const Vec3<double> middle =
      (1.0 / 3.0) * (mesh.corner(facet, 0) + mesh.corner(facet, 1) + mesh.corner(facet, 2));
  const double step = step_part * max_norm(mesh.cell_size);
  InnerPoint p{middle, 0.0};
  Vec3<double> inward = -n;
  const int most = static_cast<int>(2.0 * mesh.sphere.radius / step) + 1;
  for (int i = 0; i < most; ++i) {
    const Vec3<double> next = p.at + step * inward;
    MeshSample<double> sample;
    if (!sample_distance(mesh, next, sample)) break;
    const double depth = -sample.distance, length = norm(sample.gradient);
    // The distance of a point near the surface is rough.
    if (i > 1 && !(depth > p.depth + least_gain * step)) break;
    p = {next, depth};
    if (!(length > 0.0)) break;
    inward = -(sample.gradient / length);
  }
  return p;
}

}  // namespace

MeshInnerPoints::MeshInnerPoints(const MeshView<double>& mesh) {
  std::vector<double> depth;  // of the points
  std::vector<double> of_deepest(static_cast<std::size_t>(mesh.vertex_count), -1.0);
  of_vertex.assign(of_deepest.size(), 0);
  for (int f = 0; f < mesh.facet_count; ++f) {
    const InnerPoint p = inner_point(mesh, f);
    std::size_t nearest = point.size();
    double least = infinity_of<double>();
    for (std::size_t i = 0; i < point.size(); ++i) {
      const double apart = norm(point[i] - p.at);
      if (apart < least && apart <= same_point * smaller(depth[i], p.depth)) {
        least = apart;
        nearest = i;
      }
    }
    if (nearest == point.size()) {
      point.push_back(p.at);
      depth.push_back(p.depth);
    }
    for (const std::int32_t v : mesh.facet[f].vertex) {
      const auto at = static_cast<std::size_t>(v);
      if (!(depth[nearest] > of_deepest[at])) continue;
      of_deepest[at] = depth[nearest];
      of_vertex[at] = static_cast<std::int32_t>(nearest);
    }
  }
}

}  // namespace talus
