#include "fuzz/readers.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/line_reader.h"
#include "app/query_format.h"
#include "fuzz/checkpoint_scene.h"
#include "output/recorded_hdf5.h"
#include "talus/mesh_file.h"
#include "talus/output/bodies_file.h"
#include "talus/query.h"
#include "talus/scene.h"
#include "talus/shape/mesh/volume_tiff.h"
#include "talus/shape/mesh_text.h"

namespace talus::fuzz {
namespace {

namespace fs = std::filesystem;

// A file in memory with the bytes of the input, under a name with an extension.
class TemporaryFile {
 public:
  TemporaryFile(std::string_view bytes, const std::string& extension)
      : path_((::access("/dev/shm", W_OK) == 0 ? fs::path("/dev/shm") : fs::temp_directory_path()) /
              ("talus_fuzz_" + std::to_string(::getpid()) + extension)) {
    std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
  }
  ~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Errors that a reader states by an exception of the library.
template <class Work>
void expect_no_other_failure(const Work& work) {
  try {
    work();
  } catch (const std::invalid_argument&) {  // ShapeError, FormatError, PackingError, MaterialError
  } catch (const FileError&) {
  } catch (const SceneError&) {
  } catch (const SimulationError&) {
  }
}

void use_mesh(const TriangleMesh& mesh) {
  constexpr std::size_t most_triangles = 200;  // of bodies that are made
  if (mesh.triangles.size() > most_triangles || mesh.vertices.size() > most_triangles) return;
  expect_no_other_failure([&] { polyhedron_from_mesh(mesh); });
  expect_no_other_failure([&] { make_mesh(mesh, {.cells = 8}); });
}

// Edits of recorded contents: records of 13 bytes, the table, what to do, where, and a value.
test::Hdf5Contents edited(test::Hdf5Contents contents, std::string_view bytes) {
  std::vector<Hdf5Data*> all;
  for (auto& [name, data] : contents.tables) all.push_back(&data);
  for (auto& [name, data] : contents.attributes) all.push_back(&data);
  constexpr std::size_t record = 14;
  for (; bytes.size() >= record; bytes.remove_prefix(record)) {
    Hdf5Data& data = *all[static_cast<unsigned char>(bytes[0]) % all.size()];
    std::uint32_t at = 0;
    std::uint64_t value = 0;
    std::memcpy(&at, bytes.data() + 2, sizeof(at));
    std::memcpy(&value, bytes.data() + 6, sizeof(value));
    constexpr std::uint64_t most_elements = 100000;
    switch (static_cast<unsigned char>(bytes[1]) % 6) {
      case 0:
      case 1:
      case 2: {
        const std::size_t width = bytes[1] % 2 == 0 ? 4 : 8;
        if (data.bytes.size() < width) break;
        const std::size_t slot = at % (data.bytes.size() / width);
        std::memcpy(data.bytes.data() + width * slot, &value, width);
        break;
      }
      case 3:
        if (!data.bytes.empty()) data.bytes[at % data.bytes.size()] = std::byte(value);
        break;
      case 4:
        if (data.extent.empty()) break;
        data.extent[0] = value % most_elements;
        data.bytes.resize(data.extent[0] * data.element_bytes *
                          (data.extent.size() > 1 ? data.extent[1] % 16 : 1));
        break;
      default:
        if (data.extent.empty()) break;
        data.extent[at % data.extent.size()] = value;  // without the bytes
    }
  }
  return contents;
}

}  // namespace

void query(std::string_view bytes) {
  const int file = ::memfd_create("query", 0);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(file, bytes.data(), bytes.size());
  ::lseek(file, 0, SEEK_SET);
  LineReader reader(file);
  MeshLibrary meshes("/nonexistent");
  for (;;) {
    const std::vector<Line>& lines = reader.next_chunk(16);
    if (lines.empty()) break;
    for (const Line& line : lines) {
      expect_no_other_failure([&] {
        std::string id;
        const QueryPair pair = parse_query_line(line.text, meshes, id);
        contact(pair.a.shape, pair.a.pose, pair.b.shape, pair.b.pose);
      });
    }
  }
  ::close(file);
}

void scene(std::string_view bytes) {
  const TemporaryFile file(bytes, ".toml");
  struct Enough {};
  int calls = 0;
  try {
    expect_no_other_failure([&] {
      read_scene(file.path(), [&](const std::string&, const FillProgress&) {
        if (++calls > 3) throw Enough{};  // grains are placed by other code
      });
    });
  } catch (const Enough&) {
  }
}

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

void tiff(std::string_view bytes) {
  const TemporaryFile file(bytes, ".tif");
  expect_no_other_failure([&] { parse_tiff(file.path(), bytes.size()); });
}

void bodies_file(std::string_view bytes) {
  const TemporaryFile file(bytes, ".h5");
  expect_no_other_failure([&] { read_bodies(file.path()); });
}

void bodies(std::string_view bytes) {
  static const test::Hdf5Contents whole = [] {
    BodiesFile example;
    example.bodies.shapes = {
        make_sphere(1.0),
        make_ellipsoid({1, 2, 3}),
        make_superquadric({1, 1, 2}, 3, 4),
        make_polyhedron(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
        make_segment({0, 0, 0}, {1, 0, 0}),
        make_half_space({0, 0, 1}, 0)};
    for (int i = 0; i < 6; ++i) {
      example.bodies.shape_of.push_back(i);
      example.bodies.poses.push_back(make_pose({1.0 * i, 0, 0}, {1, 0, 0, 0}));
    }
    example.box_lengths = {10, 10, 10};
    example.packing.emplace();
    const TemporaryFile file("", ".h5");
    write_bodies(file.path(), example);
    test::Hdf5Contents contents;
    read_bodies(Hdf5Reader(
        file.path(), std::make_unique<test::RecordingSource>(open_hdf5(file.path()), contents)));
    return contents;
  }();
  const test::Hdf5Contents contents = edited(whole, bytes);
  expect_no_other_failure([&] { read_bodies(test::recorded_reader(contents)); });
}

void checkpoint(std::string_view bytes) {
  static const test::RecordedCheckpoint recorded = [] {
    const TemporaryFile file("", ".h5");
    return test::recorded_checkpoint(file.path());
  }();
  const test::Hdf5Contents contents = edited(recorded.contents, bytes);
  expect_no_other_failure([&] {
    SimulationArchive::restore(*recorded.simulation, test::recorded_reader(contents));
    recorded.simulation->step(2);
    recorded.simulation->contacts();
    recorded.simulation->warnings();
  });
}

}  // namespace talus::fuzz
