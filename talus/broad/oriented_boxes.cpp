#include "talus/broad/oriented_boxes.h"

#include <cmath>
#include <limits>

#include "talus/broad/filter_pairs.h"
#include "talus/shape.h"

namespace talus::broad {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// Relative to the sizes and the distance of the boxes: far more than the sums of a dozen products
// can lose.
constexpr double slack = 64 * epsilon;

const Vec3<double>& row(const Mat3<double>& m, int i) {
  return i == 0 ? m.row0 : (i == 1 ? m.row1 : m.row2);
}

Mat3<double> absolute_of(const Mat3<double>& m) {
  const auto one = [](const Vec3<double>& v) {
    return Vec3<double>{std::abs(v.x), std::abs(v.y), std::abs(v.z)};
  };
  return {one(m.row0), one(m.row1), one(m.row2)};
}

}  // namespace

OrientedBox oriented_box(const Shape& shape, const Pose<double>& pose) {
  OrientedBox box;
  box.rotation = rotation_of(pose.orientation);
  const auto own = bounding_box(shape);
  if (!own) {
    const double infinity = std::numeric_limits<double>::infinity();
    box.half = {infinity, infinity, infinity};
    return box;
  }
  box.half = 0.5 * (own->upper - own->lower);
  box.centre = pose.position + box.rotation * (0.5 * (own->upper + own->lower));
  return box;
}

BoundingBox<double> box_around(const OrientedBox& box) {
  Vec3<double> reach = absolute_of(box.rotation) * box.half;
  const double margin = slack * (max_norm(box.centre) + max_norm(reach));
  reach = reach + Vec3<double>{margin, margin, margin};
  return {box.centre - reach, box.centre + reach};
}

bool are_separated(const OrientedBox& a, const OrientedBox& b, const Vec3<double>& shift) {
  if (!std::isfinite(max_norm(a.half)) || !std::isfinite(max_norm(b.half))) return false;
  // B in A's frame. The rotation may be off by a few roundings: every product with an extent gets
  // them back.
  const Mat3<double> r = transpose(a.rotation) * b.rotation;
  const Vec3<double> apart = (b.centre - a.centre) + shift;
  const Vec3<double> t = transpose_times(a.rotation, apart);
  const Mat3<double> size = absolute_of(r);
  const double margin = slack * (max_norm(a.centre) + max_norm(b.centre) + max_norm(shift) +
                                 max_norm(a.half) + max_norm(b.half));
  const Vec3<double> reach_b = size * b.half, reach_a = transpose_times(size, a.half);
  const Vec3<double> t_b = transpose_times(r, t);
  for (int i = 0; i < 3; ++i) {
    if (std::abs(t[i]) > a.half[i] + reach_b[i] + margin) return true;
    if (std::abs(t_b[i]) > b.half[i] + reach_a[i] + margin) return true;
  }
  // Edge i of A with edge j of B. Where they are parallel the axis vanishes, and both sides with
  // it.
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double distance = std::abs(t[i2] * row(r, i1)[j] - t[i1] * row(r, i2)[j]);
      const double reach = a.half[i1] * row(size, i2)[j] + a.half[i2] * row(size, i1)[j] +
                           b.half[j1] * row(size, i)[j2] + b.half[j2] * row(size, i)[j1];
      if (distance > reach + margin) return true;
    }
  }
  return false;
}

void remove_separated_boxes(std::span<const OrientedBox> box, const Domain& domain, int threads,
                            PairList& pairs) {
  filter_pairs(pairs, threads, [&](std::size_t i) {
    const BodyPair pair = pairs.pair[i];
    const Vec3<double> shift =
        pairs.image.empty() ? Vec3<double>{} : shift_of(domain, pairs.image[i]);
    return !are_separated(box[pair.a], box[pair.b], shift);
  });
}

}  // namespace talus::broad
