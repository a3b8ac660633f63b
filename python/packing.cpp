// Random arrays of bodies, and the neighbour pairs in them.
#include "talus/packing.h"

#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <optional>
#include <string>
#include <vector>

#include "body.h"
#include "convert.h"
#include "file_errors.h"
#include "talus/packing.h"
#include "talus/shape.h"
#include "without_gil.h"

namespace talus::python {
namespace {

std::vector<PackingPart> parts_from(const py::object& shapes, const py::object& shares) {
  std::vector<PackingPart> parts;
  if (py::isinstance<Body>(shapes)) {
    parts.push_back({shapes.cast<const Body&>().shape});
  } else {
    for (const py::handle& item : shapes) {
      if (!py::isinstance<Body>(item)) {
        throw py::value_error(fmt::format("shapes[{}]: expected a talus shape, got {}",
                                          parts.size(), py::repr(item).cast<std::string>()));
      }
      parts.push_back({item.cast<const Body&>().shape});
    }
  }
  if (shares.is_none()) return parts;
  const Numbers numbers = numbers_from(shares, "shares", static_cast<py::ssize_t>(parts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].share =
        finite_positive(numbers.at(static_cast<py::ssize_t>(i)), fmt::format("shares[{}]", i));
  }
  return parts;
}

Packing pack_bodies(const py::object& shapes, double volume_fraction, double box_length,
                    std::uint64_t seed, const py::object& shares, std::int64_t max_attempts,
                    const py::object& progress) {
  const PackingSettings settings{parts_from(shapes, shares),
                                 finite_positive(volume_fraction, "volume_fraction"),
                                 finite_positive(box_length, "box_length"), seed, max_attempts};
  return without_gil([&] {
    return pack(settings, [&](const PackingProgress& now) {
      const py::gil_scoped_acquire acquire;
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress.is_none()) progress(now.placed, now.total, now.volume_fraction);
    });
  });
}

// The table of shapes as Python objects, each of its own class.
py::list shape_table(const Packing& packing) {
  py::list list;
  for (const Shape& shape : packing.bodies.shapes) list.append(to_python(shape));
  return list;
}

py::array_t<double> positions_of(const Packing& packing) {
  py::array_t<double> rows({static_cast<py::ssize_t>(packing.bodies.size()), py::ssize_t{3}});
  double* out = rows.mutable_data();
  for (const Pose<double>& pose : packing.bodies.poses) {
    for (const double x : {pose.position.x, pose.position.y, pose.position.z}) *out++ = x;
  }
  return rows;
}

py::array_t<double> orientations_of(const Packing& packing) {
  py::array_t<double> rows({static_cast<py::ssize_t>(packing.bodies.size()), py::ssize_t{4}});
  double* out = rows.mutable_data();
  for (const Pose<double>& pose : packing.bodies.poses) {
    const Quat<double>& q = pose.orientation;
    for (const double x : {q.w, q.x, q.y, q.z}) *out++ = x;
  }
  return rows;
}

py::tuple pairs_of(const Packing& packing, double reach) {
  finite_not_negative(reach, "reach");
  const std::vector<NeighbourPair> pairs =
      without_gil([&] { return neighbour_pairs(packing.bodies, packing.box_length, reach); });
  const py::ssize_t count = static_cast<py::ssize_t>(pairs.size());
  py::array_t<std::int32_t> a(count), b(count), image({count, py::ssize_t{3}});
  for (py::ssize_t i = 0; i < count; ++i) {
    const NeighbourPair& pair = pairs[static_cast<std::size_t>(i)];
    a.mutable_at(i) = pair.a;
    b.mutable_at(i) = pair.b;
    for (int k = 0; k < 3; ++k) image.mutable_at(i, k) = pair.image[static_cast<std::size_t>(k)];
  }
  return py::make_tuple(a, b, image);
}

}  // namespace

