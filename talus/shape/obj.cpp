// Wavefront OBJ: "v x y z" and "f a b c ..." with corners like 3, 3/1, 3//2 or -1 (counted from the
// last vertex). Everything else (texture, normals, groups, materials, lines) is irrelevant to the
// shape and is skipped.
#include "talus/shape/mesh_text.h"
#include "talus/shape/text_reader.h"

namespace talus {

namespace {

int corner_index(std::string_view corner, int vertex_count, const TextReader& reader) {
  const std::string_view text = corner.substr(0, corner.find('/'));
  int index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc{} || end != text.data() + text.size()) {
    reader.fail(fmt::format("expected the number of a vertex, got \"{}\"", corner));
  }
  const int position = index < 0 ? vertex_count + index : index - 1;
  if (position < 0 || position >= vertex_count) {
    reader.fail(fmt::format("vertex {} does not exist, there are {} so far", index, vertex_count));
  }
  return position;
}

}  // namespace

TriangleMesh parse_obj(std::string_view content, std::string_view name) {
  TriangleMesh mesh;
  TextReader reader(content, name);
  std::vector<int> corners;
  while (reader.next()) {
    const std::string_view keyword = reader.word();
    if (keyword == "v") {
      require_capacity(mesh, 1, name);
      mesh.vertices.push_back(reader.point());
    } else if (keyword == "f") {
      corners.clear();
      const int vertex_count = static_cast<int>(mesh.vertices.size());
      for (auto corner = reader.word(); !corner.empty(); corner = reader.word()) {
        if (corner.starts_with('#')) break;
        if (corner == "\\" && reader.next()) continue;  // the face goes on in the next line
        corners.push_back(corner_index(corner, vertex_count, reader));
      }
      if (corners.size() < 3) {
        reader.fail(fmt::format("a face has at least 3 corners, got {}", corners.size()));
      }
      require_capacity(mesh, corners.size(), name);
      for (std::size_t k = 2; k < corners.size(); ++k) {
        mesh.triangles.push_back({corners[0], corners[k - 1], corners[k]});
      }
    }
  }
  return mesh;
}

}  // namespace talus
