#include "talus/sim/scene/read_shape.h"

#include <fmt/format.h>

#include <array>

#include "talus/error.h"
#include "talus/packing/random_polyhedron.h"
#include "talus/shape.h"

namespace talus::scene {
namespace {

constexpr std::array<std::string_view, 5> types{"sphere", "ellipsoid", "superquadric", "polyhedron",
                                                "mesh"};

// "sphere: radius must be > 0" is "must be > 0" at the key "radius".
void pass_on(const ShapeError& error, Section& section) {
  std::string_view what = error.what();
  for (const std::string_view type : types) {
    if (what.starts_with(fmt::format("{}: ", type))) what.remove_prefix(type.size() + 2);
  }
  for (const Node& entry : section.node().elements) {
    if (!what.starts_with(entry.key + " ")) continue;
    section.wrong(entry, entry.key, what.substr(entry.key.size() + 1));
    return;
  }
  section.fail(what);
}

std::optional<TriangleMesh> read_file(Section& section, MeshFiles& files) {
  const std::string file = section.required_text("file");
  const double scale = section.number("scale", positive, 1.0);
  if (file.empty()) return std::nullopt;
  try {
    TriangleMesh mesh = files.read(file);
    for (Vec3<double>& vertex : mesh.vertices) vertex = scale * vertex;
    return mesh;
  } catch (const ShapeError& error) {
    section.wrong(*section.find("file"), "file", error.what());
    return std::nullopt;
  }
}

std::vector<Shape> read_random(Section& section) {
  const Node* table = section.table("random");
  if (table == nullptr) return {};
  Section random(*table, section.path_of("random"), section.mistakes());
  RandomPolyhedron settings;
  settings.vertices = static_cast<int>(random.integer("vertices", 4, 1000, settings.vertices));
  const std::int64_t variants = random.integer("variants", 1, 1'000'000, 32);
  const std::int64_t seed = random.integer("seed", 0, INT64_MAX, 1);
  settings.semi_axes = random.vector("semi_axes", settings.semi_axes);
  random.finish();
  std::vector<Shape> shapes;
  for (std::int64_t i = 0; i < variants; ++i) {
    shapes.push_back(random_polyhedron(settings, static_cast<std::uint64_t>(seed),
                                       static_cast<std::uint64_t>(i)));
  }
  return shapes;
}

std::vector<Shape> read_vertices(Section& section) {
  const Node* list = section.require("vertices", "an array of points, or file, or random");
  if (list == nullptr) return {};
  if (list->type != Node::Type::array) {
    section.wrong(*list, "vertices",
                  fmt::format("expected an array of points, got {}", in_words(*list)));
    return {};
  }
  std::vector<Vec3<double>> points;
  for (std::size_t i = 0; i < list->elements.size(); ++i) {
    // Each point is read as the one entry of a table of its own.
    Node holder;
    holder.elements.push_back(list->elements[i]);
    holder.elements[0].key = fmt::format("vertices[{}]", i);
    Section point(holder, section.path(), section.mistakes());
    const std::optional<Vec3<double>> read = point.vector(holder.elements[0].key);
    if (!read) return {};
    points.push_back(*read);
  }
  return {make_polyhedron(points)};
}

// Throws ShapeError.
ShapeSource read_of_type(const std::string& type, Section& section, MeshFiles& files) {
  ShapeSource source;
  if (type == "sphere") {
    source.variants = {make_sphere(section.required_number("radius", positive))};
  } else if (type == "ellipsoid" || type == "superquadric") {
    const Node* axes = section.require("semi_axes", "an array of 3 numbers > 0");
    const auto a = section.numbers("semi_axes", 3, positive);
    std::optional<std::vector<double>> n;
    if (type == "superquadric") {
      section.require("exponents", "an array of 2 numbers >= 1, [n1, n2]");
      n = section.numbers("exponents", 2, {[](double x) { return x >= 1.0 && x < 1e300; }, ">= 1"});
    }
    if (axes == nullptr || !a || (type == "superquadric" && !n)) return source;
    const Vec3<double> semi_axes{(*a)[0], (*a)[1], (*a)[2]};
    source.variants = {n ? Shape(make_superquadric(semi_axes, (*n)[0], (*n)[1]))
                         : Shape(make_ellipsoid(semi_axes))};
  } else if (type == "polyhedron" && section.find("random") != nullptr) {
    source.variants = read_random(section);
  } else if (type == "polyhedron" && section.find("file") != nullptr) {
    const std::optional<TriangleMesh> mesh = read_file(section, files);
    if (mesh) source.variants = {polyhedron_from_mesh(*mesh).polyhedron};
  } else if (type == "polyhedron") {
    source.variants = read_vertices(section);
  } else if (type == "mesh") {
    source.mesh = read_file(section, files);
    source.cells = static_cast<int>(section.integer("cells", 4, 1024, 32));
    if (source.mesh) source.variants = {make_mesh(*source.mesh, {.cells = source.cells})};
  }
  return source;
}

}  // namespace

const TriangleMesh& MeshFiles::read(const std::string& file) {
  const auto found = read_.find(file);
  if (found != read_.end()) return found->second;
  return read_.emplace(file, read_mesh_file(folder_ / file)).first->second;
}

std::vector<Shape> ShapeSource::with_diameter(double diameter) const {
  std::vector<Shape> shapes;
  for (const Shape& shape : variants) {
    if (!mesh) {
      shapes.push_back(scaled_to_diameter(shape, diameter));
      continue;
    }
    const double factor = diameter / equivalent_diameter(shape);
    TriangleMesh scaled_mesh = *mesh;
    for (Vec3<double>& vertex : scaled_mesh.vertices) vertex = factor * vertex;
    shapes.push_back(make_mesh(scaled_mesh, {.cells = cells}));
  }
  return shapes;
}

ShapeSource read_shape(Section& section, std::string_view key, MeshFiles& files) {
  const Node* node = section.require(key, "a table such as {type = \"sphere\", radius = 0.01}");
  if (node == nullptr) return {};
  if (node->type != Node::Type::table) {
    section.wrong(*node, key, fmt::format("expected a table, got {}", in_words(*node)));
    return {};
  }
  Section shape(*node, section.path_of(key), section.mistakes());
  const std::string type = shape.required_choice("type", types);
  ShapeSource source;
  if (type.empty()) return source;  // which keys are known depends on it
  try {
    source = read_of_type(type, shape, files);
  } catch (const ShapeError& error) {
    pass_on(error, shape);
  }
  shape.finish();
  return source;
}

}  // namespace talus::scene
