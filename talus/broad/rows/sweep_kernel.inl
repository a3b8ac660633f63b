// sweep_two and sweep_one (sweep.h) for one instruction set (cmake/simd.cmake): the boxes of one
// register at a time.
#include <bit>

#include "talus/broad/rows/sweep.h"
#include "talus/simd/register.h"

namespace talus::broad::rows {
namespace {

// One box in all lanes.
template <class Real>
struct Query {
  using Register = RegisterOf<Real>;
  using Vector = typename Register::Vector;
  Vector lower[3], upper[3];

  TALUS_INLINE Query(const SortedBoxes<Real>& boxes, std::uint32_t i) {
    for (int k = 0; k < 3; ++k) {
      lower[k] = Register::all(boxes.lower[k][i]);
      upper[k] = Register::all(boxes.upper[k][i]);
    }
  }

  // Overlap depth of this box with the boxes from j on: negative where they are apart.
  TALUS_INLINE Vector depth(const SortedBoxes<Real>& boxes, std::uint32_t j) const {
    Vector least = upper[0] - Register::load(boxes.lower[0] + j);
    least = Register::smaller(Register::load(boxes.upper[0] + j) - lower[0], least);
    for (int k = 1; k < 3; ++k) {
      const Vector ahead = upper[k] - Register::load(boxes.lower[k] + j);
      const Vector behind = Register::load(boxes.upper[k] + j) - lower[k];
      least = Register::smaller(Register::smaller(behind, ahead), least);
    }
    return least;
  }
};

// Writes the pairs of box `a` with the entries whose bits are set; returns the end of the pairs.
// With a compress instruction a whole register of pairs is written without a branch, those that
// count first.
template <class Real>
TALUS_INLINE BodyPair* write(const std::int32_t* entry, unsigned bits, std::int32_t a,
                             BodyPair* to) {
  using Register = RegisterOf<Real>;
  if constexpr (Register::has_compress) {
    const auto b = Register::compress(bits, Register::load_integers(entry));
    const auto all_a = Register::all_integers(a);
    Register::store_interleaved(reinterpret_cast<std::int32_t*>(to), Register::smaller(all_a, b),
                                Register::larger(all_a, b));
    return to + std::popcount(bits);
  } else {
    for (; bits != 0; bits &= bits - 1) {
      const std::int32_t b = entry[std::countr_zero(bits)];
      *to++ = {a < b ? a : b, a < b ? b : a};
    }
    return to;
  }
}

// Tests box i against the boxes in [from, end) that begin before it ends.
template <class Real>
TALUS_INLINE void test_run(const SortedBoxes<Real>& boxes, std::uint32_t i, std::uint32_t from,
                           std::uint32_t end, Found& found) {
  using Register = RegisterOf<Real>;
  constexpr std::uint32_t width = Register::width;
  const Real last = boxes.upper[0][i];
  const Query<Real> query(boxes, i);
  const std::int32_t a = boxes.entry[i];
  const auto zero = Register::all(0);
  BodyPair* const begin = found.certain.reserve(end - from + width);
  BodyPair* to = begin;
  std::uint32_t j = from;
  for (; j < end && boxes.lower[0][j] <= last; j += width) {
    const auto depth = query.depth(boxes, j);
    const unsigned inside = first_bits(end - j);
    to = write<Real>(boxes.entry + j, inside & Register::bits(Register::less(zero, depth)), a, to);
    const unsigned touching = inside & Register::bits(Register::equal(depth, zero));
    if (touching != 0) [[unlikely]] {
      BodyPair* const doubt = found.doubtful.reserve(width);
      found.doubtful.commit(write<Real>(boxes.entry + j, touching, a, doubt) - doubt);
    }
  }
  found.certain.commit(to - begin);
  found.tests += j - from;
}

// The first position in [from, end) whose box begins at or after `value`. By steps that double,
// since it is mostly close.
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

// Bit k: box i + k reaches into the span.
template <class Real>
TALUS_INLINE unsigned reaching(const SortedBoxes<Real>& boxes, std::uint32_t i,
                               const Span<Real>& span) {
  using Register = RegisterOf<Real>;
  const auto in = [&](int k, const Interval<Real>& side) {
    const auto begins =
        Register::less_equal(Register::all(side.lower), Register::load(boxes.upper[k] + i));
    const auto ends =
        Register::less_equal(Register::load(boxes.lower[k] + i), Register::all(side.upper));
    return Register::bits(begins) & Register::bits(ends);
  };
  return in(1, span.row) & in(2, span.slab);
}

template <class Real>
void sweep_two_rows(const SortedBoxes<Real> boxes, Run a, Run b, const Span<Real>& span_b,
                    Real reach_b, Found& found) {
  constexpr std::uint32_t width = RegisterOf<Real>::width;
  std::uint32_t start = b.begin;
  for (std::uint32_t i = a.begin; i < a.end; i += width) {
    for (unsigned bits = reaching(boxes, i, span_b) & first_bits(a.end - i); bits != 0;
         bits &= bits - 1) {
      const std::uint32_t query = i + std::countr_zero(bits);
      start = advance(boxes.lower[0], start, b.end, boxes.lower[0][query] - reach_b);
      if (start == b.end) return;
      test_run(boxes, query, start, b.end, found);
    }
    if (found.too_many()) return;
  }
}

template <class Real>
void sweep_any_two(const void* boxes, const void* a, const void* b, const void* span_b,
                   const void* reach_b, void* found) {
  sweep_two_rows(*static_cast<const SortedBoxes<Real>*>(boxes), *static_cast<const Run*>(a),
                 *static_cast<const Run*>(b), *static_cast<const Span<Real>*>(span_b),
                 *static_cast<const Real*>(reach_b), *static_cast<Found*>(found));
}

template <class Real>
void sweep_any_one(const void* sorted, const void* run, void* pairs) {
  const SortedBoxes<Real> boxes = *static_cast<const SortedBoxes<Real>*>(sorted);
  const Run a = *static_cast<const Run*>(run);
  Found& found = *static_cast<Found*>(pairs);
  for (std::uint32_t i = a.begin; i < a.end && !found.too_many(); ++i) {
    test_run(boxes, i, i + 1, a.end, found);
  }
}

}  // namespace
}  // namespace talus::broad::rows

extern "C" void TALUS_SIMD_ENTRY(talus_sweep_two_float)(const void* boxes, const void* a,
                                                        const void* b, const void* span_b,
                                                        const void* reach_b, void* found) {
  talus::broad::rows::sweep_any_two<float>(boxes, a, b, span_b, reach_b, found);
}
extern "C" void TALUS_SIMD_ENTRY(talus_sweep_two_double)(const void* boxes, const void* a,
                                                         const void* b, const void* span_b,
                                                         const void* reach_b, void* found) {
  talus::broad::rows::sweep_any_two<double>(boxes, a, b, span_b, reach_b, found);
}
extern "C" void TALUS_SIMD_ENTRY(talus_sweep_one_float)(const void* boxes, const void* a,
                                                        void* found) {
  talus::broad::rows::sweep_any_one<float>(boxes, a, found);
}
extern "C" void TALUS_SIMD_ENTRY(talus_sweep_one_double)(const void* boxes, const void* a,
                                                         void* found) {
  talus::broad::rows::sweep_any_one<double>(boxes, a, found);
}
