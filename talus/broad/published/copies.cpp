#include "talus/broad/published/copies.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::broad {
namespace {

BoundingBox<double> nothing() {
  const double infinity = std::numeric_limits<double>::infinity();
  return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
}

// A box moved by whole periods, and enlarged by more than what is rounded away here and in the
// exact question together.
void move_axis(const Domain& domain, int axis, int periods, const BoundingBox<double>& box,
               BoundingBox<double>& moved) {
  const double lower = box.lower[axis], upper = box.upper[axis], period = domain.period(axis);
  const double magnitude = std::max(std::abs(lower), std::abs(upper)) +
                           std::abs(domain.lower[axis]) + (std::abs(periods) + 2) * period;
  const double margin = 8 * std::numeric_limits<double>::epsilon() * magnitude;
  moved.lower[axis] = lower + periods * period - margin;
  moved.upper[axis] = upper + periods * period + margin;
}

BoundingBox<double> moved_by(const Domain& domain, const Image& image,
                             const BoundingBox<double>& box) {
  BoundingBox<double> moved = box;
  if (domain.periodic[0]) move_axis(domain, 0, image.x, box, moved);
  if (domain.periodic[1]) move_axis(domain, 1, image.y, box, moved);
  if (domain.periodic[2]) move_axis(domain, 2, image.z, box, moved);
  return moved;
}

std::int16_t periods_into_domain(const Domain& domain, int axis, double lower) {
  if (!domain.periodic[axis]) return 0;
  return static_cast<std::int16_t>(-std::floor((lower - domain.lower[axis]) / domain.period(axis)));
}

// The images of a volume, counted in periods from the domain, that reach a region along an axis. A
// box in the domain begins there and is no longer than the period, so that none farther than two
// periods does.
ImageRange reaching(const Scene& scene, int axis, int home, int i,
                    const BoundingBox<double>& region) {
  if (!scene.domain.periodic[axis]) return {0, 0};
  ImageRange range{1, 0};
  for (int image = -2; image <= 2; ++image) {
    BoundingBox<double> moved;
    move_axis(scene.domain, axis, home + image, scene.box[i], moved);
    if (moved.lower[axis] > region.upper[axis] || moved.upper[axis] < region.lower[axis]) continue;
    range = {range.count() == 0 ? image : range.first, image};
  }
  return range;
}

std::int16_t sum(std::int16_t a, int b) { return static_cast<std::int16_t>(a + b); }

}  // namespace

Copies::Copies(const Scene& scene) : scene_(scene), box_(scene.box) {
  if (scene.domain.is_open()) return;
  move_into_domain();
  // A pair is found with its first volume in the domain, and that is a body: only what reaches the
  // bodies there is copied.
  BoundingBox<double> region = nothing();
  for (int i = 0; i < scene.body_count; ++i) enlarge(region, moved_box_[i]);
  std::size_t images = 0;
  for (int i = 0; i < scene.count(); ++i) images += reaching_images(i, region).count();
  moved_box_.reserve(scene.count() + images);
  origin_.reserve(scene.count() + images);
  for (int i = 0; i < scene.count(); ++i) add_copies_of(i, region);
  box_ = moved_box_;
}

void Copies::move_into_domain() {
  const Domain& domain = scene_.domain;
  moved_box_.reserve(scene_.count());
  origin_.reserve(scene_.count());
  for (int i = 0; i < scene_.count(); ++i) {
    const Vec3<double>& lower = scene_.box[i].lower;
    const Image moved{periods_into_domain(domain, 0, lower.x),
                      periods_into_domain(domain, 1, lower.y),
                      periods_into_domain(domain, 2, lower.z)};
    origin_.push_back({i, moved});
    moved_box_.push_back(moved_by(domain, moved, scene_.box[i]));
  }
}

Copies::Images Copies::reaching_images(int body, const BoundingBox<double>& region) const {
  const Image home = origin_[body].moved;
  return {reaching(scene_, 0, home.x, body, region), reaching(scene_, 1, home.y, body, region),
          reaching(scene_, 2, home.z, body, region)};
}

void Copies::add_copies_of(int body, const BoundingBox<double>& region) {
  const Image home = origin_[body].moved;
  const Images images = reaching_images(body, region);
  for (int x = images.x.first; x <= images.x.last; ++x) {
    for (int y = images.y.first; y <= images.y.last; ++y) {
      for (int z = images.z.first; z <= images.z.last; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        const Image moved{sum(home.x, x), sum(home.y, y), sum(home.z, z)};
        origin_.push_back({body, moved});
        moved_box_.push_back(moved_by(scene_.domain, moved, scene_.box[body]));
      }
    }
  }
}

BoundingBox<double> Copies::bounds() const {
  BoundingBox<double> bounds = nothing();
  for (const BoundingBox<double>& box : box_) enlarge(bounds, box);
  return bounds;
}

void Copies::admit(int e, int f, PairList& pairs) const {
  if (scene_.domain.is_open()) {
    const int a = std::min(e, f), b = std::max(e, f);
    if (a >= scene_.body_count) return;
    if (!scene_.sphere.empty() && !overlap(scene_.sphere[a], scene_.sphere[b])) return;
    pairs.pair.push_back({a, b});
    return;
  }
  if (origin_[e].body > origin_[f].body) std::swap(e, f);
  const Origin &a = origin_[e], &b = origin_[f];
  // The same two bodies also meet elsewhere, as copies of both.
  if (e >= scene_.count() || a.body == b.body || a.body >= scene_.body_count) return;
  const Image image{sum(b.moved.x, -a.moved.x), sum(b.moved.y, -a.moved.y),
                    sum(b.moved.z, -a.moved.z)};
  if (!overlap(scene_, a.body, b.body, image)) return;
  pairs.pair.push_back({a.body, b.body});
  pairs.image.push_back(image);
}

std::size_t Copies::bytes() const {
  return moved_box_.capacity() * sizeof(BoundingBox<double>) + origin_.capacity() * sizeof(Origin);
}

}  // namespace talus::broad
