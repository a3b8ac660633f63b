#include "talus/sim/loop/neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "talus/broad/curve_order.h"
#include "talus/broad/pair_finder.h"
#include "talus/contact/previous_pairs.h"
#include "talus/error.h"
#include "talus/parallel/parallel_for.h"
#include "talus/shape.h"
#include "talus/sim/loop/held_contact.h"
#include "talus/sim/loop/pair_sorter.h"
#include "talus/sim/loop/periodic_wrap.h"

namespace talus {
namespace {

constexpr std::int64_t boxes_at_once = 1024;  // per item of work of a thread

// Half-spaces have no box: a body is a neighbour if its ball of reach comes near the plane.
// `range`: of contacts, here and below.
void add_half_spaces(const BodyTable& bodies, const SkinTable& skins, double range,
                     PairSorter& sorter) {
  for (std::size_t w = 0; w < bodies.half_spaces; ++w) {
    const auto& plane = std::get<HalfSpace<double>>(bodies.shape(w));
    const Vec3<double> normal = rotation_of(bodies.pose(w).orientation) * plane.normal;
    const double offset = plane.offset + dot(normal, bodies.pose(w).position);
    for (std::size_t i = 0; i < bodies.body_count; ++i) {
      if (!bodies.is_free(i)) continue;
      const double gap = dot(normal, bodies.motion[i].centre) - offset - bodies.type(i).reach;
      if (gap > skins.skin[i] + skins.skin[w] + range) continue;
      sorter.add(static_cast<std::int32_t>(i), static_cast<std::int32_t>(w), {});
    }
  }
}

// Boxes overlap at their corners long before bodies touch: balls around the centres with the same
// skin leave half of the pairs.
bool may_touch(const BodyTable& bodies, const SkinTable& skins, std::size_t a, std::size_t b,
               double range, const Vec3<double>& shift) {
  const double reach =
      bodies.type(a).reach + skins.skin[a] + bodies.type(b).reach + skins.skin[b] + range;
  return norm_squared(bodies.motion[b].centre + shift - bodies.motion[a].centre) <= reach * reach;
}

BoundingBox<double> enlarged(const BoundingBox<double>& box, double skin) {
  const Vec3<double> margin{skin, skin, skin};
  return {box.lower - margin, box.upper + margin};
}

template <class T>
void reorder(std::span<T> values, std::span<const std::int32_t> from) {
  std::vector<T> sorted(from.size());
  for (std::size_t k = 0; k < from.size(); ++k) {
    sorted[k] = values[static_cast<std::size_t>(from[k])];
  }
  std::copy(sorted.begin(), sorted.end(), values.begin());
}

// Bodies with a box, which come first among the boxes, get their slots along a curve through them;
// the other slots stay. Returns the slot that every object had before.
std::vector<std::int32_t> renumber(BodyTable& bodies, SkinTable& skins,
                                   std::vector<BoundingBox<double>>& boxes, int threads) {
  const std::size_t count = bodies.body_count - bodies.half_spaces;
  const std::vector<std::int32_t> order =
      broad::curve_order(std::span(boxes).first(count), threads);
  const auto sort = [&](auto& values, std::size_t first) {
    if (!values.empty()) reorder(std::span(values).subspan(first, count), std::span(order));
  };
  sort(boxes, 0);
  const std::size_t first = bodies.half_spaces;
  std::vector<std::int32_t> before(bodies.object_count());
  std::iota(before.begin(), before.end(), 0);
  sort(before, first);
  sort(bodies.body_of, first), sort(bodies.type_of, first);
  sort(bodies.motion, first), sort(bodies.poses, first), sort(bodies.angular_momentum, first);
  sort(skins.skin, first), sort(skins.path_limit, first);
  sort(skins.centre, first), sort(skins.orientation, first);
  bodies.list_constrained();
  return before;
}

// The message on a box names its number; here it names the body, or the wall of a triangle.
// slot_of(box): of its object.
template <class SlotOf>
void check_boxes(const broad::Scene& scene, const Model& model, const BodyTable& bodies,
                 const SlotOf& slot_of) {
  try {
    broad::check(scene);
  } catch (const broad::SceneError& error) {
    const std::string what = error.what();
    constexpr std::string_view prefix = "box ";
    std::size_t box = 0;
    const char* const last = what.data() + what.size();
    if (!what.starts_with(prefix) ||
        std::from_chars(what.data() + prefix.size(), last, box).ec != std::errc{}) {
      throw SimulationError(what);
    }
    const std::size_t slot = slot_of(box);
    const std::string reason = what.find("periods outside") == std::string::npos
                                   ? ""
                                   : "; " + why_not_moved_back(model, bodies, slot);
    throw SimulationError(fmt::format("{}{}, for the box around it and its skin{}",
                                      model.setup.name[bodies.number_of(slot)],
                                      what.substr(what.find(':')), reason));
  }
}

// Indices of pairs in the order of the first of their bodies.
std::vector<std::uint32_t> by_first_body(const broad::PairList& pairs, std::size_t bodies) {
  std::vector<std::uint32_t> next(bodies + 1);
  const auto key = [](const broad::BodyPair& pair) { return static_cast<std::size_t>(pair.a); };
  for (const broad::BodyPair& pair : pairs.pair) ++next[key(pair) + 1];
  for (std::size_t k = 0; k < bodies; ++k) next[k + 1] += next[k];
  std::vector<std::uint32_t> sorted(pairs.pair.size());
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sorted[next[key(pairs.pair[k])]++] = static_cast<std::uint32_t>(k);
  }
  return sorted;
}

// Boxes with their skins must not be longer than a period: an object that nearly fills the domain,
// or crosses it in a step, gets a smaller skin and is searched for more often.
void fit_skin(const broad::Domain& domain, const BoundingBox<double>& box, double& skin) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!domain.periodic[axis]) continue;
    constexpr double rounding = 1e-12;  // of the bounds of the enlarged box
    const double length = box.upper[axis] - box.lower[axis];
    const double free_space = 0.5 * ((1.0 - rounding) * domain.period(axis) - length);
    skin = std::max(0.0, std::min(skin, free_space));
  }
}

