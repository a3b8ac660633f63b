#include "talus/output/bodies_file.h"

#include <fmt/format.h>

#include <array>

#include "talus/error.h"
#include "talus/output/hdf5.h"
#include "talus/output/shape_table.h"

namespace talus {
namespace {

constexpr std::int64_t format_version = 1;
void refuse_meshes(const std::vector<Shape>& shapes) {
  for (const Shape& shape : shapes) {
    if (kind_of(shape) == Kind::mesh) {
      throw ShapeError("mesh", "files of bodies do not hold meshes in this version");
    }
  }
}

void write_poses(Hdf5Writer& out, const Bodies& bodies) {
  std::vector<double> positions, orientations;
  for (const Pose<double>& pose : bodies.poses) {
    const Quat<double>& q = pose.orientation;
    positions.insert(positions.end(), {pose.position.x, pose.position.y, pose.position.z});
    orientations.insert(orientations.end(), {q.w, q.x, q.y, q.z});
  }
  out.group("bodies");
  out.table("bodies/shape", bodies.shape_of);
  out.table("bodies/position", positions, 3);
  out.attribute("bodies/position", "unit", std::string("length"));
  out.table("bodies/orientation", orientations, 4);
  out.attribute("bodies/orientation", "order", std::string("w x y z, body to world"));
}

Bodies read_poses(const Hdf5Reader& in, std::vector<Shape> shapes) {
  Bodies bodies{std::move(shapes), in.integers("bodies/shape"), {}};
  const std::vector<double> p = in.doubles("bodies/position", 3);
  const std::vector<double> q = in.doubles("bodies/orientation", 4);
  const std::size_t count = bodies.shape_of.size();
  if (p.size() != 3 * count || q.size() != 4 * count) {
    in.fail(fmt::format("bodies: shape, position and orientation have {}, {} and {} rows", count,
                        p.size() / 3, q.size() / 4));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t shape = bodies.shape_of[i];
    if (shape < 0 || static_cast<std::size_t>(shape) >= bodies.shapes.size()) {
      in.fail(fmt::format("bodies/shape[{}]: must be an index into the {} shapes, got {}", i,
                          bodies.shapes.size(), shape));
    }
    try {
      bodies.poses.push_back(make_pose({p[3 * i], p[3 * i + 1], p[3 * i + 2]},
                                       {q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]}));
    } catch (const ShapeError& error) {
      in.fail(fmt::format("bodies[{}]: {}", i, error.what()));
    }
  }
  return bodies;
}

}  // namespace

void write_bodies(const std::filesystem::path& file, const BodiesFile& contents) {
  refuse_meshes(contents.bodies.shapes);
  Hdf5Writer out(file);
  out.attribute("/", "format", std::string("talus bodies"));
  out.attribute("/", "version", format_version);
  out.attribute("/", "units", std::string("lengths have any unit, the same everywhere"));
  write_shapes(out, contents.bodies.shapes);
  write_poses(out, contents.bodies);
  const Vec3<double>& box = contents.box_lengths;
  out.group("box");
  out.table("box/lengths", std::array{box.x, box.y, box.z});
  out.attribute("box/lengths", "unit", std::string("length"));
  out.table("box/periodic", std::array<std::int32_t, 3>{1, 1, 1});
  if (contents.packing) {
    out.group("packing");
    out.attribute("packing", "method", std::string("random sequential adsorption"));
    out.attribute("packing", "seed", contents.packing->seed);
    out.attribute("packing", "attempts", contents.packing->attempts);
    out.attribute("packing", "wanted_count", contents.packing->wanted_count);
    out.attribute("packing", "volume_fraction", contents.packing->volume_fraction);
    out.attribute("packing", "wanted_volume_fraction", contents.packing->wanted_volume_fraction);
  }
  out.finish();
}

BodiesFile read_bodies(const std::filesystem::path& file) { return read_bodies(Hdf5Reader(file)); }

BodiesFile read_bodies(const Hdf5Reader& in) {
  if (in.text("/", "format") != "talus bodies") in.fail("not a file of bodies");
  if (const std::int64_t version = in.integer("/", "version"); version != format_version) {
    in.fail(fmt::format("version {} is not known, only {}", version, format_version));
  }
  BodiesFile contents;
  contents.bodies = read_poses(in, read_shapes(in));
  const std::vector<double> box = in.doubles("box/lengths");
  if (box.size() != 3 || !(box[0] > 0 && box[1] > 0 && box[2] > 0)) {
    in.fail("box/lengths: expected 3 positive numbers");
  }
  contents.box_lengths = {box[0], box[1], box[2]};
  if (in.has("packing")) {
    contents.packing = {in.natural("packing", "seed"), in.integer("packing", "attempts"),
                        in.integer("packing", "wanted_count"),
                        in.number("packing", "volume_fraction"),
                        in.number("packing", "wanted_volume_fraction")};
  }
  return contents;
}

}  // namespace talus
