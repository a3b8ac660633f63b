// PNG files of 8 bits per colour.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace talus::picture {

// Rows from the top, three bytes a pixel: red, green, blue as screens show them (sRGB). Throws
// FileError.
void write_png(const std::filesystem::path& file, int width, int height,
               std::span<const std::uint8_t> pixels);

}  // namespace talus::picture
