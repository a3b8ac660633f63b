#include "fuzz/reader_input.h"
#include "fuzz/readers.h"
#include "talus/scene.h"

namespace talus::fuzz {

void scene(std::string_view bytes) {
  static const MeshFolder folder;
  const std::filesystem::path file = folder.path() / "scene.toml";
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
  struct Enough {};
  int calls = 0;
  try {
    expect_no_other_failure([&] {
      read_scene(file, [&](const std::string&, const FillProgress&) {
        if (++calls > 3) throw Enough{};  // grains are placed by other code
      });
    });
  } catch (const Enough&) {
  }
}

}  // namespace talus::fuzz
