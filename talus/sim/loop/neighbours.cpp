#include "talus/sim/loop/neighbours.h"

#include <algorithm>
#include <array>

#include "talus/shape/bounds_of.h"
#include "talus/sim/loop/threads.h"

namespace talus {
namespace {

constexpr std::int64_t chunk = 1024;  // bodies
constexpr double steps_ahead = 40;    // of room at the present speed
constexpr double least_room = 0.05;   // of the radius of a body of this size
constexpr double largest_room = 0.5;  // the same: a fast body is searched for more often

bool has_left(const LoopState& s, std::size_t i) {
  const Quat<double>&q = s.bodies.poses[i].orientation, &p = s.found_orientation[i];
  const double turned = (q.w - p.w) * (q.w - p.w) + (q.x - p.x) * (q.x - p.x) +
                        (q.y - p.y) * (q.y - p.y) + (q.z - p.z) * (q.z - p.z);
  // A point at distance r goes by 2 r sin(angle/2) <= 2 r |q - p|.
  const double gone =
      norm(s.state[i].centre - s.found_centre[i]) + 2.0 * s.turn_reach[i] * square_root(turned);
  return !(gone <= s.room[i]);
}

bool someone_has_left(const LoopState& s) {
  const auto count = static_cast<std::int64_t>(s.body_count());
  std::vector<std::uint8_t> left(static_cast<std::size_t>((count + chunk - 1) / chunk));
  for_each_chunk(count, chunk, s.threads,
                 [&](std::int64_t c, std::int64_t first, std::int64_t last) {
                   bool any = false;
                   for (std::int64_t i = first; i < last; ++i) {
                     any = any || has_left(s, static_cast<std::size_t>(i));
                   }
                   left[static_cast<std::size_t>(c)] = any;
                 });
  return std::any_of(left.begin(), left.end(), [](std::uint8_t any) { return any != 0; });
}

void give_room(LoopState& s) {
  for (std::size_t i = 0; i < s.body_count(); ++i) {
    const double speed =
        norm(s.motion.velocity[i]) + norm(s.motion.angular_velocity[i]) * s.turn_reach[i];
    const double size = s.facts_of(i).bounded ? s.facts_of(i).size_radius : 0.0;
    const double wanted = least_room * size + steps_ahead * s.step * speed;
    s.room[i] = size > 0.0 ? std::min(wanted, largest_room * size) : wanted;
    s.found_centre[i] = s.state[i].centre;
    s.found_orientation[i] = s.bodies.poses[i].orientation;
  }
}

// Where the pair (a, b, shift) was in the last list: -1, or its slot.
class LastList {
 public:
  LastList(std::vector<PairBlock> blocks, std::vector<std::int64_t> start,
           std::vector<std::uint32_t> adjacency)
      : blocks_(std::move(blocks)), start_(std::move(start)), adjacency_(std::move(adjacency)) {}

  // The block and the place in it, or nullptr.
  PairBlock* find(const PairBlock& block, std::size_t k, std::size_t& place) {
    if (start_.empty()) return nullptr;
    const auto a = static_cast<std::size_t>(block.a[k]);
    for (std::int64_t e = start_[a]; e < start_[a + 1]; ++e) {
      const std::uint32_t entry = adjacency_[static_cast<std::size_t>(e)];
      const std::int64_t slot = entry >> 1;
      PairBlock* old = block_of(slot);
      place = static_cast<std::size_t>(slot - old->first);
      if (old->a[place] == block.a[k] && old->b[place] == block.b[k] &&
          (block.shift.empty() || old->shift[place] == block.shift[k])) {
        return old;
      }
    }
    return nullptr;
  }

 private:
  PairBlock* block_of(std::int64_t slot) {
    auto after = std::upper_bound(blocks_.begin(), blocks_.end(), slot,
                                  [](std::int64_t s, const PairBlock& b) { return s < b.first; });
    return &*(after - 1);
  }

