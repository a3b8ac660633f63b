#include "talus/output/shape_table.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>

#include "talus/error.h"

namespace talus {
namespace {

constexpr std::size_t parameter_count = 6;
using Parameters = std::array<double, parameter_count>;

Parameters parameters_of(const Sphere<double>& s) { return {s.radius}; }
Parameters parameters_of(const Ellipsoid<double>& s) {
  return {s.semi_axes.x, s.semi_axes.y, s.semi_axes.z};
}
Parameters parameters_of(const Superquadric<double>& s) {
  return {s.semi_axes.x, s.semi_axes.y, s.semi_axes.z, s.n1, s.n2};
}
Parameters parameters_of(const Polyhedron&) { return {}; }
Parameters parameters_of(const HalfSpace<double>& s) {
  return {s.normal.x, s.normal.y, s.normal.z, s.offset};
}
Parameters parameters_of(const Segment<double>& s) {
  return {s.from.x, s.from.y, s.from.z, s.to.x, s.to.y, s.to.z};
}
Parameters parameters_of(const Mesh&) { return {}; }

// In the order in which the facets name them; nothing for other kinds.
void add_vertices(const Shape& shape, std::vector<double>& vertices) {
  const auto add = [&](const Vec3<double>& v) { vertices.insert(vertices.end(), {v.x, v.y, v.z}); };
  if (const Polyhedron* polyhedron = std::get_if<Polyhedron>(&shape)) {
    for (int i = 0; i < polyhedron->view().vertex_count; ++i) add(polyhedron->view().vertex(i));
  } else if (const Mesh* mesh = std::get_if<Mesh>(&shape)) {
    for (int i = 0; i < mesh->view().vertex_count; ++i) add(mesh->view().vertex(i));
  }
}

Shape shape_from(const std::string& type, const double* p, std::span<const Vec3<double>> vertices) {
  if (type == "sphere") return make_sphere(p[0]);
  if (type == "ellipsoid") return make_ellipsoid({p[0], p[1], p[2]});
  if (type == "superquadric") return make_superquadric({p[0], p[1], p[2]}, p[3], p[4]);
  if (type == "polyhedron") return make_polyhedron(vertices);
  if (type == "half_space") return make_half_space({p[0], p[1], p[2]}, p[3]);
  if (type == "segment") return make_segment({p[0], p[1], p[2]}, {p[3], p[4], p[5]});
  throw ShapeError(fmt::format("unknown type \"{}\"", type));
}

// Fans of the faces, or the facets themselves; nothing for other kinds.
void add_facets(const Shape& shape, std::vector<std::int32_t>& facets) {
  if (const Polyhedron* polyhedron = std::get_if<Polyhedron>(&shape)) {
    const PolyhedronView<double>& view = polyhedron->view();
    for (int f = 0; f < view.face_count; ++f) {
      const int first = view.face_vertex_start[f], last = view.face_vertex_start[f + 1];
      for (int k = first + 1; k + 1 < last; ++k) {
        facets.insert(facets.end(),
                      {view.face_vertex[first], view.face_vertex[k], view.face_vertex[k + 1]});
      }
    }
  } else if (const Mesh* mesh = std::get_if<Mesh>(&shape)) {
    const MeshView<double>& view = mesh->view();
    for (int f = 0; f < view.facet_count; ++f) {
      facets.insert(facets.end(), std::begin(view.facet[f].vertex), std::end(view.facet[f].vertex));
    }
  }
}

}  // namespace

void write_shapes(Hdf5Writer& out, const std::vector<Shape>& shapes) {
  std::vector<std::string> types;
  std::vector<double> parameters, vertices;
  std::vector<std::int32_t> vertex_start{0};
  for (const Shape& shape : shapes) {
    types.emplace_back(name_of(kind_of(shape)));
    const Parameters own = std::visit([](const auto& body) { return parameters_of(body); }, shape);
    parameters.insert(parameters.end(), own.begin(), own.end());
    add_vertices(shape, vertices);
    vertex_start.push_back(static_cast<std::int32_t>(vertices.size() / 3));
  }
  out.group("shapes");
  out.table("shapes/type", types);
  out.table("shapes/parameters", parameters, parameter_count);
  out.table("shapes/vertex_start", vertex_start);
  out.table("shapes/vertices", vertices, 3);
  out.attribute("shapes/vertices", "unit", std::string("length"));
}

void write_facets(Hdf5Writer& out, const std::vector<Shape>& shapes) {
  std::vector<std::int32_t> facets, facet_start{0};
  for (const Shape& shape : shapes) {
    add_facets(shape, facets);
    facet_start.push_back(static_cast<std::int32_t>(facets.size() / 3));
  }
  out.table("shapes/facet_start", facet_start);
  out.table("shapes/facets", facets, 3);
}

std::vector<Shape> read_shapes(const Hdf5Reader& in) {
  const std::vector<std::string> types = in.strings("shapes/type");
  const std::vector<double> parameters = in.doubles("shapes/parameters", parameter_count);
  const std::vector<std::int32_t> start = in.integers("shapes/vertex_start");
  const std::vector<double> coordinates = in.doubles("shapes/vertices", 3);
  if (parameters.size() != parameter_count * types.size() || start.size() != types.size() + 1) {
    in.fail(
        fmt::format("shapes: type, parameters and vertex_start do not belong together ({}, {} "
                    "and {} rows)",
                    types.size(), parameters.size() / parameter_count, start.size()));
  }
  std::vector<Vec3<double>> vertices;
  for (std::size_t i = 0; i < coordinates.size(); i += 3) {
    vertices.push_back({coordinates[i], coordinates[i + 1], coordinates[i + 2]});
  }
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::int32_t from = start[i], to = start[i + 1];
    if (from < 0 || to < from || static_cast<std::size_t>(to) > vertices.size()) {
      in.fail(fmt::format("shapes/vertex_start[{}]: {} to {} is not a range of the {} vertices", i,
                          from, to, vertices.size()));
    }
    try {
      shapes.push_back(
          shape_from(types[i], &parameters[parameter_count * i],
                     std::span(vertices).subspan(static_cast<std::size_t>(from),
                                                 static_cast<std::size_t>(to - from))));
    } catch (const ShapeError& error) {
      in.fail(fmt::format("shapes[{}]: {}", i, error.what()));
    }
  }
  return shapes;
}

}  // namespace talus
