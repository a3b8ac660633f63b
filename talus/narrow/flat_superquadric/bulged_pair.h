// The smooth depth of two superquadrics (bulged_depth.h) for a pair, or for the pairs of a pack:
// every pair gets the same bits.
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
  T unused[4]{};  // up to a multiple of eight numbers
};

// `found` is 1 or 0: not found where nothing bulges, if the bodies do not overlap, or if Newton's
// method does not converge to this contact.
template <class T>
struct BulgedPairDepth {
  T found{}, depth{}, slope{}, moment{};
  Vec3<T> normal{}, point{};
  T unused[6]{};
};

template <class T>
TALUS_INLINE BulgedPairDepth<T> bulged_pair_depth(const BulgedPairQuery<T>& query) {
  const auto posed = [](const BulgedPairBody<T>& body) {
    return BulgedBody<T>(body.shape, rotation_of(body.orientation), body.centre);
  };
  BulgedBody<T> a = posed(query.a), b = posed(query.b);
  BulgedPairDepth<T> r;
  MaskOf<T> active = a.bulges(query.normal, query.depth) | b.bulges(-query.normal, query.depth);
  BulgedSearch<T> search(query.normal, query.depth, larger(a.size, b.size));
  for (int i = 0; i < BulgedDepthLimits::steps && any(active); ++i) {
    const TangentFrame<T> axes = tangent_frame(search.n);
    const BulgedRound<T> at = bulged_round(a, b, search.n, axes, search.depth);
    search.advance(at, axes, i == 0);
    const MaskOf<T> ends = active & search.ended;
    active = active & !(search.ended | search.failed);
    if (!any(ends)) continue;
    const T moment =
        larger(moment_of(a, at.turning, search.depth), moment_of(b, at.turning, search.depth));
    r.found = select(ends, T(1), r.found);
    r.depth = select(ends, search.depth, r.depth);
    r.slope = select(ends, at.slope, r.slope);
    r.moment = select(ends, moment, r.moment);
    r.normal = select_vector(ends, search.n, r.normal);
    r.point = select_vector(ends, search.point_of(a, at), r.point);
  }
  return r;
}

}  // namespace talus
