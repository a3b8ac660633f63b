#include "talus/narrow/gap.h"

#include "talus/narrow/ellipsoid_ellipsoid/lean_gap.h"
#include "talus/narrow/ellipsoid_ellipsoid/native/gathered.h"
#include "talus/shape/bounds_of.h"

namespace talus {
namespace {

using ellipsoid_ellipsoid::ellipsoid_of;

bool exceeds_by_contact(const Contact<double>& c, double gap) {
  return !is_failure(c.status) && c.distance > gap;
}

// By one direction, in the frame of the first body, as the kernels do.
bool ellipsoids_apart(const PairQuery& q, const Ellipsoid<double>& a, const Ellipsoid<double>& b,
                      double gap, const Cache<double>* cache) {
  const bool swapped = ellipsoid_ellipsoid::mirrored(q, a, b) != 0;
  const Pose<double>&first = swapped ? *q.pose_b : *q.pose_a,
        &second = swapped ? *q.pose_a : *q.pose_b;
  const auto placed =
      ellipsoid_ellipsoid::place(swapped ? b.semi_axes : a.semi_axes,
                                 swapped ? a.semi_axes : b.semi_axes, relative_pose(first, second));
  const Vec3<double> guess = cache != nullptr ? cache->normal : Vec3<double>{};
  return gap < ellipsoid_ellipsoid::quick_lower_bound(placed, guess,
                                                      !ellipsoid_ellipsoid::is_direction(guess));
}

// By the spheres around the bodies; a half-space has none.
bool spheres_apart(const PairQuery& q, double gap) {
  const auto ball_a = bounding_sphere(*q.a), ball_b = bounding_sphere(*q.b);
  if (!ball_a || !ball_b) return false;
  const Vec3<double> between = q.pose_b->position - q.pose_a->position +
                               (rotation_of(q.pose_b->orientation) * ball_b->centre -
                                rotation_of(q.pose_a->orientation) * ball_a->centre);
  const double apart = norm(between), reach = ball_a->radius + ball_b->radius;
  const double rounding = 8 * epsilon_of<double>() *
                          (apart + reach + max_norm(ball_a->centre) + max_norm(ball_b->centre));
  return apart - reach - rounding > gap;
}

}  // namespace

bool gap_exceeds(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                 const Pose<double>& pose_b, double gap, Cache<double>* cache) {
  const PairQuery q{&a, &pose_a, &b, &pose_b};
  const Ellipsoid<double>*first = ellipsoid_of(a), *second = ellipsoid_of(b);
  const bool proven = first != nullptr && second != nullptr
                          ? ellipsoids_apart(q, *first, *second, gap, cache)
                          : spheres_apart(q, gap);
  return proven || exceeds_by_contact(contact(a, pose_a, b, pose_b, {}, cache), gap);
}

namespace ellipsoid_ellipsoid {

void gap_exceeds_batch_with(const NativeKernel* kernel, std::span<const PairQuery> queries,
                            double gap, std::span<bool> exceeds, std::span<Cache<double>> caches) {
  const auto alone = [&](std::size_t i) {
    const PairQuery& q = queries[i];
    exceeds[i] = gap_exceeds(*q.a, *q.pose_a, *q.b, *q.pose_b, gap, cache_of(caches, i));
  };
  go_over(kernel, queries, caches, alone, [&](Gathered& gathered) {
    gathered.block().gap = gap;
    unsigned closed = 0;
    const unsigned apart = kernel->gap(&gathered.block(), &closed);
    for (int i = 0; i < gathered.count(); ++i) {
      const std::size_t k = gathered.index(i);
      if ((apart >> i & 1) != 0) {
        exceeds[k] = true;
      } else if ((closed >> i & 1) == 0) {
        alone(k);
      } else {
        Contact<double> c;
        gathered.take(i, {}, c, cache_of(caches, k));
        exceeds[k] = exceeds_by_contact(c, gap);
      }
    }
  });
}

}  // namespace ellipsoid_ellipsoid

void gap_exceeds_batch(std::span<const PairQuery> queries, double gap, std::span<bool> exceeds,
                       std::span<Cache<double>> caches) {
  ellipsoid_ellipsoid::gap_exceeds_batch_with(ellipsoid_ellipsoid::best_kernel(), queries, gap,
                                              exceeds, caches);
}

}  // namespace talus
