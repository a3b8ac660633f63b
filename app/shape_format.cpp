#include "app/shape_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "talus/shape/mesh_file.h"

namespace talus {
namespace {

// A stream of lines may name any number of files; what is kept of them stays bounded.
constexpr std::size_t max_kept_hulls = 256, max_kept_grains = 64;

void read_numbers(const Json& value, const JsonPath& path, std::size_t count, double* numbers) {
  if (!value.is_array()) {
    path.fail(fmt::format("expected an array of {} numbers, got {}", count, type_in_words(value)));
  }
  if (value.size() != count) {
    path.fail(fmt::format("expected {} numbers, got {}", count, value.size()));
  }
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = read_number(value[i], path.element(static_cast<int>(i)));
  }
}

// Runs a factory of talus/shape and prefixes the JSON path to its message.
template <class Make>
Shape make_at(const JsonPath& path, Make make) {
  try {
    return make();
  } catch (const ShapeError& error) {
    fail_with(error, path);
  }
}

Shape read_polyhedron(const Json& value, const JsonPath& path, MeshLibrary& meshes) {
  if (value.contains("file")) {
    check_keys(value, path, "a polyhedron from a file", {"type", "file"});
    const Json& file = value["file"];
    const JsonPath file_path = path.key("file");
    if (!file.is_string()) {
      file_path.fail(fmt::format("expected a string, got {}", type_in_words(file)));
    }
    return make_at(file_path, [&] { return meshes.hull_of(file.get_ref<const std::string&>()); });
  }
  check_keys(value, path, "a polyhedron", {"type", "vertices"});
  const Json& vertices = value["vertices"];
  const JsonPath vertices_path = path.key("vertices");
  if (!vertices.is_array()) {
    vertices_path.fail(fmt::format("expected an array of points, got {}", type_in_words(vertices)));
  }
  std::vector<Vec3<double>> points(vertices.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = read_vec3(vertices[i], vertices_path.element(static_cast<int>(i)));
  }
  return make_at(path, [&] { return make_polyhedron(points); });
}

Shape read_mesh(const Json& value, const JsonPath& path, MeshLibrary& meshes) {
  check_keys(value, path, "a mesh", {"type", "file", "cells"});
  const Json &file = value["file"], &cells = value["cells"];
  if (!file.is_string()) {
    path.key("file").fail(fmt::format("expected a string, got {}", type_in_words(file)));
  }
  if (!cells.is_number_integer()) {
    path.key("cells").fail(fmt::format("expected an integer, got {}", type_in_words(cells)));
  }
  const std::int64_t count = cells.get<std::int64_t>();
  if (count < 4 || count > 1024) {
    path.key("cells").fail(fmt::format("must be 4 to 1024, got {}", count));
  }
  return make_at(path.key("file"), [&] {
    return meshes.grain_of(file.get_ref<const std::string&>(), static_cast<int>(count));
  });
}

Kind read_kind(const Json& value, const JsonPath& path) {
  if (!value.is_string()) {
    path.fail(fmt::format("expected a string, got {}", type_in_words(value)));
  }
  const std::string& name = value.get_ref<const std::string&>();
  std::vector<std::string_view> known;
  for (int k = 0; k < kind_count; ++k) {
    const Kind kind = static_cast<Kind>(k);
    if (name_of(kind) == name) return kind;
    known.push_back(name_of(kind));
  }
  path.fail(fmt::format("unknown type \"{}\"; known types: {}", name, fmt::join(known, ", ")));
}

}  // namespace

Polyhedron MeshLibrary::hull_of(const std::string& file) {
  const std::scoped_lock lock(mutex_);
  const auto found = hulls_.find(file);
  if (found != hulls_.end()) return found->second;
  if (hulls_.size() >= max_kept_hulls) hulls_.clear();
  Polyhedron hull = polyhedron_from_mesh_file(folder_ / file).polyhedron;
  hulls_.emplace(file, hull);
  return hull;
}

