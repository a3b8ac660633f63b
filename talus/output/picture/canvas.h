// What is seen at every sample of a picture, before light: depth, body and normal; and how much of
// a line or of a glassy wall is in front of it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "talus/output/picture/camera.h"

namespace talus::picture {

// Normals are stored as 16-bit integers: this is the largest one.
inline constexpr int normal_scale = 32767;

struct Canvas {
  Canvas(int own_width, int own_height);

  int width, height;
  std::vector<float> depth;                         // as ScreenPoint; 0 where nothing is
  std::vector<std::int32_t> body;                   // -1 where nothing is
  std::vector<std::array<std::int16_t, 3>> normal;  // in the world, times normal_scale
  std::vector<std::uint8_t> line;                   // 255: covered by a line
  std::vector<std::uint8_t> glass;                  // how much of it

  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  Vec3<double> unit_normal(std::size_t sample) const;
};

struct DrawnCorner {
  ScreenPoint point;
  Vec3<float> normal;  // unit, in the world
};

// A triangle that hides what is behind it.
void draw_triangle(Canvas& canvas, const DrawnCorner& a, const DrawnCorner& b, const DrawnCorner& c,
                   std::int32_t body);
// These two are hidden by what is solid, so they come later.
void draw_line(Canvas& canvas, const Camera& camera, const Vec3<double>& from,
               const Vec3<double>& to, float width);
void draw_glass(Canvas& canvas, const Camera& camera, std::span<const Vec3<double>, 3> corner);

}  // namespace talus::picture
