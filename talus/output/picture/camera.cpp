#include "talus/output/picture/camera.h"

#include <algorithm>
#include <cmath>

namespace talus::picture {
namespace {

constexpr double half_angle = 0.22;  // radian, of the longer side: a long lens distorts little
constexpr double margin = 0.94;      // of the picture is used
constexpr int rounds = 8;            // of fitting the view; a choice
constexpr double least_sine = 1e-6;  // between `up` and the direction of view

// The range of the tangents under which spheres are seen.
struct View {
  double left = 1e300, right = -1e300, low = 1e300, high = -1e300;
};

}  // namespace

Camera::Camera(const Vec3<double>& direction, const Vec3<double>& up, int width, int height,
               std::span<const BoundingSphere<double>> seen)
    : forward_(normalized(direction)), centre_x_(0.5 * width), centre_y_(0.5 * height) {
  const Vec3<double> across = cross(forward_, up);
  right_ = norm(across) > least_sine * norm(up) ? normalized(across) : any_orthogonal(forward_);
  up_ = cross(right_, forward_);
  focal_ = 0.5 * std::max(width, height) / std::tan(half_angle);
  const double tangent_x = margin * 0.5 * width / focal_;
  const double tangent_y = margin * 0.5 * height / focal_;
  // The distance that the spheres need if the middle of the picture is there; then the middle moves
  // to the middle of what is seen. A few rounds settle it.
  Vec3<double> middle{};
  for (const auto& s : seen) middle = middle + s.centre / static_cast<double>(seen.size());
  for (int round = 0; round < rounds; ++round) {
    double distance = 0;
    for (const auto& s : seen) {
      const Vec3<double> d = s.centre - middle;
      const double z = dot(d, forward_);
      distance = std::max({distance, (std::abs(dot(d, right_)) + s.radius) / tangent_x - z,
                           (std::abs(dot(d, up_)) + s.radius) / tangent_y - z, 2 * s.radius - z});
    }
    eye_ = middle - distance * forward_;
    View view;
    for (const auto& s : seen) {
      const Vec3<double> d = s.centre - eye_;
      const double z = dot(d, forward_), x = dot(d, right_), y = dot(d, up_);
      view.left = std::min(view.left, (x - s.radius) / z);
      view.right = std::max(view.right, (x + s.radius) / z);
      view.low = std::min(view.low, (y - s.radius) / z);
      view.high = std::max(view.high, (y + s.radius) / z);
    }
    middle = middle + (0.5 * distance * (view.left + view.right)) * right_ +
             (0.5 * distance * (view.low + view.high)) * up_;
  }
}

}  // namespace talus::picture
