#include "talus/sim/scene/read_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "talus/error.h"
#include "talus/packing/random_polyhedron.h"
#include "talus/shape.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/read_shape.h"

namespace talus::scene {
namespace {

// Half-spaces are walls, and segments have no mass.
constexpr std::array<std::string_view, 5> body_types{"sphere", "ellipsoid", "superquadric",
                                                     "polyhedron", "mesh"};
constexpr int default_cells = 32;
constexpr std::int64_t default_variants = 32;

// Reports the error at the value of its field, "radius" or "exponents[1]".
void report(const ShapeError& error, Section& section) {
  const std::size_t bracket = error.field.find('[');
  const Node* value = error.field.empty() ? nullptr : section.find(error.field.substr(0, bracket));
  if (value == nullptr) {
    return section.fail(error.field.empty() ? error.reason : error.field + " " + error.reason);
  }
  if (bracket != std::string::npos) {
    value = &value->elements.at(std::stoul(error.field.substr(bracket + 1)));
  }
  section.wrong(*value, error.field, error.reason);
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

std::vector<Shape> read_random(Section& section, ShapeBudget& budget) {
  const Node* table = section.table("random");
  if (table == nullptr) return {};
  Section random(*table, section.path_of("random"), section.errors());
  RandomPolyhedron settings;
  settings.vertices = static_cast<int>(random.integer("vertices", 4, 1000, settings.vertices));
  const std::int64_t variants = random.integer("variants", 1, 1'000'000, default_variants);
  const std::int64_t seed = random.integer("seed", 0, INT64_MAX, 1);
  settings.semi_axes = random.vector("semi_axes", settings.semi_axes);
  random.finish();
  const auto copies = static_cast<std::uint64_t>(variants);
  const auto vertices = static_cast<std::uint64_t>(settings.vertices);
  if (!budget.spend(copies, vertices)) {
    const Node* given = random.find("variants");
    random.wrong(given == nullptr ? *table : *given, "variants",
                 ShapeBudget::refusal(copies, vertices));
    return {};
  }
  std::vector<Shape> shapes;
  for (std::int64_t i = 0; i < variants; ++i) {
    shapes.push_back(random_polyhedron(settings, static_cast<std::uint64_t>(seed),
                                       static_cast<std::uint64_t>(i)));
  }
  return shapes;
}

// Records errors in the section and continues.
class TomlDescription final : public ShapeDescription {
 public:
  TomlDescription(Section& section, MeshFiles& files, ShapeSource& source)
      : section_(section), files_(files), source_(source) {}

  bool has(std::string_view key) const override { return section_.find(key) != nullptr; }
  // Section::finish reports the unknown keys.
  void require_keys(std::string_view shape, std::initializer_list<std::string_view> keys) override {
    for (const std::string_view key : keys) {
      section_.require(key, fmt::format("{} has the keys {}", shape, fmt::join(keys, ", ")));
    }
  }
  std::optional<double> number(std::string_view key) override {
    return section_.number(key, any_number);
  }
  bool numbers(std::string_view key, std::span<double> values) override {
    const auto read = section_.numbers(key, values.size(), any_number);
    if (read) std::copy(read->begin(), read->end(), values.begin());
    return read.has_value();
  }
  std::optional<std::vector<Vec3<double>>> points(std::string_view key) override {
    const Node* list = section_.find(key);
    if (list == nullptr) return std::nullopt;
    if (list->type != Node::Type::array) {
      section_.wrong(*list, key,
                     fmt::format("expected an array of points, got {}", in_words(*list)));
      return std::nullopt;
    }
    std::vector<Vec3<double>> points;
    for (std::size_t i = 0; i < list->elements.size(); ++i) {
      // Each point is read as the one entry of a table of its own.
      Node holder;
      holder.elements.push_back(list->elements[i]);
      holder.elements[0].key = fmt::format("{}[{}]", key, i);
      Section point(holder, section_.path(), section_.errors());
      const std::optional<Vec3<double>> read = point.vector(holder.elements[0].key);
      if (!read) return std::nullopt;
      points.push_back(*read);
    }
    return points;
  }

  std::optional<Polyhedron> hull_of_file() override {
    const std::optional<TriangleMesh> mesh = read_file(section_, files_);
    if (!mesh) return std::nullopt;
    return polyhedron_from_mesh(*mesh).polyhedron;
  }
  std::optional<Mesh> mesh_of_file() override {
    source_.mesh = read_file(section_, files_);
    source_.cells = static_cast<int>(
        section_.integer("cells", fewest_mesh_cells, most_mesh_cells, default_cells));
    if (!source_.mesh) return std::nullopt;
    return make_mesh(*source_.mesh, {.cells = source_.cells});
  }

 private:
  Section& section_;
  MeshFiles& files_;
  ShapeSource& source_;
};

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
  Section shape(*node, section.path_of(key), section.errors());
  const std::string type = shape.required_choice("type", body_types);
  ShapeSource source;
  if (type.empty()) return source;  // the known keys depend on the type
  try {
    TomlDescription description(shape, files, source);
    if (type == name_of(Kind::polyhedron) && description.has("random")) {
      source.variants = read_random(shape, files.budget());
    } else if (auto read = read_shape(*kind_named(type), description)) {
      source.variants = {std::move(*read)};
    }
  } catch (const ShapeError& error) {
    report(error, shape);
  }
  shape.finish();
  return source;
}

}  // namespace talus::scene
