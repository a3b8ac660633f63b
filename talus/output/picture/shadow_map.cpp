#include "talus/output/picture/shadow_map.h"

#include <algorithm>
#include <limits>

#include "talus/output/picture/scatter.h"

namespace talus::picture {
namespace {

// Choices: 38 MB of texels, and samples enough that a penumbra has no visible steps.
constexpr int resolution = 3072;  // texels of a side
constexpr int sample_count = 12;

}  // namespace

ShadowMap::ShadowMap(const Vec3<double>& to_light, const BoundingSphere<double>& scene,
                     double softness)
    : to_light_(to_light),
      right_(any_orthogonal(to_light)),
      up_(cross(to_light, right_)),
      centre_(scene.centre),
      scale_(0.5 * resolution / scene.radius),
      texel_(1 / scale_),
      spread_(static_cast<float>(std::max(1.0, softness * scale_))),
      depth_(std::size_t{resolution} * resolution, std::numeric_limits<float>::lowest()) {}

ScreenPoint ShadowMap::project(const Vec3<double>& x) const {
  const Vec3<double> d = x - centre_;
  return {static_cast<float>(0.5 * resolution + scale_ * dot(d, right_)),
          static_cast<float>(0.5 * resolution - scale_ * dot(d, up_)),
          static_cast<float>(dot(d, to_light_))};
}

void ShadowMap::add(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c) {
  for_each_pixel(resolution, resolution, a, b, c, [&](int x, int y, float u, float v, float w) {
    float& depth = depth_[static_cast<std::size_t>(y) * resolution + static_cast<std::size_t>(x)];
    depth = std::max(depth, u * a.depth + v * b.depth + w * c.depth);
  });
}

float ShadowMap::light_at(const Vec3<double>& x, const Vec3<double>& normal, unsigned seed) const {
  // Off the surface by the width of the samples, so that it does not shade itself; the number is
  // a choice.
  constexpr double texels_off = 1.5;
  const double off = texel_ * (texels_off + static_cast<double>(spread_));
  const ScreenPoint p = project(x + off * normal);
  const auto bias = static_cast<float>(0.5 * texel_);
  float lit = 0;
  for (const Offset& offset : scattered_disc<sample_count>(seed)) {
    const int column = static_cast<int>(p.x + spread_ * offset.x);
    const int row = static_cast<int>(p.y + spread_ * offset.y);
    const bool inside = column >= 0 && column < resolution && row >= 0 && row < resolution;
    const auto at = static_cast<std::size_t>(row) * resolution + static_cast<std::size_t>(column);
    lit += !inside || p.depth + bias >= depth_[at] ? 1.0f : 0.0f;
  }
  return lit / sample_count;
}

}  // namespace talus::picture
