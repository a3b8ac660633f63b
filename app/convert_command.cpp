#include "app/convert_command.h"

#include <fmt/format.h>

#include <cmath>

#include "app/log.h"
#include "app/usage_error.h"
#include "talus/output/file.h"
#include "talus/output/view/stored_run.h"

namespace talus {
namespace {

constexpr int error_status = 1;

ParticleOptions reading_of(const ConvertOptions& options) {
  ParticleOptions reading = options.reading;
  for (const std::string& column : options.columns) {
    const std::size_t at = column.find('=');
    if (at == std::string::npos || at == 0 || at + 1 == column.size()) {
      throw UsageError(fmt::format("--column: expected NAME=NAME, got \"{}\"", column));
    }
    reading.columns[column.substr(0, at)] = column.substr(at + 1);
  }
  return reading;
}

std::string format_to_write(const ConvertOptions& options) {
  const std::string format = options.to.empty() ? format_of_name(options.out, false) : options.to;
  for (const std::string& known : writable_formats()) {
    if (format == known) return format;
  }
  throw UsageError(format.empty()
                       ? fmt::format("{}: its name means no format; state one with --to: {}",
                                     options.out, fmt::join(writable_formats(), ", "))
                       : fmt::format("--to: expected {}, got \"{}\"",
                                     fmt::join(writable_formats(), ", "), format));
}

ParticleTable read_one(const ConvertOptions& options, const ParticleOptions& reading) {
  ParticleTable table = read_particles(options.in, reading);
  for (Particle& p : table.particles) {
    if (options.density && !(p.density > 0.0)) p.density = *options.density;
  }
  return table;
}

void convert(const ConvertOptions& options) {
  ParticleOptions reading = reading_of(options);
  const std::string format = format_to_write(options);
  if (options.density && !(*options.density > 0.0 && std::isfinite(*options.density))) {
    throw UsageError(fmt::format("--density: must be finite and > 0, got {}", *options.density));
  }
  std::size_t frames = 1;
  if (options.all) {
    if (format != "lammps-dump" && format != "xyz") {
      throw UsageError("--all: only dumps and extended XYZ hold several frames");
    }
    frames = StoredRun(options.in).frames().size();
    reading.format = "run";
  }
  std::vector<std::string> notes;
  std::size_t particles = 0;
  AtomicFile file(options.out);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    if (options.all) reading.frame = static_cast<std::int64_t>(frame);
    const ParticleTable table = read_one(options, reading);
    file.write(particles_text(table, format));
    notes = table.notes;
    particles = table.particles.size();
  }
  file.finish();
  if (options.quiet) return;
  for (const std::string& note : notes) log("talus: {}: {}\n", options.in, note);
  log("talus: wrote {}: {} particles{}\n", options.out, particles,
      options.all ? fmt::format(" in the last of {} frames", frames) : "");
}

}  // namespace

int run_convert(const ConvertOptions& options) {
  try {
    convert(options);
    return 0;
  } catch (const ShapeError& error) {
    log("talus: {}\n", error.what());
  } catch (const FileError& error) {
    log("talus: {}\n", error.what());
  }
  return error_status;
}

}  // namespace talus
