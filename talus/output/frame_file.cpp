#include "talus/output/frame_file.h"

#include <fmt/format.h>

#include <array>

#include "talus/output/hdf5.h"
#include "talus/output/shape_table.h"

namespace talus {
namespace {

constexpr std::int64_t format_version = 1;

void write_head(Hdf5Writer& out, const std::string& format) {
  out.attribute("/", "format", format);
  out.attribute("/", "version", format_version);
  out.attribute("/", "units", std::string("SI"));
}

void quantity(Hdf5Writer& out, const std::string& name, std::span<const double> values,
              std::size_t columns, const std::string& unit) {
  out.table(name, values, columns);
  out.attribute(name, "unit", unit);
}

void quantity(Hdf5Writer& out, const std::string& name, std::span<const Vec3<double>> values,
              const std::string& unit) {
  static_assert(sizeof(Vec3<double>) == 3 * sizeof(double));
  const double* first = values.empty() ? nullptr : &values.front().x;
  quantity(out, name, std::span(first, 3 * values.size()), 3, unit);
}

void write_bodies_that_are(Hdf5Writer& out, const FrameView& view) {
  std::vector<std::int64_t> ids(view.ids.begin(), view.ids.end());
  for (std::size_t i = ids.size(); i < view.bodies.size(); ++i) {
    ids.push_back(static_cast<std::int64_t>(i));
  }
  out.table("bodies/id", ids);
  out.table("bodies/shape", view.bodies.shape_of);
  out.table("bodies/material", view.material_of.first(view.bodies.size()));
  out.table("bodies/name", view.names.first(view.bodies.size()));
  std::vector<std::int32_t> freedom;
  for (const Freedom f : view.motion.freedom) freedom.push_back(static_cast<std::int32_t>(f));
  out.table("bodies/freedom", freedom);
  out.attribute("bodies/freedom", "values", std::string("0 free, 1 fixed, 2 prescribed"));
  quantity(out, "bodies/mass", view.motion.mass, 0, "kg");
  quantity(out, "bodies/inertia", view.motion.inertia, "kg m2");
}

void write_materials(Hdf5Writer& out, const MaterialTable& materials) {
  std::vector<std::string> names;
  std::vector<double> density, young, poisson;
  for (const Material& material : materials.material) {
    names.push_back(material.name);
    density.push_back(material.density);
    young.push_back(material.young);
    poisson.push_back(material.poisson);
  }
  out.group("materials");
  out.table("materials/name", names);
  quantity(out, "materials/density", density, 0, "kg/m3");
  quantity(out, "materials/young", young, 0, "Pa");
  quantity(out, "materials/poisson", poisson, 0, "1");
}

void write_walls(Hdf5Writer& out, const std::vector<WallView>& walls) {
  std::vector<std::string> names;
  std::vector<std::int32_t> material, vertex_start{0}, triangle_start{0}, triangles;
  std::int32_t vertex_count = 0;
  for (const WallView& wall : walls) {
    names.push_back(wall.name);
    material.push_back(wall.material);
    vertex_count += static_cast<std::int32_t>(wall.vertex.size());
    vertex_start.push_back(vertex_count);
    for (const auto& corner : wall.triangle) {
      triangles.insert(triangles.end(), corner.begin(), corner.end());
    }
    triangle_start.push_back(static_cast<std::int32_t>(triangles.size() / 3));
  }
  out.group("walls");
  out.table("walls/name", names);
  out.table("walls/material", material);
  out.table("walls/vertex_start", vertex_start);
  out.table("walls/triangle_start", triangle_start);
  out.table("walls/triangles", triangles, 3);
}

void write_box(Hdf5Writer& out, const PeriodicBox& box) {
  const auto axis = [&](int i) { return std::int32_t{box.periodic[static_cast<std::size_t>(i)]}; };
  out.group("box");
  quantity(out, "box/lower", std::span(&box.lower.x, 3), 0, "m");
  quantity(out, "box/upper", std::span(&box.upper.x, 3), 0, "m");
  out.table("box/periodic", std::array{axis(0), axis(1), axis(2)});
}

void write_bodies_that_move(Hdf5Writer& out, const FrameView& view) {
  std::vector<double> position, orientation;
  for (const Pose<double>& pose : view.bodies.poses) {
    const Quat<double>& q = pose.orientation;
    position.insert(position.end(), {pose.position.x, pose.position.y, pose.position.z});
    orientation.insert(orientation.end(), {q.w, q.x, q.y, q.z});
  }
  quantity(out, "bodies/position", position, 3, "m");
  quantity(out, "bodies/orientation", orientation, 4, "1");
  out.attribute("bodies/orientation", "order", std::string("w x y z, body to world"));
  if (!view.periods.empty()) {
    out.table("bodies/periods", std::span(view.periods.front().data(), 3 * view.periods.size()), 3);
  }
  quantity(out, "bodies/velocity", view.motion.velocity, "m/s");
  quantity(out, "bodies/angular_velocity", view.motion.angular_velocity, "rad/s");
  quantity(out, "bodies/force", view.motion.force, "N");
  quantity(out, "bodies/torque", view.motion.torque, "N m");
}

void write_contacts(Hdf5Writer& out, const FrameView& view) {
  const ContactTable& contacts = view.contacts;
  std::vector<std::int32_t> body;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    body.insert(body.end(), {contacts.a[i], contacts.b[i]});
  }
  out.group("contacts");
  out.table("contacts/body", body, 2);
  if (view.bodies_change) {
    std::vector<std::int64_t> id;
    for (const std::int32_t i : body) {
      const auto k = static_cast<std::size_t>(i);
      id.push_back(k < view.ids.size() ? view.ids[k]
                                       : -1 - static_cast<std::int64_t>(k - view.ids.size()));
    }
    out.table("contacts/id", id, 2);
  }
  quantity(out, "contacts/point", contacts.point, "m");
  quantity(out, "contacts/normal", contacts.normal, "1");
  quantity(out, "contacts/force", contacts.force, "N");
  quantity(out, "contacts/branch", contacts.branch, "m");
  quantity(out, "contacts/overlap", contacts.overlap, 0, "m");
  quantity(out, "contacts/area", contacts.area, 0, "m2");
}

void write_ledger(Hdf5Writer& out, const Ledger& ledger) {
  out.group("ledger");
  out.attribute("ledger", "unit", std::string("J"));
  const std::pair<const char*, double> items[] = {
      {"kinetic", ledger.kinetic},   {"potential", ledger.potential},
      {"elastic", ledger.elastic},   {"damping", ledger.damping},
      {"friction", ledger.friction}, {"rolling", ledger.rolling},
      {"drag", ledger.drag},         {"boundary_work", ledger.boundary_work},
      {"start", ledger.start},       {"entered", ledger.entered},
      {"left", ledger.left},         {"residual", ledger.residual()}};
  for (const auto& [name, value] : items) out.attribute("ledger", name, value);
}

}  // namespace