void fit_skins(const broad::Domain& domain, const BodyTable& bodies, double range,
               SkinTable& skins) {
  for (std::size_t i = bodies.half_spaces; i < bodies.body_count; ++i) {
    const double width = 2.0 * (bodies.type(i).reach + skins.skin[i]) + range;
    const auto is_short = [&](int axis) {
      return domain.periodic[axis] && domain.period(axis) < width;
    };
    if (!is_short(0) && !is_short(1) && !is_short(2)) continue;
    const BoundingBox<double> box = *world_box(bodies.shape(i), bodies.pose(i));
    fit_skin(domain, enlarged(box, 0.5 * range), skins.skin[i]);
  }
}

}  // namespace

BoundingBox<double> NeighbourSearch::box_of_triangle(const Model& model, const BodyTable& bodies,
                                                     const SkinTable& skins,
                                                     const WallTriangle& t) const {
  const auto w = static_cast<std::size_t>(t.wall);
  const std::size_t object = bodies.body_count + w;
  const Pose<double>& pose = bodies.pose(object);
  const Mat3<double> rotation = rotation_of(pose.orientation);
  BoundingBox<double> box{};
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> p = rotation * model.walls[w].corner_of(t.triangle, k) + pose.position;
    for (int axis = 0; axis < 3; ++axis) {
      box.lower[axis] = k == 0 ? p[axis] : smaller(box.lower[axis], p[axis]);
      box.upper[axis] = k == 0 ? p[axis] : larger(box.upper[axis], p[axis]);
    }
  }
  return enlarged(box, skins.skin[object] + bodies.type(object).surface_margin);
}

void NeighbourSearch::fit_skins_of_walls(const Model& model, const BodyTable& bodies,
                                         SkinTable& skins) const {
  const broad::Domain& domain = model.setup.domain;
  if (domain.is_open()) return;
  for (const WallTriangle& t : triangle_) {
    double& skin = skins.skin[bodies.body_count + static_cast<std::size_t>(t.wall)];
    if (!(skin > 0.0)) continue;
    const BoundingBox<double> box = box_of_triangle(model, bodies, skins, t);
    fit_skin(domain, enlarged(box, -skin), skin);
  }
}

