// Stanford PLY: a text header that lists elements ("element vertex 8") and their properties, then
// the elements in text, or in binary of either byte order. Of vertices the properties x, y and z
// are read, of faces the list vertex_indices (or vertex_index); all else is skipped by its type.
#include <bit>
#include <cstdint>
#include <cstring>

#include "talus/parallel/interrupt_counter.h"
#include "talus/shape/mesh_text.h"
#include "talus/shape/text_reader.h"

namespace talus {

namespace {

struct Property {
  std::string name;
  std::string type, count_type;  // a list has both
};

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;
};

enum class Format { text, little, big };

struct Header {
  Format format = Format::text;
  std::vector<Element> elements;
};

std::size_t size_of_type(std::string_view type) {
  if (type == "char" || type == "uchar" || type == "int8" || type == "uint8") return 1;
  if (type == "short" || type == "ushort" || type == "int16" || type == "uint16") return 2;
  if (type == "double" || type == "float64") return 8;
  if (type == "int" || type == "uint" || type == "int32" || type == "uint32" || type == "float" ||
      type == "float32") {
    return 4;
  }
  return 0;
}

std::size_t count_of(std::string_view word, const TextReader& reader) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  if (error != std::errc{} || end != word.data() + word.size()) {
    reader.fail(fmt::format("expected a number of elements, got \"{}\"", word));
  }
  return count;
}

Property read_property(TextReader& reader) {
  Property property;
  property.type = reader.word();
  if (property.type == "list") {
    property.count_type = reader.word();
    property.type = reader.word();
    if (size_of_type(property.count_type) == 0) {
      reader.fail(fmt::format("unknown type \"{}\" in a PLY file", property.count_type));
    }
  }
  if (size_of_type(property.type) == 0) {
    reader.fail(fmt::format("unknown type \"{}\" in a PLY file", property.type));
  }
  property.name = reader.word();
  return property;
}

// The reader is left after "end_header".
Header read_header(TextReader& reader) {
  if (!reader.next() || reader.word() != "ply") reader.fail("a PLY file begins with \"ply\"");
  Header header;
  while (reader.next()) {
    const std::string_view keyword = reader.word();
    if (keyword == "end_header") return header;
    if (keyword == "format") {
      const std::string_view name = reader.word();
      if (name != "ascii" && name != "binary_little_endian" && name != "binary_big_endian") {
        reader.fail(fmt::format("unknown format \"{}\" of a PLY file", name));
      }
      header.format = name == "ascii"                  ? Format::text
                      : name == "binary_little_endian" ? Format::little
                                                       : Format::big;
    } else if (keyword == "element") {
      const std::string name(reader.word());
      header.elements.push_back({name, count_of(reader.word(), reader), {}});
    } else if (keyword == "property" && !header.elements.empty()) {
      header.elements.back().properties.push_back(read_property(reader));
    } else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty()) {
      reader.fail(fmt::format("\"{}\" is not expected here in a PLY header", keyword));
    }
  }
  reader.fail("the file ends before \"end_header\"");
}

// The values of the body one after the other, whatever the format.
class Body {
 public:
  Body(TextReader& reader, Format format, std::string_view name)
      : reader_(reader), rest_(reader.rest()), format_(format), name_(name) {}

  double value(std::string_view type) {
    if (format_ == Format::text) return text_value();
    const std::size_t size = size_of_type(type);
    if (rest_.size() < size) throw ShapeError(fmt::format("{}: the file ends too early", name_));
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t at = format_ == Format::big ? i : size - 1 - i;
      bits = bits << 8 | static_cast<unsigned char>(rest_[at]);
    }
    rest_.remove_prefix(size);
    if (type == "double" || type == "float64") return std::bit_cast<double>(bits);
    if (type == "float" || type == "float32") {
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    }
    if (type.starts_with('u')) return static_cast<double>(bits);
    const int shift = 64 - 8 * static_cast<int>(size);
    return static_cast<double>(static_cast<std::int64_t>(bits << shift) >> shift);
  }

  // The length of a property: 1, or that of the list.
  int length(const Property& property) {
    if (property.count_type.empty()) return 1;
    const double count = value(property.count_type);
    constexpr double most = 1e6;  // of any sensible polygon; a corrupt count must not allocate
    if (!(count >= 0.0 && count <= most)) fail(fmt::format("a list cannot have {} entries", count));
    return static_cast<int>(count);
  }

  [[noreturn]] void fail(const std::string& message) const {
    if (format_ == Format::text) reader_.fail(message);
    throw ShapeError(fmt::format("{}: {}", name_, message));
  }

 private:
  double text_value() {
    std::string_view word = reader_.word();
    while (word.empty()) {
      if (!reader_.next()) throw ShapeError(fmt::format("{}: the file ends too early", name_));
      word = reader_.word();
    }
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) {
      reader_.fail(fmt::format("expected a number, got \"{}\"", word));
    }
    return value;
  }

  TextReader& reader_;
  std::string_view rest_;
  Format format_;
  std::string_view name_;
};

