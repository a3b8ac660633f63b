#include "talus/sim/loop/time_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <queue>
#include <vector>

#include "talus/parallel/parallel_for.h"
#include "talus/physics/effective_radius.h"
#include "talus/sim/loop/contact_mobility.h"

namespace talus {
namespace {

// What omega^2 depends on, of one body.
struct Candidate {
  double inverse_radius{};  // 1/m; 0: flat, negative: a round wall, which is concave from inside
  double mobility{};        // 1/kg; 0: not free
  double count{};           // bodies of this radius or less
  std::size_t slot{};
};

// Bodies of a material and a class of surfaces, from the largest to the smallest.
struct BodyList {
  std::int32_t material{};
  SurfaceClass surface{};
  std::vector<Candidate> candidate;
};

SurfaceClass class_of(const BodyType& type) {
  if (type.geometry == nullptr) return SurfaceClass::round;  // a mesh wall
  switch (kind_of(*type.geometry)) {
    case Kind::sphere:
    case Kind::half_space:
      return SurfaceClass::round;
    case Kind::ellipsoid:
    case Kind::superquadric:
      return SurfaceClass::smooth;
    case Kind::polyhedron:
    case Kind::segment:
    case Kind::mesh:
      break;
  }
  return SurfaceClass::edged;
}

double inverse_radius(const BodyType& type) {
  if (type.bounded) return 1.0 / type.size_radius;
  const RoundWall* wall = type.round_wall;
  return wall == nullptr ? 0.0 : -wall->curvature(smaller(wall->radius(0), wall->radius(1)));
}

// `mobility` and `count`, of equal bodies, are functions of a slot. One body stands for all of its
// type that are free, or are not.
template <class Mobility, class Count>
std::vector<BodyList> list_bodies(const Model& model, const BodyTable& bodies,
                                  const Mobility& mobility, const Count& count_of) {
  constexpr std::size_t per_material = 3;  // round, smooth, edged
  std::vector<BodyList> lists(per_material * model.setup.materials.material.size());
  constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> known(2 * bodies.types.size(), unknown);  // index in its list
  for (std::size_t i = 0; i < bodies.object_count(); ++i) {
    const BodyType& type = bodies.type(i);
    const SurfaceClass surface = class_of(type);
    BodyList& list = lists[per_material * static_cast<std::size_t>(type.material) +
                           static_cast<std::size_t>(surface)];
    std::size_t& at =
        known[2 * static_cast<std::size_t>(bodies.type_of[i]) + (bodies.is_free(i) ? 1 : 0)];
    if (at == unknown) {
      at = list.candidate.size();
      list.material = type.material;
      list.surface = surface;
      list.candidate.push_back(
          {inverse_radius(type), bodies.is_free(i) ? mobility(i) : 0.0, 0.0, i});
    }
    list.candidate[at].count += count_of(i);
  }
  std::erase_if(lists, [](const BodyList& list) { return list.candidate.empty(); });
  for (BodyList& list : lists) {
    std::sort(list.candidate.begin(), list.candidate.end(),
              [](const Candidate& p, const Candidate& q) {
                if (p.inverse_radius != q.inverse_radius) {
                  return p.inverse_radius < q.inverse_radius;
                }
                return p.mobility != q.mobility ? p.mobility > q.mobility : p.slot < q.slot;
              });
    double count = 0.0;
    for (auto c = list.candidate.rbegin(); c != list.candidate.rend(); ++c) {
      count = c->count += count;
    }
  }
  return lists;
}

// The bodies that no larger one exceeds in mobility.
std::vector<BodyList> fronts_of(const std::vector<BodyList>& lists) {
  std::vector<BodyList> fronts;
  for (const BodyList& list : lists) {
    fronts.push_back({list.material, list.surface, {}});
    std::vector<Candidate>& front = fronts.back().candidate;
    for (const Candidate& c : list.candidate) {
      if (front.empty() || c.mobility > front.back().mobility) front.push_back(c);
    }
  }
  return fronts;
}

// Part of a list.
struct ListSegment {
  const BodyList* list{};
  std::size_t first{}, last{};  // last is included

