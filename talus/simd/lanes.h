// n numbers that read like one, in as few registers (register.h) as they need. Each lane gets the
// bits that scalar code would compute: lanes mix only in largest and smallest, which do not round,
// and in sum_across, which adds in one order for every instruction set.
//
// Two uses: a pack (pack.h) holds one number of each of eight pairs, and the polyhedron kernels
// hold one number of each of eight vertices, faces or edges of one pair.
#pragma once

#include <bit>

#include "talus/math/vec3.h"
#include "talus/simd/register.h"

namespace talus {

inline constexpr int lane_count = 8;

// Arrays that are read in lanes are padded to this many elements.
TALUS_HD constexpr int whole_lanes(int count) {
  return (count + lane_count - 1) / lane_count * lane_count;
}

template <class T, int n>
struct LaneMask {
  using Register = RegisterOf<T>;
  static constexpr int parts = n / Register::width;

  typename Register::Mask part[parts];

  TALUS_INLINE friend LaneMask operator&(const LaneMask& m, const LaneMask& k) {
    return each([&](int i) { return Register::both(m.part[i], k.part[i]); });
  }
  TALUS_INLINE friend LaneMask operator|(const LaneMask& m, const LaneMask& k) {
    return each([&](int i) { return Register::either(m.part[i], k.part[i]); });
  }
  TALUS_INLINE friend LaneMask operator!(const LaneMask& m) {
    return each([&](int i) { return Register::negated(m.part[i]); });
  }
  // Bit i belongs to lane i.
  TALUS_INLINE friend unsigned bits_of(const LaneMask& m) {
    unsigned bits = 0;
    for (int i = 0; i < parts; ++i) bits |= Register::bits(m.part[i]) << i * Register::width;
    return bits;
  }
  TALUS_INLINE friend bool any(const LaneMask& m) { return bits_of(m) != 0; }

  template <class Operation>
  TALUS_INLINE static LaneMask each(const Operation& operation) {
    LaneMask r;
    for (int i = 0; i < parts; ++i) r.part[i] = operation(i);
    return r;
  }
};

// The lane of a source that each lane is filled from.
template <int... index>
struct LaneIndices {};

template <class T, int n = lane_count>
struct Lanes {
  using Register = RegisterOf<T>;
  using Mask = LaneMask<T, n>;
  static constexpr int width = Register::width;
  static constexpr int parts = n / width;
  static_assert(parts * width == n);

  typename Register::Vector part[parts];

  Lanes() = default;
  TALUS_INLINE Lanes(const T& value) {
    for (int i = 0; i < parts; ++i) part[i] = Register::all(value);
  }
  TALUS_INLINE static Lanes all(const T& value) { return Lanes(value); }
  TALUS_INLINE static Lanes load(const T* from) {
    return each([&](int i) { return Register::load(from + i * width); });
  }
  // Lane i holds the value with the number index[i].
  template <int... index>
  TALUS_INLINE static Lanes from_four(const T& v0, const T& v1, const T& v2, const T& v3,
                                      LaneIndices<index...>) {
    static_assert(sizeof...(index) == n);
    if constexpr (width == 8) {
      alignas(64) static constexpr long long indices[]{index...};
      return each([&](int) { return Register::from_four(v0, v1, v2, v3, indices); });
    } else {
      const T value[4]{v0, v1, v2, v3};
      const T lane[]{value[index]...};
      return load(lane);
    }
  }
  TALUS_INLINE void store(T* to) const {
    for (int i = 0; i < parts; ++i) Register::store(to + i * width, part[i]);
  }

