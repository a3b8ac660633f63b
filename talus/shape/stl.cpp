// STL. Text: "solid", then "facet normal ... outer loop, three vertex lines, endloop, endfacet",
// then "endsolid". Binary: 80 bytes of header, the number of triangles as a 32-bit integer, then 50
// bytes per triangle (normal and three corners as 32-bit floats, little-endian, and two bytes to
// ignore). The stored normals are not used: many writers leave them zero.
#include <bit>
#include <cstdint>
#include <cstring>
#include <unordered_map>

#include "talus/parallel/interrupt_counter.h"
#include "talus/shape/mesh_text.h"
#include "talus/shape/text_reader.h"

namespace talus {

namespace {

// One vertex for equal corners, so that triangles share vertices and the surface can be walked.
class Welder {
 public:
  // Throws ShapeError if there are more vertices than a mesh may have.
  Welder(TriangleMesh& mesh, std::string_view name) : mesh_(mesh), name_(name) {}

  int index_of(const Vec3<double>& p) {
    const Vec3<double> key{p.x + 0.0, p.y + 0.0, p.z + 0.0};  // -0 becomes +0
    const auto [found, is_new] = index_.try_emplace(key, static_cast<int>(mesh_.vertices.size()));
    if (is_new) {
      require_capacity(mesh_, 1, name_);
      mesh_.vertices.push_back(key);
    }
    return found->second;
  }

 private:
  struct Hash {
    std::size_t operator()(const Vec3<double>& p) const {
      std::uint64_t h = 0;
      for (int i = 0; i < 3; ++i) {
        h = (h ^ std::bit_cast<std::uint64_t>(p[i])) * 0x9e3779b97f4a7c15u;  // 2^64 / golden ratio
        h ^= h >> 32;
      }
      return h;
    }
  };

  TriangleMesh& mesh_;
  std::string_view name_;  // of the file
  std::unordered_map<Vec3<double>, int, Hash> index_;
};

constexpr std::size_t header_size = 84, triangle_size = 50;

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

TriangleMesh parse_binary(std::string_view content, std::string_view name) {
  const std::uint32_t count = content.size() < header_size ? 0 : little_endian(content.substr(80));
  const std::uint64_t expected = header_size + triangle_size * std::uint64_t{count};
  if (content.size() < expected) {
    throw ShapeError(fmt::format("{}: a binary STL file of {} triangles has {} bytes, got {}", name,
                                 count, expected, content.size()));
  }
  if (content.size() >= expected + triangle_size) {
    throw ShapeError(
        fmt::format("{}: states {} triangles, but has the bytes of {}: a binary STL file of {} "
                    "triangles has {} "
                    "bytes, got {}",
                    name, count, (content.size() - header_size) / triangle_size, count, expected,
                    content.size()));
  }
  TriangleMesh mesh;
  Welder welder(mesh, name);
  require_capacity(mesh, count, name);
  InterruptCounter interrupt;
  for (std::uint32_t t = 0; t < count; ++t) {
    interrupt();
    std::array<int, 3> triangle{};
    for (int k = 0; k < 3; ++k) {
      Vec3<double> p;
      for (int i = 0; i < 3; ++i) {
        const std::size_t at = header_size + triangle_size * t + 12 * (k + 1) + 4 * i;
        p[i] = std::bit_cast<float>(little_endian(content.substr(at)));
        if (!std::isfinite(p[i])) {
          throw ShapeError(
              fmt::format("{}: triangle {}: expected a finite coordinate, got {}", name, t, p[i]));
        }
      }
      triangle[k] = welder.index_of(p);
    }
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return result;
}

TriangleMesh parse_text(std::string_view content, std::string_view name) {
  TriangleMesh mesh;
  Welder welder(mesh, name);
  TextReader reader(content, name);
  std::vector<int> corners;
  bool in_solid = false, in_facet = false;
  while (reader.next()) {
    const std::string keyword = lower_case(reader.word());
    if (keyword.empty()) continue;
    if (keyword == "solid") {
      in_solid = true;
    } else if (keyword == "facet" && in_solid && !in_facet) {
      in_facet = true;
      corners.clear();
    } else if (keyword == "outer" || keyword == "endloop") {
      continue;
    } else if (keyword == "vertex" && in_facet) {
      corners.push_back(welder.index_of(reader.point()));
    } else if (keyword == "endfacet" && in_facet) {
      if (corners.size() != 3) {
        reader.fail(fmt::format("a facet has 3 vertices, got {}", corners.size()));
      }
      require_capacity(mesh, 1, name);
      mesh.triangles.push_back({corners[0], corners[1], corners[2]});
      in_facet = false;
    } else if (keyword == "endsolid" && in_solid && !in_facet) {
      in_solid = false;
    } else {
      reader.fail(fmt::format("\"{}\" is not expected here in an STL file", keyword));
    }
  }
  if (in_solid) reader.fail("the file ends before \"endsolid\"");
  return mesh;
}

// Printable to the end of what would be a binary header.
bool looks_like_text(std::string_view content) {
  return std::ranges::all_of(content.substr(0, header_size), [](unsigned char c) {
    return (c >= ' ' && c != 0x7f) || (c >= '\t' && c <= '\r');
  });
}

}  // namespace

// Many binary files start with "solid" as well, so the size decides: a text file whose bytes 80 to
// 83, read as a number of triangles, give just its size would be larger than 25 GB.
TriangleMesh parse_stl(std::string_view content, std::string_view name) {
  const bool binary_size =
      content.size() >= header_size &&
      content.size() ==
          header_size + triangle_size * std::uint64_t{little_endian(content.substr(80))};
  TextReader reader(content, name);
  const bool starts_like_text = reader.next() && lower_case(reader.word()) == "solid";
  if (!binary_size && !starts_like_text && looks_like_text(content)) {
    throw ShapeError(
        fmt::format("{}: is a text, but no STL file, which begins with \"solid\"", name));
  }
  return !binary_size && starts_like_text ? parse_text(content, name) : parse_binary(content, name);
}

}  // namespace talus
