#include "talus/output/bodies_file.h"

#include <fmt/format.h>

#include <array>

#include "talus/output/hdf5.h"
#include "talus/shape/error.h"

namespace talus {
namespace {

constexpr std::int64_t format_version = 1;
constexpr std::size_t parameter_count = 6;
using Parameters = std::array<double, parameter_count>;

Parameters parameters_of(const Sphere<double>& s) { return {s.radius}; }
Parameters parameters_of(const Ellipsoid<double>& s) {
  return {s.semi_axes.x, s.semi_axes.y, s.semi_axes.z};
}
Parameters parameters_of(const Superquadric<double>& s) {
  return {s.semi_axes.x, s.semi_axes.y, s.semi_axes.z, s.n1, s.n2};
}
Parameters parameters_of(const Polyhedron&) { return {}; }
Parameters parameters_of(const HalfSpace<double>& s) {
  return {s.normal.x, s.normal.y, s.normal.z, s.offset};
}
Parameters parameters_of(const Segment<double>& s) {
  return {s.from.x, s.from.y, s.from.z, s.to.x, s.to.y, s.to.z};
}
Parameters parameters_of(const Dfr&) {
  throw ShapeError("mesh: files of bodies do not hold meshes in this version");
}

void write_shapes(Hdf5Writer& out, const std::vector<Shape>& shapes) {
  std::vector<std::string> types;
  std::vector<double> parameters, vertices;
  std::vector<std::int32_t> vertex_start{0};
  for (const Shape& shape : shapes) {
    types.emplace_back(name_of(kind_of(shape)));
    const Parameters own = std::visit([](const auto& body) { return parameters_of(body); }, shape);
    parameters.insert(parameters.end(), own.begin(), own.end());
    if (const Polyhedron* polyhedron = std::get_if<Polyhedron>(&shape)) {
      for (int i = 0; i < polyhedron->view().vertex_count; ++i) {
        const Vec3<double> v = polyhedron->view().vertex(i);
        vertices.insert(vertices.end(), {v.x, v.y, v.z});
      }
    }
    vertex_start.push_back(static_cast<std::int32_t>(vertices.size() / 3));
  }
  out.group("shapes");
  out.table("shapes/type", types);
  out.table("shapes/parameters", parameters, parameter_count);
  out.table("shapes/vertex_start", vertex_start);
  out.table("shapes/vertices", vertices, 3);
  out.attribute("shapes/vertices", "unit", std::string("length"));
}

Shape shape_from(const std::string& type, const double* p, std::span<const Vec3<double>> vertices) {
  if (type == "sphere") return make_sphere(p[0]);
  if (type == "ellipsoid") return make_ellipsoid({p[0], p[1], p[2]});
  if (type == "superquadric") return make_superquadric({p[0], p[1], p[2]}, p[3], p[4]);
  if (type == "polyhedron") return make_polyhedron(vertices);
  if (type == "half_space") return make_half_space({p[0], p[1], p[2]}, p[3]);
  if (type == "segment") return make_segment({p[0], p[1], p[2]}, {p[3], p[4], p[5]});
  throw ShapeError(fmt::format("unknown type \"{}\"", type));
}

std::vector<Shape> read_shapes(const Hdf5Reader& in) {
  const std::vector<std::string> types = in.strings("shapes/type");
  const std::vector<double> parameters = in.doubles("shapes/parameters", parameter_count);
  const std::vector<std::int32_t> start = in.integers("shapes/vertex_start");
  const std::vector<double> coordinates = in.doubles("shapes/vertices", 3);
  if (parameters.size() != parameter_count * types.size() || start.size() != types.size() + 1) {
    in.fail(
        fmt::format("shapes: type, parameters and vertex_start do not belong together ({}, {} "
                    "and {} rows)",
                    types.size(), parameters.size() / parameter_count, start.size()));
  }
  std::vector<Vec3<double>> vertices;
  for (std::size_t i = 0; i < coordinates.size(); i += 3) {
    vertices.push_back({coordinates[i], coordinates[i + 1], coordinates[i + 2]});
  }
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::int32_t from = start[i], to = start[i + 1];
    if (from < 0 || to < from || static_cast<std::size_t>(to) > vertices.size()) {
      in.fail(fmt::format("shapes/vertex_start[{}]: {} to {} is not a range of the {} vertices", i,
                          from, to, vertices.size()));
    }
    try {
      shapes.push_back(
          shape_from(types[i], &parameters[parameter_count * i],
                     std::span(vertices).subspan(static_cast<std::size_t>(from),
                                                 static_cast<std::size_t>(to - from))));
    } catch (const ShapeError& error) {
      in.fail(fmt::format("shapes[{}]: {}", i, error.what()));
    }
  }
  return shapes;
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

BodiesFile read_bodies(const std::filesystem::path& file) {
  const Hdf5Reader in(file);
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
