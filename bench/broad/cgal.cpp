// CGAL: hybrid of segment trees and sweeping (Zomorodian and Edelsbrunner 2000), on closed boxes.
#include <CGAL/box_intersection_d.h>

#include "bench/broad/contender.h"

namespace bench::broad {
namespace {

using Box = CGAL::Box_intersection_d::Box_d<double, 3, CGAL::Box_intersection_d::ID_EXPLICIT>;

std::vector<Box> to_cgal(Boxes boxes) {
  std::vector<Box> list;
  list.reserve(boxes.size());
  for (const auto& box : boxes) {
    double lower[]{box.lower.x, box.lower.y, box.lower.z};
    double upper[]{box.upper.x, box.upper.y, box.upper.z};
    list.emplace_back(lower, upper);
  }
  return list;
}

}  // namespace

Trial run_cgal_with_walls(Boxes boxes, int bodies) {
  std::vector<Box> body = to_cgal(boxes.first(bodies)), wall = to_cgal(boxes.subspan(bodies));
  // Boxes are numbered as they are made.
  const std::size_t first = body.front().id();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  const auto collect = [&](const Box& a, const Box& b) {
    pairs.emplace_back(static_cast<std::uint32_t>(a.id() - first),
                       static_cast<std::uint32_t>(b.id() - first));
  };
  Trial trial;
  const double begin = processor_seconds();
  CGAL::box_self_intersection_d(body.begin(), body.end(), collect);
  if (!wall.empty()) {
    CGAL::box_intersection_d(body.begin(), body.end(), wall.begin(), wall.end(), collect);
  }
  trial.seconds = processor_seconds() - begin;
  for (const auto& [a, b] : pairs) trial.tally.add(a, b);
  return trial;
}

Trial run_cgal(Boxes boxes) { return run_cgal_with_walls(boxes, static_cast<int>(boxes.size())); }

}  // namespace bench::broad
