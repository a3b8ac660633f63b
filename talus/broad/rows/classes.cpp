#include "talus/broad/rows/classes.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace talus::broad::rows {
namespace {

constexpr int roles = 4;

// Sizes are binned by the leading bits of their numbers: two bins for every power of two.
constexpr int bins = 1 << 12;
int bin_of(double size) { return static_cast<int>(std::bit_cast<std::uint64_t>(size) >> 51); }

// A class holds sizes down to about half of its largest. Wider classes compare more volumes that do
// not overlap, narrower ones walk more rows.
constexpr int bins_per_class = 4;

// What is smaller than a millionth of the largest joins the last class.
constexpr int most_classes = 20;

constexpr int block_size = 1 << 16;
int blocks_of(int count) { return (count + block_size - 1) / block_size; }

Vec3<double> extent(const BoundingBox<double>& box) { return box.upper - box.lower; }

double size_of(const BoundingBox<double>& box) {
  // Finite boxes may differ by more than the largest number.
  return std::min(max_norm(extent(box)), std::numeric_limits<double>::max());
}

Role role_of(const Entries& entries, int entry, int body_count) {
  const bool wall = entries.volume(entry) >= body_count;
  if (entry < entries.volumes()) return wall ? Role::wall : Role::body;
  return wall ? Role::wall_copy : Role::body_copy;
}

}  // namespace

bool can_pair(Role a, Role b) {
  const bool walls =
      (a == Role::wall || a == Role::wall_copy) && (b == Role::wall || b == Role::wall_copy);
  const bool copies = (a == Role::body_copy || a == Role::wall_copy) &&
                      (b == Role::body_copy || b == Role::wall_copy);
  return !walls && !copies;
}

// Counts, largest extents per bin and bounds; sums of whole numbers and maxima, so the order in
// which blocks are added does not matter.
struct Classes::Survey {
  std::vector<Bin> bin = std::vector<Bin>(roles * bins);
  BoundingBox<double> bounds;

  Survey() {
    const double most = std::numeric_limits<double>::max();
    bounds = {{most, most, most}, {-most, -most, -most}};
  }

  void look(const Entries& entries, int begin, int end, int body_count) {
    for (int e = begin; e < end; ++e) {
      const BoundingBox<double>& box = entries.box(e);
      const Vec3<double> length = extent(box);
      Bin& b = bin[static_cast<int>(role_of(entries, e, body_count)) * bins + bin_of(size_of(box))];
      ++b.count;
      for (int axis = 0; axis < 3; ++axis) {
        b.longest[axis] = std::max(b.longest[axis], length[axis]);
        bounds.lower[axis] = std::min(bounds.lower[axis], box.lower[axis]);
        bounds.upper[axis] = std::max(bounds.upper[axis], box.upper[axis]);
      }
    }
  }

  void add(const Survey& other) {
    for (int i = 0; i < roles * bins; ++i) {
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
};

void Classes::choose(const Survey& survey) {
  list_.clear();
  class_of_bin_.assign(roles * bins, 0);
  for (int role = 0; role < roles; ++role) {
    int top = -1, made = 0;
    for (int b = bins - 1; b >= 0; --b) {
      const Bin& bin = survey.bin[role * bins + b];
      if (bin.count == 0) continue;
      if (top < 0 || (top - b >= bins_per_class && made < most_classes)) {
        list_.push_back({static_cast<Role>(role)});
        top = b;
        ++made;
      }
      SizeClass& size_class = list_.back();
      size_class.end += bin.count;
      for (int axis = 0; axis < 3; ++axis) {
        size_class.longest[axis] = std::max(size_class.longest[axis], bin.longest[axis]);
      }
      class_of_bin_[role * bins + b] = static_cast<std::uint8_t>(list_.size() - 1);
    }
  }
  std::uint32_t place = 0;
  for (SizeClass& size_class : list_) {
    size_class.begin = place;
    place = size_class.end += place;
  }
}

// A stable counting sort by class; nothing to do for one class.
void Classes::place(const Entries& entries, int body_count, int threads) {
  const int count = entries.count(), blocks = blocks_of(count);
  const int classes = static_cast<int>(list_.size());
  std::int32_t* const order = order_.need(count);
  std::uint8_t* const class_of = class_of_.need(count);
  std::vector<std::uint32_t> next(static_cast<std::size_t>(blocks) * classes);
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (int block = 0; block < blocks; ++block) {
    const int end = std::min(count, (block + 1) * block_size);
    for (int e = block * block_size; e < end; ++e) {
      const int role = static_cast<int>(role_of(entries, e, body_count));
      class_of[e] = class_of_bin_[role * bins + bin_of(size_of(entries.box(e)))];
      ++next[block * classes + class_of[e]];
    }
  }
  std::uint32_t place = 0;
  for (int c = 0; c < classes; ++c) {
    for (int block = 0; block < blocks; ++block) {
      place += std::exchange(next[block * classes + c], place);
    }
  }
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (int block = 0; block < blocks; ++block) {
    const int end = std::min(count, (block + 1) * block_size);
    for (int e = block * block_size; e < end; ++e) {
      order[next[block * classes + class_of[e]]++] = e;
    }
  }
}

void Classes::sort(const Entries& entries, int body_count, int threads) {
  const int count = entries.count();
  const int parts = std::max(1, std::min(threads, blocks_of(count)));
  std::vector<Survey> survey(parts);
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (int part = 0; part < parts; ++part) {
    survey[part].look(entries, static_cast<int>(std::int64_t{count} * part / parts),
                      static_cast<int>(std::int64_t{count} * (part + 1) / parts), body_count);
  }
  for (int part = 1; part < parts; ++part) survey[0].add(survey[part]);
  bounds_ = survey[0].bounds;
  choose(survey[0]);
  place(entries, body_count, threads);
}

}  // namespace talus::broad::rows
