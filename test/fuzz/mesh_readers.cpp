#include <sys/stat.h>

#include "fuzz/reader_input.h"
#include "fuzz/readers.h"
#include "talus/mesh_file.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/mesh/volume_tiff.h"
#include "talus/shape/mesh_text.h"

namespace talus::fuzz {
namespace {

void use_mesh(const TriangleMesh& mesh) {
  constexpr std::size_t most_triangles = 200;  // of bodies that are made
  if (mesh.triangles.size() > most_triangles || mesh.vertices.size() > most_triangles) return;
  expect_no_other_failure([&] { polyhedron_from_mesh(mesh); });
  expect_no_other_failure([&] { make_mesh(mesh, {.cells = 8}); });
}

}  // namespace

void stl(std::string_view bytes) {
  expect_no_other_failure([&] { use_mesh(parse_stl(bytes, "a.stl")); });
}
void obj(std::string_view bytes) {
  expect_no_other_failure([&] { use_mesh(parse_obj(bytes, "a.obj")); });
}
void ply(std::string_view bytes) {
  expect_no_other_failure([&] { use_mesh(parse_ply(bytes, "a.ply")); });
}

void nrrd(std::string_view bytes) {
  const TemporaryFile file(bytes, ".nrrd");
  expect_no_other_failure([&] {
    const VoxelVolume volume = read_volume_file(file.path());
    if (volume.values.size() < 1000) make_mesh(volume, {middle_value(volume), false});
  });
}

// The first byte is the extension, the second what has this name, the rest is its content.
void files(std::string_view bytes) {
  constexpr const char* extensions[] = {".stl",  ".obj", ".ply", ".tif",
                                        ".nrrd", ".raw", ".OBJ", ""};
  enum What { regular, missing, folder, pipe, device, socket, endless, raw };
  if (bytes.size() < 2) return;
  const auto what = static_cast<What>(static_cast<unsigned char>(bytes[1]) % 8);
  const TemporaryFile file(bytes.substr(2), extensions[static_cast<unsigned char>(bytes[0]) % 8]);
  const std::filesystem::path& path = file.path();
  if (what != regular && what != raw && what != endless) std::filesystem::remove(path);
  if (what == pipe) ::mkfifo(path.c_str(), 0600);
  if (what == device) std::filesystem::create_symlink("/dev/zero", path);
  if (what == socket) ::mknod(path.c_str(), S_IFSOCK | 0600, 0);
  if (what == endless) std::filesystem::resize_file(path, std::uint64_t{9} << 30);  // a hole
  if (what == folder) std::filesystem::create_directory(path);
  expect_no_other_failure([&] { polyhedron_from_mesh_file(path); });
  expect_no_other_failure([&] { read_volume_file(path); });
  if (what != raw || bytes.size() < 6) return;
  const int size[3] = {bytes[3], bytes[4], bytes[5]};
  expect_no_other_failure([&] {
    read_raw_volume(path, size, bytes[2] % 2 == 0 ? "uint8" : "float", {1, 1, 1});
  });
}

void tiff(std::string_view bytes) {
  const TemporaryFile file(bytes, ".tif");
  expect_no_other_failure([&] { parse_tiff(file.path(), bytes.size()); });
}

}  // namespace talus::fuzz
