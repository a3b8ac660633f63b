#include "app/exchange/particle_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "app/exchange/fields.h"
#include "talus/input/input_file.h"
#include "talus/output/file.h"

namespace talus {
namespace {

constexpr double largest_exponent = 1000.0;
constexpr double quaternion_tolerance = 1e-3;  // files have six digits, or as few as four

// What begins with the words of a dump is one, whatever its name.
std::string format_of_text(std::string_view text, const std::string& file) {
  if (text.starts_with("ITEM:")) return "lammps-dump";
  const std::string by_name = format_of_name(file, true);
  if (!by_name.empty()) return by_name;
  throw ShapeError(fmt::format("{}: its format is not known by its name; state one of {}", file,
                               fmt::join(readable_formats(), ", ")));
}

// Refuses options that the format has no use for: they would be lost without a word.
void check_options(const std::string& format, const std::string& file,
                   const ParticleOptions& options) {
  const bool is_data = format == "lammps-data", has_frames = format == "lammps-dump";
  if (!has_frames && options.frame != 0 && options.frame != -1) {
    throw ShapeError(fmt::format("{}: a file of the format {} has one frame, got the frame {}",
                                 file, format, options.frame));
  }
  if (is_data && !options.columns.empty()) {
    throw ShapeError(
        fmt::format("{}: data files have no names of columns; dumps and tables of "
                    "YADE have",
                    file));
  }
  if (!is_data && !options.atom_style.empty()) {
    throw ShapeError(
        fmt::format("{}: is of the format {}; only data files have an atom style", file, format));
  }
}

void check_written(const Particle& p) {
  const auto fail = [&](const std::string& what) {
    throw ShapeError(fmt::format("the particle {}: {}", p.id, what));
  };
  if (p.id < 0 || p.id > largest_id) fail(fmt::format("its id must be 0 to {}", largest_id));
  if (p.type < 0 || p.type > INT32_MAX) {
    fail(fmt::format("type: must be 0 to {}, got {}", INT32_MAX, p.type));
  }
  for (int k = 0; k < 3; ++k) {
    if (!std::isfinite(p.position[k] + p.velocity[k] + p.angular_velocity[k])) {
      fail("its position and velocities must be finite");
    }
    if (p.semi_axes[k] > 0.0 && std::isfinite(p.semi_axes[k])) continue;
    fail(fmt::format("semi_axes: must be finite and > 0, got {}", p.semi_axes[k]));
  }
  if (!(p.density >= 0.0 && std::isfinite(p.density))) {
    fail(fmt::format("density: must be finite and at least 0, got {}", p.density));
  }
  const Quat<double>& q = p.orientation;
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (!(std::abs(length - 1.0) <= quaternion_tolerance)) {
    fail(fmt::format("orientation: the quaternion must have the length 1, got {}", length));
  }
}

// What the readers refuse is not written.
void check_table(const ParticleTable& table) {
  std::vector<std::int64_t> ids;
  for (const Particle& p : table.particles) check_written(p), ids.push_back(p.id);
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice != ids.end()) throw ShapeError(fmt::format("the id {} is there twice", *twice));
  for (int k = 0; table.box && k < 3; ++k) {
    const double lower = table.box->lower[k], upper = table.box->upper[k];
    if (lower < upper && std::isfinite(upper - lower)) continue;
    throw ShapeError(fmt::format("box: upper must be above lower, got {} and {}", upper, lower));
  }
}

}  // namespace

const std::vector<std::string>& readable_formats() {
  static const std::vector<std::string> names{"lammps-data", "lammps-dump", "yade", "run"};
  return names;
}

const std::vector<std::string>& writable_formats() {
  static const std::vector<std::string> names{"lammps-data", "liggghts-data", "lammps-dump",
                                              "xyz",         "yade",          "scene"};
  return names;
}

std::string format_of_name(const std::string& file, bool reads) {
  const std::string extension = extension_of(file);
  if (extension == ".data" || extension == ".lmp") return "lammps-data";
  if (extension == ".dump" || extension == ".lammpstrj" || extension == ".liggghts") {
    return "lammps-dump";
  }
  if (extension == ".txt" || extension == ".spheres") return "yade";
  if (!reads && (extension == ".xyz" || extension == ".extxyz")) return "xyz";
  if (!reads && extension == ".toml") return "scene";
  return {};
}

ParticleBox box_around(const ParticleTable& table) {
  if (table.box) return *table.box;
  if (table.particles.empty()) return {{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}, {}};
  constexpr double most = std::numeric_limits<double>::infinity();
  ParticleBox box{{most, most, most}, {-most, -most, -most}, {}};
  for (const Particle& p : table.particles) {
    const double radius = norm(p.semi_axes);
    for (int k = 0; k < 3; ++k) {
      box.lower[k] = std::min(box.lower[k], p.position[k] - radius);
      box.upper[k] = std::max(box.upper[k], p.position[k] + radius);
    }
  }
  return box;
}

