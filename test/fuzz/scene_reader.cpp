#include <array>

#include "fuzz/reader_input.h"
#include "fuzz/readers.h"
#include "talus/scene.h"
#include "talus/sim/scene/read_table_file.h"

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

void table(std::string_view bytes) {
  constexpr std::array<std::string_view, 2> quantities{"position", "velocity"};
  const TemporaryFile file(bytes, ".csv");
  try {
    scene::read_table_file(file.path(), quantities);
  } catch (const scene::TableFileError&) {
  }
}

}  // namespace talus::fuzz
