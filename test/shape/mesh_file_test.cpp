// STL and OBJ files, good and bad.
#include "talus/mesh_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>

#include "shape/numbers.h"
#include "talus/error.h"
#include "talus/shape/shape.h"

namespace talus {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

// The unit cube, outward triangles.
const std::vector<Vec3<double>> corners = test::box_corners({0.1, 0.2, 0.3});
const std::vector<std::array<int, 3>> triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                                   {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                                   {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

class MeshFile : public testing::Test {
 protected:
  MeshFile() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("talus_mesh_file_" + std::string(info->name()) + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~MeshFile() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return folder_ / name;
  }

  static std::string text_stl() {
    std::string text = "solid box\n";
    for (const auto& t : triangles) {
      text += "  facet normal 0 0 0\n    outer loop\n";
      for (const int v : t) {
        char line[100];
        std::snprintf(line, sizeof line, "      vertex %.17g %.17g %.17g\n", corners[v].x,
                      corners[v].y, corners[v].z);
        text += line;
      }
      text += "    endloop\n  endfacet\n";
    }
    return text + "endsolid box\n";
  }

  static std::string binary_stl(const std::string& header) {
    std::string bytes = header;
    bytes.resize(80, ' ');
    const auto append = [&](const auto& value) {
      bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    append(static_cast<std::uint32_t>(triangles.size()));
    for (const auto& t : triangles) {
      for (int i = 0; i < 3; ++i) append(0.0f);
      for (const int v : t) {
        for (int i = 0; i < 3; ++i) append(static_cast<float>(corners[v][i]));
      }
      append(std::uint16_t{0});
    }
    return bytes;
  }

  static std::string obj() {
    std::string text = "# a box\nmtllib box.mtl\no box\n";
    for (const auto& v : corners) {
      char line[100];
      std::snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", v.x, v.y, v.z);
      text += line;
    }
    text += "vn 0 0 1\nvt 0 0\n";
    return text +
           "f 1 3 4 2\nf 5/1 6/1 8/1 7/1\nf 1//1 2//1 6//1 5//1\nf -6 -2 -1 -5\n"
           "f 1/1/1 5/1/1 7/1/1 3/1/1 # left\nf 2 4 \\\n 8 6\n";
  }

  static std::string message_of(const std::function<void()>& action) {
    try {
      action();
    } catch (const ShapeError& error) {
      return error.what();
    }
    return "nothing was thrown";
  }

  std::string refusal(const std::string& name, const std::string& content) {
    const auto path = write(name, content);
    const std::string message = message_of([&] { read_mesh_file(path); });
    EXPECT_THAT(message, HasSubstr(name));
    return message;
  }

  std::filesystem::path folder_;
};

void expect_box(const TriangleMesh& mesh, double tolerance) {
  ASSERT_EQ(mesh.vertices.size(), 8u);
  ASSERT_EQ(mesh.triangles.size(), 12u);
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(enclosed_volume(mesh), 0.048, tolerance);
  for (const auto& v : mesh.vertices) {
    EXPECT_NEAR(std::abs(v.x), 0.1, tolerance);
    EXPECT_NEAR(std::abs(v.y), 0.2, tolerance);
    EXPECT_NEAR(std::abs(v.z), 0.3, tolerance);
  }
}

TEST_F(MeshFile, TextFilesKeepAllDigits) {
  expect_box(read_mesh_file(write("box.stl", text_stl())), 1e-17);
  expect_box(read_mesh_file(write("box.obj", obj())), 1e-17);
  std::string windows;
  for (const char c : text_stl()) windows += c == '\n' ? "\r\n" : std::string(1, c);
  expect_box(read_mesh_file(write("BOX.STL", windows)), 1e-17);
}

TEST_F(MeshFile, BinaryFilesAreToldByTheirSize) {
  expect_box(read_mesh_file(write("a.stl", binary_stl("made by a scanner"))), 2e-8);
  expect_box(read_mesh_file(write("b.stl", binary_stl("solid made by a liar"))), 2e-8);
  expect_box(read_mesh_file(write("c.stl", binary_stl("solid\nfacet normal 0 0 0\n"))), 2e-8);
}

TEST_F(MeshFile, HullOfAConvexMesh) {
  for (const auto& path :
       {write("t.stl", text_stl()), write("b.stl", binary_stl("")), write("o.obj", obj())}) {
    const MeshHull hull = polyhedron_from_mesh_file(path);
    EXPECT_EQ(hull.polyhedron.view().face_count, 6);
    EXPECT_EQ(hull.polyhedron.view().vertex_count, 8);
    EXPECT_TRUE(hull.closed);
    EXPECT_TRUE(hull.convex);
    EXPECT_NEAR(hull.mesh_volume, 0.048, 1e-8);
  }
}

TEST_F(MeshFile, HullOfOtherMeshesSaysSo) {
  // The top pushed in to the centre: closed, but not convex.
  std::string dented;
  for (const auto& v : corners)
    dented +=
        "v " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) + "\n";
  dented += "v 0 0 0\nf 1 3 4 2\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
  const MeshHull open = polyhedron_from_mesh_file(write("open.obj", dented));
  EXPECT_FALSE(open.closed);
  EXPECT_FALSE(open.convex);
  const MeshHull hull = polyhedron_from_mesh_file(
      write("dented.obj", dented + "f 5 6 9\nf 6 8 9\nf 8 7 9\nf 7 5 9\n"));
  EXPECT_TRUE(hull.closed);
  EXPECT_FALSE(hull.convex);
  EXPECT_NEAR(hull.mesh_volume, 0.048 * 5 / 6, 1e-12);
  EXPECT_EQ(hull.polyhedron.view().face_count, 6);
}

TEST_F(MeshFile, RefusalsNameFileAndLine) {
  EXPECT_THAT(refusal("a.off", ""),
              EndsWith("a.off: unknown mesh format \".off\", allowed are .stl, .obj and .ply"));
  EXPECT_THAT(refusal("plain", ""), HasSubstr("unknown mesh format \"\""));
  EXPECT_THAT(message_of([&] { read_mesh_file(folder_ / "missing.stl"); }),
              EndsWith("missing.stl: cannot be opened: No such file or directory"));
  std::filesystem::create_directory(folder_ / "folder.stl");
  EXPECT_THAT(message_of([&] { read_mesh_file(folder_ / "folder.stl"); }),
              EndsWith("folder.stl: is a directory, not a mesh file"));

  EXPECT_THAT(refusal("b.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2 zwei\n"),
              EndsWith("b.stl: line 4: expected a finite coordinate, got \"zwei\""));
  EXPECT_THAT(refusal("c.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2\n"),
              EndsWith("c.stl: line 4: expected a finite coordinate, got \"\""));
  EXPECT_THAT(refusal("d.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 inf 3\n"),
              EndsWith("d.stl: line 4: expected a finite coordinate, got \"inf\""));
  EXPECT_THAT(refusal("e.stl",
                      "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2 3\nendloop\n"
                      "endfacet\nendsolid\n"),
              EndsWith("e.stl: line 6: a facet has 3 vertices, got 1"));
  EXPECT_THAT(refusal("f.stl", "solid x\nfacet normal 0 0 1\n"),
              EndsWith("f.stl: line 2: the file ends before \"endsolid\""));
  EXPECT_THAT(refusal("g.stl", "solid x\ntriangle 1 2 3\n"),
              EndsWith("g.stl: line 2: \"triangle\" is not expected here in an STL file"));
  EXPECT_THAT(refusal("h.stl", binary_stl("").substr(0, 600)),
              EndsWith("h.stl: a binary STL file of 12 triangles has 684 bytes, got 600"));
  EXPECT_THAT(refusal("i.stl", std::string(50, '\0')), HasSubstr("has 84 bytes, got 50"));
  EXPECT_THAT(refusal("j.stl", std::string(84, '\0')), EndsWith("j.stl: holds no vertices"));
  std::string not_a_number = binary_stl("");
  const float bad = std::nanf("");
  std::memcpy(not_a_number.data() + 84 + 50 * 3 + 12, &bad, 4);
  EXPECT_THAT(refusal("k.stl", not_a_number),
              EndsWith("k.stl: triangle 3: expected a finite coordinate, got nan"));

  EXPECT_THAT(refusal("l.obj", "v 0 0 0\nv 1 0\n"),
              EndsWith("l.obj: line 2: expected a finite coordinate, got \"\""));
  EXPECT_THAT(refusal("m.obj", "v 0 0 0\nf 1 2 3\n"),
              EndsWith("m.obj: line 2: vertex 2 does not exist, there are 1 so far"));
  EXPECT_THAT(refusal("n.obj", "v 0 0 0\nf 1 1\n"),
              EndsWith("n.obj: line 2: a face has at least 3 corners, got 2"));
  EXPECT_THAT(refusal("o.obj", "v 0 0 0\nf 1 a 3\n"),
              EndsWith("o.obj: line 2: expected the number of a vertex, got \"a\""));
  EXPECT_THAT(refusal("p.obj", "v 0 0 0\nf 0 1 1\n"),
              EndsWith("p.obj: line 2: vertex 0 does not exist, there are 1 so far"));
  EXPECT_THAT(message_of([&] { polyhedron_from_mesh_file(write("q.obj", "v 0 0 0\nv 1 1 1\n")); }),
              EndsWith("q.obj: polyhedron: at least 4 vertices are needed, got 2"));
}

TEST_F(MeshFile, BinaryStlWithTooSmallACountIsRefused) {
  std::string content(84 + 12 * 50, '\0');
  content[80] = 11;
  EXPECT_THAT(refusal("cut.stl", content),
              HasSubstr("states 11 triangles, but has the bytes of 12"));
}

TEST_F(MeshFile, AByteOrderMarkIsNoPartOfTheFirstWord) {
  const std::string tetrahedron =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  const TriangleMesh mesh = read_mesh_file(write("a.obj", "\xEF\xBB\xBF" + tetrahedron));
  EXPECT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.triangles.size(), 4u);
}

TEST_F(MeshFile, PlyWithoutOneListOfVerticesIsRefused) {
  const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
  const std::string face = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const std::string start = "ply\nformat ascii 1.0\nelement vertex 3\n";
  const auto message = [&](const std::string& text) { return refusal("a.ply", text); };
  EXPECT_THAT(message(start + xyz + "element vertex 1000\n" + xyz + face +
                      "0 0 0\n1 0 0\n0 1 0\n3 0 1 999\n"),
              HasSubstr("several elements"));
  EXPECT_THAT(message(start + face + "3 0 1 2\n"), HasSubstr("one number \"x\""));
  EXPECT_THAT(message("ply\nformat ascii 1.0\n" + face + "3 0 1 2\n"), HasSubstr("no element"));
  EXPECT_THAT(message(start + xyz + face + "0 0 0\n1 0 0\n0 1 0\n3 0 1 1.5\n"),
              HasSubstr("vertex 1.5 does not exist"));
  EXPECT_THAT(message(start + xyz + face + "0 0 0\n1 0 0\n0 1 0\n1000000000 0 1 2\n"),
              HasSubstr("cannot have"));
}

}  // namespace
}  // namespace talus
