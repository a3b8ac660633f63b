// A run in its folder (docs/formats.md), read back: while it goes on or when it is over. Nothing in
// the folder is changed, links are not followed, and every index in the files is checked.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "talus/math/vec3.h"
#include "talus/output/frame.h"
#include "talus/output/hdf5.h"
#include "talus/output/series.h"

namespace talus {

// A row of the table of shapes. Meshes are facets only here: their cells are not in the file.
struct StoredShape {
  std::string type;
  std::array<double, 6> parameters{};  // as in the file (docs/formats.md)
  std::vector<Vec3<double>> vertex;    // of polyhedra and meshes, with their facets
  std::vector<std::array<std::int32_t, 3>> facet;
};

struct StoredWall {
  std::string name;
  std::int32_t material{};
  std::int32_t first_vertex{}, vertex_count{};
  std::vector<std::array<std::int32_t, 3>> triangle;
};

// What does not change of a body, row by row.
struct StoredBodies {
  std::vector<std::int64_t> id;  // increasing, below 2^53
  std::vector<std::int32_t> shape_of, material_of, freedom;
  std::vector<std::string> name;
  std::vector<double> mass;  // kg

  std::size_t size() const { return shape_of.size(); }
};

// model.h5: what is the same in all frames.
struct StoredModel {
  std::vector<StoredShape> shapes;
  std::vector<std::string> materials;
  bool bodies_change{};  // every frame has its own
  StoredBodies bodies;   // of all frames, else none
  std::vector<StoredWall> walls;
  std::int32_t wall_vertices{};
  PeriodicBox box;
};

// The bodies of frames/000012.h5, row by row, as numbers of the file.
struct StoredFrame {
  double time{};  // s
  std::int64_t step{};
  std::optional<StoredBodies> own_bodies;                                        // if bodies change
  std::vector<double> position, orientation, velocity, angular_velocity, force;  // 3, 4, 3, 3, 3
  std::vector<double> wall_vertex;                                               // 3
};

struct StoredContacts {
  std::vector<std::int32_t> body;            // 2; numbers behind the bodies are walls
  std::vector<double> point, force, branch;  // 3
  std::vector<double> overlap;
};

class StoredRun {
 public:
  // Throws RunFolderError if there is no run in the folder.
  explicit StoredRun(std::filesystem::path folder);

  const std::filesystem::path& folder() const { return folder_; }
  // All throw FileError. Tables are limited in size (docs/formats.md).
  std::vector<FrameRecord> frames() const;
  bool is_over() const;
  bool has_failed() const;                    // it is over since a limit ended it
  bool is_running() const;                    // a process writes into the folder
  std::string series() const;                 // series.csv, empty if there is none
  std::vector<std::string> measures() const;  // their names, sorted
  std::string measure(std::size_t i) const;   // measures/NAME.csv; std::out_of_range
  StoredModel model() const;
  // `model` is that of this run.
  StoredFrame frame(const StoredModel& model, int number) const;
  StoredContacts contacts(const StoredModel& model, int number) const;
  // The files themselves, whose tables nobody has checked.
  Hdf5Reader open_model() const;
  Hdf5Reader open_frame(int number) const;
  // Changes when model.h5 is replaced; empty if there is none.
  std::string model_stamp() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace talus
