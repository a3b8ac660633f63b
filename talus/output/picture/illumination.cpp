#include "talus/output/picture/illumination.h"

#include <algorithm>
#include <cstdlib>

#include "talus/output/picture/occlusion.h"
#include "talus/output/picture/scatter.h"

namespace talus::picture {
namespace {

// Reach of the shade between neighbours and of that in the depths of a pile, typical radii, and the
// part of the light that the depths keep. Choices, made by eye.
constexpr double corner_reach = 1.6, pile_reach = 7.0;
constexpr float least_in_depths = 0.35f;

// Samples whose normals differ by more than 37 degrees are not averaged: edges stay sharp.
constexpr float cosine_of_alike = 0.8f;

}  // namespace

Illumination::Illumination(const Canvas& canvas, const Camera& camera, const ShadowMap& shadow,
                           int samples, double grain)
    : canvas_(canvas),
      camera_(camera),
      shadow_(shadow),
      samples_(samples),
      width_(canvas.width / samples),
      height_(canvas.height / samples),
      grain_(grain) {
  std::vector<Reach> noisy(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  std::size_t i = 0;
  for (int row = 0; row < height_; ++row) {
    for (int column = 0; column < width_; ++column, ++i) {
      if (canvas_.body[sample_of(column, row)] < 0) continue;
      noisy[i] = measured(column * samples_, row * samples_);
    }
  }
  reach_.reserve(noisy.size());
  for (int row = 0; row < height_; ++row) {
    for (int column = 0; column < width_; ++column) {
      reach_.push_back(smoothed(noisy, column, row));
    }
  }
}

Reach Illumination::measured(int x, int y) const {
  const std::size_t sample = canvas_.at(x, y);
  const Vec3<double> normal = canvas_.unit_normal(sample);
  const Vec3<double> point = camera_.unproject(x, y, canvas_.depth[sample]);
  const unsigned seed = seed_of(x / samples_, y / samples_);
  // Corners between neighbours are dark, and so are the depths of a pile.
  const float corners = sky_at(canvas_, camera_, x, y, point, normal, corner_reach * grain_, seed);
  const float depths = sky_at(canvas_, camera_, x, y, point, normal, pile_reach * grain_, seed);
  return {shadow_.light_at(point, normal, seed),
          corners * (least_in_depths + (1.0f - least_in_depths) * depths)};
}

bool Illumination::alike(std::size_t sample, std::size_t other) const {
  if (canvas_.body[sample] != canvas_.body[other]) return false;
  const auto &n = canvas_.normal[sample], &m = canvas_.normal[other];
  const float cosine = (static_cast<float>(n[0]) * m[0] + static_cast<float>(n[1]) * m[1] +
                        static_cast<float>(n[2]) * m[2]) /
                       (static_cast<float>(normal_scale) * normal_scale);
  return cosine > cosine_of_alike;
}

Reach Illumination::smoothed(const std::vector<Reach>& noisy, int column, int row) const {
  // The square of the seeds for the sky, a small one for the lamp, whose shadows are to stay sharp.
  constexpr int before = 4, after = 3, reach_of_lamp = 1;  // pixels
  const std::size_t own = sample_of(column, row);
  if (canvas_.body[own] < 0) return {};
  float lamp = 0, lamps = 0, sky = 0, skies = 0;
  for (int r = std::max(0, row - before); r <= std::min(height_ - 1, row + after); ++r) {
    for (int c = std::max(0, column - before); c <= std::min(width_ - 1, column + after); ++c) {
      if (!alike(own, sample_of(c, r))) continue;
      const Reach& other = noisy[static_cast<std::size_t>(r) * static_cast<std::size_t>(width_) +
                                 static_cast<std::size_t>(c)];
      sky += other.sky, skies += 1;
      if (std::max(std::abs(r - row), std::abs(c - column)) <= reach_of_lamp) {
        lamp += other.lamp, lamps += 1;
      }
    }
  }
  return {lamp / std::max(lamps, 1.0f), sky / std::max(skies, 1.0f)};
}

Reach Illumination::at(int x, int y) const {
  const std::size_t own = canvas_.at(x, y);
  const int column = x / samples_, row = y / samples_;
  // The pixel itself or one beside it shows the same body, unless that is a speck.
  static constexpr int aside[5][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (const auto& [dx, dy] : aside) {
    const int c = column + dx, r = row + dy;
    if (c < 0 || c >= width_ || r < 0 || r >= height_) continue;
    if (alike(own, sample_of(c, r))) {
      return reach_[static_cast<std::size_t>(r) * static_cast<std::size_t>(width_) +
                    static_cast<std::size_t>(c)];
    }
  }
  return measured(x, y);
}

}  // namespace talus::picture