void read_vertex(Body& body, const Element& element, std::string_view name, TriangleMesh& mesh) {
  Vec3<double> p{};
  for (const Property& property : element.properties) {
    const int count = body.length(property);
    for (int n = 0; n < count; ++n) {
      const double value = body.value(property.type);
      if (property.name == "x") p.x = value;
      if (property.name == "y") p.y = value;
      if (property.name == "z") p.z = value;
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (!std::isfinite(p[axis])) {
      body.fail(fmt::format("vertex {}: expected a finite coordinate, got {}", mesh.vertices.size(),
                            p[axis]));
    }
  }
  require_capacity(mesh, 1, name);
  mesh.vertices.push_back(p);
}

void read_face(Body& body, const Element& element, std::size_t vertex_count, std::string_view name,
               TriangleMesh& mesh) {
  std::vector<int> corners;
  for (const Property& property : element.properties) {
    const bool is_list = !property.count_type.empty();
    const int count = body.length(property);
    const bool is_used =
        is_list && (property.name == "vertex_indices" || property.name == "vertex_index");
    for (int n = 0; n < count; ++n) {
      const double value = body.value(property.type);
      if (!is_used) continue;
      if (!(value >= 0.0 && value < static_cast<double>(vertex_count)) ||
          value != std::floor(value)) {
        body.fail(fmt::format("vertex {} does not exist, there are {}", value, vertex_count));
      }
      corners.push_back(static_cast<int>(value));
    }
  }
  if (corners.size() < 3) {
    body.fail(fmt::format("a face has at least 3 corners, got {}", corners.size()));
  }
  require_capacity(mesh, corners.size(), name);
  for (std::size_t k = 2; k < corners.size(); ++k) {
    mesh.triangles.push_back({corners[0], corners[k - 1], corners[k]});
  }
}

// The number of vertices, which faces refer to wherever they are in the file.
std::size_t vertices_of(const Header& header, std::string_view name) {
  const auto is_vertex = [](const Element& element) { return element.name == "vertex"; };
  const auto refuse = [&](const std::string& what) {
    throw ShapeError(fmt::format("{}: {}", name, what));
  };
  const auto vertex = std::ranges::find_if(header.elements, is_vertex);
  if (vertex == header.elements.end()) refuse("has no element \"vertex\"");
  if (std::ranges::count_if(header.elements, is_vertex) > 1) {
    refuse("has several elements \"vertex\", where one is allowed");
  }
  for (const char* axis : {"x", "y", "z"}) {
    const auto is_axis = [&](const Property& property) {
      return property.name == axis && property.count_type.empty();
    };
    if (std::ranges::count_if(vertex->properties, is_axis) != 1) {
      refuse(fmt::format("its vertices must have one number \"{}\"", axis));
    }
  }
  return vertex->count;
}

}  // namespace

TriangleMesh parse_ply(std::string_view content, std::string_view name) {
  TextReader reader(content, name);
  const Header header = read_header(reader);
  const std::size_t vertex_count = vertices_of(header, name);
  Body body(reader, header.format, name);
  TriangleMesh mesh;
  InterruptCounter interrupt;
  for (const Element& element : header.elements) {
    if (element.properties.empty()) continue;
    for (std::size_t n = 0; n < element.count; ++n) {
      interrupt();
      if (element.name == "vertex") {
        read_vertex(body, element, name, mesh);
      } else if (element.name == "face") {
        read_face(body, element, vertex_count, name, mesh);
      } else {
        for (const Property& property : element.properties) {
          const int count = body.length(property);
          for (int i = 0; i < count; ++i) body.value(property.type);
        }
      }
    }
  }
  return mesh;
}

}  // namespace talus
