#include "fuzz/edited_hdf5.h"
#include "fuzz/reader_input.h"
#include "fuzz/readers.h"
#include "talus/output/bodies_file.h"

namespace talus::fuzz {

void bodies_file(std::string_view bytes) {
  const TemporaryFile file(bytes, ".h5");
  const bool is_folder = bytes == "folder";
  expect_no_other_failure([&] { read_bodies(is_folder ? "/" : file.path()); });
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

}  // namespace talus::fuzz
