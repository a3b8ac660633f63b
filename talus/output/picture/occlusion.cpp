#include "talus/output/picture/occlusion.h"

#include <algorithm>

#include "talus/output/picture/scatter.h"

namespace talus::picture {

float sky_at(const Canvas& canvas, const Camera& camera, int x, int y, const Vec3<double>& point,
             const Vec3<double>& normal, double radius, unsigned seed) {
  // Choices, made by eye, but for the bias, which keeps a flat surface from shading itself, and the
  // last one, which keeps the quotient finite at the point itself.
  constexpr int sample_count = 10;
  constexpr double strength = 2.2, relative_bias = 0.01, smallest_square = 0.02;
  const double pixels = radius * camera.focal() * canvas.depth[canvas.at(x, y)];
  if (pixels < 1) return 1;
  const double bias = relative_bias * radius;
  double sum = 0;
  for (const Offset& offset : scattered_disc<sample_count>(seed)) {
    const int column = x + static_cast<int>(pixels * offset.x);
    const int row = y + static_cast<int>(pixels * offset.y);
    if (column < 0 || column >= canvas.width || row < 0 || row >= canvas.height) continue;
    const float depth = canvas.depth[canvas.at(column, row)];
    if (!(depth > 0)) continue;
    const Vec3<double> v = camera.unproject(column, row, depth) - point;
    const double square = norm_squared(v) / (radius * radius);
    if (square >= 1) continue;
    const double rise = (dot(v, normal) - bias) / radius;
    const double near = 1 - square;
    sum += near * near * near * std::max(0.0, rise / (square + smallest_square));
  }
  return static_cast<float>(std::max(0.0, 1 - strength * sum * 2 / sample_count));
}

}  // namespace talus::picture
