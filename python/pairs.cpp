// Which bodies may touch, of arrays of bodies or of a packing.
#include "talus/pairs.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "body.h"
#include "convert.h"
#include "pair_arrays.h"
#include "talus/packing.h"
#include "without_gil.h"

namespace talus::python {
namespace {

// None: body i has shape i, or all have the one there is.
std::vector<std::int32_t> shape_indices(const py::object& index, std::size_t shape_count,
                                        std::size_t body_count) {
  std::vector<std::int32_t> shape_of(body_count);
  if (index.is_none()) {
    if (shape_count != 1 && shape_count != body_count) {
      throw py::value_error(
          fmt::format("index: needed to tell which of the {} shapes each of the {} bodies has",
                      shape_count, body_count));
    }
    for (std::size_t i = 0; shape_count > 1 && i < body_count; ++i) {
      shape_of[i] = static_cast<std::int32_t>(i);
    }
    return shape_of;
  }
  const Indices indices = indices_from(index, "index", shape_count);
  PairCount count;
  count.add("position", true, static_cast<py::ssize_t>(body_count));
  count.add("index", indices.ndim() == 1, indices.size());
  for (std::size_t i = 0; i < body_count; ++i) {
    shape_of[i] = static_cast<std::int32_t>(indices.data()[indices.ndim() == 1 ? i : 0]);
  }
  return shape_of;
}

std::vector<Pose<double>> poses_from(const py::object& position, const py::object& orientation) {
  const Numbers positions = rows_from(position, "position", 3);
  if (positions.ndim() != 2) throw py::value_error("position: expected an array of shape (N, 3)");
  const Numbers turns = rows_from(orientation, "orientation", 4);
  PairCount count;
  count.add("position", true, positions.shape(0));
  count.add("orientation", turns.ndim() == 2, turns.shape(0));
  std::vector<Pose<double>> poses;
  poses.reserve(static_cast<std::size_t>(count.value()));
  for (py::ssize_t i = 0; i < count.value(); ++i) {
    const double* p = positions.data() + 3 * i;
    const double* q = turns.data() + (turns.ndim() == 2 ? 4 * i : 0);
    try {
      poses.push_back(make_pose({p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}));
    } catch (const std::invalid_argument& error) {
      throw py::value_error(fmt::format("body {}: {}", i, error.what()));
    }
  }
  return poses;
}

Bodies bodies_from(const py::object& shapes, const py::object& index, const py::object& position,
                   const py::object& orientation) {
  const bool one = py::isinstance<Body>(shapes);
  if (!one && !py::isinstance<py::sequence>(shapes)) {
    throw py::value_error(
        fmt::format("bodies: expected a talus shape, several, or a talus.Packing, got {}",
                    py::repr(shapes).cast<std::string>()));
  }
  if (position.is_none()) throw py::value_error("position: missing, one row per body");
  Bodies bodies{one ? std::vector{shapes.cast<const Body&>().shape} : shapes_from(shapes), {}, {}};
  bodies.poses = poses_from(position, orientation.is_none()
                                          ? py::make_tuple(1.0, 0.0, 0.0, 0.0).cast<py::object>()
                                          : orientation);
  bodies.shape_of = shape_indices(index, bodies.shapes.size(), bodies.poses.size());
  return bodies;
}

// A number for all directions or one for each; infinite where it is open.
broad::Domain domain_from(const py::object& period) {
  broad::Domain domain;
  if (period.is_none()) return domain;
  const Numbers any = real_numbers(period);
  Vec3<double> length;
  if (any && any.ndim() == 0) {
    length = {*any.data(), *any.data(), *any.data()};
  } else {
    const Numbers three = numbers_from(period, "period", 3);
    length = {three.at(0), three.at(1), three.at(2)};
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (length[axis] == std::numeric_limits<double>::infinity()) continue;
    domain.periodic[axis] = true;
    domain.upper[axis] = length[axis];
  }
  return domain;
}

// (P, 2) and (P, 3); in an open domain all images are zero.
py::tuple to_arrays(const broad::PairList& pairs) {
  const auto count = static_cast<py::ssize_t>(pairs.pair.size());
  py::array_t<std::int32_t> body({count, py::ssize_t{2}}), image({count, py::ssize_t{3}});
  std::int32_t *to_body = body.mutable_data(), *to_image = image.mutable_data();
  for (const auto& [a, b] : pairs.pair) {
    *to_body++ = a;
    *to_body++ = b;
  }
  std::fill_n(to_image, 3 * count, 0);
  for (const auto& [x, y, z] : pairs.image) {
    for (const std::int32_t periods : {x, y, z}) *to_image++ = periods;
  }
  return py::make_tuple(body, image);
}

py::tuple pairs_of(const py::object& bodies, const py::object& position,
                   const py::object& orientation, const py::object& index, const py::object& period,
                   const std::string& scheme, double skin, bool spheres, int threads) {
  const BodyPairSettings settings{scheme, finite_not_negative(skin, "skin"), spheres, threads};
  const auto find = [&settings](const Bodies& all, const broad::Domain& domain) {
    return without_gil([&] { return body_pairs(all, domain, settings); });
  };
  if (!py::isinstance<Packing>(bodies)) {
    return to_arrays(find(bodies_from(bodies, index, position, orientation), domain_from(period)));
  }
  for (const auto& [name, value] : {std::pair("position", position),
                                    {"orientation", orientation},
                                    {"index", index},
                                    {"period", period}}) {
    if (!value.is_none()) {
      throw py::value_error(fmt::format("{}: a packing has its own, leave it out", name));
    }
  }
  const Packing& packing = bodies.cast<const Packing&>();
  const double box = packing.box_length;
  return to_arrays(find(packing.bodies, {{}, {box, box, box}, {true, true, true}}));
}

}  // namespace

void add_pairs(py::module_& module) {
  module.def(
      "pairs", &pairs_of, py::arg("bodies"), py::arg("position") = py::none(),
      py::arg("orientation") = py::none(), py::arg("index") = py::none(),
      py::arg("period") = py::none(), py::arg("scheme") = "auto", py::arg("skin") = 0.0,
      py::arg("spheres") = false, py::arg("threads") = 1,
      "The pairs of bodies whose bounding boxes in the world overlap: (pairs, images), arrays of "
      "shape (P, 2) and (P, 3), sorted. Body a = pairs[:, 0] meets the image of body b = "
      "pairs[:, 1] that is at position[b] + period * images; a < b.\n\n"
      "bodies: a Packing, which has all it needs, or a shape, or several. position: (N, 3). "
      "orientation: (N, 4) quaternions (w, x, y, z), or one for all; unturned if left out. index: "
      "which of the shapes each body has; if left out, body i has shape i, or all have the one. "
      "period: of the domain, one length or three, infinite where it is open; open if left out. "
      "scheme: how to find them, see talus pairs --help; all find the same. skin: the length by "
      "which every box, and sphere, is larger on all sides. spheres: only pairs whose bounding "
      "spheres overlap, too. The answer is the same for any number of threads.");
}

}  // namespace talus::python
