// Pictures decode, show what is there where it is, and are the same every time.
#include "talus/output/picture.h"

#include <gmock/gmock.h>
#include <png.h>

#include <cmath>
#include <cstring>
#include <set>

#include "output/example_run.h"
#include "output/folder_for_tests.h"
#include "talus/output/drawn_scene.h"
#include "talus/output/file.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::HasSubstr;

using PictureTest = FolderTest;

struct Image {
  int width{}, height{};
  std::vector<std::uint8_t> bytes;

  std::array<int, 3> at(int x, int y) const {
    const std::uint8_t* p = &bytes[3 * static_cast<std::size_t>(y * width + x)];
    return {p[0], p[1], p[2]};
  }
};

Image decoded(const fs::path& file) {
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  Image image;
  EXPECT_NE(png_image_begin_read_from_file(&png, file.c_str()), 0) << png.message;
  png.format = PNG_FORMAT_RGB;
  image.width = static_cast<int>(png.width);
  image.height = static_cast<int>(png.height);
  image.bytes.resize(PNG_IMAGE_SIZE(png));
  EXPECT_NE(png_image_finish_read(&png, nullptr, image.bytes.data(), 0, nullptr), 0) << png.message;
  return image;
}

PictureOptions small_picture() {
  PictureOptions options;
  options.width = 200;
  options.height = 150;
  return options;
}

std::size_t colour_count(const Image& image) {
  std::set<std::array<int, 3>> colours;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) colours.insert(image.at(x, y));
  }
  return colours.size();
}

// One body of a shape, alone, at rest or moving.
struct Alone {
  explicit Alone(const Shape& shape, const Vec3<double>& position = {}) {
    bodies.shapes = {shape};
    bodies.shape_of = {0};
    bodies.poses = {{position, {}}};
    motion.velocity = {{0, 0, 1}};
  }
  FrameView view() const {
    return {{}, bodies, motion, names, material, materials, contacts, {}, box};
  }

  Bodies bodies;
  Motion motion;
  std::vector<std::string> names{"it"};
  std::vector<std::int32_t> material{0};
  MaterialTable materials;
  ContactTable contacts;
  PeriodicBox box;
};

TEST_F(PictureTest, ShowsBodiesOnABackground) {
  ExampleRun run;
  write_picture(file("a.png"), run.view(), small_picture());
  const Image image = decoded(file("a.png"));
  EXPECT_EQ(image.width, 200);
  EXPECT_EQ(image.height, 150);
  EXPECT_GT(colour_count(image), 1000u);
  write_picture(file("b.png"), run.view(), small_picture());
  EXPECT_EQ(bytes_of(file("a.png")), bytes_of(file("b.png")));
}

// A ball fills the height less the margin, wherever it is and however large: its outline is a
// circle in the middle.
TEST_F(PictureTest, FitsTheCameraToWhatIsThere) {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const Alone ball(make_sphere(scale), {5 * scale, -7 * scale, 3 * scale});
    write_picture(file("a.png"), ball.view(), small_picture());
    const Image image = decoded(file("a.png"));
    const auto differs = [&](int x, int y) {
      const auto here = image.at(x, y), corner = image.at(0, y);
      return std::abs(here[0] - corner[0]) + std::abs(here[1] - corner[1]) +
                 std::abs(here[2] - corner[2]) >
             30;
    };
    int count = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        count += differs(x, y) ? 1 : 0;
        const double off = std::hypot(x - 99.5, y - 74.5);
        const bool sure = off < 64 || off > 75;
        EXPECT_EQ(differs(x, y), sure ? off < 64 : differs(x, y)) << x << " " << y << " " << scale;
      }
    }
    EXPECT_GT(count, 12000);
  }
}

TEST_F(PictureTest, ColoursTellKindAndSpeed) {
  const auto middle = [&](const Shape& shape, ColourBy colour_by) {
    PictureOptions options = small_picture();
    options.colour_by = colour_by;
    write_picture(file("a.png"), Alone(shape).view(), options);
    return decoded(file("a.png")).at(100, 75);
  };
  const auto ball = middle(make_sphere(1), ColourBy::kind);
  EXPECT_GT(ball[0], ball[2] + 40);  // amber
  const auto egg = middle(make_ellipsoid({1, 1, 1.1}), ColourBy::kind);
  EXPECT_GT(egg[2], egg[0] + 40);  // blue
  const auto fast = middle(make_sphere(1), ColourBy::speed);
  EXPECT_GT(fast[1], fast[2] + 80);  // the yellow end of the scale
}

