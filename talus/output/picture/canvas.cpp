#include "talus/output/picture/canvas.h"

#include <algorithm>
#include <cmath>

namespace talus::picture {

Canvas::Canvas(int own_width, int own_height) : width(own_width), height(own_height) {
  const std::size_t count = at(0, height);
  depth.resize(count);
  body.assign(count, -1);
  normal.resize(count);
  line.resize(count);
  glass.resize(count);
}

Vec3<double> Canvas::unit_normal(std::size_t sample) const {
  const auto& n = normal[sample];
  const Vec3<double> raw{static_cast<double>(n[0]), static_cast<double>(n[1]),
                         static_cast<double>(n[2])};
  return raw / std::max(norm(raw), 1.0);
}

void draw_triangle(Canvas& canvas, const DrawnCorner& a, const DrawnCorner& b, const DrawnCorner& c,
                   std::int32_t body) {
  for_each_pixel(canvas.width, canvas.height, a.point, b.point, c.point,
                 [&](int x, int y, float u, float v, float w) {
                   const std::size_t i = canvas.at(x, y);
                   const float depth = u * a.point.depth + v * b.point.depth + w * c.point.depth;
                   if (!(depth > canvas.depth[i])) return;
                   canvas.depth[i] = depth;
                   canvas.body[i] = body;
                   const auto packed = [](float part) {
                     return static_cast<std::int16_t>(normal_scale * part);
                   };
                   const Vec3<float> n = u * a.normal + v * b.normal + w * c.normal;
                   canvas.normal[i] = {packed(n.x), packed(n.y), packed(n.z)};
                 });
}

// Brings lines nearer to the eye, so that a line on a wall is not hidden by that wall.
constexpr float line_lift = 1.002f;

// Glass seen edge-on is denser: up to this many layers more. A choice, as is the densest glass.
constexpr int edge_on_layers = 5, most_layers = 24;

// A thin rectangle along the line, with soft sides.
void draw_line(Canvas& canvas, const Camera& camera, const Vec3<double>& from,
               const Vec3<double>& to, float width) {
  const ScreenPoint a = camera.project(from), b = camera.project(to);
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  if (!(length > 0)) return;
  const float reach = 0.5f * width + 1;
  const float side_x = -(b.y - a.y) / length, side_y = (b.x - a.x) / length;
  const auto corner = [&](const ScreenPoint& p, float sign) {
    return ScreenPoint{p.x + sign * reach * side_x, p.y + sign * reach * side_y, p.depth};
  };
  const ScreenPoint q[4] = {corner(a, -1), corner(b, -1), corner(b, 1), corner(a, 1)};
  const auto fill = [&](const ScreenPoint& one, const ScreenPoint& two, const ScreenPoint& three) {
    for_each_pixel(
        canvas.width, canvas.height, one, two, three, [&](int x, int y, float u, float v, float w) {
          const std::size_t at = canvas.at(x, y);
          const float depth = line_lift * (u * one.depth + v * two.depth + w * three.depth);
          if (depth < canvas.depth[at]) return;
          const float off = std::abs((static_cast<float>(x) + 0.5f - a.x) * side_x +
                                     (static_cast<float>(y) + 0.5f - a.y) * side_y);
          const auto cover = static_cast<std::uint8_t>(255 * std::clamp(reach - off, 0.0f, 1.0f));
          canvas.line[at] = std::max(canvas.line[at], cover);
        });
  };
  fill(q[0], q[1], q[2]);
  fill(q[0], q[2], q[3]);
}

void draw_glass(Canvas& canvas, const Camera& camera, std::span<const Vec3<double>, 3> corner) {
  const ScreenPoint p[3] = {camera.project(corner[0]), camera.project(corner[1]),
                            camera.project(corner[2])};
  const Vec3<double> normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
  const Vec3<double> sight = corner[0] - camera.eye();
  const double size = norm(normal) * norm(sight);
  if (!(size > 0)) return;
  const double facing = std::abs(dot(normal, sight)) / size;
  const int density = 1 + static_cast<int>(edge_on_layers * (1 - facing) * (1 - facing));
  for_each_pixel(canvas.width, canvas.height, p[0], p[1], p[2],
                 [&](int x, int y, float u, float v, float w) {
                   const std::size_t i = canvas.at(x, y);
                   const float depth = u * p[0].depth + v * p[1].depth + w * p[2].depth;
                   if (depth < canvas.depth[i]) return;
                   canvas.glass[i] =
                       static_cast<std::uint8_t>(std::min(most_layers, canvas.glass[i] + density));
                 });
}

}  // namespace talus::picture
