#include "talus/broad/rows/survey.h"

#include <algorithm>
#include <limits>

#include "talus/parallel/parallel_for.h"

namespace talus::broad::rows {

Survey::Survey() {
  const double most = std::numeric_limits<double>::max();
  bounds = {{most, most, most}, {-most, -most, -most}};
}

void Survey::add_entries(const Entries& entries, int begin, int end, int body_count) {
  // Accumulated in a local: the surveys of two threads may share a cache line.
  BoundingBox<double> seen = bounds;
  for (int e = begin; e < end; ++e) {
    const BoundingBox<double>& box = entries.box(e);
    const int role = static_cast<int>(role_of(entries, e, body_count));
    Bin& b = bin[role * bins_per_role + bin_of(box)];
    ++b.count;
    for (int axis = 0; axis < 3; ++axis) {
      b.longest[axis] = std::max(b.longest[axis], box.upper[axis] - box.lower[axis]);
      seen.lower[axis] = std::min(seen.lower[axis], box.lower[axis]);
      seen.upper[axis] = std::max(seen.upper[axis], box.upper[axis]);
    }
  }
  bounds = seen;
}

void Survey::add(const Survey& other) {
  for (std::size_t i = 0; i < bin.size(); ++i) {
    bin[i].count += other.bin[i].count;
    for (int axis = 0; axis < 3; ++axis) {
      bin[i].longest[axis] = std::max(bin[i].longest[axis], other.bin[i].longest[axis]);
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    bounds.lower[axis] = std::min(bounds.lower[axis], other.bounds.lower[axis]);
    bounds.upper[axis] = std::max(bounds.upper[axis], other.bounds.upper[axis]);
  }
}

Survey survey(const Entries& entries, int body_count, int threads) {
  constexpr int worth_a_thread = 1 << 15;  // entries; fewer cost less than waking a thread
  const int count = entries.count();
  const int parts = std::max(1, std::min(threads, count / worth_a_thread));
  std::vector<Survey> part(parts);
  parallel_for(parts, threads, [&](std::int64_t i) {
    part[i].add_entries(entries, static_cast<int>(count * i / parts),
                        static_cast<int>(count * (i + 1) / parts), body_count);
  });
  for (int i = 1; i < parts; ++i) part[0].add(part[i]);
  return std::move(part[0]);
}

}  // namespace talus::broad::rows
