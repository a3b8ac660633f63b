#include "talus/shape/read_shape.h"

namespace talus {
namespace {

std::optional<Vec3<double>> read_vector(ShapeDescription& description, std::string_view key) {
  double v[3];
  if (!description.numbers(key, v)) return std::nullopt;
  return Vec3<double>{v[0], v[1], v[2]};
}

// Calls make with the values of all optionals, if they have one.
template <class Make, class... Values>
std::optional<Shape> make_if_all(const Make& make, const std::optional<Values>&... values) {
  if (!(values && ...)) return std::nullopt;
  return Shape(make(*values...));
}

std::optional<Shape> read_superquadric(ShapeDescription& description) {
  description.require_keys("a superquadric", {"type", "semi_axes", "exponents"});
  const std::optional<Vec3<double>> semi_axes = read_vector(description, "semi_axes");
  double n[2];
  if (!description.numbers("exponents", n) || !semi_axes) return std::nullopt;
  return make_superquadric(*semi_axes, n[0], n[1]);
}

std::optional<Shape> read_polyhedron(ShapeDescription& description) {
  if (description.has("file")) return description.hull_of_file();
  description.require_keys("a polyhedron", {"type", "vertices"});
  const std::optional<std::vector<Vec3<double>>> points = description.points("vertices");
  if (!points) return std::nullopt;
  return make_polyhedron(*points);
}

}  // namespace

std::optional<Kind> kind_named(std::string_view name) {
  for (int k = 0; k < kind_count; ++k) {
    if (name_of(static_cast<Kind>(k)) == name) return static_cast<Kind>(k);
  }
  return std::nullopt;
}

std::optional<Shape> read_shape(Kind kind, ShapeDescription& description) {
  switch (kind) {
    case Kind::sphere:
      description.require_keys("a sphere", {"type", "radius"});
      return make_if_all(make_sphere, description.number("radius"));
    case Kind::ellipsoid:
      description.require_keys("an ellipsoid", {"type", "semi_axes"});
      return make_if_all(make_ellipsoid, read_vector(description, "semi_axes"));
    case Kind::superquadric:
      return read_superquadric(description);
    case Kind::polyhedron:
      return read_polyhedron(description);
    case Kind::half_space: {
      description.require_keys("a half-space", {"type", "normal", "offset"});
      const std::optional<Vec3<double>> normal = read_vector(description, "normal");
      return make_if_all(make_half_space, normal, description.number("offset"));
    }
    case Kind::segment: {
      description.require_keys("a segment", {"type", "from", "to"});
      const std::optional<Vec3<double>> from = read_vector(description, "from");
      return make_if_all(make_segment, from, read_vector(description, "to"));
    }
    case Kind::mesh:
      break;
  }
  return description.mesh_of_file();
}

}  // namespace talus
