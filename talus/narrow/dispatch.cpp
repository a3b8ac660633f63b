// The table of kind x kind, and the way in: canonical order, the frame of the first body, and back.
#include <tuple>

#include "talus/narrow/choice.h"
#include "talus/narrow/contact.h"

namespace talus {
namespace {

using List = std::span<const Method>;

std::span<const Method> list_of(Kind first, Kind second) {
  static constexpr List none{};
  static constexpr List table[kind_count][kind_count] = {
      // sphere, ellipsoid, superquadric, polyhedron, half_space, segment
      {choice::sphere_sphere, choice::sphere_ellipsoid, choice::sphere_superquadric,
       choice::sphere_polyhedron, choice::sphere_half_space, choice::sphere_segment},
      {none, choice::ellipsoid_ellipsoid, choice::ellipsoid_superquadric,
       choice::ellipsoid_polyhedron, choice::ellipsoid_half_space, choice::ellipsoid_segment},
      {none, none, choice::superquadric_superquadric, choice::superquadric_polyhedron,
       choice::superquadric_half_space, choice::superquadric_segment},
      {none, none, none, choice::polyhedron_polyhedron, choice::polyhedron_half_space,
       choice::polyhedron_segment},
      {none, none, none, none, none, choice::half_space_segment},
      {none, none, none, none, none, choice::segment_segment},
  };
  return table[static_cast<int>(first)][static_cast<int>(second)];
}

auto key_of(const Vec3<double>& v) { return std::tuple(v.x, v.y, v.z); }
auto key_of(const Sphere<double>& s) { return std::tuple(s.radius); }
auto key_of(const Ellipsoid<double>& s) { return key_of(s.semi_axes); }
auto key_of(const Superquadric<double>& s) {
  return std::tuple_cat(key_of(s.semi_axes), std::tuple(s.n1, s.n2));
}
auto key_of(const HalfSpace<double>& s) {
  return std::tuple_cat(key_of(s.normal), std::tuple(s.offset));
}
auto key_of(const Segment<double>& s) { return std::tuple_cat(key_of(s.from), key_of(s.to)); }
auto key_of(const Pose<double>& p) {
  return std::tuple_cat(key_of(p.position), std::tuple(p.orientation.w, p.orientation.x,
                                                       p.orientation.y, p.orientation.z));
}

template <class Key>
int compare_keys(const Key& p, const Key& q) {
  return p < q ? -1 : (q < p ? 1 : 0);
}

int compare(const Polyhedron& p, const Polyhedron& q) {
  const PolyhedronView<double>&u = p.view(), &v = q.view();
  if (&u == &v) return 0;
  if (u.vertex_count != v.vertex_count) return u.vertex_count < v.vertex_count ? -1 : 1;
  for (int i = 0; i < u.vertex_count; ++i) {
    const int order = compare_keys(key_of(u.vertex(i)), key_of(v.vertex(i)));
    if (order != 0) return order;
  }
  return 0;
}

template <class Body>
int compare(const Body& p, const Body& q) {
  return compare_keys(key_of(p), key_of(q));
}

// The canonical order of a pair: kind, then parameters, then pose. A query and its mirror image are
// solved in the same order and so give the same bits.
bool in_order(const Shape& a, const Pose<double>& pose_a, const Shape& b,
              const Pose<double>& pose_b) {
  if (a.index() != b.index()) return a.index() < b.index();
  const int order = std::visit(
      [&](const auto& body) {
        return compare(body, *std::get_if<std::decay_t<decltype(body)>>(&b));
      },
      a);
  return order != 0 ? order < 0 : compare_keys(key_of(pose_a), key_of(pose_b)) <= 0;
}

// Asks the method in the frame of the first body and turns the answer into the world.
Contact<double> ask(const Method& method, const Shape& first, const Pose<double>& pose_first,
                    const Shape& second, const Pose<double>& pose_second,
                    const Settings<double>& settings, Cache<double>& cache) {
  const Mat3<double> rotation = rotation_of(pose_first.orientation);
  const RelativePose<double> relative = relative_pose(rotation, pose_first.position, pose_second);
  Contact<double> c = method.function(first, second, relative, settings, cache);
  c.normal = rotation * c.normal;
  c.point_a = rotation * c.point_a + pose_first.position;
  c.point_b = rotation * c.point_b + pose_first.position;
  return c;
}

}  // namespace

std::span<const Method> methods_of(Kind a, Kind b) {
  return a <= b ? list_of(a, b) : list_of(b, a);
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
  if (method == nullptr) method = find_method(kind_of(a), kind_of(b), "auto");
  if (method == nullptr) return {};
  Cache<double> cold;
  Cache<double>& warm = cache != nullptr ? *cache : cold;
  if (in_order(a, pose_a, b, pose_b)) return ask(*method, a, pose_a, b, pose_b, settings, warm);
  Contact<double> c = ask(*method, b, pose_b, a, pose_a, settings, warm);
  c.normal = -c.normal;
  std::swap(c.point_a, c.point_b);
  return c;
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
      break;
  }
  return "deepest-contact";
}

}  // namespace talus
