// Reads a shape from its description: a JSON object of a query or a TOML table of a scene
// (docs/formats.md). The keys of every kind of shape are listed in read_shape.cpp only.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "talus/shape/shape.h"

namespace talus {

// The kind with this name (name_of), if there is one.
std::optional<Kind> kind_named(std::string_view name);

// The values of one description by key. An implementation reports an invalid value with its
// position in the file, either by an exception or by recording it; in the latter case the functions
// return nullopt or false.
class ShapeDescription {
 public:
  virtual ~ShapeDescription() = default;

  virtual bool has(std::string_view key) const = 0;
  // Reports missing keys and other keys than these; `shape` ("a sphere") names the description.
  virtual void require_keys(std::string_view shape,
                            std::initializer_list<std::string_view> keys) = 0;
  virtual std::optional<double> number(std::string_view key) = 0;
  // An array of exactly values.size() numbers.
  virtual bool numbers(std::string_view key, std::span<double> values) = 0;
  virtual std::optional<std::vector<Vec3<double>>> points(std::string_view key) = 0;

  // The convex hull and the body of the mesh file that the key "file" names. How files are found,
  // cached and scaled differs between queries and scenes, and so do the keys.
  virtual std::optional<Polyhedron> hull_of_file() = 0;
  virtual std::optional<Mesh> mesh_of_file() = 0;
};

// nullopt if the description recorded an error. Throws ShapeError for values out of range, with the
// key as its field.
std::optional<Shape> read_shape(Kind kind, ShapeDescription& description);

}  // namespace talus
