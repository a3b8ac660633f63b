// Eight pairs in the columns of tables: what crosses the border between the library and the kernels
// that are compiled once per instruction set. Plain numbers only, so that its layout is the same on
// both sides.
#pragma once

namespace talus {

struct Block {
  static constexpr int size = 8;
  using Row = double[size];

  // In canonical order, in the world.
  Row axes_a[3], position_a[3], orientation_a[4];
  Row axes_b[3], position_b[3], orientation_b[4];
  Row guess[3];  // the cached normal, in A's frame; zero where there is none
  static constexpr int ellipsoid_rows = 23;  // so far
  // Of superquadrics: n1 and n2, and the places of the last contact; zero where there is none.
  Row exponents_a[2], exponents_b[2];
  Row place_a[3], place_b[3];
  static constexpr int superquadric_rows = ellipsoid_rows + 10;
  // Of bodies with corners (B): those that were touched last, in its frame, x, y and z of each; how
  // many; no coordinate is larger than the reach; the bounding radius.
  Row corner[9], corner_count, reach_b, radius_b;
  static constexpr int corner_rows = superquadric_rows + 12;

  double tolerance;  // of the settings
  double gap;        // of the question whether the distance exceeds it

  Row distance, lower, upper, looks;
  Row radius;  // the larger of the bounding radii
  Row normal[3], point_a[3], point_b[3];
  Row next_guess[3];
  Row next_place_a[3], next_place_b[3];  // of superquadrics
  Row along_b[3], rounding;  // with corners: where the support call goes, which is still to be done
};

}  // namespace talus
