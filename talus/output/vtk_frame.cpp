#include "talus/output/vtk_frame.h"

#include "talus/output/drawn_scene.h"

namespace talus {
namespace {

// Without a centre to draw lines to: half-spaces, and mesh walls, which come after the bodies.
bool is_wall(const Bodies& bodies, std::int32_t body) {
  const auto i = static_cast<std::size_t>(body);
  return body < 0 || i >= bodies.size() || kind_of(bodies.shape(i)) == Kind::half_space;
}

template <class T>
void repeat(std::vector<T>& values, std::size_t count, T value) {
  values.insert(values.end(), count, value);
}

// Of a body, or of a mesh wall: -1 - its number.
std::int64_t id_of(const FrameView& view, std::int32_t object) {
  const auto i = static_cast<std::size_t>(object);
  if (i < view.bodies.size()) return view.ids[i];
  return -1 - static_cast<std::int64_t>(i - view.bodies.size());
}

// By cell; the other arrays name objects by the numbers that they have in this frame.
void add_ids(const FrameView& view, const char* name, const std::vector<std::int32_t>& objects,
             VtkFile& out) {
  if (!view.bodies_change) return;
  std::vector<std::int64_t> ids;
  for (const std::int32_t object : objects) ids.push_back(id_of(view, object));
  out.cell_data(name, std::move(ids));
}

}  // namespace

VtkFile bodies_as_vtk(const FrameView& view, const std::vector<Surface>& surface) {
  VtkFile out(view.moment.time);
  std::vector<std::int32_t> body, kind, material;
  std::vector<float> speed, velocity;
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    const Surface& own = surface[static_cast<std::size_t>(view.bodies.shape_of[i])];
    const Pose<double>& pose = view.bodies.poses[i];
    const Mat3<double> rotation = rotation_of(pose.orientation);
    const Vec3<double> position = pose.position + shift_into(view.box, pose.position);
    const auto first = static_cast<std::int32_t>(out.point_count());
    for (const Vec3<double>& v : own.vertex) out.add_point(position + rotation * v);
    for (std::size_t p = 0; p < own.polygon_count(); ++p) {
      const auto from = static_cast<std::size_t>(own.start[p]);
      const auto to = static_cast<std::size_t>(own.start[p + 1]);
      out.add_polygon(std::span(own.corner).subspan(from, to - from), first);
    }
    const std::size_t count = own.polygon_count();
    const Vec3<double>& v = view.motion.velocity[i];
    repeat(body, count, static_cast<std::int32_t>(i));
    repeat(kind, count, static_cast<std::int32_t>(kind_of(view.bodies.shape(i))));
    repeat(material, count, view.material_of[i]);
    repeat(speed, count, static_cast<float>(norm(v)));
    for (std::size_t k = 0; k < count; ++k) {
      velocity.insert(velocity.end(),
                      {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
    }
  }
  add_ids(view, "id", body, out);
  out.cell_data("body", std::move(body));
  out.cell_data("kind", std::move(kind));
  out.cell_data("material", std::move(material));
  out.cell_data("speed", std::move(speed));
  out.cell_data("velocity", std::move(velocity), 3);
  return out;
}

VtkFile walls_as_vtk(const FrameView& view) {
  VtkFile out(view.moment.time);
  std::vector<std::int32_t> body;
  for (const PlanePolygon& polygon : plane_polygons(view, drawn_bounds(view))) {
    std::vector<std::int32_t> points;
    for (const Vec3<double>& v : polygon.vertex) points.push_back(out.add_point(v));
    out.add_polygon(points);
    body.push_back(polygon.body);
  }
  for (std::size_t w = 0; w < view.walls.size(); ++w) {
    const auto first = static_cast<std::int32_t>(out.point_count());
    for (const Vec3<double>& v : view.walls[w].vertex) out.add_point(v);
    for (const auto& corner : view.walls[w].triangle) out.add_polygon(corner, first);
    repeat(body, view.walls[w].triangle.size(), static_cast<std::int32_t>(view.bodies.size() + w));
  }
  add_ids(view, "id", body, out);
  out.cell_data("body", std::move(body));
  return out;
}

VtkFile forces_as_vtk(const FrameView& view) {
  VtkFile out(view.moment.time);
  const ContactTable& contacts = view.contacts;
  std::vector<float> force, force_at_points, vector, overlap, area;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const bool wall_a = is_wall(view.bodies, contacts.a[i]);
    const bool wall_b = is_wall(view.bodies, contacts.b[i]);
    // Where a is, or, if that is a wall, the image of b that touches it.
    const Vec3<double> centre_a =
        view.bodies.poses[static_cast<std::size_t>(contacts.a[i])].position;
    const Vec3<double> centre_b = centre_a + contacts.branch[i];
    const Vec3<double> shift = shift_into(view.box, wall_a ? centre_b : centre_a);
    std::vector<std::int32_t> points;
    if (!wall_a) points.push_back(out.add_point(centre_a + shift));
    points.push_back(out.add_point(contacts.point[i] + shift));
    if (!wall_b) points.push_back(out.add_point(centre_b + shift));
    out.add_line(points);
    const Vec3<double>& f = contacts.force[i];
    force.push_back(static_cast<float>(norm(f)));
    repeat(force_at_points, points.size(), force.back());
    vector.insert(vector.end(),
                  {static_cast<float>(f.x), static_cast<float>(f.y), static_cast<float>(f.z)});
    overlap.push_back(static_cast<float>(contacts.overlap[i]));
    area.push_back(static_cast<float>(contacts.area[i]));
  }
  add_ids(view, "id_a", contacts.a, out);
  add_ids(view, "id_b", contacts.b, out);
  out.cell_data("body_a", contacts.a);
  out.cell_data("body_b", contacts.b);
  out.cell_data("force", std::move(force));
  out.cell_data("force_vector", std::move(vector), 3);
  out.cell_data("overlap", std::move(overlap));
  out.cell_data("area", std::move(area));
  out.point_data("force", std::move(force_at_points));
  return out;
}

}  // namespace talus
