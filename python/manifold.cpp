// The contact manifold of two bodies, the patches of a mesh and the overlap volume of two
// polyhedra.
#include "talus/narrow/manifold.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>

#include "answer.h"
#include "body.h"
#include "convert.h"
#include "talus/manifold.h"
#include "talus/narrow/contact.h"
#include "without_gil.h"

namespace talus::python {
namespace {

void check_kinds(bool are_fit, const char* what, const Body& a, const Body& b) {
  if (are_fit) return;
  throw py::value_error(
      fmt::format("{} of {} with {}", what, name_of(kind_of(a.shape)), name_of(kind_of(b.shape))));
}

double positive(double value, const char* name) {
  if (!(value > 0 && value <= 1)) {
    throw py::value_error(fmt::format("{}: must be > 0 and <= 1, got {}", name, value));
  }
  return value;
}

Manifold manifold_of(const Body& a, const Pose<double>& pose_a, const Body& b,
                     const Pose<double>& pose_b, const Answer* given, std::optional<double> skin,
                     std::optional<double> flat) {
  check_kinds(has_manifold(kind_of(a.shape), kind_of(b.shape)), "manifold: none", a, b);
  ManifoldSettings<double> settings;
  if (skin) settings.skin = positive(*skin, "skin");
  if (flat) settings.flat = positive(*flat, "flat");
  const std::optional<Manifold> result = without_gil([&] {
    const Contact<double> known =
        given != nullptr ? given->contact : contact(a.shape, pose_a, b.shape, pose_b);
    return manifold(a.shape, pose_a, b.shape, pose_b, known, settings);
  });
  if (!result) throw py::value_error("manifold: the contact has no distance or no normal");
  return *result;
}

OverlapVolume<double> volume_of(const Body& a, const Pose<double>& pose_a, const Body& b,
                                const Pose<double>& pose_b) {
  const bool are_polyhedra =
      kind_of(a.shape) == Kind::polyhedron && kind_of(b.shape) == Kind::polyhedron;
  check_kinds(are_polyhedra, "overlap_volume: only of two polyhedra, not", a, b);
  OverlapVolume<double> v =
      without_gil([&] { return *overlap_volume(a.shape, pose_a, b.shape, pose_b); });
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (!(v.volume > 0)) v.centroid = {nan, nan, nan};
  if (!(v.area > 0)) v.normal = {nan, nan, nan};
  return v;
}

using Patch = ContactPatch<double>;

// The deepest first.
std::vector<Patch> patches_of(const Body& a, const Pose<double>& pose_a, const Body& b,
                              const Pose<double>& pose_b) {
  std::optional<std::vector<Patch>> patches =
      without_gil([&] { return mesh_patches(a.shape, pose_a, b.shape, pose_b); });
  check_kinds(patches.has_value(), "patches: only of a mesh with a body that has a volume, not", a,
              b);
  std::ranges::stable_sort(*patches,
                           [](const Patch& p, const Patch& q) { return p.depth > q.depth; });
  return *std::move(patches);
}

py::array_t<double> polygon_of(const Manifold& m) {
  py::array_t<double> points({static_cast<py::ssize_t>(m.polygon.size()), py::ssize_t{3}});
  for (std::size_t i = 0; i < m.polygon.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      points.mutable_at(static_cast<py::ssize_t>(i), k) = m.polygon[i].point[k];
    }
  }
  return points;
}

py::array_t<double> depths_of(const Manifold& m) {
  py::array_t<double> depths(static_cast<py::ssize_t>(m.polygon.size()));
  for (std::size_t i = 0; i < m.polygon.size(); ++i) {
    depths.mutable_at(static_cast<py::ssize_t>(i)) = m.polygon[i].depth;
  }
  return depths;
}

std::string kind_name(const Manifold& m) {
  return fmt::format("{}-{}", name_of(m.feature_a), name_of(m.feature_b));
}

void add_manifold_class(py::module_& module) {
  py::class_<Manifold>(module, "Manifold",
                       "The patch in which two bodies meet, seen along the contact normal.")
      .def_readonly("found", &Manifold::found,
                    "False: no patch along this normal; the polygon is then one point, midway "
                    "between the contact points.")
      .def_property_readonly("kind", &kind_name,
                             "What of A and of B lies in the contact plane: face-face, "
                             "edge-face, vertex-face, curved-face, ...")
      .def_property_readonly(
          "polygon", &polygon_of,
          "Corners of the patch, (N, 3), counter-clockwise about the normal; with "
          "a curved body, points of its rim.")
      .def_property_readonly("depths", &depths_of,
                             "Depth of the overlap along the normal at each corner; a gap is "
                             "negative.")
      .def_property_readonly(
          "normal", [](const Manifold& m) { return to_array(m.normal); },
          "Unit, from A to B: that of the contact.")
      .def_readonly("area", &Manifold::area, "Of the polygon.")
      .def_property_readonly(
          "centroid", [](const Manifold& m) { return to_array(m.centroid); }, "Of the area.")
      .def_property_readonly(
          "force_point", [](const Manifold& m) { return to_array(m.force_point); },
          "Where a normal force acts: the centroid weighted with the depth. Continuous from face "
          "to edge to vertex wherever the normal is.")
      .def_readonly("mean_depth", &Manifold::mean_depth,
                    "Over the area; area * mean_depth is the volume of the overlap.")
      .def_readonly("equivalent_radius", &Manifold::equivalent_radius,
                    "Of the ball that has a patch of this area when it overlaps a plane by as "
                    "much: for Hertz laws, finite on flat sides too.")
      .def("__repr__", [](const Manifold& m) {
        return fmt::format("<talus.Manifold {}: {} corners, area {}, mean depth {}>", kind_name(m),
                           m.polygon.size(), m.area, m.mean_depth);
      });
}

void add_volume_class(py::module_& module) {
  using Volume = OverlapVolume<double>;
  py::class_<Volume>(module, "OverlapVolume", "What two polyhedra have in common.")
      .def_readonly("volume", &Volume::volume, "Of the overlap.")
      .def_property_readonly(
          "centroid", [](const Volume& v) { return to_array(v.centroid); },
          "Of the common volume; not a number where there is none.")
      .def_property_readonly(
          "normal", [](const Volume& v) { return to_array(v.normal); },
          "Mean normal of A's surface inside B, from A to B; not a number where the area is zero: "
          "nothing in common, or one body inside the other.")
      .def_readonly("area", &Volume::area,
                    "Length of the area vector of A's surface inside B: moving B by dx changes "
                    "the volume by -area * normal . dx.")
      .def_property_readonly(
          "moment", [](const Volume& v) { return to_array(v.moment); },
          "Turning B about the centroid by the vector dw changes the volume by -moment . dw.")
      .def("__repr__", [](const Volume& v) {
        return fmt::format("<talus.OverlapVolume {}: area {}>", v.volume, v.area);
      });
}

void add_patch_class(py::module_& module) {
  py::class_<Patch>(module, "Patch", "A connected contact region of a mesh with another body.")
      .def_readonly("pieces", &Patch::pieces, "Pieces of facets that it is made of.")
      .def_readonly("depth", &Patch::depth, "The greatest.")
      .def_readonly("area", &Patch::area, "Of the patch.")
      .def_readonly("volume", &Patch::volume, "Of the overlap.")
      .def_property_readonly(
          "normal", [](const Patch& p) { return to_array(p.normal); },
          "Unit, from A to B: the mean over the depth.")
      .def_property_readonly(
          "centroid", [](const Patch& p) { return to_array(p.centroid); }, "Of the area.")
      .def_property_readonly(
          "deepest", [](const Patch& p) { return to_array(p.deepest); }, "Where it is deepest.")
      .def_property_readonly(
          "force_point", [](const Patch& p) { return to_array(p.force_point); },
          "The centroid weighted by the depth.")
      .def_property_readonly(
          "depth_integral", [](const Patch& p) { return to_array(p.depth_integral); },
          "The depth times the normal, integrated over the patch.")
      .def_property_readonly(
          "moment", [](const Patch& p) { return to_array(p.moment); },
          "Of the depth integral as a force, about the origin of the world.")
      .def("__repr__", [](const Patch& p) {
        return fmt::format("<talus.Patch depth {}: area {}, volume {}>", p.depth, p.area, p.volume);
      });
}

}  // namespace

void add_manifold(py::module_& module) {
  add_manifold_class(module);
  add_patch_class(module);
  module.def("patches", &patches_of, py::arg("a"), py::arg("pose_a"), py::arg("b"),
             py::arg("pose_b"),
             "All patches in which a mesh touches another body, the deepest first: a at pose_a and "
             "b at pose_b, one of them a mesh. Another body is made a mesh first, which takes a "
             "tenth of a second.");
  add_volume_class(module);
  module.def("manifold", &manifold_of, py::arg("a"), py::arg("pose_a"), py::arg("b"),
             py::arg("pose_b"), py::arg("contact") = py::none(), py::arg("skin") = py::none(),
             py::arg("flat") = py::none(),
             "The contact manifold of a at pose_a and b at pose_b, for a contact of "
             "this pair (without one, the production method is used). Bodies that overlap by less "
             "than skin (relative to the smaller bounding radius) are pressed together that far; "
             "edges inclined by less than flat (radian) count as lying in the contact plane.");
  module.def("overlap_volume", &volume_of, py::arg("a"), py::arg("pose_a"), py::arg("b"),
             py::arg("pose_b"),
             "The volume that the polyhedra a at pose_a and b at pose_b have in common, with its "
             "derivatives.");
}

}  // namespace talus::python
