// The table of kind x kind, and the way in: canonical order, the frame of the first body, and back.
#include "talus/narrow/canonical_order.h"
#include "talus/narrow/contact.h"
#include "talus/narrow/method_table.h"

namespace talus {
namespace {

using List = std::span<const Method>;

std::span<const Method> list_of(Kind first, Kind second) {
  static constexpr List none{};
  static constexpr List table[kind_count][kind_count] = {
      // sphere, ellipsoid, superquadric, polyhedron, half_space, segment, mesh
      {method_table::sphere_sphere, method_table::sphere_ellipsoid,
       method_table::sphere_superquadric, method_table::sphere_polyhedron,
       method_table::sphere_half_space, method_table::sphere_segment, method_table::sphere_mesh},
      {none, method_table::ellipsoid_ellipsoid, method_table::ellipsoid_superquadric,
       method_table::ellipsoid_polyhedron, method_table::ellipsoid_half_space,
       method_table::ellipsoid_segment, method_table::ellipsoid_mesh},
      {none, none, method_table::superquadric_superquadric, method_table::superquadric_polyhedron,
       method_table::superquadric_half_space, method_table::superquadric_segment,
       method_table::superquadric_mesh},
      {none, none, none, method_table::polyhedron_polyhedron, method_table::polyhedron_half_space,
       method_table::polyhedron_segment, method_table::polyhedron_mesh},
      {none, none, none, none, none, method_table::half_space_segment,
       method_table::half_space_mesh},
      {none, none, none, none, none, method_table::segment_segment, none},
      {none, none, none, none, none, none, method_table::mesh_mesh},
  };
  return table[static_cast<int>(first)][static_cast<int>(second)];
}

// Asks the method in canonical order and in the frame of the first body, and turns the answer into
// the world. One named answer, so that it is built where the caller wants it and never copied.
Contact<double> ask(const Method& method, const Shape& a, const Pose<double>& pose_a,
                    const Shape& b, const Pose<double>& pose_b, const Settings<double>& settings,
                    Cache<double>& cache) {
  const bool mirrored = !in_canonical_order(a, pose_a, b, pose_b);
  const Shape &first = mirrored ? b : a, &second = mirrored ? a : b;
  const Pose<double>&pose_first = mirrored ? pose_b : pose_a,
        &pose_second = mirrored ? pose_a : pose_b;
  const Mat3<double> rotation = rotation_of(pose_first.orientation);
  const RelativePose<double> relative = relative_pose(pose_first, rotation, pose_second);
  Contact<double> c = method.function(first, second, relative, settings, cache);
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
  return ask(*method, a, pose_a, b, pose_b, settings, cache != nullptr ? *cache : cold);
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
