#include "talus/narrow/gap.h"

#include "talus/narrow/batch_kernels/pair_batch.h"
#include "talus/narrow/ellipsoid_ellipsoid/ellipsoid_separation_bound.h"
#include "talus/narrow/sphere_ellipsoid/sphere_ellipsoid_secular.h"
#include "talus/narrow/sphere_superquadric/sphere_superquadric_closest_point.h"
#include "talus/narrow/superquadric_superquadric/superquadric_separation_bound.h"
#include "talus/shape.h"

namespace talus {
namespace {

bool exceeds_by_contact(const Contact<double>& c, double gap) {
  return !is_failure(c.status) && c.distance > gap;
}

// By the separation bound along one direction, in the frame of the first body, as the kernels do.
bool smooth_apart(const PairQuery& q, KernelFamily family, const KernelBody& a, const KernelBody& b,
                  double gap, const Cache<double>* cache) {
  const bool swapped = mirrored(q, family, a, b) != 0;
  const Superquadric<double>&first = swapped ? *b.data : *a.data,
        &second = swapped ? *a.data : *b.data;
  const RelativePose<double> b_in_a =
      swapped ? relative_pose(*q.pose_b, *q.pose_a) : relative_pose(*q.pose_a, *q.pose_b);
  const Vec3<double> guess = cache != nullptr ? cache->normal : Vec3<double>{};
  const Vec3<double>&axes_a = first.semi_axes, &axes_b = second.semi_axes;
  if (family == KernelFamily::ellipsoid_ellipsoid) {
    using namespace ellipsoid_ellipsoid;
    return gap <
           separation_bound(ellipsoid_pair(axes_a, axes_b, b_in_a), guess, !is_direction(guess));
  }
  if (family == KernelFamily::sphere_ellipsoid) {
    return gap < sphere_ellipsoid::separation_bound(axes_a.x, axes_b, b_in_a, guess);
  }
  if (family == KernelFamily::sphere_superquadric) {
    using namespace sphere_superquadric;
    const auto pair = centre_and_body(axes_b, second.n1, second.n2, centre_in_b(b_in_a));
    return gap < separation_bound(pair, axes_a.x, b_in_a, guess);
  }
  using namespace superquadric_superquadric;
  const SuperquadricPair<double> pair =
      superquadric_pair(axes_a, axes_b, PairOf<double>(first.n1, second.n1),
                        PairOf<double>(first.n2, second.n2), b_in_a);
  return gap < separation_bound(pair, guess);
}

// Roundoffs that the distance of two bounding spheres may have, a bound on its dozen operations.
constexpr double sphere_distance_roundoffs = 8;

// By the bounding spheres; a half-space has none.
bool spheres_apart(const PairQuery& q, double gap) {
  const auto ball_a = bounding_sphere(*q.a), ball_b = bounding_sphere(*q.b);
  if (!ball_a || !ball_b) return false;
  const Vec3<double> between = q.pose_b->position - q.pose_a->position +
                               (rotation_of(q.pose_b->orientation) * ball_b->centre -
                                rotation_of(q.pose_a->orientation) * ball_a->centre);
  const double apart = norm(between), reach = ball_a->radius + ball_b->radius;
  const double rounding = sphere_distance_roundoffs * epsilon_of<double>() *
                          (apart + reach + max_norm(ball_a->centre) + max_norm(ball_b->centre));
  return apart - reach - rounding > gap;
}

}  // namespace

bool gap_exceeds(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                 const Pose<double>& pose_b, double gap, Cache<double>* cache) {
  const PairQuery q{&a, &pose_a, &b, &pose_b};
  KernelBody first, second;
  const KernelFamily family = kernel_family_of(q, first, second);
  const bool smooth = family != KernelFamily::none && family != KernelFamily::smooth_vertex_body;
  const bool proven =
      smooth ? smooth_apart(q, family, first, second, gap, cache) : spheres_apart(q, gap);
  return proven || exceeds_by_contact(contact(a, pose_a, b, pose_b, {}, cache), gap);
}

void gap_exceeds_batch_with(const BatchKernels* kernels, std::span<const PairQuery> queries,
                            double gap, std::span<bool> exceeds, std::span<Cache<double>> caches) {
  const auto answer_single = [&](std::size_t i) {
    const PairQuery& q = queries[i];
    exceeds[i] = gap_exceeds(*q.a, *q.pose_a, *q.b, *q.pose_b, gap, cache_of(caches, i));
  };
  const auto answer_batch = [&](PairBatch& batch, const PairKernels& kernel) {
    const Settings<double> settings;
    batch.block().tolerance = settings.tolerance;
    batch.block().gap = gap;
    unsigned closed = 0;
    const unsigned apart = kernel.gap(&batch.block(), &closed);
    for (int i = 0; i < batch.count(); ++i) {
      const std::size_t k = batch.index(i);
      if ((apart >> i & 1) != 0) {
        exceeds[k] = true;
      } else if ((closed >> i & 1) == 0) {
        answer_single(k);
      } else {
        Contact<double> c;
        batch.read_contact(i, settings, c, cache_of(caches, k));
        exceeds[k] = exceeds_by_contact(c, gap);
      }
    }
  };
  dispatch_batches(kernels, queries, caches, false, answer_single, answer_batch);
}

void gap_exceeds_batch(std::span<const PairQuery> queries, double gap, std::span<bool> exceeds,
                       std::span<Cache<double>> caches) {
  gap_exceeds_batch_with(best_batch_kernels(), queries, gap, exceeds, caches);
}

}  // namespace talus
