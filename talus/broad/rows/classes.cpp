#include "talus/broad/rows/classes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "talus/broad/rows/choose.h"
#include "talus/broad/rows/window.h"
#include "talus/parallel/parallel_for.h"

namespace talus::broad::rows {
namespace {

constexpr int block_size = 1 << 16;  // entries per parallel item

}  // namespace

bool can_pair(Role a, Role b) {
  const bool walls =
      (a == Role::wall || a == Role::wall_copy) && (b == Role::wall || b == Role::wall_copy);
  const bool copies = (a == Role::body_copy || a == Role::wall_copy) &&
                      (b == Role::body_copy || b == Role::wall_copy);
  return !walls && !copies;
}

void Classes::sort(const Entries& entries, int body_count, int threads) {
  const Survey seen = survey(entries, body_count, threads);
  window_ = window_of(entries, seen.bounds);
  list_.clear();
  class_of_bin_.assign(role_count * bins_per_role, 0);
  const int begin[]{0, body_count, entries.volumes(), entries.count()};
  for (int part = 0; part < 3; ++part) {
    if (begin[part] == begin[part + 1]) continue;
    probe_.draw(entries, begin[part], begin[part + 1], [&](int entry) {
      return static_cast<int>(role_of(entries, entry, body_count)) * bins_per_role +
             bin_of(entries.box(entry));
    });
    choose_classes(seen, static_cast<Role>(part), probe_, list_, class_of_bin_);
    if (part == 2) choose_classes(seen, Role::wall_copy, probe_, list_, class_of_bin_);
  }
  std::uint32_t begin_of_class = 0;
  for (SizeClass& size_class : list_) {
    size_class.begin = begin_of_class;
    begin_of_class = size_class.end += begin_of_class;
  }
  sort_into_classes(entries, body_count, threads);
}

// A stable counting sort by class.
void Classes::sort_into_classes(const Entries& entries, int body_count, int threads) {
  const int count = entries.count(), blocks = (count + block_size - 1) / block_size;
  const int classes = static_cast<int>(list_.size());
  std::int32_t* const order = order_.need(count);
  if (classes == 1) {
    std::iota(order, order + count, 0);
    return;
  }
  std::uint8_t* const class_of = class_of_.need(count);
  std::vector<std::uint32_t> next(static_cast<std::size_t>(blocks) * classes);
  parallel_for_chunks(count, block_size, threads, [&](auto block, auto begin, auto end) {
    for (auto e = static_cast<int>(begin); e < end; ++e) {
      const int role = static_cast<int>(role_of(entries, e, body_count));
      class_of[e] = class_of_bin_[role * bins_per_role + bin_of(entries.box(e))];
      ++next[block * classes + class_of[e]];
    }
  });
  std::uint32_t sum = 0;
  for (int c = 0; c < classes; ++c) {
    for (int block = 0; block < blocks; ++block) {
      sum += std::exchange(next[block * classes + c], sum);
    }
  }
  parallel_for_chunks(count, block_size, threads, [&](auto block, auto begin, auto end) {
    for (auto e = static_cast<int>(begin); e < end; ++e) {
      order[next[block * classes + class_of[e]]++] = e;
    }
  });
}

}  // namespace talus::broad::rows
