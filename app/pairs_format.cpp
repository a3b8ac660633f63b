#include "app/pairs_format.h"

#include <fmt/format.h>

#include <iterator>

#include "app/answer_fields.h"
#include "talus/error.h"
#include "talus/shape/polyhedron.h"

namespace talus {
namespace {

void append_shape(std::string& out, const Sphere<double>& s) {
  append_field(out, "radius", s.radius);
}
void append_shape(std::string& out, const Ellipsoid<double>& s) {
  append_field(out, "semi_axes", s.semi_axes);
}
void append_shape(std::string& out, const Superquadric<double>& s) {
  append_field(out, "semi_axes", s.semi_axes);
  out += ",\"exponents\":[";
  append_number(out, s.n1);
  out += ',';
  append_number(out, s.n2);
  out += ']';
}
void append_shape(std::string& out, const Polyhedron& s) {
  out += ",\"vertices\":[";
  for (int i = 0; i < s.view().vertex_count; ++i) {
    if (i > 0) out += ',';
    append_vector(out, s.view().vertex(i));
  }
  out += ']';
}
void append_shape(std::string& out, const HalfSpace<double>& s) {
  append_field(out, "normal", s.normal);
  append_field(out, "offset", s.offset);
}
void append_shape(std::string& out, const Segment<double>& s) {
  append_field(out, "from", s.from);
  append_field(out, "to", s.to);
}
void append_shape(std::string&, const Mesh&) {
  throw ShapeError("mesh", "a body made from a file cannot be written without it");
}

}  // namespace

std::string shape_as_json(const Shape& shape) {
  std::string out = fmt::format("{{\"type\":\"{}\"", name_of(kind_of(shape)));
  std::visit([&out](const auto& body) { append_shape(out, body); }, shape);
  return out + '}';
}

PairLines::PairLines(const Bodies& bodies, double box_length)
    : bodies_(bodies), box_length_(box_length) {
  for (const Shape& shape : bodies.shapes) shapes_.push_back(shape_as_json(shape));
}

void PairLines::append(std::string& out, const NeighbourPair& pair) const {
  const auto [x, y, z] = pair.image;
  fmt::format_to(std::back_inserter(out), "{{\"id\":\"{}-{}", pair.a, pair.b);
  if (x != 0 || y != 0 || z != 0) fmt::format_to(std::back_inserter(out), ":{},{},{}", x, y, z);
  out += "\",\"a\":";
  append_body(out, pair.a, bodies_.poses[static_cast<std::size_t>(pair.a)]);
  out += ",\"b\":";
  append_body(
      out, pair.b,
      pose_of_image(bodies_.poses[static_cast<std::size_t>(pair.b)], box_length_, pair.image));
  out += "}\n";
}

void PairLines::append_body(std::string& out, std::int32_t body, const Pose<double>& pose) const {
  const auto shape = static_cast<std::size_t>(bodies_.shape_of[static_cast<std::size_t>(body)]);
  out += "{\"shape\":" + shapes_[shape];
  append_field(out, "position", pose.position);
  const Quat<double>& q = pose.orientation;
  fmt::format_to(std::back_inserter(out), ",\"orientation\":[{:.17g},{:.17g},{:.17g},{:.17g}]}}",
                 q.w, q.x, q.y, q.z);
}

}  // namespace talus
