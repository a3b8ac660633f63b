#include <array>

#include "talus/narrow/flat_superquadric/bulged_force_point.h"
#include "talus/narrow/flat_superquadric/bulged_pair_kernels.h"

namespace talus {
namespace {

const Superquadric<double>& superquadric(const Shape* shape) {
  return *std::get_if<Superquadric<double>>(shape);
}

// Whether a body of a pair bulges. Most bodies of a bed have the same exponents: the widths of the
// last ones are kept.
class BulgeTest {
 public:
  bool operator()(const PairQuery& p, const Contact<double>& contact) {
    return bulges(superquadric(p.a), *p.pose_a, contact.normal, -contact.distance) ||
           bulges(superquadric(p.b), *p.pose_b, -contact.normal, -contact.distance);
  }

 private:
  // Along n, out of the body.
  bool bulges(const Superquadric<double>& body, const Pose<double>& pose, const Vec3<double>& n,
              double depth) {
    if (!has_flat_sides(body)) return false;
    if (body.n1 != n1_ || body.n2 != n2_) {
      n1_ = body.n1, n2_ = body.n2;
      widths_ = bulge_widths(body);
    }
    return widths_.bulges(body.semi_axes, transpose_times(rotation_of(pose.orientation), n), depth);
  }

  double n1_{}, n2_{};
  BulgeWidths<double> widths_{0.0, 0.0};
};

struct Arguments {
  std::span<const PairQuery> pairs;
  std::span<const Contact<double>> contacts;
  std::span<ForcePoint> points;
  std::span<BulgedStart> starts;
};

// Pairs that wait for the kernel.
class BulgingPairs {
 public:
  // Leaves the arguments of the kernel uninitialised.
  explicit BulgingPairs(const Arguments& all) : all_(all) {}

  void add(std::size_t i) {
    const ForcePoint& simple = all_.points[i] = in_middle(all_.contacts[i]);
    const PairQuery& p = all_.pairs[i];
    BulgedPairQuery<double>& q = query_[count_];
    q = bulged_pair_query(superquadric(p.a), *p.pose_a, superquadric(p.b), *p.pose_b, simple);
    if (!all_.starts.empty()) {
      const BulgedStart& start = all_.starts[i];
      q.start_tilt = {start.tilt.x, start.tilt.y, start.tilt.z};
      q.start_depth_ratio = start.depth_ratio;
    }
    from_[count_] = &q.a.shape.semi_axes.x;
    to_[count_] = &depth_[count_].found;
    index_[count_] = i;
    if (++count_ == capacity) run();
  }

  void run() {
    static BulgedPairFunction* const depths = bulged_pair_kernels().front().depths;
    if (count_ > 0) depths(from_.data(), static_cast<int>(count_), to_.data());
    for (std::size_t k = 0; k < count_; ++k) {
      const BulgedPairDepth<double>& r = depth_[k];
      ForcePoint& point = all_.points[index_[k]];
      point = of_bulged(r, point);
      if (all_.starts.empty()) continue;
      BulgedStart& start = all_.starts[index_[k]];
      start = {};
      if (r.found == 0.0) continue;
      start.tilt = {static_cast<float>(r.tilt.x), static_cast<float>(r.tilt.y),
                    static_cast<float>(r.tilt.z)};
      start.depth_ratio = static_cast<float>(r.depth_ratio);
      start.steps = static_cast<std::int32_t>(r.steps);
    }
    count_ = 0;
  }

 private:
  // Pairs per call of the kernel: four packs. A choice.
  static constexpr std::size_t capacity = 32;

  const Arguments& all_;
  std::size_t count_ = 0;
  std::array<std::size_t, capacity> index_;
  std::array<const double*, capacity> from_;
  std::array<double*, capacity> to_;
  union {
    std::array<BulgedPairQuery<double>, capacity> query_;
  };
  union {
    std::array<BulgedPairDepth<double>, capacity> depth_;
  };
};

}  // namespace

void superquadric_force_points(std::span<const PairQuery> pairs,
                               std::span<const Contact<double>> contacts,
                               std::span<ForcePoint> points, std::span<BulgedStart> starts) {
  const Arguments all{pairs, contacts, points, starts};
  // A pack takes as long as its slowest pair: pairs that took one step in their last search, which
  // are most in a bed at rest, are not mixed with others.
  BulgingPairs quick(all), slow(all);
  BulgeTest bulges;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Contact<double>& contact = contacts[i];
    const bool overlaps = !is_failure(contact.status) && contact.distance < 0.0;
    const bool warm = overlaps && !starts.empty() && starts[i].depth_ratio > 0.0f;
    if (warm || (overlaps && bulges(pairs[i], contact))) {
      (warm && starts[i].steps == 1 ? quick : slow).add(i);
      continue;
    }
    if (overlaps) points[i].slope = 1.0;
    if (!starts.empty()) starts[i] = {};
  }
  quick.run();
  slow.run();
}

}  // namespace talus
