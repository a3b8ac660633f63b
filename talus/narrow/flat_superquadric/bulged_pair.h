// The smooth depth of two superquadrics (bulged_depth.h) for a pair, or for the pairs of a pack:
// every pair gets the same bits. In a time loop the search begins at the last one of the pair
// (bulged_start.h), and one step of Newton's method suffices for bodies that hardly move.
#pragma once

#include "talus/narrow/flat_superquadric/bulged_depth.h"

namespace talus {

// What the search reads of a body and of a pair: numbers in this order.
template <class T>
struct BulgedPairBody {
  Superquadric<T> shape;
  Quat<T> orientation;
  Vec3<T> centre;  // from the middle of the contact
};
template <class T>
struct BulgedPairQuery {
  BulgedPairBody<T> a, b;
  Vec3<T> normal;  // of the contact, from A to B
  T depth{};
  Vec3<T> start_tilt{};  // as BulgedStart
  T start_depth_ratio{};
};

// `found` is 1 or 0: not found where nothing bulges, if the bodies do not overlap, or if Newton's
// method does not converge to this contact.
template <class T>
struct BulgedPairDepth {
  T found{}, depth{}, slope{}, moment{};
  Vec3<T> normal{}, point{};
  Vec3<T> tilt{};  // for the next search, as BulgedStart
  T depth_ratio{}, steps{};
  T unused{};
};

template <class T>
TALUS_INLINE BulgedPairDepth<T> bulged_pair_depth(const BulgedPairQuery<T>& query) {
  using Limits = BulgedDepthLimits;
  const auto posed = [](const BulgedPairBody<T>& body) {
    return BulgedBody<T>(body.shape, rotation_of(body.orientation), body.centre);
  };
  BulgedBody<T> a = posed(query.a), b = posed(query.b);
  BulgedPairDepth<T> r;
  const MaskOf<T> first = a.bulges(query.normal, query.depth);
  const MaskOf<T> second = b.bulges(-query.normal, query.depth);
  MaskOf<T> active = first | second;
  BulgedSearch<T> search(query.normal, query.depth, larger(a.size, b.size));
  MaskOf<T> warm = T(0) < query.start_depth_ratio;
  if (any(warm)) {
    search.restart(warm, normalized(query.normal + query.start_tilt),
                   query.start_depth_ratio * query.depth);
  }
  for (int i = 0; i < Limits::steps && any(active); ++i) {
    search.converged = select(warm, T(Limits::warm_converged), T(Limits::converged));
    search.joined = select(warm, T(Limits::warm_on_line), T(Limits::on_line));
    const TangentFrame<T> axes = tangent_frame(search.n);
    const BulgedRound<T> at = bulged_round(a, b, search.n, axes, search.depth);
    search.advance(at, axes);
    const MaskOf<T> ends = active & search.ended;
    active = active & !(search.ended | (search.failed & !warm));
    const MaskOf<T> again = active & (i + 1 < Limits::warm_steps ? warm & search.failed : warm);
    if (any(again)) {
      search.restart(again, query.normal, query.depth);
      warm = warm & !again;
    }
    if (!any(ends)) continue;
    const T moment =
        larger(moment_of(a, at.turning, search.depth), moment_of(b, at.turning, search.depth));
    r.found = select(ends, T(1), r.found);
    r.depth = select(ends, search.depth, r.depth);
    r.slope = select(ends, at.slope, r.slope);
    r.moment = select(ends, moment, r.moment);
    r.normal = select_vector(ends, search.n, r.normal);
    r.point = select_vector(ends, search.point_of(a, at), r.point);
    r.steps = select(ends, T(i + 1), r.steps);
  }
  r.tilt = r.normal - query.normal;
  r.depth_ratio = r.depth / query.depth;
  return r;
}

}  // namespace talus
