// The files of a run, opened by those for whom they are meant: VTK's own readers and h5py.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <map>
#include <sstream>

#include "oracle/source_folder.h"
#include "output/example_run.h"
#include "output/folder_for_tests.h"
#include "talus/output/run_writer.h"
#include "talus/shape.h"

namespace {

using namespace talus;
using namespace talus::test;

using ForeignReadersTest = FolderTest;

// What read_run.py says, by name.
std::map<std::string, double> read_by(const std::string& library, const fs::path& folder) {
  const fs::path script = oracle::source_folder() / "test/output/read_run.py";
  const std::string command = "/usr/bin/python3 -B '" + script.string() + "' " + library + " '" +
                              folder.string() + "' 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  EXPECT_TRUE(pipe) << command;
  if (!pipe) return {};
  std::string text;
  std::array<char, 4096> piece{};
  while (std::fgets(piece.data(), piece.size(), pipe)) text += piece.data();
  const int status = ::pclose(pipe);
  EXPECT_EQ(WEXITSTATUS(status), 0) << text;
  std::map<std::string, double> read;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.rfind(' ');
    if (space != std::string::npos) read[line.substr(0, space)] = std::atof(line.c_str() + space);
  }
  return read;
}

ExampleRun write_run(const fs::path& folder) {
  RunOutput output;
  output.picture = false;
  RunWriter writer(RunFolder::fresh(folder, 1), output);
  ExampleRun run;
  for (std::int64_t step = 0; step <= 30; step += 10) {
    run.go_to(step);
    writer.frame(run.view());
  }
  writer.finish(run.view());
  return run;
}

TEST_F(ForeignReadersTest, VtkSeesTrueShapesAndForceChains) {
  const ExampleRun run = write_run(folder());
  auto read = read_by("vtk", folder());
  ASSERT_FALSE(read.empty()) << "python3-vtk9 is needed: script/setup installs it";
  const FrameView view = run.view();
  for (const char* part : {"bodies", "walls", "forces"}) {
    EXPECT_EQ(read[std::string(part) + ".files"], 4) << part;
    EXPECT_EQ(read[std::string(part) + ".time"], run.time()) << part;
  }
  EXPECT_EQ(read["bodies.body.high"], 10);  // body 11 is the floor
  EXPECT_EQ(read["bodies.kind.high"], static_cast<double>(Kind::mesh));
  EXPECT_EQ(read["bodies.speed.high"], 10);
  EXPECT_EQ(read["bodies.velocity.high"], 10);
  for (std::size_t i = 0; i < 11; ++i) {
    const double volume = mass_properties(view.bodies.shape(i)).volume;
    const double seen = read["body " + std::to_string(i) + ".volume"];
    const Kind kind = kind_of(view.bodies.shape(i));
    const bool exact = kind == Kind::polyhedron || kind == Kind::mesh;
    EXPECT_NEAR(seen, volume, (exact ? 1e-5 : 0.035) * volume) << i;
  }
  EXPECT_EQ(read["walls.polygons"], 3);  // the floor and the two triangles of the gate
  EXPECT_EQ(read["forces.lines"], static_cast<double>(view.contacts.size()));
  // Three points a contact, two where the floor is one side.
  EXPECT_EQ(read["forces.points"], static_cast<double>(3 * view.contacts.size() - 1));
  double length = 0, force = 0;
  for (std::size_t i = 0; i < view.contacts.size(); ++i) {
    const Vec3<double> from =
        view.bodies.poses[static_cast<std::size_t>(view.contacts.a[i])].position;
    const Vec3<double> point = view.contacts.point[i];
    length += norm(point - from);
    if (view.contacts.b[i] != 11) length += norm(from + view.contacts.branch[i] - point);
    force = std::max(force, norm(view.contacts.force[i]));
  }
  EXPECT_NEAR(read["forces.length"], length, 1e-5 * length);
  EXPECT_NEAR(read["forces.force.high"], force, 1e-6 * force);
  EXPECT_EQ(read["forces.body_b.high"], 11);
}

TEST_F(ForeignReadersTest, H5pyFollowsTheIndex) {
  const ExampleRun run = write_run(folder());
  auto read = read_by("hdf5", folder());
  ASSERT_FALSE(read.empty()) << "python3-h5py is needed: script/setup installs it";
  const FrameView view = run.view();
  EXPECT_EQ(read["frames"], 4);
  EXPECT_EQ(read["time"], run.time());
  EXPECT_EQ(read["mesh"], 4);
  EXPECT_EQ(read["floor"], 11);
  EXPECT_EQ(read["residual"], view.moment.ledger.residual());
  double position = 0, branch = 0;
  for (const Pose<double>& pose : view.bodies.poses) {
    position += pose.position.x + pose.position.y + pose.position.z;
  }
  for (const Vec3<double>& b : view.contacts.branch) branch += b.x + b.y + b.z;
  EXPECT_NEAR(read["position"], position, 1e-12);
  EXPECT_NEAR(read["branch"], branch, 1e-12);
  for (const int shape : {3, 4}) {
    const double volume =
        mass_properties(view.bodies.shapes[static_cast<std::size_t>(shape)]).volume;
    EXPECT_NEAR(read["shape " + std::to_string(shape) + ".volume"], volume, 1e-12);
  }
}

}  // namespace
