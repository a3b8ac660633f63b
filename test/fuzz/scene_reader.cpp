#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/reader_input.h"
#include "fuzz/readers.h"
#include "talus/scene.h"
#include "talus/sim/scene/read_table_file.h"

namespace talus::fuzz {
namespace {

// Those that the first lines state: "#set KEY=VALUE", a comment to the reader of the scene.
std::vector<SceneChange> changes_in(std::string_view bytes) {
  constexpr std::string_view mark = "#set ";
  constexpr std::size_t most = 8;
  std::vector<SceneChange> changes;
  while (bytes.starts_with(mark) && changes.size() < most) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    expect_no_other_failure([&] {
      changes.push_back(scene_change(std::string(bytes.substr(mark.size(), end - mark.size()))));
    });
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return changes;
}

}  // namespace

void scene(std::string_view bytes) {
  static const MeshFolder folder;
  const std::filesystem::path file = folder.path() / "scene.toml";
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
  struct Enough {};
  int calls = 0;
  try {
    expect_no_other_failure([&] {
      read_scene(
          file,
          [&](const std::string&, const FillProgress&) {
            if (++calls > 3) throw Enough{};  // grains are placed by other code
          },
          changes_in(bytes));
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