Mesh MeshLibrary::grain_of(const std::string& file, int cells) {
  const std::scoped_lock lock(mutex_);
  const std::pair<std::string, int> key(file, cells);
  const auto found = grains_.find(key);
  if (found != grains_.end()) return found->second;
  if (grains_.size() >= max_kept_grains) grains_.clear();
  Mesh grain = make_mesh(read_mesh_file(folder_ / file), {.cells = cells});
  grains_.emplace(key, grain);
  return grain;
}

void fail_with(const ShapeError& error, const JsonPath& path) {
  std::string_view what = error.what();
  const std::string_view subject = what.substr(0, what.find(": "));
  bool is_kind = subject == "pose";
  for (int k = 0; k < kind_count; ++k)
    is_kind = is_kind || subject == name_of(static_cast<Kind>(k));
  if (is_kind) what.remove_prefix(subject.size() + 2);
  const std::string_view first_word = what.substr(0, what.find(' '));
  if (what.substr(first_word.size()).starts_with(" must ")) {
    path.key(first_word).fail(std::string(what.substr(first_word.size() + 1)));
  }
  path.fail(std::string(what));
}

double read_number(const Json& value, const JsonPath& path) {
  if (!value.is_number()) {
    path.fail(fmt::format("expected a number, got {}", type_in_words(value)));
  }
  return value.get<double>();
}

Vec3<double> read_vec3(const Json& value, const JsonPath& path) {
  double numbers[3];
  read_numbers(value, path, 3, numbers);
  return {numbers[0], numbers[1], numbers[2]};
}

void check_keys(const Json& value, const JsonPath& path, std::string_view whose,
                std::initializer_list<std::string_view> keys) {
  if (!value.is_object()) {
    path.fail(fmt::format("expected an object, got {}", type_in_words(value)));
  }
  const auto expected = [&] {
    return fmt::format("{} has the keys {}", whose, fmt::join(keys, ", "));
  };
  for (const auto& item : value.items()) {
    if (std::find(keys.begin(), keys.end(), item.key()) == keys.end()) {
      path.key(item.key()).fail("unknown key; " + expected());
    }
  }
  for (const std::string_view key : keys) {
    if (!value.contains(key)) path.key(key).fail("missing; " + expected());
  }
}

Shape read_shape(const Json& value, const JsonPath& path, MeshLibrary& meshes) {
  if (!value.is_object()) {
    path.fail(fmt::format("expected an object, got {}", type_in_words(value)));
  }
  if (!value.contains("type")) path.key("type").fail("missing; every shape has a type");
  switch (read_kind(value["type"], path.key("type"))) {
    case Kind::sphere: {
      check_keys(value, path, "a sphere", {"type", "radius"});
      const double radius = read_number(value["radius"], path.key("radius"));
      return make_at(path, [&] { return make_sphere(radius); });
    }
    case Kind::ellipsoid: {
      check_keys(value, path, "an ellipsoid", {"type", "semi_axes"});
      const Vec3<double> semi_axes = read_vec3(value["semi_axes"], path.key("semi_axes"));
      return make_at(path, [&] { return make_ellipsoid(semi_axes); });
    }
    case Kind::superquadric: {
      check_keys(value, path, "a superquadric", {"type", "semi_axes", "exponents"});
      const Vec3<double> semi_axes = read_vec3(value["semi_axes"], path.key("semi_axes"));
      double exponents[2];
      read_numbers(value["exponents"], path.key("exponents"), 2, exponents);
      return make_at(path,
                     [&] { return make_superquadric(semi_axes, exponents[0], exponents[1]); });
    }
    case Kind::polyhedron:
      return read_polyhedron(value, path, meshes);
    case Kind::half_space: {
      check_keys(value, path, "a half-space", {"type", "normal", "offset"});
      const Vec3<double> normal = read_vec3(value["normal"], path.key("normal"));
      const double offset = read_number(value["offset"], path.key("offset"));
      return make_at(path, [&] { return make_half_space(normal, offset); });
    }
    case Kind::mesh:
      return read_mesh(value, path, meshes);
    case Kind::segment:
      break;
  }
  check_keys(value, path, "a segment", {"type", "from", "to"});
  const Vec3<double> from = read_vec3(value["from"], path.key("from"));
  const Vec3<double> to = read_vec3(value["to"], path.key("to"));
  return make_at(path, [&] { return make_segment(from, to); });
}

}  // namespace talus
