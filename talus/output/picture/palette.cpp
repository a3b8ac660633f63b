#include "talus/output/picture/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace talus::picture {
namespace {

// As shown: 0xRRGGBB.
Colour from_hex(std::uint32_t hex) {
  const auto part = [&](int shift) {
    return light_of(static_cast<float>((hex >> shift) & 255u) / 255.0f);
  };
  return {part(16), part(8), part(0)};
}

// By Kind: amber spheres, blue ellipsoids, sage superquadrics, brick polyhedra; half-spaces and
// segments are not drawn; plum meshes.
constexpr std::array<std::uint32_t, kind_count> kind_colour{0xE3B45F, 0x4C86A8, 0x8FB07A, 0xC4664F,
                                                            0xD8D4CC, 0x888888, 0x7E6794};
constexpr std::array<std::uint32_t, 8> material_colour{0x4C86A8, 0xE3B45F, 0xC4664F, 0x8FB07A,
                                                       0x7E6794, 0x5FAFA2, 0xB98B6B, 0x9AA5B1};
// Viridis of Matplotlib (CC0), in equal steps.
constexpr std::array<std::uint32_t, 9> speed_colour{
    0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30, 0xFDE725};

Colour on_scale(double value) {
  const double at = std::clamp(value, 0.0, 1.0) * (speed_colour.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), speed_colour.size() - 2);
  const auto part = static_cast<float>(at - static_cast<double>(low));
  return (1 - part) * from_hex(speed_colour[low]) + part * from_hex(speed_colour[low + 1]);
}

// From 0 to 1, without a pattern (the finaliser of MurmurHash3).
float scattered(std::uint32_t key) {
  key ^= key >> 16, key *= 0x85EBCA6Bu, key ^= key >> 13, key *= 0xC2B2AE35u, key ^= key >> 16;
  return static_cast<float>(key >> 8) / 16777216.0f;
}

}  // namespace

// Ranges of the brightness and of the tint of bodies of one kind or material. Choices.
constexpr float spread_of_light = 0.4f, spread_of_warmth = 0.04f;

float light_of(float shown) {
  return shown <= 0.04045f ? shown / 12.92f : std::pow((shown + 0.055f) / 1.055f, 2.4f);
}

float shown_of(float light) {
  const float c = std::clamp(light, 0.0f, 1.0f);
  return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f;
}

std::vector<Colour> colours_of(const FrameView& view, ColourBy colour_by) {
  double fastest = 0;
  for (const Vec3<double>& v : view.motion.velocity) fastest = std::max(fastest, norm(v));
  std::vector<Colour> colours;
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    if (colour_by == ColourBy::speed) {
      colours.push_back(on_scale(fastest > 0 ? norm(view.motion.velocity[i]) / fastest : 0));
      continue;
    }
    const std::uint32_t hex =
        colour_by == ColourBy::kind
            ? kind_colour[static_cast<std::size_t>(kind_of(view.bodies.shape(i)))]
            : material_colour[static_cast<std::size_t>(view.material_of[i]) %
                              material_colour.size()];
    const auto key = static_cast<std::uint32_t>(i);
    const float lighter = 1.0f - 0.5f * spread_of_light + spread_of_light * scattered(2 * key);
    const float warmer = spread_of_warmth * (scattered(2 * key + 1) - 0.5f);
    const Colour base = lighter * from_hex(hex);
    colours.push_back({base.x * (1 + warmer), base.y, base.z * (1 - warmer)});
  }
  return colours;
}

}  // namespace talus::picture
