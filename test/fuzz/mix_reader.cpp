#include "app/mix_format.h"
#include "fuzz/reader_input.h"
#include "fuzz/readers.h"

namespace talus::fuzz {

void mix(std::string_view bytes) {
  static const MeshFolder folder;
  MeshLibrary meshes(folder.path());
  expect_no_other_failure([&] { read_mix(parse_json(bytes), meshes); });
}

}  // namespace talus::fuzz
