// The table of kind x kind, and the contact query:
//   1. find the pair's production method in the table, unless the caller names one;
//   2. put the bodies in canonical order, so that a query and its mirror image give the same bits;
//   3. run the method in the frame of the first body;
//   4. transform the contact to world coordinates, mirrored if the bodies were exchanged.
#include "talus/narrow/canonical_order.h"
#include "talus/narrow/contact.h"
#include "talus/narrow/method_table.h"

namespace talus {
namespace {

std::span<const Method> list_of(Kind first, Kind second) {
  using namespace method_table;
  static constexpr MethodList none{};
  static constexpr const MethodList* table[kind_count][kind_count] = {
      // sphere, ellipsoid, superquadric, polyhedron, half_space, segment, mesh
      {&sphere_sphere, &sphere_ellipsoid, &sphere_superquadric, &sphere_polyhedron,
       &sphere_half_space, &sphere_segment, &sphere_mesh},
      {&none, &ellipsoid_ellipsoid, &ellipsoid_superquadric, &ellipsoid_polyhedron,
       &ellipsoid_half_space, &ellipsoid_segment, &ellipsoid_mesh},
      {&none, &none, &superquadric_superquadric, &superquadric_polyhedron, &superquadric_half_space,
       &superquadric_segment, &superquadric_mesh},
      {&none, &none, &none, &polyhedron_polyhedron, &polyhedron_half_space, &polyhedron_segment,
       &polyhedron_mesh},
      {&none, &none, &none, &none, &none, &half_space_segment, &half_space_mesh},
      {&none, &none, &none, &none, &none, &segment_segment, &none},
      {&none, &none, &none, &none, &none, &none, &mesh_mesh},
  };
  return *table[static_cast<int>(first)][static_cast<int>(second)];
}

// Runs the method in canonical order and in the frame of the first body, and transforms the contact
// to world coordinates. One named return value, so that it is constructed in the caller's storage
// and never copied.
Contact<double> run_method(const Method& method, const Shape& a, const Pose<double>& pose_a,
                           const Shape& b, const Pose<double>& pose_b,
                           const Settings<double>& settings, Cache<double>& cache) {
  const bool mirrored = !in_canonical_order(a, pose_a, b, pose_b);
  const Shape &first = mirrored ? b : a, &second = mirrored ? a : b;
  const Pose<double>&pose_first = mirrored ? pose_b : pose_a,
        &pose_second = mirrored ? pose_a : pose_b;
  const Mat3<double> rotation = rotation_of(pose_first.orientation);
  const RelativePose<double> relative = relative_pose(pose_first, rotation, pose_second);
  Contact<double> c = method.function(first, second, relative, settings, cache);
  if (!is_failure(c.status) && !is_measured(c)) {
    c = {};
    c.status = Status::degenerate_input;
    return c;
  }
  const Vec3<double> on_first = rotation * c.point_a + pose_first.position;
  const Vec3<double> on_second = rotation * c.point_b + pose_first.position;
  const Vec3<double> normal = rotation * c.normal;
  c.normal = mirrored ? -normal : normal;
  c.point_a = mirrored ? on_second : on_first;
  c.point_b = mirrored ? on_first : on_second;
  return c;
}

}  // namespace

std::span<const Method> methods_of(Kind a, Kind b) {
  return a <= b ? list_of(a, b) : list_of(b, a);
}

std::vector<std::string_view> method_names(Kind a, Kind b) {
  std::vector<std::string_view> names;
  for (const Method& method : methods_of(a, b)) names.push_back(method.name);
  return names;
}

const Method* find_method(Kind a, Kind b, std::string_view name) {
  const std::span<const Method> methods = methods_of(a, b);
  if (name == "auto") return methods.empty() ? nullptr : methods.data();
  for (const Method& method : methods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

Contact<double> contact(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                        const Pose<double>& pose_b, const Settings<double>& settings,
                        Cache<double>* cache, const Method* method) {
  if (method == nullptr) {
    const std::span<const Method> methods = methods_of(kind_of(a), kind_of(b));
    if (methods.empty()) return {};
    method = methods.data();
  }
  Cache<double> cold;
  return run_method(*method, a, pose_a, b, pose_b, settings, cache != nullptr ? *cache : cold);
}

std::string_view name_of(Status status) {
  switch (status) {
    case Status::separated:
      return "separated";
    case Status::touching:
      return "touching";
    case Status::overlapping:
      return "overlapping";
    case Status::iteration_limit:
      return "iteration_limit";
    case Status::degenerate_input:
      return "degenerate_input";
    case Status::not_supported:
      break;
  }
  return "not_supported";
}

std::string_view name_of(Definition definition) {
  switch (definition) {
    case Definition::minimum_translation:
      return "minimum-translation";
    case Definition::separation_only:
      return "separation-only";
    case Definition::common_normal:
      return "common-normal";
    case Definition::summed_potential:
      return "summed-potential";
    case Definition::common_plane:
      return "common-plane";
    case Definition::deepest_contact:
      return "deepest-contact";
    case Definition::analytic_centre:
      break;
  }
  return "analytic-centre";
}

}  // namespace talus
