// The shape classes.
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <string>
#include <vector>

#include "body.h"
#include "convert.h"
#include "talus/error.h"
#include "talus/mesh_file.h"
#include "talus/shape.h"
#include "talus/shape/mesh/inside_outside.h"
#include "talus/shape/mesh/support.h"
#include "triangles.h"
#include "without_gil.h"

namespace talus::python {
namespace {

using SphereBody = BodyOf<Kind::sphere>;
using EllipsoidBody = BodyOf<Kind::ellipsoid>;
using SuperquadricBody = BodyOf<Kind::superquadric>;
using PolyhedronBody = BodyOf<Kind::polyhedron>;
using HalfSpaceBody = BodyOf<Kind::half_space>;
using SegmentBody = BodyOf<Kind::segment>;
using MeshBody = BodyOf<Kind::mesh>;

template <class T>
const T& kernel_of(const T& shape) {
  return shape;
}
const PolyhedronView<double>& kernel_of(const Polyhedron& shape) { return shape.view(); }
const MeshView<double>& kernel_of(const Mesh& shape) { return shape.view(); }

// Calls f with what the kernels see of the shape.
template <class F>
auto visit(const Body& body, const F& f) {
  return std::visit([&](const auto& shape) { return f(kernel_of(shape)); }, body.shape);
}

// The same for what a half-space does not have.
template <class F>
auto visit_bounded(const Body& body, const char* property, const F& f) {
  if (kind_of(body.shape) == Kind::half_space) {
    throw py::value_error(fmt::format("half_space: unbounded, so it has no {}", property));
  }
  using Result = decltype(f(std::get<Sphere<double>>(body.shape)));
  return std::visit(
      [&](const auto& shape) -> Result {
        if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, HalfSpace<double>>) {
          return Result{};
        } else {
          return f(kernel_of(shape));
        }
      },
      body.shape);
}

Vec3<double> direction_from(const py::object& value) {
  const Vec3<double> n = vec3_from(value, "n");
  if (n == Vec3<double>{}) throw py::value_error("n: must not be zero, got [0, 0, 0]");
  return n;
}

std::string text_of(const Vec3<double>& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

MassProperties mass_of(const Body& body, const char* property) {
  if (kind_of(body.shape) == Kind::half_space) {
    throw py::value_error(fmt::format("half_space: unbounded, so it has no {}", property));
  }
  return without_gil([&] { return mass_properties(body.shape); });
}

void add_base(py::module_& module) {
  py::class_<Body>(module, "Shape", "A convex body in its own frame; what all shapes have.")
      .def_property_readonly(
          "kind", [](const Body& body) { return std::string(name_of(kind_of(body.shape))); },
          "The type in the query format.")
      .def_property_readonly(
          "volume", [](const Body& body) { return mass_of(body, "volume").volume; },
          "The volume; an error for half-spaces and segments.")
      .def_property_readonly(
          "centroid", [](const Body& body) { return to_array(mass_of(body, "centroid").centroid); },
          "(3,): the centre of mass at constant density.")
      .def_property_readonly(
          "inertia", [](const Body& body) { return to_array(mass_of(body, "inertia").inertia); },
          "The inertia tensor (3, 3) about the centroid at density 1, in the axes of the body.")
      .def_property_readonly(
          "bounding_sphere",
          [](const Body& body) {
            const BoundingSphere<double> sphere = visit_bounded(
                body, "bounding sphere", [](const auto& shape) { return bounding_sphere(shape); });
            return py::make_tuple(to_array(sphere.centre), sphere.radius);
          },
          "(centre, radius)")
      .def_property_readonly(
          "bounding_box",
          [](const Body& body) {
            const BoundingBox<double> box = visit_bounded(
                body, "bounding box", [](const auto& shape) { return bounding_box(shape); });
            return py::make_tuple(to_array(box.lower), to_array(box.upper));
          },
          "(lower corner, upper corner)")
      .def(
          "support_value",
          [](const Body& body, const py::object& n) {
            const Vec3<double> direction = direction_from(n);
            return visit(body, [&](const auto& shape) { return support_value(shape, direction); });
          },
          py::arg("n"), "The largest n.x over the body; infinite where it is unbounded.")
      .def(
          "support_point",
          [](const Body& body, const py::object& n) {
            const Vec3<double> direction = direction_from(n);
            return to_array(
                visit(body, [&](const auto& shape) { return support_point(shape, direction); }));
          },
          py::arg("n"), "A point of the body where n.x is largest.")
      .def(
          "inside_outside",
          [](const Body& body, const py::object& x) {
            const Vec3<double> point = vec3_from(x, "x");
            return visit(body, [&](const auto& shape) { return inside_outside(shape, point); });
          },
          py::arg("x"), "Negative inside, zero on the surface, positive outside.");
}

void add_smooth(py::module_& module) {
  py::class_<SphereBody, Body>(module, "Sphere", "A sphere around the body's origin.")
      .def(py::init([](double radius) { return SphereBody{{make_sphere(radius)}}; }),
           py::arg("radius"))
      .def_property_readonly(
          "radius",
          [](const SphereBody& body) { return std::get<Sphere<double>>(body.shape).radius; },
          "The radius.")
      .def("__repr__", [](const SphereBody& body) {
        return fmt::format("talus.Sphere(radius={})", std::get<Sphere<double>>(body.shape).radius);
      });

  py::class_<EllipsoidBody, Body>(module, "Ellipsoid",
                                  "An ellipsoid with its axes along the body's axes.")
      .def(py::init([](const py::object& semi_axes) {
             return EllipsoidBody{{make_ellipsoid(unchecked_vec3(semi_axes, "semi_axes"))}};
           }),
           py::arg("semi_axes"))
      .def_property_readonly(
          "semi_axes",
          [](const EllipsoidBody& body) {
            return to_array(std::get<Ellipsoid<double>>(body.shape).semi_axes);
          },
          "(3,): half the length along each axis of the body.")
      .def("__repr__", [](const EllipsoidBody& body) {
        return fmt::format("talus.Ellipsoid(semi_axes={})",
                           text_of(std::get<Ellipsoid<double>>(body.shape).semi_axes));
      });

  py::class_<SuperquadricBody, Body>(module, "Superquadric",
                                     "(|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 <= 1 with semi-axes "
                                     "(a, b, c) and exponents (n1, n2), "
                                     "both at least 1.")
      .def(py::init([](const py::object& semi_axes, const py::object& exponents) {
             const Vec3<double> axes = unchecked_vec3(semi_axes, "semi_axes");
             const Numbers n = numbers_from(exponents, "exponents", 2);
             return SuperquadricBody{{make_superquadric(axes, n.at(0), n.at(1))}};
           }),
           py::arg("semi_axes"), py::arg("exponents"))
      .def_property_readonly(
          "semi_axes",
          [](const SuperquadricBody& body) {
            return to_array(std::get<Superquadric<double>>(body.shape).semi_axes);
          },
          "(3,): half the length along each axis of the body.")
      .def_property_readonly(
          "exponents",
          [](const SuperquadricBody& body) {
            const auto& shape = std::get<Superquadric<double>>(body.shape);
            return py::make_tuple(shape.n1, shape.n2);
          },
          "(n1, n2): 2 is round, large is flat with sharp edges, 1 is an octahedron.")
      .def("__repr__", [](const SuperquadricBody& body) {
        const auto& shape = std::get<Superquadric<double>>(body.shape);
        return fmt::format("talus.Superquadric(semi_axes={}, exponents=[{}, {}])",
                           text_of(shape.semi_axes), shape.n1, shape.n2);
      });
}

PolyhedronBody polyhedron_from(const py::object& vertices) {
  const Numbers rows = real_numbers(vertices_of(vertices));
  if (!rows || rows.ndim() != 2 || rows.shape(1) != 3) {
    throw py::value_error("vertices: expected an array of shape (N, 3)");
  }
  std::vector<Vec3<double>> points(static_cast<std::size_t>(rows.shape(0)));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double* row = rows.data(static_cast<py::ssize_t>(i), 0);
    points[i] = {row[0], row[1], row[2]};
  }
  return {{without_gil([&] { return make_polyhedron(points); })}};
}

const PolyhedronView<double>& view_of(const PolyhedronBody& body) {
  return std::get<Polyhedron>(body.shape).view();
}

void add_polyhedron(py::module_& module) {
  py::class_<PolyhedronBody, Body>(
      module, "Polyhedron",
      "The convex hull of points, which may be interior, duplicate or coplanar: an array of shape "
      "(N, 3), or an object with vertices and faces, such as a Trimesh.")
      .def(py::init(&polyhedron_from), py::arg("vertices"))
      .def_static(
          "from_file",
          [](const std::filesystem::path& path) {
            return PolyhedronBody{
                {without_gil([&] { return polyhedron_from_mesh_file(path).polyhedron; })}};
          },
          py::arg("path"), "The convex hull of a mesh file (.stl or .obj).")
      .def_property_readonly(
          "vertices",
          [](const PolyhedronBody& body) {
            const PolyhedronView<double>& view = view_of(body);
            py::array_t<double> array({py::ssize_t{view.vertex_count}, py::ssize_t{3}});
            for (int i = 0; i < view.vertex_count; ++i) {
              for (int k = 0; k < 3; ++k) array.mutable_at(i, k) = view.vertex(i)[k];
            }
            return array;
          },
          "The vertices of the hull, (V, 3).")
      .def_property_readonly(
          "faces",
          [](const PolyhedronBody& body) {
            const PolyhedronView<double>& view = view_of(body);
            std::vector<std::vector<int>> faces;
            for (int f = 0; f < view.face_count; ++f) {
              faces.emplace_back(view.face_vertex + view.face_vertex_start[f],
                                 view.face_vertex + view.face_vertex_start[f + 1]);
            }
            return faces;
          },
          "Per face its vertices, counter-clockwise seen from outside; coplanar triangles are one "
          "face.")
      .def_property_readonly(
          "edges",
          [](const PolyhedronBody& body) {
            const PolyhedronView<double>& view = view_of(body);
            py::array_t<int> array({py::ssize_t{view.edge_count}, py::ssize_t{2}});
            for (int e = 0; e < view.edge_count; ++e) {
              array.mutable_at(e, 0) = view.edge[e].vertex[0];
              array.mutable_at(e, 1) = view.edge[e].vertex[1];
            }
            return array;
          },
          "The two vertices of each edge, (E, 2).")
      .def("__repr__", [](const PolyhedronBody& body) {
        const PolyhedronView<double>& view = view_of(body);
        return fmt::format("<talus.Polyhedron of {} vertices, {} edges, {} faces>",
                           view.vertex_count, view.edge_count, view.face_count);
      });
}

void add_half_space_and_segment(py::module_& module) {
  py::class_<HalfSpaceBody, Body>(module, "HalfSpace", "All points with normal.x <= offset.")
      .def(py::init([](const py::object& normal, double offset) {
             return HalfSpaceBody{{make_half_space(unchecked_vec3(normal, "normal"), offset)}};
           }),
           py::arg("normal"), py::arg("offset"))
      .def_property_readonly(
          "normal",
          [](const HalfSpaceBody& body) {
            return to_array(std::get<HalfSpace<double>>(body.shape).normal);
          },
          "Unit, pointing out of the solid.")
      .def_property_readonly(
          "offset",
          [](const HalfSpaceBody& body) { return std::get<HalfSpace<double>>(body.shape).offset; },
          "The distance of the plane from the origin, along the normal.")
      .def("__repr__", [](const HalfSpaceBody& body) {
        const auto& shape = std::get<HalfSpace<double>>(body.shape);
        return fmt::format("talus.HalfSpace(normal={}, offset={})", text_of(shape.normal),
                           shape.offset);
      });

  py::class_<SegmentBody, Body>(module, "Segment", "A straight segment: a body without volume.")
      .def(py::init([](const py::object& start, const py::object& end) {
             return SegmentBody{
                 {make_segment(unchecked_vec3(start, "start"), unchecked_vec3(end, "end"))}};
           }),
           py::arg("start"), py::arg("end"))
      .def_property_readonly(
          "start",
          [](const SegmentBody& body) {
            return to_array(std::get<Segment<double>>(body.shape).from);
          },
          "(3,): one end.")
      .def_property_readonly(
          "end",
          [](const SegmentBody& body) {
            return to_array(std::get<Segment<double>>(body.shape).to);
          },
          "(3,): the other end.")
      .def("__repr__", [](const SegmentBody& body) {
        const auto& shape = std::get<Segment<double>>(body.shape);
        return fmt::format("talus.Segment(start={}, end={})", text_of(shape.from),
                           text_of(shape.to));
      });
}

MeshBody mesh_body(const TriangleMesh& triangles, int cells) {
  return {{without_gil([&] { return make_mesh(triangles, {.cells = cells}); })}};
}

py::array_t<double> vertices_of_mesh(const MeshBody& body) {
  const MeshView<double>& view = std::get<Mesh>(body.shape).view();
  py::array_t<double> rows({py::ssize_t{view.vertex_count}, py::ssize_t{3}});
  for (int i = 0; i < view.vertex_count; ++i) {
    for (int k = 0; k < 3; ++k) rows.mutable_at(i, k) = view.vertex(i)[k];
  }
  return rows;
}

py::array_t<std::int32_t> triangles_of_mesh(const MeshBody& body) {
  const MeshView<double>& view = std::get<Mesh>(body.shape).view();
  py::array_t<std::int32_t> rows({py::ssize_t{view.facet_count}, py::ssize_t{3}});
  for (int i = 0; i < view.facet_count; ++i) {
    for (int k = 0; k < 3; ++k) rows.mutable_at(i, k) = view.facet[i].vertex[k];
  }
  return rows;
}

void add_mesh(py::module_& module) {
  py::class_<MeshBody, Body>(
      module, "Mesh",
      "Any closed surface, concave and with holes: of triangles from a file (.stl, .obj, .ply), "
      "from "
      "arrays of vertices (N, 3) and triangles (M, 3) of integers, counter-clockwise seen from "
      "outside, or from an object with vertices and faces, such as a Trimesh.")
      .def(py::init([](const std::filesystem::path& file, int cells) {
             return mesh_body(without_gil([&] { return read_mesh_file(file); }), cells);
           }),
           py::arg("file"), py::arg("cells") = 64)
      .def(py::init([](const py::object& mesh, int cells) {
             return mesh_body(triangles_from(mesh, py::none()), cells);
           }),
           py::arg("mesh"), py::arg("cells") = 64)
      .def(py::init([](const py::object& vertices, const py::object& triangles, int cells) {
             return mesh_body(triangles_from(vertices, triangles), cells);
           }),
           py::arg("vertices"), py::arg("triangles"), py::arg("cells") = 64)
      .def_property_readonly("vertices", &vertices_of_mesh, "Of its facets, (V, 3).")
      .def_property_readonly(
          "triangles", &triangles_of_mesh,
          "(F, 3) int32: the vertices of each facet, counter-clockwise seen from "
          "outside.")
      .def_property_readonly(
          "facets",
          [](const MeshBody& body) { return std::get<Mesh>(body.shape).view().facet_count; },
          "The number of triangles.")
      .def("__repr__", [](const MeshBody& body) {
        const MeshView<double>& view = std::get<Mesh>(body.shape).view();
        return fmt::format("<talus.Mesh of {} facets in {} cells>", view.facet_count,
                           view.boundary_count);
      });
}

}  // namespace

py::object to_python(const Shape& shape) {
  switch (kind_of(shape)) {
    case Kind::sphere:
      return py::cast(SphereBody{{shape}});
    case Kind::ellipsoid:
      return py::cast(EllipsoidBody{{shape}});
    case Kind::superquadric:
      return py::cast(SuperquadricBody{{shape}});
    case Kind::polyhedron:
      return py::cast(PolyhedronBody{{shape}});
    case Kind::half_space:
      return py::cast(HalfSpaceBody{{shape}});
    case Kind::segment:
      return py::cast(SegmentBody{{shape}});
    case Kind::mesh:
      break;
  }
  return py::cast(MeshBody{{shape}});
}

void add_shapes(py::module_& module) {
  add_base(module);
  add_smooth(module);
  add_polyhedron(module);
  add_half_space_and_segment(module);
  add_mesh(module);
}

}  // namespace talus::python
