// Runs as files of arrays for the page: against the frames from which the files of the run were
// written, and against crafted folders.
#include "talus/output/view/run_view.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "output/example_run.h"
#include "output/folder_for_tests.h"
#include "talus/output/hdf5.h"
#include "talus/output/run_writer.h"
#include "talus/output/tessellate.h"
#include "talus/output/view/coarsened_mesh.h"
#include "talus/output/view/view_blob.h"
#include "talus/output/view/view_mesh.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::json;

// Reads what docs/formats.md says, with nothing of the writer.
class Arrays {
 public:
  explicit Arrays(const std::string& bytes) : bytes_(bytes) {
    EXPECT_EQ(bytes.substr(0, 8), "TALUSVW1");
    const std::size_t length = std::stoul(bytes.substr(8, 7));
    EXPECT_EQ(bytes[15], '\n');
    head = Json::parse(bytes.substr(16, length));
    start_ = 16 + length;
  }

  template <class T>
  std::vector<T> get(const std::string& name) const {
    const Json& one = head["arrays"].at(name);
    std::vector<T> values(one["count"].get<std::size_t>());
    const std::size_t at = start_ + one["at"].get<std::size_t>();
    EXPECT_EQ(at % 8, 0u);
    EXPECT_LE(at + values.size() * sizeof(T), bytes_.size());
    if (!values.empty()) std::memcpy(values.data(), &bytes_[at], values.size() * sizeof(T));
    return values;
  }

  Json head;

 private:
  std::string bytes_;
  std::size_t start_{};
};

class RunViewTest : public FolderTest {
 protected:
  RunViewTest() {
    RunOutput output;
    output.vtk = output.picture = false;
    RunWriter writer(RunFolder::fresh(folder() / "run", 7), output);
    for (const std::int64_t step : {0, 300, 600}) {
      example_.go_to(step);
      writer.series(example_.moment());
      writer.frame(example_.view());
    }
    writer.close();
  }

  fs::path run() const { return folder() / "run"; }
  ExampleRun example_;
};

TEST_F(RunViewTest, FramesAreThoseOfTheRunToTheStatedErrors) {
  RunView view(run());
  const Arrays model(view.model());
  const std::vector<double> origin = model.head["origin"];
  EXPECT_THAT(model.head["groups"], ElementsAre("grains", "floor"));
  EXPECT_THAT(model.head["walls"], ElementsAre("gate"));
  EXPECT_EQ(model.get<double>("id").size(), 12u);
  double size = 0;
  for (int k = 0; k < 3; ++k) {
    size =
        std::max(size, model.head["upper"][k].get<double>() - model.head["lower"][k].get<double>());
  }
  for (int frame = 0; frame < 3; ++frame) {
    example_.go_to(300 * frame);
    const FrameView truth = example_.view();
    const Arrays arrays(view.frame(frame));
    EXPECT_EQ(arrays.head["step"], 300 * frame);
    EXPECT_EQ(arrays.head["time"], truth.moment.time);
    const auto position = arrays.get<float>("position");
    const auto orientation = arrays.get<std::int16_t>("orientation");
    const auto velocity = arrays.get<float>("velocity");
    ASSERT_EQ(position.size(), 36u);
    for (std::size_t i = 0; i < 12; ++i) {
      const Pose<double>& pose = truth.bodies.poses[i];
      for (int k = 0; k < 3; ++k) {
        const auto at = 3 * i + static_cast<std::size_t>(k);
        EXPECT_NEAR(position[at] + origin[static_cast<std::size_t>(k)], pose.position[k],
                    size * 0x1p-24);
        EXPECT_FLOAT_EQ(velocity[at], static_cast<float>(truth.motion.velocity[i][k]));
      }
      const Quat<double>& q = pose.orientation;
      const double exact[] = {q.x, q.y, q.z, q.w};
      for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_NEAR(orientation[4 * i + k] / 32767.0, exact[k], 0.5001 / 32767);
      }
    }
    const Arrays contacts(view.contacts(frame));
    ASSERT_EQ(contacts.get<std::int32_t>("body").size(), 2 * truth.contacts.size());
    const auto force = contacts.get<float>("force");
    for (std::size_t c = 0; c < truth.contacts.size(); ++c) {
      EXPECT_EQ(contacts.get<std::int32_t>("body")[2 * c], truth.contacts.a[c]);
      EXPECT_FLOAT_EQ(force[3 * c], static_cast<float>(truth.contacts.force[c].x));
    }
    // The floor, seen from above, and the gate, which slides.
    EXPECT_THAT(arrays.get<std::int32_t>("plane_body"), ElementsAre(11));
    EXPECT_EQ(arrays.head["arrays"].contains("wall_vertex"), frame > 0);
  }
}

TEST_F(RunViewTest, StateNamesTheFramesFromANumberOn) {
  RunView view(run());
  const Json all = Json::parse(view.state(0));
  EXPECT_EQ(all["name"], "run");
  EXPECT_EQ(all["over"], true);
  EXPECT_EQ(all["frames"].size(), 3u);
  EXPECT_EQ(Json::parse(view.state(2))["frames"].size(), 1u);
  EXPECT_EQ(Json::parse(view.state(99))["frames"].size(), 0u);
}

