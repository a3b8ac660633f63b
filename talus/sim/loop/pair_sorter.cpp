#include "talus/sim/loop/pair_sorter.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "talus/error.h"
#include "talus/sim/loop/periodic_wrap.h"

namespace talus {
namespace {

auto order_of(const NearTriangle& n) {
  return std::tuple(n.body, n.wall, n.shift.x, n.shift.y, n.shift.z, n.triangle);
}

bool same_pair(const NearTriangle& p, const NearTriangle& q) {
  return p.body == q.body && p.wall == q.wall && p.shift == q.shift;
}

}  // namespace

PairSorter::PairSorter(const Model& model, const BodyTable& bodies)
    : model_(model), bodies_(bodies), periodic_(!model.setup.domain.is_open()) {
  block_of_kinds_.fill(-1);
}

void PairSorter::add(std::int32_t a, std::int32_t b, Vec3<double> shift) {
  const auto is_free = [this](std::int32_t i) {
    return bodies_.is_free(static_cast<std::size_t>(i));
  };
  if (!is_free(a) && !is_free(b)) return;
  Kind kind_a = kind(a), kind_b = kind(b);
  const auto number = [this](std::int32_t i) {
    return bodies_.number_of(static_cast<std::size_t>(i));
  };
  if (kind_b < kind_a || (kind_a == kind_b && number(b) < number(a))) {
    std::swap(a, b), std::swap(kind_a, kind_b);
    shift = -shift;
  }
  add_pair(block_for(kind_a, kind_b, false), a, b, shift);
}

void PairSorter::add_walls(std::vector<NearTriangle>& near) {
  std::sort(near.begin(), near.end(),
            [](const NearTriangle& p, const NearTriangle& q) { return order_of(p) < order_of(q); });
  for (std::size_t i = 0; i < near.size(); ++i) {
    const NearTriangle& n = near[i];
    PairBlock& block =
        block_for(bodies_.kind_on_wall(static_cast<std::size_t>(n.body)), Kind::mesh, true);
    if (i == 0 || !same_pair(n, near[i - 1])) {
      const auto object = static_cast<std::int32_t>(bodies_.body_count) + n.wall;
      add_pair(block, n.body, object, n.shift);
      block.nearby_start.push_back(static_cast<std::int64_t>(block.nearby.size()));
    }
    block.nearby.push_back(n.triangle);
  }
}

void PairSorter::add_pair(PairBlock& block, std::int32_t a, std::int32_t b,
                          const Vec3<double>& shift) {
  block.a.push_back(a);
  block.b.push_back(b);
  if (!periodic_) return;
  const auto [image, is_known] = image_with(shift);
  if (!is_known) {
    const auto name = [this](std::int32_t slot) {
      return model_.setup.name[bodies_.number_of(static_cast<std::size_t>(slot))];
    };
    throw SimulationError(fmt::format(
        "{} and {}: pairs of bodies that are near each other as images are more than {} different "
        "numbers of periods apart; {}",
        name(a), name(b), list_.shift.size(),
        why_not_moved_back(model_, bodies_, static_cast<std::size_t>(a))));
  }
  block.image.push_back(image);
}

std::pair<std::uint16_t, bool> PairSorter::image_with(const Vec3<double>& shift) {
  std::vector<Vec3<double>>& known = list_.shift;
  const auto [at, is_new] =
      image_.try_emplace({shift.x, shift.y, shift.z}, static_cast<std::uint16_t>(known.size()));
  if (!is_new) return {at->second, true};
  if (known.size() > std::numeric_limits<std::uint16_t>::max()) return {0, false};
  known.push_back(shift);
  return {at->second, true};
}

PairBlock& PairSorter::block_for(Kind a, Kind b, bool walls) {
  const int row = 2 * static_cast<int>(a) + (walls ? 1 : 0);
  int& block = block_of_kinds_[static_cast<std::size_t>(row * kind_count + static_cast<int>(b))];
  if (block < 0) {
    block = static_cast<int>(list_.blocks.size());
    list_.blocks.emplace_back();
    list_.blocks.back().kind_a = a;
    list_.blocks.back().kind_b = b;
    list_.blocks.back().walls = walls;
  }
  return list_.blocks[static_cast<std::size_t>(block)];
}

NeighbourList PairSorter::finish(bool with_rolling) {
  std::sort(list_.blocks.begin(), list_.blocks.end(), [](const PairBlock& p, const PairBlock& q) {
    return std::tuple(p.walls, p.kind_a, p.kind_b) < std::tuple(q.walls, q.kind_a, q.kind_b);
  });
  for (PairBlock& block : list_.blocks) {
    if (block.walls) block.nearby_start.push_back(static_cast<std::int64_t>(block.nearby.size()));
    block.allocate_history(with_rolling);
  }
  return std::move(list_);
}

}  // namespace talus
