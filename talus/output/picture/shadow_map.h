// Where the light of a far lamp reaches: the nearest surface to the lamp, on a grid of its own.
#pragma once

#include <vector>

#include "talus/math/vec3.h"
#include "talus/output/picture/raster.h"
#include "talus/primitive.h"

namespace talus::picture {

class ShadowMap {
 public:
  // `to_light`: unit. `softness`: a length, how far shadows of edges spread.
  ShadowMap(const Vec3<double>& to_light, const BoundingSphere<double>& scene, double softness);

  ScreenPoint project(const Vec3<double>& x) const;
  void add(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c);

  // The part of the light that reaches a point of a surface, from 0 to 1. `seed` scatters the
  // samples, so that edges become soft and not stepped.
  float light_at(const Vec3<double>& x, const Vec3<double>& normal, unsigned seed) const;

 private:
  Vec3<double> to_light_{}, right_{}, up_{}, centre_{};
  double scale_{};  // texels of a length
  double texel_{};  // its length
  float spread_{};  // texels
  std::vector<float> depth_;
};

}  // namespace talus::picture