  std::size_t size() const { return last - first + 1; }
  const Candidate& largest() const { return list->candidate[first]; }
  const Candidate& smallest() const { return list->candidate[last]; }
  double least_mobility() const {
    double least = largest().mobility;
    for (std::size_t i = first; i <= last; ++i) least = smaller(least, list->candidate[i].mobility);
    return least;
  }
  ListSegment half(bool second) const {
    const std::size_t middle = first + size() / 2;
    return second ? ListSegment{list, middle, last} : ListSegment{list, first, middle - 1};
  }
};

ListSegment whole(const BodyList& list) { return {&list, 0, list.candidate.size() - 1}; }

struct Quickest {
  double omega_squared{};
  std::size_t a{}, b{};  // slots
};

// The largest omega^2 of a body of `first` and one of `second`. `bound` is a function of two
// segments, at least the omega^2 of any of their pairs and that of the pair for two single bodies.
template <class Bound>
Quickest find_quickest(const std::vector<BodyList>& first, const std::vector<BodyList>& second,
                       const Bound& bound) {
  struct SegmentPair {
    double bound{};
    ListSegment a, b;
    bool operator<(const SegmentPair& other) const { return bound < other.bound; }
  };
  std::priority_queue<SegmentPair> queue;
  const auto enqueue = [&](const ListSegment& a, const ListSegment& b) {
    const double most = bound(a, b);
    if (most > 0.0) queue.push({most, a, b});
  };
  for (const BodyList& p : first) {
    for (const BodyList& q : second) enqueue(whole(p), whole(q));
  }
  while (!queue.empty()) {
    const SegmentPair top = queue.top();
    queue.pop();
    const ListSegment &a = top.a, &b = top.b;
    if (a.size() == 1 && b.size() == 1) return {top.bound, a.largest().slot, b.largest().slot};
    for (const bool half : {false, true}) {
      if (a.size() < b.size()) {
        enqueue(a, b.half(half));
      } else {
        enqueue(a.half(half), b);
      }
    }
  }
  return {};
}

// omega^2 of a contact that needs more steps per half period counts as that of a quicker one.
double steps_factor(SurfaceClass a, SurfaceClass b, const ContactMaterial& m) {
  return square(steps_per_half_period(std::max(a, b), m.damping_ratio) /
                fewest_steps_per_half_period);
}

// The bounds of two segments: of one contact, and of a body in a crowd.
class ContactBounds {
 public:
  // `steps`: with steps_factor.
  ContactBounds(const Model& model, bool steps) : model_(model), steps_(steps) {}

  double of_contact(const ListSegment& a, const ListSegment& b) const {
    const double w = mobility(a, b);
    return w > 0.0 ? model_.law->stiffness(material(a, b), radius(a, b)) * w * factor(a, b) : 0.0;
  }
  // The bound for a body a that bodies like b touch on all sides.
  double of_crowd(const ListSegment& a, const ListSegment& b) const {
    const double w = a.smallest().mobility;
    if (!(w > 0.0)) return 0.0;
    // A segment with a flat body, which any number can touch, counts all bodies of b.
    const double own = a.largest().inverse_radius, other = larger(0.0, b.smallest().inverse_radius);
    const double around = own > 0.0 ? neighbours_around(other / own) : b.largest().count;
    const double crowd = smaller(around, b.largest().count) / allowed_neighbours;
    const ContactMaterial& m = material(a, b);
    // m* / m with mobilities for 1 / m; near 1 for a body that is much lighter than its neighbours.
    const double mass_ratio = w / (w + b.least_mobility());
    return crowd_factor(crowd, m.damping_ratio, mass_ratio) *
           (model_.law->stiffness(m, radius(a, b)) * w * crowd_steps(m));
  }

 private:
  // A crowd limits the stability, not the energy of an impact: as for spheres.
  double crowd_steps(const ContactMaterial& m) const {
    return steps_ ? steps_factor(SurfaceClass::round, SurfaceClass::round, m) : 1.0;
  }
  double factor(const ListSegment& a, const ListSegment& b) const {
    return steps_ ? steps_factor(a.list->surface, b.list->surface, material(a, b)) : 1.0;
  }
  const ContactMaterial& material(const ListSegment& a, const ListSegment& b) const {
    return model_.contact_material(a.list->material, b.list->material);
  }
  // The smallest body of a segment has the largest mobility.
  static double mobility(const ListSegment& a, const ListSegment& b) {
    return a.smallest().mobility + b.smallest().mobility;
  }
  static double radius(const ListSegment& a, const ListSegment& b) {
    // In a concave wall at most largest_relative_radius times the body's own.
    const double p = a.largest().inverse_radius, q = b.largest().inverse_radius;
    return 1.0 / larger(larger(p + q, 0.0), larger(p, q) / largest_relative_radius);
  }

