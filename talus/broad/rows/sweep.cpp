// Compiled once per instruction set by Highway; the best one the machine has is called.
#include "talus/broad/rows/sweep.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "talus/broad/rows/sweep.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace talus::broad::rows::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One box in all lanes.
template <class Real>
struct Query {
  using Lanes = hn::CappedTag<Real, 16>;
  using Vector = hn::Vec<Lanes>;
  Vector lower[3], upper[3];

  Query(const SortedBoxes<Real>& boxes, std::uint32_t i) {
    for (int k = 0; k < 3; ++k) {
      lower[k] = hn::Set(Lanes(), boxes.lower[k][i]);
      upper[k] = hn::Set(Lanes(), boxes.upper[k][i]);
    }
  }

  // How deep the boxes from j on reach into this one: below zero where they do not overlap.
  Vector depth(const SortedBoxes<Real>& boxes, std::uint32_t j) const {
    const Lanes lanes;
    Vector least = hn::Sub(upper[0], hn::LoadU(lanes, boxes.lower[0] + j));
    least = hn::Min(least, hn::Sub(hn::LoadU(lanes, boxes.upper[0] + j), lower[0]));
    for (int k = 1; k < 3; ++k) {
      const Vector ahead = hn::Sub(upper[k], hn::LoadU(lanes, boxes.lower[k] + j));
      const Vector behind = hn::Sub(hn::LoadU(lanes, boxes.upper[k] + j), lower[k]);
      least = hn::Min(least, hn::Min(ahead, behind));
    }
    return least;
  }
};

// Writes the pairs of box `a` with those entries that the mask names; returns the place after the
// last one. Floats without a branch: all places are written, and the pairs come first.
template <class Lanes, class Mask>
BodyPair* write(Lanes, const std::int32_t* entry, Mask mask, std::int32_t a,
                BodyPair* to) requires(sizeof(hn::TFromD<Lanes>) == 4) {
  const hn::Rebind<std::int32_t, Lanes> lanes;
  const auto kept = hn::RebindMask(lanes, mask);
  const auto b = hn::Compress(hn::LoadU(lanes, entry), kept);
  const auto all_a = hn::Set(lanes, a);
  hn::StoreInterleaved2(hn::Min(all_a, b), hn::Max(all_a, b), lanes,
                        reinterpret_cast<std::int32_t*>(to));
  return to + hn::CountTrue(lanes, kept);
}

template <class Lanes, class Mask>
BodyPair* write(Lanes lanes, const std::int32_t* entry, Mask mask, std::int32_t a,
                BodyPair* to) requires(sizeof(hn::TFromD<Lanes>) == 8) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(lanes, mask, bytes);
  for (unsigned bits = bytes[0]; bits != 0; bits &= bits - 1) {
    const std::int32_t b = entry[std::countr_zero(bits)];
    *to++ = {a < b ? a : b, a < b ? b : a};
  }
  return to;
}

// Box i against those from `from` on that begin before it ends, but none from `end` on.
template <class Real>
HWY_INLINE void test_run(const SortedBoxes<Real>& boxes, std::uint32_t i, std::uint32_t from,
                         std::uint32_t end, Found& found) {
  const typename Query<Real>::Lanes lanes;
  const std::uint32_t width = hn::Lanes(lanes);
  const Real last = boxes.upper[0][i];
  const Query<Real> query(boxes, i);
  const std::int32_t a = boxes.entry[i];
  BodyPair* const begin = found.certain.reserve(end - from + width);
  BodyPair* to = begin;
  std::uint32_t j = from;
  for (; j < end && boxes.lower[0][j] <= last; j += width) {
    const auto depth = query.depth(boxes, j);
    const auto inside = hn::FirstN(lanes, end - j);
    const auto strictly = hn::And(inside, hn::Gt(depth, hn::Zero(lanes)));
    const auto touching = hn::And(inside, hn::Eq(depth, hn::Zero(lanes)));
    to = write(lanes, boxes.entry + j, strictly, a, to);
    if (HWY_UNLIKELY(!hn::AllFalse(lanes, touching))) {
      BodyPair* const doubt = found.doubtful.reserve(width);
      found.doubtful.commit(write(lanes, boxes.entry + j, touching, a, doubt) - doubt);
    }
  }
  found.certain.commit(to - begin);
  found.tests += j - from;
}

