// Runs as files of arrays for the page: against the frames from which the files of the run were
// written, and against crafted folders.
#include "talus/output/view/run_view.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "output/example_run.h"
#include "output/folder_for_tests.h"
#include "talus/output/hdf5.h"
#include "talus/output/run_writer.h"
#include "talus/output/tessellate.h"
#include "talus/output/view/coarsened_mesh.h"
#include "talus/output/view/export_page.h"
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
    EXPECT_EQ(bytes.substr(0, 8), "TALUSVW2");
    const std::size_t length = std::stoul(bytes.substr(8, 15));
    EXPECT_EQ(bytes[23], '\n');
    head = Json::parse(bytes.substr(24, length));
    start_ = 24 + length;
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

TEST(ViewMeshesTest, RefusesWhatHasNoSize) {
  const double nan = std::nan(""), infinite = INFINITY;
  const auto message = [](const StoredShape& shape) {
    return message_of<ShapeError>([&] { view_meshes({shape}); });
  };
  const auto tetrahedron = [](double size, Vec3<double> first = {}) {
    return StoredShape{"mesh",
                       {},
                       {first, {size, 0, 0}, {0, size, 0}, {0, 0, size}},
                       {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
  };
  EXPECT_EQ(message(tetrahedron(1)), "none");
  for (const double wrong : {nan, infinite, -infinite}) {
    EXPECT_THAT(message(tetrahedron(1, {0, wrong, 0})), HasSubstr("a mesh with a vertex at 0"));
  }
  for (const double size : {0.0, 1e-310, 1e-13, 1e16, 1e200}) {
    EXPECT_THAT(message(tetrahedron(size)), HasSubstr("a mesh of radius")) << size;
  }
  EXPECT_EQ(message({"sphere", {1e-11}, {}, {}}), "none");
  for (const double radius : {1e-310, 1e-13, 1e16, nan}) {
    EXPECT_NE(message({"sphere", {radius}, {}, {}}), "none") << radius;
  }
  EXPECT_THAT(message({"mesh", {}, {}, {}}), HasSubstr("of radius 0"));
}

TEST(CoarsenedMeshTest, TakesWhatIsNoNumberAsTheFirstCell) {
  const double nan = std::nan("");
  const FacetMesh mesh{{{0, 0, 0}, {1, nan, 0}, {0, 1, INFINITY}, {nan, nan, nan}, {1, 1, 1}},
                       {{0, 1, 2}, {1, 2, 4}, {3, 1, 4}}};
  EXPECT_LE(coarsened(mesh, 10).facet.size(), 3u);
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

// The rows `from` to `to` - 1 of the bodies of a run, as where bodies come and go.
struct SomeBodies {
  SomeBodies(const FrameView& all, std::size_t from, std::size_t to) : whole(all) {
    bodies.shapes = all.bodies.shapes;
    for (std::size_t i = from; i < to; ++i) {
      const auto k = static_cast<std::int32_t>(i - from);
      bodies.shape_of.push_back(all.bodies.shape_of[i]);
      bodies.poses.push_back(all.bodies.poses[i]);
      for (auto Motion::*vectors :
           {&Motion::velocity, &Motion::angular_momentum, &Motion::angular_velocity, &Motion::force,
            &Motion::torque, &Motion::inertia}) {
        (motion.*vectors).push_back((all.motion.*vectors)[i]);
      }
      motion.mass.push_back(all.motion.mass[i]);
      motion.freedom.push_back(all.motion.freedom[i]);
      names.push_back(all.names[i]);
      material_of.push_back(all.material_of[i]);
      ids.push_back(1000 + static_cast<std::int64_t>(i));
      // The last one touches all others, and the wall.
      contacts.a.push_back(k);
      contacts.b.push_back(static_cast<std::int32_t>(to - from) - (i + 1 == to ? 0 : 1));
      contacts.point.push_back({});
      contacts.normal.push_back({0, 0, 1});
      contacts.force.push_back({0, 0, 1});
      contacts.branch.push_back({0, 0, 1});
      contacts.overlap.push_back(1e-3);
      contacts.area.push_back(0);
    }
  }

  FrameView view() const {
    FrameView some{whole.moment,    bodies,   motion,      names,    material_of,
                   whole.materials, contacts, whole.walls, whole.box};
    some.ids = ids;
    some.bodies_change = true;
    return some;
  }

  FrameView whole;
  Bodies bodies;
  Motion motion;
  std::vector<std::string> names;
  std::vector<std::int32_t> material_of;
  std::vector<std::int64_t> ids;
  ContactTable contacts;
};

TEST_F(RunViewTest, BodiesComeAndGo) {
  const std::pair<std::size_t, std::size_t> rows[] = {{0, 4}, {2, 12}, {5, 5}};
  RunOutput output;
  output.vtk = output.picture = false;
  output.bodies_change = true;
  {
    RunWriter writer(RunFolder::fresh(folder() / "changing", 7), output);
    for (int frame = 0; frame < 3; ++frame) {
      example_.go_to(300 * frame);
      writer.frame(SomeBodies(example_.view(), rows[frame].first, rows[frame].second).view());
    }
    writer.close();
  }
  RunView view(folder() / "changing");
  const Arrays model(view.model());
  EXPECT_EQ(model.get<double>("id").size(), 0u);
  EXPECT_THAT(model.head["groups"], ElementsAre("grains", "floor"));
  const std::vector<double> origin = model.head["origin"];
  for (int frame = 0; frame < 3; ++frame) {
    example_.go_to(300 * frame);
    const FrameView truth = example_.view();
    const auto [from, to] = rows[frame];
    const Arrays arrays(view.frame(frame));
    const auto id = arrays.get<double>("id");
    const auto shape = arrays.get<std::int32_t>("shape"),
               number = arrays.get<std::int32_t>("number");
    const auto position = arrays.get<float>("position");
    ASSERT_EQ(id.size(), to - from);
    ASSERT_EQ(position.size(), 3 * (to - from));
    for (std::size_t i = from; i < to; ++i) {
      EXPECT_EQ(id[i - from], 1000.0 + static_cast<double>(i));
      EXPECT_EQ(shape[i - from], truth.bodies.shape_of[i]);
      EXPECT_EQ(number[i - from], i == 11 ? -1 : static_cast<std::int32_t>(i));
      EXPECT_NEAR(position[3 * (i - from) + 2] + origin[2], truth.bodies.poses[i].position.z, 1e-5);
    }
    // The floor is the last body of the frame that has it.
    const auto planes = arrays.get<std::int32_t>("plane_body");
    EXPECT_EQ(planes, frame == 1 ? std::vector<std::int32_t>{9} : std::vector<std::int32_t>{});
    const Arrays contacts(view.contacts(frame));
    EXPECT_EQ(contacts.get<std::int32_t>("body").size(), 2 * (to - from));
  }
  // Exported, too.
  const fs::path page = folder() / "page.html";
  EXPECT_THAT(export_page(view, "<p><!--TALUS-RUN--></p>", page, {}), testing::IsEmpty());
  EXPECT_THAT(bytes_of(page), HasSubstr("id=\"talus-contacts-2\""));
}

TEST_F(RunViewTest, ARunThatBeginsAnewIsReadAnew) {
  RunView view(run());
  view.model();
  EXPECT_EQ(Arrays(view.frame(0)).get<float>("position").size(), 36u);
  const std::string before = Json::parse(view.state(0))["model"];
  EXPECT_EQ(Json::parse(view.state(1))["model"], before);
  fs::remove_all(run());
  RunOutput output;
  output.vtk = output.picture = false;
  output.bodies_change = true;
  RunWriter writer(RunFolder::fresh(run(), 7), output);
  writer.frame(SomeBodies(example_.view(), 0, 3).view());
  writer.close();
  EXPECT_NE(Json::parse(view.state(0))["model"], before);
  EXPECT_EQ(Arrays(view.frame(0)).get<float>("position").size(), 9u);
}

TEST_F(RunViewTest, MeasuresThatComeLaterAreFound) {
  RunView view(run());
  EXPECT_THAT(view.run().measures(), testing::IsEmpty());
  fs::create_directory(run() / "measures");
  std::ofstream(run() / "measures/load.csv") << "time [s],step\n";
  EXPECT_EQ(Json::parse(view.state(0))["measures"], Json::array({"load"}));
  EXPECT_EQ(view.run().measure(0), "time [s],step\n");
}

TEST_F(RunViewTest, TimesThatAreNoNumbersAreTakenFromTheFrames) {
  for (const char* wrong : {"nan", "inf", "-inf", "1e999"}) {
    const std::string text = bytes_of(run() / "frames.csv");
    const std::size_t at = text.find("\n1,300,") + 1;
    std::ofstream(run() / "frames.csv", std::ios::binary)
        << text.substr(0, at) << "1,300," << wrong << text.substr(text.find('\n', at));
    const Json state = Json::parse(RunView(run()).state(0));
    ASSERT_EQ(state["frames"].size(), 3u) << wrong;
    EXPECT_NEAR(state["frames"][1][2].get<double>(), 0.1, 1e-12) << wrong;
  }
  // A frame that has none either.
  Hdf5Writer out(run() / "frames/000001.h5");
  out.attribute("/", "time", std::nan(""));
  out.attribute("/", "step", std::int64_t{300});
  out.finish();
  EXPECT_THAT(message_of<FileError>([&] { RunView(run()).state(0); }),
              HasSubstr("the line of frame 1 cannot be read"));
}

TEST_F(RunViewTest, LinksAreFollowedToTheRunAndNotBelowIt) {
  const auto message = [&](const auto& work) { return message_of<FileError>(work); };
  const fs::path link = folder() / "link";
  fs::create_directory_symlink(run(), link);
  for (const fs::path& named : {link, fs::path(link.string() + "/")}) {
    RunView view(named);
    EXPECT_EQ(message([&] { view.model(), view.frame(1), view.contacts(1), view.state(0); }),
              "none");
  }
  RunView view(run());
  view.model();
  // The line of frame 1 is lost: it would be read from the frame.
  const std::string text = bytes_of(run() / "frames.csv");
  const std::size_t at = text.find("\n1,300,") + 1;
  std::ofstream(run() / "frames.csv", std::ios::binary)
      << text.substr(0, at) << text.substr(text.find('\n', at) + 1);
  EXPECT_EQ(message([&] { view.state(0); }), "none");
  fs::rename(run() / "frames", folder() / "elsewhere");
  fs::create_directory_symlink(folder() / "elsewhere", run() / "frames");
  EXPECT_THAT(message([&] { view.frame(1); }), HasSubstr("frames: is a symbolic link"));
  EXPECT_THAT(message([&] { view.contacts(1); }), HasSubstr("frames: is a symbolic link"));
  EXPECT_THAT(message([&] { view.state(0); }), HasSubstr("is not there to replace it"));
  fs::remove(run() / "frames");
  fs::create_directory(run() / "frames");
  fs::create_symlink(folder() / "elsewhere/000001.h5", run() / "frames/000001.h5");
  EXPECT_THAT(message([&] { view.state(0); }), HasSubstr("is not there to replace it"));
}

TEST_F(RunViewTest, PartsThatCannotBeReadAreLeftOutOfAnExport) {
  fs::rename(run() / "frames/000001.h5", folder() / "elsewhere");
  fs::create_symlink(folder() / "elsewhere", run() / "frames/000001.h5");
  fs::remove(run() / "series.csv");
  fs::create_symlink(folder() / "elsewhere", run() / "series.csv");
  RunView view(run());
  const fs::path page = folder() / "page.html";
  EXPECT_THAT(export_page(view, "<p><!--TALUS-RUN--></p>", page, {}),
              ElementsAre(HasSubstr("000001.h5: is a symbolic link"), HasSubstr("series.csv")));
  const std::string text = bytes_of(page);
  EXPECT_THAT(text, HasSubstr("talus-frame-2"));
  EXPECT_THAT(text, testing::Not(HasSubstr("talus-frame-1")));
}

// More rows than a page can show, in files of some megabytes.
TEST_F(RunViewTest, RefusesTablesBeyondTheLimits) {
  const auto model_with = [&](const auto& add) {
    Hdf5Writer out(run() / "model.h5");
    out.group("shapes");
    add(out);
    out.finish();
    RunView view(run());
    return message_of<FileError>([&] { view.model(); });
  };
  EXPECT_THAT(
      model_with([](Hdf5Writer& out) {
        out.table("shapes/type", std::vector<std::string>(2'000'001, "s"));
      }),
      HasSubstr("shapes/type: 2000001 rows of 1 bytes a number or text, more than are read"));
  EXPECT_THAT(model_with([](Hdf5Writer& out) {
                out.table("shapes/type", std::vector<std::string>{"cone"});
                out.table("shapes/parameters", std::vector<double>(6), 6);
                out.table("shapes/vertex_start", std::vector<std::int32_t>{0, 0});
                out.table("shapes/facet_start", std::vector<std::int32_t>{0, 0});
                out.table("shapes/vertices", std::vector<double>(), 3);
                out.table("shapes/facets", std::vector<std::int32_t>(), 3);
              }),
              HasSubstr("shapes/type: \"cone\" is not known"));
}

// Polygons of half-spaces cut each other, in a time that grows as the square of their number.
TEST_F(RunViewTest, DrawsTheFirstHalfSpaces) {
  constexpr std::size_t count = 3000;
  SomeBodies many(example_.view(), 0, 1);
  many.bodies.shapes.push_back(make_half_space({0, 0, 1}, 0));
  for (std::size_t i = 1; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / count;
    many.bodies.shape_of.push_back(static_cast<std::int32_t>(many.bodies.shapes.size()) - 1);
    many.bodies.poses.push_back(
        make_pose({0, 0, -5}, {std::cos(angle / 2), std::sin(angle / 2), 0, 0}));
    for (auto Motion::*vectors :
         {&Motion::velocity, &Motion::angular_momentum, &Motion::angular_velocity, &Motion::force,
          &Motion::torque, &Motion::inertia}) {
      (many.motion.*vectors).push_back({});
    }
    many.motion.mass.push_back(0);
    many.motion.freedom.push_back(Freedom::fixed);
    many.names.push_back("wall " + std::to_string(i));
    many.material_of.push_back(0);
    many.ids.push_back(1000 + static_cast<std::int64_t>(i));
  }
  RunOutput output;
  output.vtk = output.picture = false;
  output.bodies_change = true;
  RunWriter writer(RunFolder::fresh(folder() / "walls", 7), output);
  writer.frame(many.view());
  writer.close();
  RunView view(folder() / "walls");
  view.model();
  const auto planes = Arrays(view.frame(0)).get<std::int32_t>("plane_body");
  ASSERT_FALSE(planes.empty());
  EXPECT_LE(planes.back(), 200);
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

TEST(JsonQuotedTest, KeepsUtf8AndReplacesOtherBytes) {
  for (const char* text :
       {"K\u00f6rner", "\u7c92\u5b50", "\U0001f600", "\u07ff\u0800\uffff\U0010ffff"}) {
    EXPECT_EQ(json_quoted(text), std::string("\"") + text + '"');
    EXPECT_EQ(Json::parse(json_quoted(text)), text);
  }
  // Bytes that begin or continue nothing, overlong forms, surrogates, beyond U+10FFFF, cut off.
  for (const char* text :
       {"\xff", "\x80", "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xe7\xb2", "\xf0\x9f\x98"}) {
    const std::string parsed = Json::parse(json_quoted(std::string("a") + text + "b"));
    EXPECT_EQ(parsed.front(), 'a');
    EXPECT_EQ(parsed.back(), 'b');
    EXPECT_EQ(parsed.size(), 2 + 3 * std::strlen(text)) << parsed;  // U+FFFD for every byte
  }
}

TEST(ViewBlobTest, HeadsMayBeLong) {
  ViewBlob blob("f");
  blob.add("names", json_quoted(std::string(12'000'000, 'n')));
  blob.array("x", std::vector<float>{1.5f, 2.5f});
  const Arrays arrays(blob.bytes());
  EXPECT_EQ(arrays.head["names"].get<std::string>().size(), 12'000'000u);
  EXPECT_THAT(arrays.get<float>("x"), ElementsAre(1.5f, 2.5f));
  blob.add("more", std::string(std::size_t{256} << 20, '1'));
  EXPECT_THAT(message_of<FileError>([&] { static_cast<void>(blob.bytes()); }),
              HasSubstr("more than the 256 MiB that a page reads"));
}

}  // namespace
