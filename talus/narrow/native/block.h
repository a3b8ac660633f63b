// Eight pairs: what crosses the border between the library and the kernels that are compiled once
// per instruction set. Plain numbers only, so that its layout is the same on both sides: lines with
// the numbers of one pair, which the kernels turn into columns of eight (pack_rows.h), and rows
// with one number of every pair.
#pragma once

namespace talus {

struct Block {
  static constexpr int size = 8;
  using Row = double[size];
  using Line = double[8];

  // In canonical order, where the caller has them. Of poses, in the world: position and
  // orientation, w first; of bodies: semi-axes, n1 and n2, as far as they matter; of the cache
  // (pair.h): normal, surface_param_a and surface_param_b, zeros where there is none.
  const double* pose_a[size];
  const double* pose_b[size];
  const double* body_a[size];
  const double* body_b[size];
  const double* memory[size];
  static constexpr int pose_numbers = 7, memory_numbers = 9;
  Row mirrored;  // 1 where B comes first in canonical order: the answer is turned back
  // Of bodies with corners (B): those that were touched last, in its frame, x, y and z of each; how
  // many; no coordinate is larger than the reach; the bounding radius.
  Row corner[9], corner_count, reach_b, radius_b;
  static constexpr int corner_rows = 12;

  double tolerance;  // of the settings
  double gap;        // of the question whether the distance exceeds it

  // The answer: distance, lower, upper, normal, point_a and point_b in the world, then the normal
  // for the cache, and the surface parameters of superquadrics for it.
  alignas(64) double answer[size][16];
  alignas(64) Line surface_param[size];
  Row evaluations;
  Row radius;                // the larger of the bounding radii
  Row along_b[3], rounding;  // with corners: where the support call goes, which is still to be done
};

}  // namespace talus
