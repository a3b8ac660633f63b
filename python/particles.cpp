// Files of particles of other programs as arrays, and back: of talus.particles.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <map>

#include "app/exchange/particle_table.h"
#include "body_rows.h"
#include "file_errors.h"
#include "without_gil.h"

namespace talus::python {
namespace {

py::dict dictionary_of(const ParticleTable& table) {
  const auto count = static_cast<py::ssize_t>(table.particles.size());
  py::array_t<std::int64_t> id(count), type(count);
  py::array_t<double> density(count);
  const auto rows = [&](py::ssize_t columns) { return py::array_t<double>({count, columns}); };
  py::array_t<double> position = rows(3), orientation = rows(4), semi_axes = rows(3);
  py::array_t<double> exponents = rows(2), velocity = rows(3), spin = rows(3);
  for (py::ssize_t i = 0; i < count; ++i) {
    const Particle& p = table.particles[static_cast<std::size_t>(i)];
    id.mutable_at(i) = p.id, type.mutable_at(i) = p.type, density.mutable_at(i) = p.density;
    for (int k = 0; k < 3; ++k) {
      position.mutable_at(i, k) = p.position[k], semi_axes.mutable_at(i, k) = p.semi_axes[k];
      velocity.mutable_at(i, k) = p.velocity[k], spin.mutable_at(i, k) = p.angular_velocity[k];
    }
    const double q[] = {p.orientation.w, p.orientation.x, p.orientation.y, p.orientation.z};
    for (int k = 0; k < 4; ++k) orientation.mutable_at(i, k) = q[k];
    exponents.mutable_at(i, 0) = p.n1, exponents.mutable_at(i, 1) = p.n2;
  }
  py::dict d;
  d["id"] = id, d["type"] = type, d["position"] = position, d["orientation"] = orientation;
  d["semi_axes"] = semi_axes, d["exponents"] = exponents, d["velocity"] = velocity;
  d["angular_velocity"] = spin, d["density"] = density, d["step"] = table.step;
  d["time"] = table.time, d["notes"] = table.notes;
  d["lower"] = py::none();
  d["upper"] = py::none();
  d["periodic"] = py::make_tuple(false, false, false);
  if (table.box) {
    const auto& pbc = table.box->periodic;
    d["lower"] = to_array(table.box->lower), d["upper"] = to_array(table.box->upper);
    d["periodic"] = py::make_tuple(pbc[0], pbc[1], pbc[2]);
  }
  return d;
}

ParticleTable table_from(const py::dict& d) {
  using Whole = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;
  const Whole id = d["id"].cast<Whole>(), type = d["type"].cast<Whole>();
  if (id.ndim() != 1 || type.ndim() != 1 || type.shape(0) != id.shape(0)) {
    throw py::value_error("id and type: expected lists of the same length");
  }
  const py::ssize_t count = id.shape(0);
  const auto rows = [&](const char* name, py::ssize_t columns) {
    return Rows(py::object(d[name]), name, columns, count);
  };
  const Rows position = rows("position", 3), orientation = rows("orientation", 4);
  const Rows semi_axes = rows("semi_axes", 3), exponents = rows("exponents", 2);
  const Rows velocity = rows("velocity", 3), spin = rows("angular_velocity", 3);
  const Numbers density = numbers_from(d["density"], "density", count);
  require_finite(density, "density");
  ParticleTable table;
  for (py::ssize_t i = 0; i < count; ++i) {
    Particle p;
    p.id = id.at(i), p.type = type.at(i), p.density = density.at(i);
    p.position = position.vec3(i), p.orientation = orientation.quat(i);
    p.semi_axes = semi_axes.vec3(i);
    p.n1 = exponents.row(i)[0], p.n2 = exponents.row(i)[1];
    p.velocity = velocity.vec3(i), p.angular_velocity = spin.vec3(i);
    shape_of(p);  // throws for what is no shape
    table.particles.push_back(p);
  }
  table.step = d["step"].cast<std::int64_t>();
  table.time = d["time"].cast<double>();
  if (!d["lower"].is_none()) {
    table.box = ParticleBox{vec3_from(d["lower"], "lower"), vec3_from(d["upper"], "upper"),
                            d["periodic"].cast<std::array<bool, 3>>()};
  }
  return table;
}

py::dict read(const std::string& file, const std::string& format, std::int64_t frame,
              const std::string& atom_style, const std::map<std::string, std::string>& columns) {
  const ParticleOptions options{format, frame, atom_style, columns};
  return dictionary_of(
      with_file([&] { return without_gil([&] { return talus::read_particles(file, options); }); }));
}

std::string text_of(const py::dict& particles, const std::string& format) {
  const ParticleTable table = table_from(particles);
  return without_gil([&] { return talus::particles_text(table, format); });
}

}  // namespace

void add_particles(py::module_& module) {
  module.def("_parse_particles", &read, py::arg("file"), py::arg("format"), py::arg("frame"),
             py::arg("atom_style"), py::arg("columns"),
             "Arrays of a file of particles by name; see talus.read_particles.");
  module.def("_particles_text", &text_of, py::arg("particles"), py::arg("format"),
             "The text of a file with such arrays; see talus.Particles.");
  module.def(
      "_format_of_name",
      [](const std::string& file, bool reads) { return format_of_name(file, reads); },
      py::arg("file"), py::arg("reads"), "The format that the name of a file means, or nothing.");
}

}  // namespace talus::python
