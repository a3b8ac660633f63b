#include "app/shape_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "talus/mesh_file.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/read_shape.h"

namespace talus {
namespace {

// Bounds on the cached shapes: a stream of lines may name any number of files. A body of 64^3 cells
// takes about 1 MB, a hull much less. No further derivation.
constexpr std::size_t max_cached_hulls = 256, max_cached_bodies = 64;

void read_numbers(const Json& value, const JsonPath& path, std::span<double> numbers) {
  if (!value.is_array()) {
    path.fail(fmt::format("expected an array of {} numbers, got {}", numbers.size(),
                          type_in_words(value)));
  }
  if (value.size() != numbers.size()) {
    path.fail(fmt::format("expected {} numbers, got {}", numbers.size(), value.size()));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = read_number(value[i], path.element(static_cast<int>(i)));
  }
}

Kind read_kind(const Json& value, const JsonPath& path) {
  if (!value.is_string()) {
    path.fail(fmt::format("expected a string, got {}", type_in_words(value)));
  }
  const std::string& name = value.get_ref<const std::string&>();
  if (const std::optional<Kind> kind = kind_named(name)) return *kind;
  std::vector<std::string_view> known;
  for (int k = 0; k < kind_count; ++k) known.push_back(name_of(static_cast<Kind>(k)));
  path.fail(fmt::format("unknown type \"{}\"; known types: {}", name, fmt::join(known, ", ")));
}

// Throws FormatError at the first invalid value.
class JsonDescription final : public ShapeDescription {
 public:
  JsonDescription(const Json& value, const JsonPath& path, MeshLibrary& meshes)
      : value_(value), path_(path), meshes_(meshes) {}

  bool has(std::string_view key) const override { return value_.contains(key); }
  void require_keys(std::string_view shape, std::initializer_list<std::string_view> keys) override {
    check_keys(value_, path_, shape, keys);
  }
  std::optional<double> number(std::string_view key) override {
    return read_number(value_[key], path_.key(key));
  }
  bool numbers(std::string_view key, std::span<double> values) override {
    read_numbers(value_[key], path_.key(key), values);
    return true;
  }
  std::optional<std::vector<Vec3<double>>> points(std::string_view key) override {
    const Json& list = value_[key];
    const JsonPath path = path_.key(key);
    if (!list.is_array()) {
      path.fail(fmt::format("expected an array of points, got {}", type_in_words(list)));
    }
    std::vector<Vec3<double>> points(list.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      points[i] = read_vec3(list[i], path.element(static_cast<int>(i)));
    }
    return points;
  }

  std::optional<Polyhedron> hull_of_file() override {
    require_keys("a polyhedron from a file", {"type", "file"});
    const std::string& file = file_name();
    return from_file([&] { return meshes_.hull_of(file); });
  }
  std::optional<Mesh> mesh_of_file() override {
    require_keys("a mesh", {"type", "file", "cells"});
    const std::string& file = file_name();
    const int cells =
        read_integer(value_["cells"], path_.key("cells"), fewest_mesh_cells, most_mesh_cells);
    return from_file([&] { return meshes_.body_of(file, cells); });
  }

 private:
  const std::string& file_name() const {
    const Json& file = value_["file"];
    if (!file.is_string()) {
      path_.key("file").fail(fmt::format("expected a string, got {}", type_in_words(file)));
    }
    return file.get_ref<const std::string&>();
  }
  // Reports an error of the file at the key that names it.
  template <class Read>
  auto from_file(const Read& read) const -> std::optional<decltype(read())> {
    try {
      return read();
    } catch (const ShapeError& error) {
      fail_with(error, path_.key("file"));
    }
  }

  const Json& value_;
  const JsonPath& path_;
  MeshLibrary& meshes_;
};

}  // namespace

Polyhedron MeshLibrary::hull_of(const std::string& file) {
  const std::scoped_lock lock(mutex_);
  const auto found = hulls_.find(file);
  if (found != hulls_.end()) return found->second;
  if (hulls_.size() >= max_cached_hulls) hulls_.clear();
  Polyhedron hull = polyhedron_from_mesh_file(folder_ / file).polyhedron;
  hulls_.emplace(file, hull);
  return hull;
}

Mesh MeshLibrary::body_of(const std::string& file, int cells) {
  const std::scoped_lock lock(mutex_);
  const std::pair<std::string, int> key(file, cells);
  const auto found = bodies_.find(key);
  if (found != bodies_.end()) return found->second;
  if (bodies_.size() >= max_cached_bodies) bodies_.clear();
  Mesh body = make_mesh(read_mesh_file(folder_ / file), {.cells = cells});
  bodies_.emplace(key, body);
  return body;
}

void fail_with(const ShapeError& error, const JsonPath& path) {
  if (error.field.empty()) path.fail(error.reason);
  path.key(error.field).fail(error.reason);
}

double read_number(const Json& value, const JsonPath& path) {
  if (!value.is_number()) {
    path.fail(fmt::format("expected a number, got {}", type_in_words(value)));
  }
  return value.get<double>();
}

int read_integer(const Json& value, const JsonPath& path, int least, int most) {
  if (!value.is_number_integer()) {
    path.fail(fmt::format("expected a whole number, got {}",
                          value.is_number() ? value.dump() : std::string(type_in_words(value))));
  }
  const double number = value.get<double>();  // exact within the range of int
  if (number < least || number > most) {
    path.fail(fmt::format("must be {} to {}, got {}", least, most, value.dump()));
  }
  return value.get<int>();
}

Vec3<double> read_vec3(const Json& value, const JsonPath& path) {
  double numbers[3];
  read_numbers(value, path, numbers);
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
  const Kind kind = read_kind(value["type"], path.key("type"));
  JsonDescription description(value, path, meshes);
  try {
    return *read_shape(kind, description);
  } catch (const ShapeError& error) {
    fail_with(error, path);
  }
}

}  // namespace talus