  const Model& model_;
  bool steps_;
};

// The factor of the mobility (contact_mobility.h) of every body type.
std::vector<double> mobility_factors(const Model& model, const BodyTable& bodies, int threads) {
  std::vector<double> factor(bodies.types.size());
  parallel_for(static_cast<std::int64_t>(factor.size()), threads, [&](std::int64_t item) {
    const auto i = static_cast<std::size_t>(item);
    const BodyType& type = bodies.types[i];
    const ContactMaterial& own = model.contact_material(type.material, type.material);
    factor[i] = mobility_factor(type, *model.law, own);
  });
  // The area of two faces on each other is that of the smaller one, of which the other may give
  // way.
  if (model.law->uses_overlap_volume && !factor.empty()) {
    std::ranges::fill(factor, *std::ranges::max_element(factor));
  }
  return factor;
}

// What the limit depends on.
BodyTable with(const BodyTable& bodies, const std::vector<ComingBodies>& coming) {
  BodyTable all;
  all.types = bodies.types;
  all.body_of = bodies.body_of;
  all.type_of = bodies.type_of;
  all.motion = bodies.motion;
  for (const ComingBodies& more : coming) {
    all.type_of.push_back(more.type);
    all.motion.emplace_back().inverse_mass =
        1.0 / all.types[static_cast<std::size_t>(more.type)].mass;
  }
  return all;
}

}  // namespace

TimeStepLimit time_step_limit(const Model& model, const BodyTable& present, int threads,
                              const std::vector<ComingBodies>& coming) {
  // One body that stands for all of its kind has a slot after all objects.
  const BodyTable with_coming = coming.empty() ? BodyTable{} : with(present, coming);
  const BodyTable& bodies = coming.empty() ? present : with_coming;
  const std::size_t objects = present.object_count();
  const auto count_of = [&](std::size_t i) {
    return i < objects ? 1.0 : coming[i - objects].count;
  };
  const std::vector<double> factor = mobility_factors(model, bodies, threads);
  const auto mobility = [&](std::size_t i) {
    return factor[static_cast<std::size_t>(bodies.type_of[i])] * bodies.motion[i].inverse_mass;
  };
  const std::vector<BodyList> all = list_bodies(model, bodies, mobility, count_of);
  const std::vector<BodyList> fronts = fronts_of(all);
  // The quickest contact and body in a crowd.
  const auto find = [&](bool steps) {
    const ContactBounds bounds(model, steps);
    using Segment = const ListSegment&;
    return std::array{
        find_quickest(fronts, fronts,
                      [&](Segment a, Segment b) { return bounds.of_contact(a, b); }),
        find_quickest(fronts, all, [&](Segment a, Segment b) { return bounds.of_crowd(a, b); })};
  };

  constexpr double none = std::numeric_limits<double>::infinity();
  TimeStepLimit limit{none, none, none, "no body can move"};
  for (const Quickest& q : find(false)) {
    if (q.omega_squared > 0.0)
      limit.shortest = smaller(limit.shortest, half_period(q.omega_squared));
  }
  const auto name = [&](std::size_t slot) {
    return slot < objects ? model.setup.name[bodies.number_of(slot)] : coming[slot - objects].name;
  };
  constexpr const char* words[] = {"a contact of {} and {}", "{} among many bodies like {}"};
  constexpr const char* like[] = {"one like it", "itself"};
  const std::array<Quickest, 2> limiting = find(true);
  for (std::size_t k = 0; k < limiting.size(); ++k) {
    const Quickest& q = limiting[k];
    if (!(q.omega_squared > 0.0)) continue;
    const double step = half_period(q.omega_squared) / fewest_steps_per_half_period;
    if (!(step < limit.step)) continue;
    // The free body first.
    const std::size_t a = bodies.is_free(q.a) ? q.a : q.b, b = bodies.is_free(q.a) ? q.b : q.a;
    const BodyType &type_a = bodies.type(a), &type_b = bodies.type(b);
    const double steps = steps_per_half_period(
        k == 1 ? SurfaceClass::round : std::max(class_of(type_a), class_of(type_b)),
        model.contact_material(type_a.material, type_b.material).damping_ratio);
    limit.step = step;
    limit.half_period = steps * step;
    limit.reason = fmt::format(fmt::runtime(words[k]), name(a), a == b ? like[k] : name(b));
  }
  return limit;
}

}  // namespace talus
