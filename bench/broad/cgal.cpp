// CGAL: hybrid of segment trees and sweeping (Zomorodian and Edelsbrunner 2000), on closed boxes.
#include <CGAL/box_intersection_d.h>

#include "bench/broad/contender.h"

namespace bench::broad {

Trial run_cgal(Boxes boxes) {
  using Box = CGAL::Box_intersection_d::Box_d<double, 3, CGAL::Box_intersection_d::ID_EXPLICIT>;
  std::vector<Box> list;
  list.reserve(boxes.size());
  for (const auto& box : boxes) {
    double lower[]{box.lower.x, box.lower.y, box.lower.z};
    double upper[]{box.upper.x, box.upper.y, box.upper.z};
    list.emplace_back(lower, upper);
  }
  const std::size_t first = list.front().id();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  Trial trial;
  const double begin = processor_seconds();
  CGAL::box_self_intersection_d(list.begin(), list.end(), [&](const Box& a, const Box& b) {
    pairs.emplace_back(static_cast<std::uint32_t>(a.id() - first),
                       static_cast<std::uint32_t>(b.id() - first));
  });
  trial.seconds = processor_seconds() - begin;
  for (const auto& [a, b] : pairs) trial.tally.add(a, b);
  return trial;
}

}  // namespace bench::broad
