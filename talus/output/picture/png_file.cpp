#include "talus/output/picture/png_file.h"

#include <png.h>

#include <cstring>
#include <string>
#include <vector>

#include "talus/output/file.h"

namespace talus::picture {

void write_png(const std::filesystem::path& file, int width, int height,
               std::span<const std::uint8_t> pixels) {
  AtomicFile out(file);
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = 0;
  const auto to_memory = [&](void* memory) {
    return png_image_write_to_memory(&image, memory, &size, 0, pixels.data(), 0, nullptr) != 0;
  };
  std::vector<std::byte> bytes;
  bool written = to_memory(nullptr);
  if (written) {
    bytes.resize(size);
    written = to_memory(bytes.data());
  }
  if (!written) throw FileError("cannot write " + file.string() + ": " + image.message);
  bytes.resize(size);
  out.write(bytes);
  out.finish(Sync::later);
}

}  // namespace talus::picture
