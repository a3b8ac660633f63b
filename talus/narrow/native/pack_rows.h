// The rows of a block as packs, and the answers of a kernel as rows. Only for the kernels, which
// rename the namespace.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/native/block.h"
#include "talus/narrow/raw_contact.h"
#include "talus/simd/pack_lines.h"

#if defined(__SSE2__) && !defined(__CUDACC__)

namespace talus {

static_assert(Block::size % pack_size == 0);

// `first`: the column of the pack's first number.
TALUS_INLINE Vec3<Pack> load_vector(const Block::Row* row, int first) {
  return {Pack::load(row[0] + first), Pack::load(row[1] + first), Pack::load(row[2] + first)};
}

TALUS_INLINE void store_vector(const Vec3<Pack>& v, Block::Row* row, int first) {
  v.x.store(row[0] + first);
  v.y.store(row[1] + first);
  v.z.store(row[2] + first);
}

// The numbers from..from + count of the lines as packs, and nothing else of them.
template <int from, int count>
struct Columns {
  Pack column[count];

  TALUS_INLINE explicit Columns(const double* const* line) {
    for (int part = 0; part < pack_parts; ++part) fill(line + part * pack_width, part);
  }
  // Number i and those beside it.
  TALUS_INLINE Vec3<Pack> vector(int i) const {
    return {column[i - from], column[i - from + 1], column[i - from + 2]};
  }
  TALUS_INLINE const Pack& operator[](int i) const { return column[i - from]; }

 private:
  template <int start = 0>
  TALUS_INLINE void fill(const double* const* line, int part) {
    constexpr int some = count - start < pack_width ? count - start : pack_width;
    PackRegister::Numbers r[pack_width];
    for (int i = 0; i < pack_width; ++i) {
      r[i] = PackRegister::template load_first<some>(line[i] + from + start);
    }
    transpose(r);
    for (int i = 0; i < some; ++i) column[start + i].part[part] = r[i];
    if constexpr (start + some < count) fill<start + some>(line, part);
  }
};

// Columns as numbers 0 to 7 of lines that are `stride` apart.
TALUS_INLINE void store_columns(const Pack (&column)[8], double* line, int stride) {
  PackRegister::Numbers r[pack_width];
  for (int part = 0; part < pack_parts; ++part) {
    for (int from = 0; from < 8; from += pack_width) {
      to_lines(column + from, part, r);
      for (int i = 0; i < pack_width; ++i) {
        PackRegister::store(line + (part * pack_width + i) * stride + from, r[i]);
      }
    }
  }
}

// The first numbers of bodies.
template <int count>
TALUS_INLINE Columns<0, count> load_bodies(const double* const* body, int first) {
  return Columns<0, count>(body + first);
}

// The last normals and surface parameters.
TALUS_INLINE Vec3<Pack> load_guess(const Block& block, int first) {
  return Columns<0, 3>(block.memory + first).vector(0);
}

struct LastSurfaceParams {
  Vec3<Pack> a, b;
};

TALUS_INLINE LastSurfaceParams load_surface_params(const Block& block, int first) {
  const Columns<3, 6> params(block.memory + first);
  return {params.vector(3), params.vector(6)};
}

TALUS_INLINE void store_surface_params(const Vec3<Pack>& a, const Vec3<Pack>& b, Block& block,
                                       int first) {
  const Pack column[8]{a.x, a.y, a.z, b.x, b.y, b.z, b.z, b.z};
  store_columns(column, block.surface_param[first], 8);
}

// The pairs in the frame of their first bodies, and that frame in the world.
struct Framed {
  Mat3<Pack> rotation;
  Vec3<Pack> position;
  RelativePose<Pack> b_in_a;
};

// `first`: the pack's first pair.
TALUS_INLINE Framed frame(const Block& block, int first) {
  const auto pose_of = [&](const double* const* line) {
    const Columns<0, Block::pose_numbers> c(line + first);
    return Pose<Pack>{c.vector(0), {c[3], c[4], c[5], c[6]}};
  };
  const Pose<Pack> a = pose_of(block.pose_a), b = pose_of(block.pose_b);
  Framed f;
  f.rotation = rotation_of(a.orientation);
  f.position = a.position;
  f.b_in_a = relative_pose(a, f.rotation, b);
  return f;
}

TALUS_INLINE void store_raw_contact(const RawContact<Pack>& t, const Framed& f, const Pack& radius,
                                    Block& block, int first) {
  t.evaluations.store(block.evaluations + first);
  radius.store(block.radius + first);
  const PackMask mirrored = Pack(0) < Pack::load(block.mirrored + first);
  Vec3<Pack> n = f.rotation * t.normal;
  n = select_vector(mirrored, -n, n);
  Vec3<Pack> a = f.rotation * t.point_a + f.position, b = f.rotation * t.point_b + f.position;
  exchange(mirrored, a.x, b.x);
  exchange(mirrored, a.y, b.y);
  exchange(mirrored, a.z, b.z);
  const Pack contact[8]{t.distance, t.lower, t.upper, n.x, n.y, n.z, a.x, a.y};
  const Pack rest[8]{a.z, b.x, b.y, b.z, t.normal.x, t.normal.y, t.normal.z, t.normal.z};
  store_columns(contact, block.answer[first], 16);
  store_columns(rest, block.answer[first] + 8, 16);
}

}  // namespace talus

#endif
