// Particles as other programs write them: spheres, ellipsoids and superquadrics of one moment.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "talus/shape.h"

namespace talus {

// What a file may hold: more is refused before memory is taken for it.
inline constexpr std::uint64_t most_particle_bytes = std::uint64_t{2} << 30;
inline constexpr std::size_t most_particles = 10'000'000;

// Lengths, masses and times in the units of the file. A sphere has three equal semi-axes, and what
// is no superquadric the exponents 2.
struct Particle {
  std::int64_t id{}, type = 1;
  Vec3<double> position{};
  Quat<double> orientation{1.0, 0.0, 0.0, 0.0};  // body to world
  Vec3<double> semi_axes{};
  double n1 = 2.0, n2 = 2.0;
  Vec3<double> velocity{}, angular_velocity{};
  double density{};  // 0: the file does not say

  bool is_ellipsoid() const { return n1 == 2.0 && n2 == 2.0; }
  bool is_sphere() const {
    return is_ellipsoid() && semi_axes.x == semi_axes.y && semi_axes.y == semi_axes.z;
  }
};

struct ParticleBox {
  Vec3<double> lower{}, upper{};
  std::array<bool, 3> periodic{};
};

struct ParticleTable {
  std::vector<Particle> particles;  // by id, each once
  std::optional<ParticleBox> box;
  std::int64_t step{};
  double time{};                   // 0 if the file does not say
  std::vector<std::string> notes;  // what was left out or changed: a sentence each
};

// The shape; throws ShapeError.
Shape shape_of(const Particle& particle);
// Radius of the ball of equal volume.
double equivalent_radius(const Particle& particle);

// The box of the table, or where it has none the one around its particles; formats need one with a
// volume, so that without particles it is the unit cube.
ParticleBox box_around(const ParticleTable& table);

// How a file is read. `columns` renames the columns of dumps and YADE's tables: "c_q[1]" to
// "quatw".
struct ParticleOptions {
  std::string format = "auto";  // of particle_formats()
  std::int64_t frame = -1;      // of a dump or a run, from 0; negative: from the end
  std::string atom_style;       // of a data file without "Atoms # style"
  std::map<std::string, std::string> columns;
};

// The names of what can be read and written, for messages and tests.
const std::vector<std::string>& readable_formats();
const std::vector<std::string>& writable_formats();

// A file, or the folder of a run. Throws ShapeError with file, line and value, and FileError.
ParticleTable read_particles(const std::string& file, const ParticleOptions& options);

// The text of a file in a format; of a dump or extended XYZ one frame, to which others may be
// appended. Throws ShapeError for particles that the format cannot hold.
std::string particles_text(const ParticleTable& table, const std::string& format);
// The format that the name of a file means; empty: none.
std::string format_of_name(const std::string& file, bool reads);

// One reader and writer each.
ParticleTable parse_lammps_data(std::string_view text, const std::string& name,
                                const ParticleOptions& options);
ParticleTable parse_lammps_dump(std::string_view text, const std::string& name,
                                const ParticleOptions& options);
ParticleTable parse_yade_text(std::string_view text, const std::string& name,
                              const ParticleOptions& options);
ParticleTable read_run_frame(const std::string& folder, const ParticleOptions& options);
std::string lammps_data_text(const ParticleTable& table);
std::string liggghts_data_text(const ParticleTable& table);
std::string lammps_dump_text(const ParticleTable& table);
std::string extended_xyz_text(const ParticleTable& table);
std::string yade_text(const ParticleTable& table);
std::string scene_text(const ParticleTable& table);

}  // namespace talus