// Those of bodies, then those of the triangles of mesh walls.
std::vector<BoundingBox<double>> NeighbourSearch::boxes_of(const Model& model,
                                                           const BodyTable& bodies,
                                                           const SkinTable& skins, double range,
                                                           int threads) const {
  const std::size_t count = bodies.body_count - bodies.half_spaces;
  std::vector<BoundingBox<double>> boxes(count + triangle_.size());
  const auto box = [&](std::size_t k) {
    if (k >= count) return box_of_triangle(model, bodies, skins, triangle_[k - count]);
    const std::size_t i = bodies.half_spaces + k;
    return enlarged(*world_box(bodies.shape(i), bodies.pose(i)), skins.skin[i] + 0.5 * range);
  };
  parallel_for_chunks(static_cast<std::int64_t>(boxes.size()), boxes_at_once, threads,
                      [&](std::int64_t, std::int64_t first, std::int64_t last) {
                        for (auto k = static_cast<std::size_t>(first);
                             k < static_cast<std::size_t>(last); ++k) {
                          boxes[k] = box(k);
                        }
                      });
  return boxes;
}

// Scratch is allocated per search: it is as large as half of all grains, and in a bed at rest the
// next search is far off.
void NeighbourSearch::run(const Model& model, BodyTable& bodies, SkinTable& skins,
                          NeighbourList& list, int threads,
                          std::span<const std::int32_t> slot_in_list) {
  set_skins(bodies, model.step, skins);
  if (triangle_.empty()) number_triangles(model);
  const double range = largest_range(model, bodies);
  fit_skins(model.setup.domain, bodies, range, skins);
  fit_skins_of_walls(model, bodies, skins);
  std::vector<BoundingBox<double>> boxes = boxes_of(model, bodies, skins, range, threads);
  const std::size_t count = bodies.body_count - bodies.half_spaces;
  const broad::Domain& domain = model.setup.domain;
  const broad::Scene scene{boxes, {}, static_cast<int>(count), domain};
  check_boxes(scene, model, bodies, [&](std::size_t box) {
    if (box < count) return bodies.half_spaces + box;
    return bodies.body_count + static_cast<std::size_t>(triangle_[box - count].wall);
  });
  std::vector<std::int32_t> before = renumber(bodies, skins, boxes, threads);
  if (!slot_in_list.empty()) {
    for (std::int32_t& slot : before) slot = slot_in_list[static_cast<std::size_t>(slot)];
  }
  broad::PairList pairs;
  broad::Work work;
  broad::size_rows(scene, threads, pairs, work);

  PreviousPairs previous(std::move(list), before);
  PairSorter sorter(model, bodies);
  std::vector<NearTriangle> near;
  for (const std::uint32_t k : by_first_body(pairs, count)) {
    const Vec3<double> shift =
        pairs.image.empty() ? Vec3<double>{} : broad::shift_of(domain, pairs.image[k]);
    const std::size_t a = bodies.half_spaces + static_cast<std::size_t>(pairs.pair[k].a);
    const auto b = static_cast<std::size_t>(pairs.pair[k].b);
    if (b >= count) {
      const WallTriangle& t = triangle_[b - count];
      if (bodies.is_free(a)) {
        near.push_back({static_cast<std::int32_t>(a), t.wall, t.triangle, shift});
      }
    } else if (may_touch(bodies, skins, a, bodies.half_spaces + b, range, shift)) {
      sorter.add(static_cast<std::int32_t>(a), static_cast<std::int32_t>(bodies.half_spaces + b),
                 shift);
    }
  }
  sorter.add_walls(near);
  add_half_spaces(bodies, skins, range, sorter);
  list = sorter.finish(model.rolls);
  for (PairBlock& block : list.blocks) previous.move_to(block, list.shift);
}

void NeighbourSearch::number_triangles(const Model& model) {
  for (std::size_t w = 0; w < model.walls.size(); ++w) {
    for (std::size_t t = 0; t < model.walls[w].triangles().size(); ++t) {
      triangle_.push_back({static_cast<std::int32_t>(w), static_cast<std::int32_t>(t)});
    }
  }
}

std::size_t NeighbourSearch::bytes() const { return triangle_.capacity() * sizeof(triangle_[0]); }

}  // namespace talus
