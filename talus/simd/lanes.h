// Eight numbers worked on as one. The plain form below fits every scalar and device code; a source
// that includes lanes_native.h first (compiled for one instruction set, in a namespace of its own)
// gets eight doubles in as many registers as that instruction set needs. PairOf give the same bits:
// lanes never mix except in minima and maxima, which do not round, and nothing is fused.
#pragma once

#include <bit>

#include "talus/math/vec3.h"

namespace talus {

inline constexpr int lane_count = 8;

// Arrays that are read in lanes are padded to this many elements.
TALUS_HD constexpr int whole_lanes(int count) {
  return (count + lane_count - 1) / lane_count * lane_count;
}

// A place for every lane.
template <int... place>
struct Places {};

template <class T>
struct Lanes {
  T lane[lane_count];

  TALUS_HD static Lanes load(const T* from) {
    Lanes r;
    for (int i = 0; i < lane_count; ++i) r.lane[i] = from[i];
    return r;
  }
  TALUS_HD static Lanes all(const T& value) {
    Lanes r;
    for (int i = 0; i < lane_count; ++i) r.lane[i] = value;
    return r;
  }
  // Each lane one of four values.
  template <int... place>
  TALUS_HD static Lanes of_four(const T& v0, const T& v1, const T& v2, const T& v3,
                                Places<place...>) {
    static_assert(sizeof...(place) == lane_count);
    const T value[4]{v0, v1, v2, v3};
    return {{value[place]...}};
  }
  TALUS_HD void store(T* to) const {
    for (int i = 0; i < lane_count; ++i) to[i] = lane[i];
  }
  TALUS_HD friend Lanes operator+(const Lanes& p, const Lanes& q) {
    return each(p, q, [](const T& x, const T& y) { return x + y; });
  }
  TALUS_HD friend Lanes operator-(const Lanes& p, const Lanes& q) {
    return each(p, q, [](const T& x, const T& y) { return x - y; });
  }
  TALUS_HD friend Lanes operator*(const Lanes& p, const Lanes& q) {
    return each(p, q, [](const T& x, const T& y) { return x * y; });
  }
  TALUS_HD friend Lanes operator/(const Lanes& p, const Lanes& q) {
    return each(p, q, [](const T& x, const T& y) { return x / y; });
  }
  TALUS_HD friend Lanes smaller(const Lanes& p, const Lanes& q) {
    return each(p, q, [](const T& x, const T& y) { return y < x ? y : x; });
  }
  TALUS_HD friend Lanes larger(const Lanes& p, const Lanes& q) {
    return each(p, q, [](const T& x, const T& y) { return x < y ? y : x; });
  }
  // p < q ? x : y in every lane.
  TALUS_HD friend Lanes where_less(const Lanes& p, const Lanes& q, const Lanes& x, const Lanes& y) {
    Lanes r;
    for (int i = 0; i < lane_count; ++i) r.lane[i] = p.lane[i] < q.lane[i] ? x.lane[i] : y.lane[i];
    return r;
  }
  // x in the lanes whose bits are set, y in the others.
  template <unsigned bits>
  TALUS_HD static Lanes choose(const Lanes& x, const Lanes& y) {
    Lanes r;
    for (int i = 0; i < lane_count; ++i) r.lane[i] = (bits >> i & 1u) != 0 ? x.lane[i] : y.lane[i];
    return r;
  }
  // Bit i tells of lane i.
  TALUS_HD friend unsigned bits_less(const Lanes& p, const Lanes& q) {
    unsigned bits = 0;
    for (int i = 0; i < lane_count; ++i) bits |= unsigned(p.lane[i] < q.lane[i]) << i;
    return bits;
  }
  TALUS_HD friend unsigned bits_equal(const Lanes& p, const Lanes& q) {
    unsigned bits = 0;
    for (int i = 0; i < lane_count; ++i) bits |= unsigned(p.lane[i] == q.lane[i]) << i;
    return bits;
  }
  TALUS_HD friend T largest(const Lanes& p) {
    T r = p.lane[0];
    for (int i = 1; i < lane_count; ++i) r = r < p.lane[i] ? p.lane[i] : r;
    return r;
  }
  TALUS_HD friend T smallest(const Lanes& p) {
    T r = p.lane[0];
    for (int i = 1; i < lane_count; ++i) r = p.lane[i] < r ? p.lane[i] : r;
    return r;
  }

 private:
  template <class Operation>
  TALUS_HD static Lanes each(const Lanes& p, const Lanes& q, const Operation& operation) {
    Lanes r;
    for (int i = 0; i < lane_count; ++i) r.lane[i] = operation(p.lane[i], q.lane[i]);
    return r;
  }
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

template <unsigned bits, class T>
TALUS_HD Lanes<T> choose(const Lanes<T>& x, const Lanes<T>& y) {
  return Lanes<T>::template choose<bits>(x, y);
}

template <unsigned bits, class T>
TALUS_HD LaneVec3<T> choose(const LaneVec3<T>& x, const LaneVec3<T>& y) {
  return {choose<bits>(x.x, y.x), choose<bits>(x.y, y.y), choose<bits>(x.z, y.z)};
}

// Index of the lowest bit that is set; the caller knows that there is one.
TALUS_HD inline int lowest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}

// The first lane that holds the value; some lane if none does, as where the values are not numbers.
template <class T>
TALUS_HD int lane_of(const Lanes<T>& values, const T& value) {
  return lowest_bit(bits_equal(values, Lanes<T>::all(value)) | 1u << (lane_count - 1));
}

}  // namespace talus