Shape shape_of(const Particle& particle) {
  if (particle.is_sphere()) return make_sphere(particle.semi_axes.x);
  if (particle.is_ellipsoid()) return make_ellipsoid(particle.semi_axes);
  return make_superquadric(particle.semi_axes, particle.n1, particle.n2);
}

double equivalent_radius(const Particle& particle) {
  if (particle.is_sphere()) return particle.semi_axes.x;
  constexpr double ball = 4.18879020478639098;  // 4/3 pi
  return std::cbrt(mass_properties(shape_of(particle)).volume / ball);
}

ParticleTable read_particles(const std::string& file, const ParticleOptions& options) {
  std::error_code none;
  std::string format = options.format;
  if (format == "run" || (format == "auto" && std::filesystem::is_directory(file, none))) {
    if (!options.columns.empty() || !options.atom_style.empty()) {
      throw ShapeError(fmt::format("{}: a run has no names of columns and no atom style", file));
    }
    return read_run_frame(file, options);
  }
  std::string text;
  try {
    text = read_input_file(file, most_particle_bytes);
  } catch (const UnreadableFile& error) {
    throw ShapeError(error.cannot_read(file));
  }
  if (format == "auto") format = format_of_text(text, file);
  check_options(format, file, options);
  if (format == "lammps-data") return parse_lammps_data(text, file, options);
  if (format == "lammps-dump") return parse_lammps_dump(text, file, options);
  if (format == "yade") return parse_yade_text(text, file, options);
  throw ShapeError(
      fmt::format("format: expected {}, got \"{}\"", fmt::join(readable_formats(), ", "), format));
}

std::string particles_text(const ParticleTable& table, const std::string& format) {
  check_table(table);
  if (format == "lammps-data") return lammps_data_text(table);
  if (format == "liggghts-data") return liggghts_data_text(table);
  if (format == "lammps-dump") return lammps_dump_text(table);
  if (format == "xyz") return extended_xyz_text(table);
  if (format == "yade") return yade_text(table);
  if (format == "scene") return scene_text(table);
  throw ShapeError(
      fmt::format("format: expected {}, got \"{}\"", fmt::join(writable_formats(), ", "), format));
}

Quat<double> orientation_from(const Fields& line, const std::array<std::size_t, 4>& columns) {
  const double w = line.number(columns[0], "quatw"), x = line.number(columns[1], "quati");
  const double y = line.number(columns[2], "quatj"), z = line.number(columns[3], "quatk");
  const double length = std::sqrt(w * w + x * x + y * y + z * z);
  if (!(std::abs(length - 1.0) <= quaternion_tolerance)) {
    line.fail(fmt::format("quatw: the quaternion must have the length 1, got {}", length));
  }
  return {w / length, x / length, y / length, z / length};
}

void check_particle(const Fields& line, const Particle& p) {
  for (int k = 0; k < 3; ++k) {
    if (p.semi_axes[k] > 0.0) continue;
    line.fail(fmt::format("size: must be above 0, got {}", p.semi_axes[k]));
  }
  const double least = std::min({p.semi_axes.x, p.semi_axes.y, p.semi_axes.z});
  const double most = std::max({p.semi_axes.x, p.semi_axes.y, p.semi_axes.z});
  constexpr double largest_aspect = 1e6;
  if (most > largest_aspect * least) {
    line.fail(fmt::format("size: an aspect ratio of {:g}; at most {:g} is read", most / least,
                          largest_aspect));
  }
  for (const double n : {p.n1, p.n2}) {
    if (n >= 1.0 && n <= largest_exponent) continue;
    line.fail(fmt::format("blockiness: must be 1 to {}, got {}", largest_exponent, n));
  }
}

void check_renamed(const std::vector<std::string>& columns, const std::vector<std::string>& known,
                   const ParticleOptions& options, const std::string& name) {
  for (const auto& [from, to] : options.columns) {
    if (std::find(columns.begin(), columns.end(), from) == columns.end()) {
      throw ShapeError(fmt::format("{}: there is no column {}; there are: {}", name, from,
                                   fmt::join(columns, " ")));
    }
    if (std::find(known.begin(), known.end(), to) == known.end()) {
      throw ShapeError(fmt::format("{}: the column {} cannot be {}; it can be: {}", name, from, to,
                                   fmt::join(known, " ")));
    }
  }
}

void check_count(const Fields& line, std::int64_t count, std::size_t bytes) {
  constexpr std::size_t least_bytes = 8;  // of a line: four columns of a digit
  if (static_cast<std::size_t>(count) > bytes / least_bytes) {
    line.fail(fmt::format("{} particles are stated, more than the file has room for", count));
  }
}

void sort_by_id(ParticleTable& table, const std::string& name) {
  std::vector<Particle>& all = table.particles;
  std::stable_sort(all.begin(), all.end(),
                   [](const Particle& a, const Particle& b) { return a.id < b.id; });
  const auto twice = std::adjacent_find(
      all.begin(), all.end(), [](const Particle& a, const Particle& b) { return a.id == b.id; });
  if (twice != all.end())
    throw ShapeError(fmt::format("{}: the id {} is there twice", name, twice->id));
}

}  // namespace talus