TEST_F(RunViewTest, ShapesKeepTheirSizeAndVolume) {
  RunView view(run());
  const Arrays model(view.model());
  const auto mesh = model.get<std::int32_t>("shape_mesh");
  const auto scale = model.get<float>("shape_scale"), volume = model.get<float>("shape_volume");
  const std::vector<int> levels = model.head["mesh_levels"];
  const auto& shapes = example_.view().bodies.shapes;
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    if (kind_of(shapes[s]) == Kind::half_space) {
      EXPECT_EQ(mesh[s], -1);
      continue;
    }
    const double exact = mass_properties(shapes[s]).volume;
    EXPECT_NEAR(volume[s], exact, 1e-6 * exact);
    double before = 0;
    for (int level = 0; level < levels[static_cast<std::size_t>(mesh[s])]; ++level) {
      const std::string name = "mesh_" + std::to_string(mesh[s]) + "_" + std::to_string(level);
      const auto vertex = model.get<float>(name + "_vertex");
      double drawn = 0;  // by the divergence theorem: positive if the triangles face outward
      const auto triangle = model.get<std::int32_t>(name + "_triangle");
      for (std::size_t t = 0; t < triangle.size(); t += 3) {
        Vec3<double> corner[3];
        for (std::size_t k = 0; k < 3; ++k) {
          const auto v = 3 * static_cast<std::size_t>(triangle[t + k]);
          corner[k] = {vertex[v] * scale[3 * s], vertex[v + 1] * scale[3 * s + 1],
                       vertex[v + 2] * scale[3 * s + 2]};
        }
        drawn += dot(corner[0], cross(corner[1], corner[2])) / 6;
      }
      EXPECT_GT(drawn, 0.8 * exact) << "shape " << s << ", level " << level;
      EXPECT_LT(drawn, 1.0001 * exact);
      EXPECT_GT(drawn, before);
      before = drawn;
    }
    // Smooth bodies at their finest level: 1280 or 1520 triangles.
    EXPECT_GT(before, 0.98 * exact);
  }
}

TEST(ViewMeshesTest, BodiesOfOneProportionShareAMesh) {
  std::vector<StoredShape> shapes;
  for (const double size : {1.0, 2.0, 0.5}) {
    shapes.push_back({"sphere", {size}, {}, {}});
    shapes.push_back({"ellipsoid", {size, 2, 3}, {}, {}});
    shapes.push_back({"superquadric", {size, 1, 1, 4, 6}, {}, {}});
    shapes.push_back({"polyhedron",
                      {},
                      {{0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, size}},
                      {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}});
    shapes.push_back({"half_space", {0, 0, 1, 0}, {}, {}});
  }
  const ViewMeshes meshes = view_meshes(shapes);
  EXPECT_EQ(meshes.mesh.size(), 3u);
  EXPECT_EQ(meshes.shape[4].mesh, -1);
  EXPECT_NEAR(meshes.shape[8].volume, 8.0 / 6, 1e-12);
  EXPECT_NEAR(meshes.shape[5].diameter, 4.0, 1e-12);
}

TEST(CoarsenedMeshTest, KeepsTheShapeOfABall) {
  const std::vector<Shape> ball{make_sphere(1.0)};
  const Surface fine = tessellate(ball, Detail::fine).front();
  FacetMesh mesh{fine.vertex, {}};
  for (std::size_t p = 0; p < fine.polygon_count(); ++p) {
    const auto k = static_cast<std::size_t>(fine.start[p]);
    mesh.facet.push_back({fine.corner[k], fine.corner[k + 1], fine.corner[k + 2]});
  }
  const FacetMesh coarse = coarsened(mesh, 10);
  EXPECT_LT(coarse.facet.size(), mesh.facet.size() / 4);
  EXPECT_GT(coarse.facet.size(), 100u);
  for (const Vec3<double>& v : coarse.vertex) {
    EXPECT_NEAR(norm(v), 1.0, 0.2);
  }
}

TEST_F(RunViewTest, SaysWhatIsWrong) {
  const auto message = [&](const auto& work) { return message_of<FileError>(work); };
  EXPECT_THAT(message([&] { RunView(folder() / "none"); }), HasSubstr("does not exist"));
  EXPECT_THAT(message([&] { RunView{folder()}; }), HasSubstr("not the folder of a run"));
  fs::resize_file(run() / "frames/000001.h5", 2000);
  RunView view(run());
  view.model();
  EXPECT_THAT(message([&] { view.frame(1); }), HasSubstr("000001.h5"));
  EXPECT_EQ(message([&] { view.frame(2); }), "none");
  fs::rename(run() / "model.h5", folder() / "model.h5");
  RunView other(run());
  EXPECT_THAT(message([&] { other.model(); }), HasSubstr("model.h5: missing"));
  fs::create_symlink(folder() / "model.h5", run() / "model.h5");
  EXPECT_THAT(message([&] { other.model(); }), HasSubstr("symbolic link"));
}

// A frame of another run: its tables have other lengths.
TEST_F(RunViewTest, RefusesTablesThatDoNotFit) {
  Hdf5Writer out(run() / "frames/000001.h5");
  out.attribute("/", "time", 0.1);
  out.attribute("/", "step", std::int64_t{300});
  out.group("bodies");
  const std::vector<double> few(9);
  out.table("bodies/position", few, 3);
  out.finish();
  RunView view(run());
  EXPECT_THAT(message_of<FileError>([&] { view.frame(1); }),
              HasSubstr("bodies/position: 9 numbers where 36 belong"));
}

TEST(JsonQuotedTest, IsPlainInJsonAndHtml) {
  EXPECT_EQ(json_quoted("a \"b\"\n</script>"), "\"a \\u0022b\\u0022\\u000a\\u003c/script>\"");
  EXPECT_EQ(Json::parse(json_quoted("\\ tab\t")), "\\ tab\t");
}

}  // namespace
