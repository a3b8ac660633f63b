// Which pixels a triangle covers: those whose middle is inside.
#pragma once

#include <algorithm>
#include <cmath>

namespace talus::picture {

struct ScreenPoint {
  float x, y;   // pixels, from the upper left corner
  float depth;  // 1 / distance along the view, or any number that is linear on the screen and
                // larger for what is nearer
};

// Calls visit(x, y, u, v, w) with the weights of the three corners. Both orientations are drawn;
// what is outside of the canvas is left out.
template <class Visit>
void for_each_pixel(int width, int height, const ScreenPoint& a, const ScreenPoint& b,
                    const ScreenPoint& c, Visit visit) {
  const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (!(std::abs(area) > 0)) return;
  const auto first = [](float low) { return static_cast<int>(std::ceil(low - 0.5f)); };
  const auto last = [](float high) { return static_cast<int>(std::floor(high - 0.5f)); };
  // Clamped as numbers, for a corner may be too far away for an int.
  const auto onto = [](float value, int limit) {
    return std::clamp(value, -1.0f, static_cast<float>(limit) + 1.0f);
  };
  const int x0 = std::max(0, first(onto(std::min({a.x, b.x, c.x}), width)));
  const int x1 = std::min(width - 1, last(onto(std::max({a.x, b.x, c.x}), width)));
  const int y0 = std::max(0, first(onto(std::min({a.y, b.y, c.y}), height)));
  const int y1 = std::min(height - 1, last(onto(std::max({a.y, b.y, c.y}), height)));
  const float scale = 1 / area;
  const float v_x = (c.y - a.y) * scale, v_y = -(c.x - a.x) * scale;
  const float w_x = -(b.y - a.y) * scale, w_y = (b.x - a.x) * scale;
  for (int y = y0; y <= y1; ++y) {
    const float dy = static_cast<float>(y) + 0.5f - a.y;
    for (int x = x0; x <= x1; ++x) {
      const float dx = static_cast<float>(x) + 0.5f - a.x;
      const float v = v_x * dx + v_y * dy, w = w_x * dx + w_y * dy, u = 1 - v - w;
      if (u >= 0 && v >= 0 && w >= 0) visit(x, y, u, v, w);
    }
  }
}

}  // namespace talus::picture