std::string frame_name(int number) { return fmt::format("{:06}", number); }

void write_model(const std::filesystem::path& file, const FrameView& view) {
  Hdf5Writer out(file);
  write_head(out, "talus model");
  write_shapes(out, view.bodies.shapes);
  write_facets(out, view.bodies.shapes);
  if (!view.bodies_change) {
    out.group("bodies");
    write_bodies_that_are(out, view);
  }
  write_materials(out, view.materials);
  write_walls(out, view.walls);
  write_box(out, view.box);
  out.finish(Sync::later);
}

void write_frame(const std::filesystem::path& file, const FrameView& view) {
  Hdf5Writer out(file);
  write_head(out, "talus frame");
  out.attribute("/", "time", view.moment.time);
  out.attribute("/", "step", view.moment.step);
  out.attribute("/", "largest_overlap", view.moment.largest_overlap);
  out.link("model", "../model.h5", "/");
  out.group("bodies");
  if (view.bodies_change) write_bodies_that_are(out, view);
  write_bodies_that_move(out, view);
  write_contacts(out, view);
  write_ledger(out, view.moment.ledger);
  std::vector<Vec3<double>> vertices;
  for (const WallView& wall : view.walls) {
    vertices.insert(vertices.end(), wall.vertex.begin(), wall.vertex.end());
  }
  out.group("walls");
  quantity(out, "walls/vertices", vertices, "m");
  out.finish(Sync::later);
}

void write_results_index(const std::filesystem::path& file, const std::vector<FrameRecord>& records,
                         bool with_measures) {
  Hdf5Writer out(file);
  write_head(out, "talus results");
  out.link("model", "model.h5", "/");
  if (with_measures) out.link("measures", "measures.h5", "/");
  out.group("frames");
  std::vector<double> time;
  std::vector<std::int64_t> step;
  std::vector<std::string> files;
  for (const FrameRecord& record : records) {
    time.push_back(record.time);
    step.push_back(record.step);
    files.push_back("frames/" + frame_name(record.number) + ".h5");
    out.link("frames/" + frame_name(record.number), files.back(), "/");
  }
  out.group("index");
  quantity(out, "index/time", time, 0, "s");
  out.table("index/step", step);
  out.table("index/file", files);
  out.finish(Sync::later);
}

}  // namespace talus
