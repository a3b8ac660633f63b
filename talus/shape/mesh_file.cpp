#include "talus/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "talus/error.h"
#include "talus/input/input_file.h"
#include "talus/shape.h"
#include "talus/shape/mesh_text.h"

namespace talus {

namespace {

constexpr const char* too_large = "{}: is too large for the memory of this machine";

std::string read_all(const std::filesystem::path& path) {
  try {
    return read_input_file(path, most_mesh_bytes);
  } catch (const UnreadableFile& error) {
    const std::string_view what = error.what();
    throw ShapeError(fmt::format("{}: {}{}", path.string(), what,
                                 what == "is a directory" ? ", not a mesh file" : ""));
  }
}

}  // namespace

void require_capacity(const TriangleMesh& mesh, std::size_t more, std::string_view name) {
  if (std::max(mesh.vertices.size(), mesh.triangles.size()) + more <= most_mesh_parts) return;
  throw ShapeError(
      fmt::format("{}: has more than {} vertices or triangles", name, most_mesh_parts));
}

TriangleMesh read_mesh_file(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  if (extension != ".stl" && extension != ".obj" && extension != ".ply") {
    throw ShapeError(fmt::format("{}: unknown mesh format \"{}\", allowed are .stl, .obj and .ply",
                                 path.string(), path.extension().string()));
  }
  const std::string content = read_all(path);
  const std::string name = path.string();
  if (content.empty()) throw ShapeError(fmt::format("{}: the file is empty", name));
  TriangleMesh mesh;
  try {
    mesh = extension == ".stl"   ? parse_stl(content, name)
           : extension == ".ply" ? parse_ply(content, name)
                                 : parse_obj(content, name);
  } catch (const std::bad_alloc&) {
    throw ShapeError(fmt::format(too_large, name));
  } catch (const std::length_error&) {  // of a container
    throw ShapeError(fmt::format(too_large, name));
  }
  if (mesh.vertices.empty()) throw ShapeError(fmt::format("{}: holds no vertices", name));
  return mesh;
}

double enclosed_volume(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return 0.0;
  Vec3<double> middle{};
  for (const Vec3<double>& v : mesh.vertices) middle = middle + v;
  middle = middle / static_cast<double>(mesh.vertices.size());
  double six_volumes = 0.0;
  for (const std::array<int, 3>& t : mesh.triangles) {
    const Vec3<double> p = mesh.vertices[t[0]] - middle;
    const Vec3<double> q = mesh.vertices[t[1]] - middle;
    const Vec3<double> r = mesh.vertices[t[2]] - middle;
    six_volumes += dot(p, cross(q, r));
  }
  return six_volumes / 6.0;
}

bool is_closed(const TriangleMesh& mesh) {
  std::vector<std::array<int, 2>> forward, backward;
  for (const std::array<int, 3>& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      const int from = t[k], to = t[(k + 1) % 3];
      forward.push_back({from, to});
      backward.push_back({to, from});
    }
  }
  std::ranges::sort(forward);
  std::ranges::sort(backward);
  return !forward.empty() && forward == backward &&
         std::ranges::adjacent_find(forward) == forward.end();
}

MeshHull polyhedron_from_mesh(const TriangleMesh& mesh) {
  MeshHull result;
  result.polyhedron = make_polyhedron(mesh.vertices);
  result.closed = is_closed(mesh);
  if (!result.closed) return result;
  constexpr double tolerance = 1e-6;  // relative; single-precision files round by 1e-7
  result.mesh_volume = enclosed_volume(mesh);
  const double hull_volume = mass_properties(result.polyhedron).volume;
  result.convex = std::abs(std::abs(result.mesh_volume) - hull_volume) <= tolerance * hull_volume;
  return result;
}

MeshHull polyhedron_from_mesh_file(const std::filesystem::path& path) {
  const TriangleMesh mesh = read_mesh_file(path);
  try {
    return polyhedron_from_mesh(mesh);
  } catch (const ShapeError& error) {
    throw ShapeError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace talus