// The first place in [from, end) whose box begins at or after `value`: by steps that double, since
// it is mostly close.
template <class Real>
std::uint32_t advance(const Real* lower, std::uint32_t from, std::uint32_t end, Real value) {
  if (from >= end || !(lower[from] < value)) return from;
  std::uint32_t step = 1;
  for (; step < end - from && lower[from + step] < value; step *= 2) from += step;
  for (; step > 0; step /= 2) {
    if (step < end - from && lower[from + step] < value) from += step;
  }
  return from + 1;
}

// Which of the boxes from i on reach into a span, as bits.
template <class Real>
std::uint32_t reaching(const SortedBoxes<Real>& boxes, std::uint32_t i, const Span<Real>& span) {
  const typename Query<Real>::Lanes lanes;
  const auto in = [&](int k, const Interval<Real>& side) {
    return hn::And(hn::Ge(hn::LoadU(lanes, boxes.upper[k] + i), hn::Set(lanes, side.lower)),
                   hn::Le(hn::LoadU(lanes, boxes.lower[k] + i), hn::Set(lanes, side.upper)));
  };
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(lanes, hn::And(in(1, span.row), in(2, span.slab)), bytes);
  return bytes[0] | std::uint32_t{bytes[1]} << 8;
}

template <class Real>
void sweep_two_rows(const SortedBoxes<Real> boxes, Run a, Run b, const Span<Real>& span_b,
                    Real reach_b, Found& found) {
  const std::uint32_t width = hn::Lanes(typename Query<Real>::Lanes());
  std::uint32_t start = b.begin;
  for (std::uint32_t i = a.begin; i < a.end; i += width) {
    std::uint32_t bits = reaching(boxes, i, span_b);
    if (a.end - i < width) bits &= (1u << (a.end - i)) - 1;
    for (; bits != 0; bits &= bits - 1) {
      const std::uint32_t query = i + std::countr_zero(bits);
      start = advance(boxes.lower[0], start, b.end, boxes.lower[0][query] - reach_b);
      if (start == b.end) return;
      test_run(boxes, query, start, b.end, found);
    }
    if (found.too_many()) return;
  }
}

template <class Real>
void sweep_one_row(const SortedBoxes<Real> boxes, Run a, Found& found) {
  for (std::uint32_t i = a.begin; i < a.end && !found.too_many(); ++i) {
    test_run(boxes, i, i + 1, a.end, found);
  }
}

void sweep_two_float(const SortedBoxes<float>& boxes, Run a, Run b, const Span<float>& span,
                     float reach, Found& found) {
  sweep_two_rows(boxes, a, b, span, reach, found);
}
void sweep_two_double(const SortedBoxes<double>& boxes, Run a, Run b, const Span<double>& span,
                      double reach, Found& found) {
  sweep_two_rows(boxes, a, b, span, reach, found);
}
void sweep_one_float(const SortedBoxes<float>& boxes, Run a, Found& found) {
  sweep_one_row(boxes, a, found);
}
void sweep_one_double(const SortedBoxes<double>& boxes, Run a, Found& found) {
  sweep_one_row(boxes, a, found);
}

}  // namespace talus::broad::rows::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus::broad::rows {

HWY_EXPORT(sweep_two_float);
HWY_EXPORT(sweep_two_double);
HWY_EXPORT(sweep_one_float);
HWY_EXPORT(sweep_one_double);

void sweep_two(const SortedBoxes<float>& boxes, Run a, Run b, const Span<float>& span_b,
               float reach_b, Found& found) {
  HWY_DYNAMIC_DISPATCH(sweep_two_float)(boxes, a, b, span_b, reach_b, found);
}
void sweep_two(const SortedBoxes<double>& boxes, Run a, Run b, const Span<double>& span_b,
               double reach_b, Found& found) {
  HWY_DYNAMIC_DISPATCH(sweep_two_double)(boxes, a, b, span_b, reach_b, found);
}
void sweep_one(const SortedBoxes<float>& boxes, Run a, Found& found) {
  HWY_DYNAMIC_DISPATCH(sweep_one_float)(boxes, a, found);
}
void sweep_one(const SortedBoxes<double>& boxes, Run a, Found& found) {
  HWY_DYNAMIC_DISPATCH(sweep_one_double)(boxes, a, found);
}

}  // namespace talus::broad::rows
#endif