  std::vector<PairBlock> blocks_;
  std::vector<std::int64_t> start_;
  std::vector<std::uint32_t> adjacency_;
};

// Pairs of two kinds that have no closed form remember how they were solved.
bool needs_cache(Kind a, Kind b) {
  return !(b == Kind::half_space || b == Kind::mesh || (a == Kind::sphere && b == Kind::sphere));
}

class Blocks {
 public:
  explicit Blocks(const LoopState& s) : s_(s) { place_.fill(-1); }

  void add(std::int32_t a, std::int32_t b, Vec3<double> shift) {
    Kind kind_a = kind(a), kind_b = kind(b);
    if (!s_.is_free(index(a)) && !s_.is_free(index(b))) return;
    if (kind_b < kind_a || (kind_a == kind_b && b < a)) {
      std::swap(a, b), std::swap(kind_a, kind_b);
      shift = -shift;
    }
    PairBlock& block = block_for(kind_a, kind_b);
    block.a.push_back(a);
    block.b.push_back(b);
    if (!s_.setup.domain.is_open()) block.shift.push_back(shift);
  }

  // In the order of kinds, with room for what is remembered.
  std::vector<PairBlock> finish() {
    std::sort(blocks_.begin(), blocks_.end(), [](const PairBlock& p, const PairBlock& q) {
      return p.kind_a != q.kind_a ? p.kind_a < q.kind_a : p.kind_b < q.kind_b;
    });
    std::int64_t first = 0;
    for (PairBlock& block : blocks_) {
      block.first = first;
      first += static_cast<std::int64_t>(block.size());
      block.safe_until.assign(block.size(), 0.0);
      block.radius.assign(block.size(), 0.0);
      const bool points = block.kind_b == Kind::mesh || block.kind_a == Kind::mesh;
      if (points) {
        block.points.resize(block.size());
      } else {
        block.friction.resize(block.size());
        if (s_.rolls) block.rolling.resize(block.size());
        if (needs_cache(block.kind_a, block.kind_b)) block.cache.resize(block.size());
      }
    }
    return std::move(blocks_);
  }

 private:
  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }
  Kind kind(std::int32_t i) const { return kind_of(s_.bodies.shape(index(i))); }
  PairBlock& block_for(Kind a, Kind b) {
    int& place =
        place_[static_cast<std::size_t>(static_cast<int>(a) * kind_count + static_cast<int>(b))];
    if (place < 0) {
      place = static_cast<int>(blocks_.size());
      blocks_.emplace_back();
      blocks_.back().kind_a = a;
      blocks_.back().kind_b = b;
    }
    return blocks_[static_cast<std::size_t>(place)];
  }

