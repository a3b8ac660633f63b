// A BatchBlock as packs, and the answers of a kernel back into it. Only for kernel sources
// (cmake/simd.cmake). `first` is the pair that a pack begins with.
#pragma once

#include "talus/narrow/batch_kernels/batch_block.h"
#include "talus/narrow/raw_contact.h"
#include "talus/simd/pack_lines.h"

#if defined(TALUS_SIMD_KERNEL)

namespace talus {

static_assert(batch_size % pack_size == 0);

TALUS_INLINE Vec3<Pack> load_vector(const BatchVectorRows& rows, int first) {
  return {Pack::load(rows.x + first), Pack::load(rows.y + first), Pack::load(rows.z + first)};
}

TALUS_INLINE void store_vector(const Vec3<Pack>& v, BatchVectorRows& rows, int first) {
  v.x.store(rows.x + first);
  v.y.store(rows.y + first);
  v.z.store(rows.z + first);
}

// The numbers from..from + count of structs of doubles as packs; nothing else of them is read.
template <int from, int count>
struct Columns {
  Pack column[count];

  template <class Struct>
  TALUS_INLINE explicit Columns(const Struct* const* line) {
    for (int part = 0; part < pack_parts; ++part) fill(line + part * pack_width, part);
  }
  // Numbers i, i + 1 and i + 2.
  TALUS_INLINE Vec3<Pack> vector(int i) const {
    return {column[i - from], column[i - from + 1], column[i - from + 2]};
  }
  TALUS_INLINE const Pack& operator[](int i) const { return column[i - from]; }

 private:
  template <int start = 0, class Struct>
  TALUS_INLINE void fill(const Struct* const* line, int part) {
    constexpr int some = count - start < pack_width ? count - start : pack_width;
    PackRegister::Vector r[pack_width];
    for (int i = 0; i < pack_width; ++i) {
      const double* const numbers = reinterpret_cast<const double*>(line[i]);
      r[i] = PackRegister::template load_first<some>(numbers + from + start);
    }
    transpose(r);
    for (int i = 0; i < some; ++i) column[start + i].part[part] = r[i];
    if constexpr (start + some < count) fill<start + some>(line, part);
  }
};

// Writes eight columns as consecutive numbers of structs, from number `from` on.
template <class Struct>
TALUS_INLINE void store_columns(const Pack (&column)[8], Struct* line, int from) {
  PackRegister::Vector r[pack_width];
  for (int part = 0; part < pack_parts; ++part) {
    for (int start = 0; start < 8; start += pack_width) {
      to_lines(column + start, part, r);
      for (int i = 0; i < pack_width; ++i) {
        double* const numbers = reinterpret_cast<double*>(line + part * pack_width + i);
        PackRegister::store(numbers + from + start, r[i]);
      }
    }
  }
}

TALUS_INLINE Vec3<Pack> load_semi_axes(const Superquadric<double>* const* body, int first) {
  return Columns<0, 3>(body + first).vector(0);
}

// A sphere has its radius as each semi-axis.
TALUS_INLINE Pack load_radius(const Superquadric<double>* const* body, int first) {
  return Columns<0, 1>(body + first)[0];
}

TALUS_INLINE Superquadric<Pack> load_superquadric(const Superquadric<double>* const* body,
                                                  int first) {
  const Columns<0, 5> numbers(body + first);
  return {numbers.vector(0), numbers[3], numbers[4]};
}

TALUS_INLINE Vec3<Pack> load_cached_normal(const BatchBlock& block, int first) {
  return Columns<0, 3>(block.cache + first).vector(0);
}

// Cache::surface_param_a and surface_param_b.
struct CachedPoints {
  Vec3<Pack> a, b;
};

TALUS_INLINE CachedPoints load_cached_points(const BatchBlock& block, int first) {
  const Columns<3, 6> points(block.cache + first);
  return {points.vector(3), points.vector(6)};
}

TALUS_INLINE void store_cached_points(const Vec3<Pack>& a, const Vec3<Pack>& b, BatchBlock& block,
                                      int first) {
  const Pack column[8]{a.x, a.y, a.z, b.x, b.y, b.z, b.z, b.z};
  store_columns(column, block.cache_points + first, 0);
}

// The frame of A, the first body in canonical order, in the world, and B in it.
struct PairFrame {
  Mat3<Pack> rotation;
  Vec3<Pack> position;
  RelativePose<Pack> b_in_a;
};

TALUS_INLINE PairFrame load_frame(const BatchBlock& block, int first) {
  const auto pose_of = [&](const Pose<double>* const* pose) {
    const Columns<0, 7> c(pose + first);
    return Pose<Pack>{c.vector(0), {c[3], c[4], c[5], c[6]}};
  };
  const Pose<Pack> a = pose_of(block.pose_a), b = pose_of(block.pose_b);
  PairFrame f;
  f.rotation = rotation_of(a.orientation);
  f.position = a.position;
  f.b_in_a = relative_pose(a, f.rotation, b);
  return f;
}

TALUS_INLINE void store_raw_contact(const RawContact<Pack>& t, const PairFrame& f,
                                    const Pack& radius, BatchBlock& block, int first) {
  t.evaluations.store(block.evaluations + first);
  radius.store(block.radius + first);
  const PackMask mirrored = Pack(0) < Pack::load(block.mirrored + first);
  Vec3<Pack> n = f.rotation * t.normal;
  n = select_vector(mirrored, -n, n);
  Vec3<Pack> a = f.rotation * t.point_a + f.position, b = f.rotation * t.point_b + f.position;
  exchange(mirrored, a.x, b.x);
  exchange(mirrored, a.y, b.y);
  exchange(mirrored, a.z, b.z);
  const Pack low[8]{t.distance, t.lower, t.upper, n.x, n.y, n.z, a.x, a.y};
  const Pack high[8]{a.z, b.x, b.y, b.z, t.normal.x, t.normal.y, t.normal.z, t.normal.z};
  store_columns(low, block.answer + first, 0);
  store_columns(high, block.answer + first, 8);
}

}  // namespace talus

#endif
