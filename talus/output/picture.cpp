#include "talus/output/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talus/output/file.h"
#include "talus/output/picture/illumination.h"
#include "talus/output/picture/palette.h"
#include "talus/output/picture/png_file.h"
#include "talus/output/picture/stage.h"

namespace talus {
namespace {

using namespace picture;

// All numbers of this file that shape the light are choices, made by eye on pictures of piles.

constexpr int samples = 2;            // along either side of a pixel
constexpr float line_width = 1.5f;    // pixels, of the outlines of walls
constexpr float line_cover = 0.7f;    // opacity of a line
constexpr float clear_glass = 0.96f;  // part of the light that passes one layer of glass
constexpr double penumbra = 0.12;     // width of the shadows of edges over a typical radius
constexpr int gloss_doublings = 5;    // a cosine to the power of 2^5 is a little gloss
constexpr float gloss = 0.10f;        // brightness of the gloss

// A warm lamp from above and the left of the camera, and the sky.
struct Light {
  Vec3<double> to_lamp{}, up{};
  Colour lamp{1.30f, 1.22f, 1.10f};
  Colour sky{0.66f, 0.72f, 0.80f}, ground{0.40f, 0.37f, 0.34f};
};

Light make_light(const Camera& camera, const Vec3<double>& up) {
  const Vec3<double> lamp = normalized(up) - 0.62 * camera.right() - 0.45 * camera.forward();
  return {normalized(lamp), normalized(up)};
}

Colour background(int y, int height) {
  const float part = static_cast<float>(y) / static_cast<float>(height);
  return (1 - part) * Colour{0.78f, 0.83f, 0.88f} + part * Colour{0.94f, 0.94f, 0.93f};
}

class Painter {
 public:
  Painter(const FrameView& view, const Stage& stage, const PictureOptions& options)
      : bodies_(view.bodies),
        canvas_(samples * options.width, samples * options.height),
        camera_(options.direction, options.up, canvas_.width, canvas_.height, stage.seen),
        light_(make_light(camera_, options.up)),
        shadow_(drawn(view, stage)),
        reach_(canvas_, camera_, shadow_, samples, stage.grain),
        colour_(colours_of(view, options.colour_by)) {}

  // The light of a pixel, the mean of its samples.
  Colour pixel(int column, int row) const {
    Colour sum{};
    for (int y = samples * row; y < samples * (row + 1); ++y) {
      for (int x = samples * column; x < samples * (column + 1); ++x) sum = sum + sample(x, y);
    }
    return sum / static_cast<float>(samples * samples);
  }

 private:
  ShadowMap drawn(const FrameView& view, const Stage& stage) {
    ShadowMap shadow(light_.to_lamp, stage.whole, penumbra * stage.grain);
    draw_bodies(view, stage, camera_, canvas_, shadow);
    draw_walls(view, stage, camera_, canvas_, line_width * samples);
    return shadow;
  }

  Colour sample(int x, int y) const {
    const std::size_t i = canvas_.at(x, y);
    Colour colour = background(y, canvas_.height);
    if (canvas_.body[i] >= 0) {
      const auto body = static_cast<std::size_t>(canvas_.body[i]);
      const bool wall = kind_of(bodies_.shape(body)) == Kind::half_space;
      colour = wall ? wall_light(x, y) : surface_light(x, y);
    }
    if (canvas_.glass[i] > 0) {
      const float glass = 1 - std::pow(clear_glass, static_cast<float>(canvas_.glass[i]));
      colour = (1 - glass) * colour + glass * Colour{0.52f, 0.62f, 0.70f};
    }
    const float line = line_cover * static_cast<float>(canvas_.line[i]) / 255.0f;
    return (1 - line) * colour + line * Colour{0.10f, 0.12f, 0.15f};
  }

  // Walls are there for the shadows on them: pale on both sides.
  Colour wall_light(int x, int y) const {
    const Reach reach = reach_.at(x, y);
    const auto facing = dot(canvas_.unit_normal(canvas_.at(x, y)), light_.to_lamp);
    const float lamp = facing > 0 ? reach.lamp : 0.55f;
    const auto tilt = static_cast<float>(0.9 + 0.1 * facing);
    return tilt * ((0.46f * lamp + 0.44f * reach.sky) * Colour{0.97f, 0.96f, 0.94f});
  }

  Colour surface_light(int x, int y) const {
    const std::size_t i = canvas_.at(x, y);
    const Vec3<double> normal = canvas_.unit_normal(i);
    const Reach reach = reach_.at(x, y);
    const auto facing = static_cast<float>(dot(normal, light_.to_lamp));
    const float lamp = std::max(0.0f, facing) * reach.lamp;
    const auto upward = static_cast<float>(0.5 + 0.5 * dot(normal, light_.up));
    const Colour around = (1 - upward) * light_.ground + upward * light_.sky;
    const Colour light = reach.sky * around + lamp * light_.lamp;
    // Gloss without the colour of the body.
    const Vec3<double> to_eye =
        normalized(camera_.eye() - camera_.unproject(x, y, canvas_.depth[i]));
    auto shine =
        static_cast<float>(std::max(0.0, dot(normal, normalized(to_eye + light_.to_lamp))));
    for (int k = 0; k < gloss_doublings; ++k) shine *= shine;
    const Colour& own = colour_[static_cast<std::size_t>(canvas_.body[i])];
    return multiply_componentwise(own, light) + (gloss * shine * lamp) * light_.lamp;
  }

  const Bodies& bodies_;
  Canvas canvas_;
  Camera camera_;
  Light light_;
  ShadowMap shadow_;
  Illumination reach_;
  std::vector<Colour> colour_;
};

// Of a side. The fewest still show a body; the most need 4 x 8192^2 samples of 16 bytes, 4.3 GB.
constexpr int fewest_pixels = 16, most_pixels = 8192;

void check(const PictureOptions& options) {
  for (const int side : {options.width, options.height}) {
    if (side < fewest_pixels || side > most_pixels) {
      throw FileError(fmt::format("picture: a side must have {} to {} pixels, got {}",
                                  fewest_pixels, most_pixels, side));
    }
  }
  if (!(norm(options.direction) > 0) || !(norm(options.up) > 0)) {
    throw FileError("picture: direction and up must not be zero");
  }
}

// Steps of light in the table: 16 for each of the 256 levels of a screen.
constexpr int light_steps = 4096;

// The level that a screen shows for each step of light.
std::vector<std::uint8_t> screen_table() {
  std::vector<std::uint8_t> table;
  for (int i = 0; i <= light_steps; ++i) {
    const float shown = shown_of(static_cast<float>(i) / light_steps);
    table.push_back(static_cast<std::uint8_t>(255 * shown + 0.5f));
  }
  return table;
}

}  // namespace

void write_picture(const std::filesystem::path& file, const FrameView& view,
                   const PictureOptions& options) {
  check(options);
  const Stage stage(view);
  const Painter painter(view, stage, options);
  const std::vector<std::uint8_t> shown = screen_table();
  std::vector<std::uint8_t> pixels;
  for (int row = 0; row < options.height; ++row) {
    for (int column = 0; column < options.width; ++column) {
      const Colour light = painter.pixel(column, row);
      for (int k = 0; k < 3; ++k) {
        pixels.push_back(
            shown[static_cast<std::size_t>(light_steps * std::clamp(light[k], 0.0f, 1.0f) + 0.5f)]);
      }
    }
  }
  write_png(file, options.width, options.height, pixels);
}

}  // namespace talus