  const LoopState& s_;
  std::vector<PairBlock> blocks_;
  std::array<int, kind_count * kind_count> place_{};
};

void keep_memory(PairBlock& block, LastList& last) {
  for (std::size_t k = 0; k < block.size(); ++k) {
    std::size_t place{};
    PairBlock* old = last.find(block, k, place);
    if (old == nullptr) continue;
    block.safe_until[k] = old->safe_until[place];
    block.radius[k] = old->radius[place];
    if (!block.friction.empty()) block.friction[k] = old->friction[place];
    if (!block.rolling.empty()) block.rolling[k] = old->rolling[place];
    if (!block.cache.empty()) block.cache[k] = old->cache[place];
    if (!block.points.empty()) block.points[k] = std::move(old->points[place]);
  }
}

// Half-spaces have no box: a body is a neighbour if its ball of reach comes near the plane.
void add_half_spaces(const LoopState& s, Blocks& blocks) {
  for (std::size_t w = 0; w < s.body_count(); ++w) {
    const auto* plane = std::get_if<HalfSpace<double>>(&s.bodies.shape(w));
    if (plane == nullptr) continue;
    const Vec3<double> normal = rotation_of(s.bodies.poses[w].orientation) * plane->normal;
    const double offset = plane->offset + dot(normal, s.bodies.poses[w].position);
    for (std::size_t i = 0; i < s.body_count(); ++i) {
      if (!s.is_free(i)) continue;
      const double gap = dot(normal, s.state[i].centre) - offset - s.facts_of(i).reach;
      if (gap > s.room[i] + s.room[w]) continue;
      blocks.add(static_cast<std::int32_t>(i), static_cast<std::int32_t>(w), {});
    }
  }
}

void make_adjacency(LoopState& s) {
  std::size_t slots = 0;
  for (const PairBlock& block : s.blocks) slots += block.size();
  s.force.assign(slots, {});
  s.torque_a.assign(slots, {});
  s.torque_b.assign(slots, {});
  s.active.assign(slots, 0);
  s.adjacency_start.assign(s.body_count() + 1, 0);
  const auto for_all = [&](const auto& act) {
    for (const PairBlock& block : s.blocks) {
      for (std::size_t k = 0; k < block.size(); ++k) {
        const auto slot = static_cast<std::uint32_t>(static_cast<std::size_t>(block.first) + k);
        act(static_cast<std::size_t>(block.a[k]), 2 * slot);
        if (!block.walls) act(static_cast<std::size_t>(block.b[k]), 2 * slot + 1);
      }
    }
  };
  for_all([&](std::size_t body, std::uint32_t) { ++s.adjacency_start[body + 1]; });
  for (std::size_t i = 0; i < s.body_count(); ++i) s.adjacency_start[i + 1] += s.adjacency_start[i];
  s.adjacency.resize(static_cast<std::size_t>(s.adjacency_start.back()));
  std::vector<std::int64_t> next(s.adjacency_start.begin(), s.adjacency_start.end() - 1);
  for_all([&](std::size_t body, std::uint32_t entry) {
    s.adjacency[static_cast<std::size_t>(next[body]++)] = entry;
  });
}

}  // namespace

void Neighbours::find(LoopState& s) {
  ++searches_;
  give_room(s);
  box_.clear();
  body_of_.clear();
  for (std::size_t i = 0; i < s.body_count(); ++i) {
    if (!s.facts_of(i).bounded) continue;
    body_of_.push_back(static_cast<std::int32_t>(i));
  }
  box_.resize(body_of_.size());
  for_each_chunk(static_cast<std::int64_t>(box_.size()), chunk, s.threads,
                 [&](std::int64_t, std::int64_t first, std::int64_t last) {
                   for (std::int64_t k = first; k < last; ++k) {
                     const auto place = static_cast<std::size_t>(k);
                     const auto i = static_cast<std::size_t>(body_of_[place]);
                     const Vec3<double> room{s.room[i], s.room[i], s.room[i]};
                     const auto box = world_box(s.bodies.shape(i), s.bodies.poses[i]);
                     box_[place] = {box->lower - room, box->upper + room};
                   }
                 });
  broad::Work work;
  const broad::Scene scene{box_, {}, static_cast<int>(box_.size()), s.setup.domain};
  broad::check(scene);
  finder_.find(scene, s.threads, pairs_, work);

  Blocks blocks(s);
  for (std::size_t k = 0; k < pairs_.pair.size(); ++k) {
    const Vec3<double> shift =
        pairs_.image.empty() ? Vec3<double>{} : broad::shift_of(s.setup.domain, pairs_.image[k]);
    blocks.add(body_of_[static_cast<std::size_t>(pairs_.pair[k].a)],
               body_of_[static_cast<std::size_t>(pairs_.pair[k].b)], shift);
  }
  add_half_spaces(s, blocks);
  LastList last(std::move(s.blocks), std::move(s.adjacency_start), std::move(s.adjacency));
  s.blocks = blocks.finish();
  for (PairBlock& block : s.blocks) keep_memory(block, last);
  make_adjacency(s);
}

void Neighbours::update(LoopState& s, bool always) {
  if (always || someone_has_left(s)) find(s);
}

std::size_t Neighbours::bytes() const {
  return box_.capacity() * sizeof(box_[0]) + body_of_.capacity() * sizeof(body_of_[0]) +
         pairs_.pair.capacity() * sizeof(broad::BodyPair) +
         pairs_.image.capacity() * sizeof(broad::Image);
}

}  // namespace talus
