#include "app/query_format.h"

#include <fmt/format.h>

namespace talus {
namespace {

Quat<double> read_quaternion(const Json& value, const JsonPath& path) {
  if (!value.is_array()) {
    path.fail(fmt::format("expected an array of 4 numbers, got {}", type_in_words(value)));
  }
  if (value.size() != 4) {
    path.fail(fmt::format("expected 4 numbers (w, x, y, z), got {}", value.size()));
  }
  return {read_number(value[0], path.element(0)), read_number(value[1], path.element(1)),
          read_number(value[2], path.element(2)), read_number(value[3], path.element(3))};
}

QueryBody read_body(const Json& value, const JsonPath& path, MeshLibrary& meshes) {
  check_keys(value, path, "a body", {"shape", "position", "orientation"});
  const Vec3<double> position = read_vec3(value["position"], path.key("position"));
  const Quat<double> orientation = read_quaternion(value["orientation"], path.key("orientation"));
  Shape shape = read_shape(value["shape"], path.key("shape"), meshes);
  try {
    return {std::move(shape), make_pose(position, orientation)};
  } catch (const ShapeError& error) {
    fail_with(error, path);
  }
}

void read_id(const Json& line, std::string& id_text) {
  const auto id = line.find("id");
  if (id == line.end()) return;
  if (!id->is_string() && !id->is_number() && !id->is_null()) {
    JsonPath().key("id").fail(
        fmt::format("expected a string or a number, got {}", type_in_words(*id)));
  }
  id_text = id->dump();
}

}  // namespace

QueryPair parse_query_line(std::string_view line, MeshLibrary& meshes, std::string& id_text) {
  id_text = "null";
  Json value;
  try {
    value = parse_json(line);
  } catch (const JsonError& error) {
    id_text = error.id_text();
    throw;
  }
  const JsonPath top;
  if (!value.is_object()) {
    top.fail(
        fmt::format("expected an object with the keys id, a, b, got {}", type_in_words(value)));
  }
  read_id(value, id_text);
  if (!value.contains("id")) value["id"] = nullptr;
  check_keys(value, top, "a pair", {"id", "a", "b"});
  return {read_body(value["a"], top.key("a"), meshes), read_body(value["b"], top.key("b"), meshes)};
}

}  // namespace talus
