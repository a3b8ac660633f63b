// A pinhole camera with a long lens, and how far away it has to be to see everything.
#pragma once

#include <span>

#include "talus/math/vec3.h"
#include "talus/output/picture/raster.h"
#include "talus/primitive.h"

namespace talus::picture {

class Camera {
 public:
  // Sees all of the spheres, with a margin. `direction` in which it looks; `up` is up in the
  // picture, unless it is along the direction.
  Camera(const Vec3<double>& direction, const Vec3<double>& up, int width, int height,
         std::span<const BoundingSphere<double>> seen);

  ScreenPoint project(const Vec3<double>& x) const {
    const Vec3<double> d = x - eye_;
    const double inverse = 1 / dot(d, forward_);
    return {static_cast<float>(centre_x_ + focal_ * dot(d, right_) * inverse),
            static_cast<float>(centre_y_ - focal_ * dot(d, up_) * inverse),
            static_cast<float>(inverse)};
  }

  // Where the middle of a pixel is at that depth, in the world.
  Vec3<double> unproject(int x, int y, float depth) const {
    const double distance = 1 / static_cast<double>(depth);
    return eye_ + distance * (forward_ + ((x + 0.5 - centre_x_) / focal_) * right_ -
                              ((y + 0.5 - centre_y_) / focal_) * up_);
  }

  const Vec3<double>& eye() const { return eye_; }
  const Vec3<double>& right() const { return right_; }
  const Vec3<double>& up() const { return up_; }
  const Vec3<double>& forward() const { return forward_; }
  double focal() const { return focal_; }  // pixels of a length at the same distance

 private:
  Vec3<double> eye_{}, right_{}, up_{}, forward_{};
  double focal_{}, centre_x_{}, centre_y_{};
};

}  // namespace talus::picture
