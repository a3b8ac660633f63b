// Poses, caches, methods and the query of one pair.
#include "talus/narrow/contact.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <limits>
#include <optional>
#include <string>

#include "answer.h"
#include "app/request.h"
#include "body.h"
#include "convert.h"
#include "talus/curvature.h"
#include "talus/narrow/gap.h"
#include "without_gil.h"

namespace talus::python {
namespace {

Answer answer_pair(const Body& a, const Pose<double>& pose_a, const Body& b,
                   const Pose<double>& pose_b, const std::string& method_name,
                   std::optional<double> tolerance, Cache<double>* cache, double distance_error) {
  check_method_name(method_name);
  const Settings<double> settings =
      make_settings(tolerance.value_or(Settings<double>{}.tolerance), distance_error);
  const Method* method = choose_method(kind_of(a.shape), kind_of(b.shape), method_name);
  Answer answer;
  answer.contact = without_gil(
      [&] { return contact(a.shape, pose_a, b.shape, pose_b, settings, cache, method); });
  if (method != nullptr) answer.method = std::string(method->name);
  if (!has_values(answer.contact)) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    Contact<double>& c = answer.contact;
    c.distance = c.lower = c.upper = nan;
    c.normal = c.point_a = c.point_b = {nan, nan, nan};
  }
  return answer;
}

Kind kind_named(const std::string& name) {
  std::string known;
  for (int k = 0; k < kind_count; ++k) {
    const Kind kind = static_cast<Kind>(k);
    if (name_of(kind) == name) return kind;
    known += (k == 0 ? "" : ", ") + std::string(name_of(kind));
  }
  throw py::value_error(fmt::format("unknown type \"{}\"; known types: {}", name, known));
}

std::string text_of(const Vec3<double>& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

void add_pose(py::module_& module) {
  py::class_<Pose<double>>(
      module, "Pose",
      "Where a body is: a position and a unit quaternion (w, x, y, z), body to "
      "world. A quaternion off by more than 1e-6 is an error.")
      .def(py::init([](const py::object& position, const py::object& orientation) {
             return make_pose(unchecked_vec3(position, "position"),
                              unchecked_quat(orientation, "orientation"));
           }),
           py::arg("position") = py::make_tuple(0.0, 0.0, 0.0),
           py::arg("orientation") = py::make_tuple(1.0, 0.0, 0.0, 0.0))
      .def_property_readonly(
          "position", [](const Pose<double>& pose) { return to_array(pose.position); },
          "(3,): of the origin of the body, in the world.")
      .def_property_readonly(
          "orientation",
          [](const Pose<double>& pose) {
            py::array_t<double> array(4);
            const Quat<double>& q = pose.orientation;
            const double values[4] = {q.w, q.x, q.y, q.z};
            std::copy(values, values + 4, array.mutable_data());
            return array;
          },
          "(4,): unit quaternion (w, x, y, z), body to world.")
      .def_property_readonly(
          "rotation",
          [](const Pose<double>& pose) { return to_array(rotation_of(pose.orientation)); },
          "The rotation matrix: x_world = rotation @ x_body + position.")
      .def("__repr__", [](const Pose<double>& pose) {
        const Quat<double>& q = pose.orientation;
        return fmt::format("talus.Pose(position={}, orientation=[{}, {}, {}, {}])",
                           text_of(pose.position), q.w, q.x, q.y, q.z);
      });
}

void add_answer(py::module_& module) {
  py::class_<Answer>(module, "Contact", "The answer to a contact query.")
      .def_property_readonly(
          "status", [](const Answer& a) { return std::string(name_of(a.contact.status)); },
          "separated, touching, overlapping, or a failure: iteration_limit, degenerate_input, "
          "not_supported.")
      .def_property_readonly(
          "failed", [](const Answer& a) { return is_failure(a.contact.status); },
          "Whether the status is a failure.")
      .def_property_readonly(
          "distance", [](const Answer& a) { return a.contact.distance; },
          "Positive: the distance of the bodies. Negative: minus the penetration depth.")
      .def_property_readonly(
          "lower", [](const Answer& a) { return a.contact.lower; },
          "Certified lower bound of the distance.")
      .def_property_readonly(
          "upper", [](const Answer& a) { return a.contact.upper; },
          "Certified upper bound of the distance.")
      .def_property_readonly(
          "proven", [](const Answer& a) { return a.contact.proven; },
          "Whether the bracket is closed to the tolerance.")
      .def_property_readonly(
          "normal", [](const Answer& a) { return to_array(a.contact.normal); },
          "Unit vector from A to B, in the world's frame.")
      .def_property_readonly(
          "point_a", [](const Answer& a) { return to_array(a.contact.point_a); },
          "The point on A; point_b - point_a = distance * normal.")
      .def_property_readonly(
          "point_b", [](const Answer& a) { return to_array(a.contact.point_b); }, "The point on B.")
      .def_property_readonly(
          "method", [](const Answer& a) { return a.method; }, "The method that answered.")
      .def_property_readonly(
          "iterations", [](const Answer& a) { return a.contact.iterations; },
          "Iterations of the method.")
      .def_property_readonly(
          "fallback", [](const Answer& a) { return a.contact.fallback; },
          "Whether the fast path gave up and the safe one answered.")
      .def_property_readonly(
          "definition", [](const Answer& a) { return std::string(name_of(a.contact.definition)); },
          "The notion of depth that the method answers with.")
      .def("__repr__", [](const Answer& a) {
        return fmt::format("<talus.Contact {}: distance {}, normal {}>", name_of(a.contact.status),
                           a.contact.distance, text_of(a.contact.normal));
      });
}

void add_curvature(py::module_& module) {
  using Radii = CurvatureRadii<double>;
  py::class_<Radii>(module, "CurvatureRadii",
                    "Radii of curvature of one body at its contact point, lengths.")
      .def_readonly("smallest", &Radii::smallest, "The smaller principal radius.")
      .def_readonly("largest", &Radii::largest, "The larger principal radius.")
      .def_readonly("gaussian", &Radii::gaussian, "The root of their product.")
      .def_property_readonly(
          "direction_of_largest", [](const Radii& r) { return to_array(r.direction_of_largest); },
          "The tangent along which the surface is flattest, in the world's frame.")
      .def("__repr__", [](const Radii& r) {
        return fmt::format("<talus.CurvatureRadii {} to {}>", r.smallest, r.largest);
      });
  module.def(
      "contact_curvature",
      [](const Answer& answer, const Body& a, const Pose<double>& pose_a, const Body& b,
         const Pose<double>& pose_b) -> std::optional<std::pair<Radii, Radii>> {
        const auto both = curvature_at(answer.contact, a.shape, pose_a, b.shape, pose_b);
        if (!both) return std::nullopt;
        return std::pair(both->a, both->b);
      },
      py::arg("contact"), py::arg("a"), py::arg("pose_a"), py::arg("b"), py::arg("pose_b"),
      "The radii of curvature of both bodies at their contact points, what Hertz and lubrication "
      "laws need; None if one is a segment. Infinite on flat sides and faces, zero on ridges, "
      "edges "
      "and vertices: see Manifold.equivalent_radius.");
}

}  // namespace

void add_contact(py::module_& module) {
  add_pose(module);
  add_answer(module);
  add_curvature(module);
  py::class_<Cache<double>>(
      module, "Cache",
      "What is kept of one ordered pair between queries, to make the next one "
      "cheap. It never changes what the answer is.")
      .def(py::init())
      .def(
          "reset", [](Cache<double>& cache) { cache = {}; }, "Forget: the next query starts cold.");

  module.def("contact", &answer_pair, py::arg("a"), py::arg("pose_a"), py::arg("b"),
             py::arg("pose_b"), py::arg("method") = "auto", py::arg("tolerance") = py::none(),
             py::arg("cache") = py::none(), py::arg("distance_error") = 0.0,
             "The contact between the shape a at pose_a and the shape b at pose_b. distance_error: "
             "what a paper's method with such a parameter may be off by, a length; 0 is its own "
             "choice.");

  module.def(
      "gap_exceeds",
      [](const Body& a, const Pose<double>& pose_a, const Body& b, const Pose<double>& pose_b,
         double gap, Cache<double>* cache) {
        finite(gap, "gap");
        return without_gil(
            [&] { return gap_exceeds(a.shape, pose_a, b.shape, pose_b, gap, cache); });
      },
      py::arg("a"), py::arg("pose_a"), py::arg("b"), py::arg("pose_b"), py::arg("gap"),
      py::arg("cache") = py::none(),
      "Whether the bodies are farther apart than gap: mostly proven by one direction, much cheaper "
      "than the contact.");

  py::class_<Method>(module, "Method", "A method for a pair of kinds.")
      .def_property_readonly(
          "name", [](const Method& m) { return std::string(m.name); },
          "What the argument `method` of a query is.")
      .def_property_readonly(
          "source", [](const Method& m) { return std::string(m.source); },
          "The paper and its section, or Talus.")
      .def("__repr__",
           [](const Method& m) { return fmt::format("<talus.Method {}: {}>", m.name, m.source); });
  module.def(
      "methods",
      [](const std::string& kind_a, const std::string& kind_b) {
        const std::span<const Method> list = methods_of(kind_named(kind_a), kind_named(kind_b));
        return std::vector<Method>(list.begin(), list.end());
      },
      py::arg("kind_a"), py::arg("kind_b"),
      "The methods of a pair of kinds, the production method first; none if it is not supported.");
}

}  // namespace talus::python