void add_packing(py::module_& module) {
  py::class_<Packing>(module, "Packing",
                      "Bodies without overlap in a periodic cube, one row per body.")
      .def_property_readonly("shapes", &shape_table, "The table of shapes.")
      .def_property_readonly(
          "shape_index",
          [](const Packing& p) {
            return py::array_t<std::int32_t>(static_cast<py::ssize_t>(p.bodies.size()),
                                             p.bodies.shape_of.data());
          },
          "Of every body, its shape in the table.")
      .def_property_readonly("position", &positions_of, "(N, 3), in [0, box_length).")
      .def_property_readonly("orientation", &orientations_of,
                             "(N, 4): unit quaternions (w, x, y, z), body to world.")
      .def_readonly("box_length", &Packing::box_length, "The side of the periodic cube.")
      .def_readonly("seed", &Packing::seed, "From which the random numbers come.")
      .def_readonly("attempts", &Packing::attempts, "Poses that were tried.")
      .def_readonly("volume_fraction", &Packing::volume_fraction, "As reached.")
      .def_readonly("wanted_volume_fraction", &Packing::wanted_volume_fraction, "As was asked for.")
      .def_property_readonly("complete", &Packing::complete,
                             "Whether all bodies were placed; if not, the array jammed.")
      .def("neighbour_pairs", &pairs_of, py::arg("reach"),
           "All pairs whose bounding spheres are at most `reach` (a length) apart, images "
           "included: (a, b, image), the image of b being at position[b] + box_length * image.")
      .def(
          "save",
          [](const Packing& p, const std::filesystem::path& file) {
            with_file([&] { without_gil([&] { write_packing(file, p); }); });
          },
          py::arg("file"), "Write the bodies as HDF5.")
      .def_static(
          "load",
          [](const std::filesystem::path& file) {
            return with_file([&] { return without_gil([&] { return read_packing(file); }); });
          },
          py::arg("file"), "Read what save, or talus pack, wrote.")
      .def("__len__", [](const Packing& p) { return p.bodies.size(); })
      .def("__repr__", [](const Packing& p) {
        return fmt::format("<talus.Packing of {} bodies, volume fraction {:.4f}>", p.bodies.size(),
                           p.volume_fraction);
      });

  module.def(
      "pack", &pack_bodies, py::arg("shapes"), py::arg("volume_fraction"), py::arg("box_length"),
      py::arg("seed") = 1, py::arg("shares") = py::none(),
      py::arg("max_attempts") = PackingSettings{}.max_attempts, py::arg("progress") = py::none(),
      "Place bodies at random, without overlap, in a periodic cube (random sequential "
      "adsorption). shapes: one, or several with number shares. progress is called now and then "
      "with (placed, wanted, volume_fraction). The same seed gives the same bodies on every "
      "machine.");
  module.def(
      "spheroid",
      [](double aspect_ratio, double diameter) {
        return to_python(make_spheroid(finite_positive(aspect_ratio, "aspect_ratio"),
                                       finite_positive(diameter, "diameter")));
      },
      py::arg("aspect_ratio"), py::arg("diameter") = 1.0,
      "The ellipsoid with semi-axes (a, b, b), a / b the aspect ratio, that has the volume of a "
      "ball of that diameter.");
  const auto sized = [](const Body& shape, const std::vector<SizeClass>& sizes) {
    py::list shapes;
    for (const PackingPart& part : with_sizes({shape.shape}, sizes)) {
      shapes.append(to_python(part.shape));
    }
    return shapes;
  };
  module.def(
      "uniform_sizes",
      [sized](const Body& shape, double smallest, double largest, int classes) {
        return sized(shape, uniform_sizes(finite_positive(smallest, "smallest"),
                                          finite_positive(largest, "largest"), classes));
      },
      py::arg("shape"), py::arg("smallest"), py::arg("largest"), py::arg("classes"),
      "The shape in sizes (equivalent diameters) of a uniform distribution, as classes of equal "
      "share.");
  module.def(
      "lognormal_sizes",
      [sized](const Body& shape, double median, double sigma, int classes) {
        return sized(shape, lognormal_sizes(finite_positive(median, "median"),
                                            finite_not_negative(sigma, "sigma"), classes));
      },
      py::arg("shape"), py::arg("median"), py::arg("sigma"), py::arg("classes"),
      "The shape in sizes (equivalent diameters) of a lognormal distribution, as classes of equal "
      "share.");
}

}  // namespace talus::python
