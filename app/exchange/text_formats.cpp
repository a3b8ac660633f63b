// Tables of spheres as YADE exports them, extended XYZ for OVITO, and scenes of Talus.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "app/exchange/fields.h"

namespace talus {
namespace {

constexpr std::size_t most_materials = 1000;  // of a scene

// "x_y_z_r_matId" as columns. What is behind "attrs" is not known.
std::vector<std::string> columns_of(std::string_view format) {
  std::vector<std::string> columns;
  while (!format.empty()) {
    const std::size_t end = std::min(format.find('_'), format.size());
    columns.emplace_back(format.substr(0, end));
    format.remove_prefix(std::min(end + 1, format.size()));
  }
  return columns;
}

std::size_t column_named(const Fields& line, const std::vector<std::string>& columns,
                         const char* name) {
  const auto at = std::find(columns.begin(), columns.end(), name);
  if (at == columns.end()) {
    line.fail(fmt::format("the format {} has no column {}", fmt::join(columns, "_"), name));
  }
  return static_cast<std::size_t>(at - columns.begin());
}

}  // namespace

// export.text and export.textExt: "#format x_y_z_r" or nothing, then a line per sphere.
ParticleTable parse_yade_text(std::string_view text, const std::string& name,
                              const ParticleOptions& options) {
  ParticleTable table;
  Fields line(text, name);
  std::vector<std::string> columns = columns_of("x_y_z_r");
  std::vector<std::string> given = columns;
  bool has_format = false, has_more = false;
  while (line.next()) {
    const std::string_view comment = line.comment();
    if (line.size() == 0 && comment.starts_with("#format ")) {
      columns = given = columns_of(comment.substr(8));
      has_format = true;
      for (std::string& column : columns) {
        const auto other = options.columns.find(column);
        if (other != options.columns.end()) column = other->second;
      }
    }
    if (line.size() == 0) continue;
    if (table.particles.size() >= most_particles) {
      line.fail(fmt::format("more than {} particles", most_particles));
    }
    Particle p;
    p.position = {line.number(column_named(line, columns, "x"), "x"),
                  line.number(column_named(line, columns, "y"), "y"),
                  line.number(column_named(line, columns, "z"), "z")};
    const double r = line.positive(column_named(line, columns, "r"), "r");
    p.semi_axes = {r, r, r};
    p.id = static_cast<std::int64_t>(table.particles.size());
    const auto optional = [&](const char* key, std::int64_t& value, std::int64_t add) {
      const auto at = std::find(columns.begin(), columns.end(), key);
      if (at == columns.end()) return;
      value = add + line.integer(static_cast<std::size_t>(at - columns.begin()), key, 0, INT32_MAX);
    };
    optional("id", p.id, 0);
    optional("matId", p.type, 1);
    has_more = has_more || line.size() > columns.size();
    table.particles.push_back(p);
  }
  if (table.particles.empty() && !has_format) {
    throw ShapeError(fmt::format("{}: has no particles", name));
  }
  const std::vector<std::string> known{"x", "y", "z", "r", "id", "matId"};
  check_renamed(given, known, options, name);
  std::vector<std::string> unknown;
  for (const std::string& column : columns) {
    if (std::find(known.begin(), known.end(), column) == known.end()) unknown.push_back(column);
  }
  if (has_more) unknown.emplace_back("those behind the last one that has a name");
  if (!unknown.empty()) {
    table.notes.push_back(
        fmt::format("columns that are not known were left out: {}", fmt::join(unknown, ", ")));
  }
  sort_by_id(table, name);
  return table;
}

std::string yade_text(const ParticleTable& table) {
  std::string out = "#format id_x_y_z_r_matId\n";
  for (const Particle& p : table.particles) {
    if (!p.is_sphere()) {
      throw ShapeError(
          fmt::format("the particle {} is no sphere; YADE's tables hold spheres", p.id));
    }
    fmt::format_to(std::back_inserter(out), "{}\t{}\t{}\t{}\t{}\t{}\n", p.id, p.position.x,
                   p.position.y, p.position.z, p.semi_axes.x,
                   std::max<std::int64_t>(0, p.type - 1));
  }
  return out;
}

// Quaternions are x y z w here, and the roundness 2/n1, 2/n2.
std::string extended_xyz_text(const ParticleTable& table) {
  std::string out = fmt::format("{}\n", table.particles.size());
  const auto to = std::back_inserter(out);
  if (table.box) {
    const Vec3<double> side = table.box->upper - table.box->lower, &low = table.box->lower;
    const auto& pbc = table.box->periodic;
    fmt::format_to(to, "Lattice=\"{} 0 0 0 {} 0 0 0 {}\" Origin=\"{} {} {}\" pbc=\"{} {} {}\" ",
                   side.x, side.y, side.z, low.x, low.y, low.z, pbc[0] ? 'T' : 'F',
                   pbc[1] ? 'T' : 'F', pbc[2] ? 'T' : 'F');
  }
  fmt::format_to(to, "Time={} Timestep={} ", table.time, table.step);
  out +=
      "Properties=species:S:1:id:I:1:pos:R:3:radius:R:1:aspherical_shape:R:3:orientation:R:4:"
      "superquadric_roundness:R:2:velo:R:3:angular_velocity:R:3\n";
  for (const Particle& p : table.particles) {
    fmt::format_to(to, "T{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}\n", p.type,
                   p.id, p.position.x, p.position.y, p.position.z, equivalent_radius(p),
                   p.semi_axes.x, p.semi_axes.y, p.semi_axes.z, p.orientation.x, p.orientation.y,
                   p.orientation.z, p.orientation.w, 2.0 / p.n1, 2.0 / p.n2, p.velocity.x,
                   p.velocity.y, p.velocity.z, p.angular_velocity.x, p.angular_velocity.y,
                   p.angular_velocity.z);
  }
  return out;
}

// Bodies one by one, a material for every type and density, to be completed by hand.
std::string scene_text(const ParticleTable& table) {
  std::map<std::pair<std::int64_t, double>, std::string> materials;
  std::map<std::int64_t, int> of_type;
  for (const Particle& p : table.particles) {
    std::string& name = materials[{p.type, p.density}];
    if (!name.empty()) continue;
    const int number = of_type[p.type]++;
    name = number == 0 ? fmt::format("type {}", p.type) : fmt::format("type {} {}", p.type, number);
    if (materials.size() > most_materials) {
      throw ShapeError(
          fmt::format("more than {} pairs of a type and a density; a scene has at most {} "
                      "materials",
                      most_materials, most_materials));
    }
  }
  std::string out =
      "# Particles converted by Talus: complete the duration, the moduli and the walls.\n"
      "[simulation]\nduration = 1.0\n";
  const auto to = std::back_inserter(out);
  if (table.box) {
    const Vec3<double>&a = table.box->lower, &b = table.box->upper;
    const auto& pbc = table.box->periodic;
    fmt::format_to(
        to, "\n[domain]\nlower = [{}, {}, {}]\nupper = [{}, {}, {}]\nperiodic = [{}, {}, {}]\n",
        a.x, a.y, a.z, b.x, b.y, b.z, pbc[0], pbc[1], pbc[2]);
  }
  for (const auto& [key, name] : materials) {
    fmt::format_to(to, "\n[[material]]\nname = \"{}\"\n", name);
    if (key.second > 0.0) fmt::format_to(to, "density = {}\n", key.second);
  }
  for (const Particle& p : table.particles) {
    const Vec3<double>&s = p.semi_axes, &x = p.position, &v = p.velocity, &w = p.angular_velocity;
    const Quat<double>& q = p.orientation;
    fmt::format_to(to, "\n[[body]]\nname = \"particle {}\"\nmaterial = \"{}\"\n", p.id,
                   materials[{p.type, p.density}]);
    if (p.is_sphere()) {
      fmt::format_to(to, "shape = {{type = \"sphere\", radius = {}}}\n", s.x);
    } else if (p.is_ellipsoid()) {
      fmt::format_to(to, "shape = {{type = \"ellipsoid\", semi_axes = [{}, {}, {}]}}\n", s.x, s.y,
                     s.z);
    } else {
      fmt::format_to(
          to,
          "shape = {{type = \"superquadric\", semi_axes = [{}, {}, {}], exponents = [{}, {}]}}\n",
          s.x, s.y, s.z, p.n1, p.n2);
    }
    fmt::format_to(to, "position = [{}, {}, {}]\n", x.x, x.y, x.z);
    if (!p.is_sphere()) fmt::format_to(to, "orientation = [{}, {}, {}, {}]\n", q.w, q.x, q.y, q.z);
    if (!(v == Vec3<double>{})) fmt::format_to(to, "velocity = [{}, {}, {}]\n", v.x, v.y, v.z);
    if (!(w == Vec3<double>{}))
      fmt::format_to(to, "angular_velocity = [{}, {}, {}]\n", w.x, w.y, w.z);
  }
  return out;
}

}  // namespace talus
