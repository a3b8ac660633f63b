#include "app/convert_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

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

// The only name of what is read must not be given to what is written.
void refuse_same_file(const ConvertOptions& options) {
  std::error_code none;
  if (!std::filesystem::equivalent(options.in, options.out, none)) return;
  throw UsageError(fmt::format("{} is what is read; state another file to write", options.out));
}

void check_options(const ConvertOptions& options, const std::string& format) {
  const std::string& from = options.reading.format;
  const std::vector<std::string>& known = readable_formats();
  if (from != "auto" && std::find(known.begin(), known.end(), from) == known.end()) {
    throw UsageError(
        fmt::format("--from: expected auto, {}, got \"{}\"", fmt::join(known, ", "), from));
  }
  if (options.density && !(*options.density > 0.0 && std::isfinite(*options.density))) {
    throw UsageError(fmt::format("--density: must be finite and > 0, got {}", *options.density));
  }
  refuse_same_file(options);
  if (!options.all) return;
  if (format != "lammps-dump" && format != "xyz") {
    throw UsageError(
        fmt::format("--all: a file of the format {} holds one frame; lammps-dump and xyz hold "
                    "several",
                    format));
  }
  std::error_code none;
  if ((from != "auto" && from != "run") || !std::filesystem::is_directory(options.in, none)) {
    throw UsageError(
        fmt::format("--all: takes the frames of a run, and {} is not its folder; --frame takes one "
                    "of a dump",
                    options.in));
  }
}

std::size_t frames_of(const std::string& folder) {
  const std::size_t frames = StoredRun(folder).frames().size();
  if (frames > 0) return frames;
  throw FileError(fmt::format(
      "{}: the run has no frames: none is complete yet, or it ended before the first", folder));
}

std::string in_words(std::size_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

void convert(const ConvertOptions& options) {
  ParticleOptions reading = reading_of(options);
  const std::string format = format_to_write(options);
  check_options(options, format);
  if (options.all) reading.format = "run";
  const std::size_t frames = options.all ? frames_of(options.in) : 1;
  std::vector<std::string> notes;
  std::size_t particles = 0;
  AtomicFile file(options.out);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    if (options.all) reading.frame = static_cast<std::int64_t>(frame);
    const ParticleTable table = read_one(options, reading);
    file.write(particles_text(table, format));
    for (const std::string& note : table.notes) {
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
    particles = table.particles.size();
  }
  file.finish();
  if (options.quiet) return;
  for (const std::string& note : notes) log("talus: {}: {}\n", options.in, note);
  log("talus: wrote {}: {}{}\n", options.out,
      options.all ? in_words(frames, "frame") + ", the last with " : "",
      in_words(particles, "particle"));
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
