// Shapes of the query format (docs/formats.md): a JSON value to a validated shape.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "app/json_path.h"
#include "app/json_text.h"
#include "talus/error.h"
#include "talus/shape/shape.h"

namespace talus {

// Cache of the shapes made from mesh files. Thread-safe.
class MeshLibrary {
 public:
  // `folder`: base of relative file names.
  explicit MeshLibrary(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Throws ShapeError if the file cannot be read or has no hull.
  Polyhedron hull_of(const std::string& file);

  // The body that a closed mesh encloses, with this many cells along its longest side. Throws
  // ShapeError if the file cannot be read or encloses no body.
  Mesh body_of(const std::string& file, int cells);

 private:
  std::filesystem::path folder_;
  std::mutex mutex_;
  std::map<std::string, Polyhedron> hulls_;
  std::map<std::pair<std::string, int>, Mesh> bodies_;
};

// Throws FormatError at the path of the field: "sphere: radius must be > 0" becomes
// "a.shape.radius: must be > 0".
[[noreturn]] void fail_with(const ShapeError& error, const JsonPath& path);

// All read functions throw FormatError, with the JSON path, for a value that is not as documented.
Shape read_shape(const Json& value, const JsonPath& path, MeshLibrary& meshes);
double read_number(const Json& value, const JsonPath& path);
// A whole number in a range, checked before it is made narrower.
int read_integer(const Json& value, const JsonPath& path, int least, int most);
Vec3<double> read_vec3(const Json& value, const JsonPath& path);

// Fails unless value is an object with exactly these keys; `whose` names it in the message.
void check_keys(const Json& value, const JsonPath& path, std::string_view whose,
                std::initializer_list<std::string_view> keys);

}  // namespace talus
