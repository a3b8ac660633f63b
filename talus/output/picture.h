// A picture of a moment as PNG, drawn without a display: the true surfaces of all bodies, lit by a
// low sun with shadows and by the sky, walls as outlines so that the grains are seen.
#pragma once

#include <filesystem>

#include "talus/output/frame.h"

namespace talus {

enum class ColourBy {
  kind,   // of the shape
  speed,  // m/s, from 0 to the largest in the picture
  material,
};

struct PictureOptions {
  int width = 1600, height = 1200;           // pixels, 16 to 8192
  Vec3<double> direction{0.55, 0.8, -0.35};  // of view
  Vec3<double> up{0, 0, 1};
  ColourBy colour_by = ColourBy::kind;
};

// Throws FileError, for a file that cannot be written and for options that make no picture.
void write_picture(const std::filesystem::path& file, const FrameView& view,
                   const PictureOptions& options);

}  // namespace talus