  TALUS_INLINE friend Lanes operator+(const Lanes& p, const Lanes& q) {
    return each([&](int i) { return p.part[i] + q.part[i]; });
  }
  TALUS_INLINE friend Lanes operator-(const Lanes& p, const Lanes& q) {
    return each([&](int i) { return p.part[i] - q.part[i]; });
  }
  TALUS_INLINE friend Lanes operator-(const Lanes& p) {
    return each([&](int i) { return -p.part[i]; });
  }
  TALUS_INLINE friend Lanes operator*(const Lanes& p, const Lanes& q) {
    return each([&](int i) { return p.part[i] * q.part[i]; });
  }
  TALUS_INLINE friend Lanes operator/(const Lanes& p, const Lanes& q) {
    return each([&](int i) { return p.part[i] / q.part[i]; });
  }
  TALUS_INLINE friend Mask operator<(const Lanes& p, const Lanes& q) {
    return Mask::each([&](int i) { return Register::less(p.part[i], q.part[i]); });
  }
  TALUS_INLINE friend Mask operator>(const Lanes& p, const Lanes& q) { return q < p; }
  TALUS_INLINE friend Mask operator==(const Lanes& p, const Lanes& q) {
    return Mask::each([&](int i) { return Register::equal(p.part[i], q.part[i]); });
  }
  TALUS_INLINE friend Lanes select(const Mask& m, const Lanes& yes, const Lanes& no) {
    return each([&](int i) { return Register::select(m.part[i], yes.part[i], no.part[i]); });
  }
  TALUS_INLINE friend void exchange(const Mask& m, Lanes& p, Lanes& q) {
    const Lanes kept = p;
    p = select(m, q, p);
    q = select(m, kept, q);
  }
  TALUS_INLINE friend Lanes square_root(const Lanes& p) {
    return each([&](int i) { return Register::square_root(p.part[i]); });
  }
  TALUS_INLINE friend Lanes absolute(const Lanes& p) { return larger(p, -p); }
  TALUS_INLINE friend Lanes larger(const Lanes& p, const Lanes& q) {
    return each([&](int i) { return Register::larger(p.part[i], q.part[i]); });
  }
  TALUS_INLINE friend Lanes smaller(const Lanes& p, const Lanes& q) {
    return each([&](int i) { return Register::smaller(p.part[i], q.part[i]); });
  }
  // Across the lanes.
  TALUS_INLINE friend T largest(const Lanes& p) {
    typename Register::Vector most = p.part[0];
    for (int i = 1; i < parts; ++i) most = Register::larger(most, p.part[i]);
    return Register::largest(most);
  }
  TALUS_INLINE friend T smallest(const Lanes& p) {
    typename Register::Vector least = p.part[0];
    for (int i = 1; i < parts; ++i) least = Register::smaller(least, p.part[i]);
    return Register::smallest(least);
  }

  // exp_log.h.
  TALUS_INLINE friend BinaryParts<Lanes> binary_parts(const Lanes& x) {
    BinaryParts<Lanes> r;
    for (int i = 0; i < parts; ++i) {
      talus::binary_parts<Register>(x.part[i], r.mantissa.part[i], r.exponent.part[i]);
    }
    return r;
  }
  TALUS_INLINE friend Lanes scaled_by_two_to(const Lanes& y, const Lanes& k_and_rounder) {
    return each(
        [&](int i) { return talus::scaled_by_two_to<Register>(y.part[i], k_and_rounder.part[i]); });
  }

  template <unsigned lanes, int i = 0>
  TALUS_INLINE static void select_lanes(const Lanes& yes, const Lanes& no, Lanes& r) {
    constexpr unsigned of_part = lanes >> i * width & ((1u << width) - 1);
    r.part[i] = Register::template select_lanes<of_part>(yes.part[i], no.part[i]);
    if constexpr (i + 1 < parts) select_lanes<lanes, i + 1>(yes, no, r);
  }

 private:
  template <class Operation>
  TALUS_INLINE static Lanes each(const Operation& operation) {
    Lanes r;
    for (int i = 0; i < parts; ++i) r.part[i] = operation(i);
    return r;
  }
};

template <class T, int n>
struct ScalarOf<Lanes<T, n>> {
  using Type = T;
};

// Three components for eight vectors at once.
template <class T>
using LaneVec3 = Vec3<Lanes<T>>;

template <class T>
TALUS_HD LaneVec3<T> load_lanes(const T* x, const T* y, const T* z) {
  return {Lanes<T>::load(x), Lanes<T>::load(y), Lanes<T>::load(z)};
}

template <class T>
TALUS_HD LaneVec3<T> in_all_lanes(const Vec3<T>& v) {
  return {Lanes<T>::all(v.x), Lanes<T>::all(v.y), Lanes<T>::all(v.z)};
}

template <class T>
TALUS_HD T sum_across(const Lanes<T>& values) {
  static_assert(lane_count == 8);
  T v[lane_count];
  values.store(v);
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

// `yes` in the lanes whose bits are set, `no` in the others.
template <unsigned lanes, class T>
TALUS_HD Lanes<T> select_lanes(const Lanes<T>& yes, const Lanes<T>& no) {
  Lanes<T> r;
  Lanes<T>::template select_lanes<lanes>(yes, no, r);
  return r;
}

template <unsigned lanes, class T>
TALUS_HD LaneVec3<T> select_lanes(const LaneVec3<T>& yes, const LaneVec3<T>& no) {
  return {select_lanes<lanes>(yes.x, no.x), select_lanes<lanes>(yes.y, no.y),
          select_lanes<lanes>(yes.z, no.z)};
}

// Index of the lowest bit that is set; one must be.
TALUS_HD inline int lowest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}
TALUS_HD inline int lowest_bit(unsigned long long bits) {
#if defined(__CUDA_ARCH__)
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}

// Bits of the lanes whose index, counted from `first`, is below `count`.
TALUS_HD inline unsigned lanes_below(int count, int first) {
  return count - first < lane_count ? (1u << (count - first)) - 1 : (1u << lane_count) - 1;
}

// The first lane that holds the value; the last lane if none does, as with NaN.
template <class T>
TALUS_HD int lane_of(const Lanes<T>& values, const T& value) {
  return lowest_bit(bits_of(values == Lanes<T>::all(value)) | 1u << (lane_count - 1));
}

}  // namespace talus
