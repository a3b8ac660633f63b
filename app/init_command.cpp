#include "app/init_command.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/example_scene.h"
#include "app/log.h"
#include "app/output_file.h"
#include "app/usage_error.h"

namespace talus {
namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  write_text(file.string(), 1, [&](std::string& out, std::size_t) { out += text; });
}

}  // namespace

int run_init(const InitCommand& command) {
  const std::filesystem::path scene = command.scene;
  const std::filesystem::path mesh = scene.parent_path() / example_mesh_file;
  for (const std::filesystem::path& file : {scene, mesh}) {
    if (command.force || !std::filesystem::exists(file)) continue;
    throw UsageError(fmt::format("{} is there already; --force writes over it", file.string()));
  }
  require_writable(scene.string());
  write(mesh, example_mesh());
  write(scene, example_scene());
  log("talus: wrote {} and {}; next:\n  talus run {}\n", scene.string(), mesh.string(),
      scene.string());
  return 0;
}

}  // namespace talus
