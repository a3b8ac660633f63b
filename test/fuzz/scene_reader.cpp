#include <string_view>
#include <vector>

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

// As motions, inlets and size curves read it.
void table(std::string_view bytes) {
  struct Table {
    std::vector<std::string_view> quantities;
    std::string_view first_column;
  };
  static const Table tables[] = {{{"position", "velocity"}, "time"},
                                 {{"mass_rate"}, "time"},
                                 {{"number_rate"}, "time"},
                                 {{"passing"}, "size"}};
  const TemporaryFile file(bytes, ".csv");
  for (const Table& table : tables) {
    try {
      scene::read_table_file(file.path(), table.quantities, table.first_column);
    } catch (const scene::TableFileError&) {
    }
  }
}

}  // namespace talus::fuzz
