// What the fuzz targets share: a file with the bytes of an input, and the errors that a reader may
// report.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "talus/error.h"

namespace talus::fuzz {

inline std::filesystem::path memory_folder() {
  return ::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : std::filesystem::temp_directory_path();
}

// A file in memory with the bytes of the input, under a name with an extension.
class TemporaryFile {
 public:
  TemporaryFile(std::string_view bytes, const std::string& extension)
      : path_(memory_folder() / ("talus_fuzz_" + std::to_string(::getpid()) + extension)) {
    std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A folder with meshes and tables that lines and scenes can name.
class MeshFolder {
 public:
  MeshFolder() {
    std::filesystem::create_directories(path_);
    std::ofstream(path_ / "tetrahedron.obj")
        << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    std::ofstream(path_ / "motion.csv") << "time [s],velocity [m/s]\n0,0\n1,2\n";
    std::ofstream(path_ / "rates.csv") << "time [s],mass_rate [kg/s]\n0,0\n1,2\n";
    std::ofstream(path_ / "numbers.csv") << "time,number_rate\n0,10\n1,20\n";
    std::ofstream(path_ / "negative.csv") << "time,number_rate\n0,10\n1,-20\n";
    std::ofstream(path_ / "sizes.csv") << "size [m],passing [1]\n0.01,0\n0.02,0.5\n0.03,1\n";
    std::ofstream(path_ / "backwards.csv") << "time,position\n1,0\n0,2\n";
    std::ofstream(path_ / "flat.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 3 2\n";
  }
  ~MeshFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  MeshFolder(const MeshFolder&) = delete;
  MeshFolder& operator=(const MeshFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_ =
      memory_folder() / ("talus_fuzz_meshes_" + std::to_string(::getpid()));
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

}  // namespace talus::fuzz