TEST_F(PictureTest, EverythingOddIsDrawnOrSaid) {
  const Bodies none;
  const Motion motion;
  const MaterialTable materials;
  const ContactTable contacts;
  write_picture(file("none.png"), {{}, none, motion, {}, {}, materials, contacts, {}, {}},
                small_picture());
  EXPECT_EQ(decoded(file("none.png")).width, 200);
  write_picture(file("plane.png"), Alone(make_half_space({0, 0, 1}, 0)).view(), small_picture());
  write_picture(file("segment.png"), Alone(make_segment({0, 0, 0}, {1, 0, 0})).view(),
                small_picture());
  PictureOptions options = small_picture();
  options.direction = {0, 0, -1};  // along up
  write_picture(file("top.png"), Alone(make_sphere(1)).view(), options);
  EXPECT_GT(colour_count(decoded(file("top.png"))), 500u);
  options.width = 0;
  EXPECT_THAT(message_of<FileError>(
                  [&] { write_picture(file("a.png"), Alone(make_sphere(1)).view(), options); }),
              HasSubstr("a side must have 16 to 8192 pixels, got 0"));
  options = small_picture();
  options.direction = {};
  EXPECT_THAT(message_of<FileError>(
                  [&] { write_picture(file("a.png"), Alone(make_sphere(1)).view(), options); }),
              HasSubstr("direction and up must not be zero"));
}

TEST(DrawnScene, PeriodicBodiesAreDrawnInTheBox) {
  Alone ball(make_sphere(0.1), {-0.25, 7.5, 3});
  ball.box = {{0, 0, 0}, {1, 2, 1}, {true, true, false}};
  const Vec3<double> shift = shift_into(ball.box, ball.bodies.poses[0].position);
  EXPECT_EQ(shift, (Vec3<double>{1, -6, 0}));
  const BoundingBox<double> bounds = drawn_bounds(ball.view());
  EXPECT_NEAR(bounds.lower.x, 0.65, 1e-15);
  EXPECT_NEAR(bounds.upper.y, 1.6, 1e-15);
}

// Five half-spaces make a box that is open above: each is drawn as far as the others let it.
TEST(DrawnScene, HalfSpacesMeetInTheEdgesOfTheirBox) {
  Alone box(make_sphere(0.5), {1, 1, 1});
  for (const auto& [normal, offset] : {std::pair(Vec3<double>{0, 0, 1}, 0.0),
                                       {Vec3<double>{1, 0, 0}, 0.0},
                                       {Vec3<double>{-1, 0, 0}, -2.0},
                                       {Vec3<double>{0, 1, 0}, 0.0},
                                       {Vec3<double>{0, -1, 0}, -2.0}}) {
    box.bodies.shape_of.push_back(static_cast<std::int32_t>(box.bodies.shapes.size()));
    box.bodies.shapes.push_back(make_half_space(normal, offset));
    box.bodies.poses.push_back({});
  }
  const auto planes = plane_polygons(box.view(), {{0.1, 0.1, 0.1}, {1.9, 1.9, 1.5}});
  ASSERT_EQ(planes.size(), 5u);
  for (const PlanePolygon& plane : planes) {
    EXPECT_EQ(plane.vertex.size(), 4u);
    Vec3<double> area{};
    for (std::size_t k = 1; k + 1 < plane.vertex.size(); ++k) {
      area = area +
             0.5 * cross(plane.vertex[k] - plane.vertex[0], plane.vertex[k + 1] - plane.vertex[0]);
    }
    EXPECT_NEAR(dot(area, plane.normal), norm(area), 1e-12);
    const bool floor = plane.normal.z == 1;
    EXPECT_NEAR(norm(area), floor ? 4 : norm(area), 1e-6);
    for (const Vec3<double>& v : plane.vertex) {
      EXPECT_GT(std::min({v.x, v.y, v.z, 2 - v.x, 2 - v.y}), -1e-6);
    }
  }
}

}  // namespace
