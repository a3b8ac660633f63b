// A frame of a run of Talus as particles, for other programs.
#include <fmt/format.h>

#include <cmath>

#include "app/exchange/particle_table.h"
#include "talus/output/view/stored_run.h"

namespace talus {
namespace {

// The volume that a closed surface of facets encloses.
double enclosed(const StoredShape& shape) {
  double six = 0.0;
  for (const auto& [a, b, c] : shape.facet) {
    const auto corner = [&](std::int32_t i) { return shape.vertex[static_cast<std::size_t>(i)]; };
    six += dot(corner(a), cross(corner(b), corner(c)));
  }
  return std::abs(six) / 6.0;
}

constexpr double ball = 4.18879020478639098;  // 4/3 pi

}  // namespace

ParticleTable read_run_frame(const std::string& folder, const ParticleOptions& options) {
  const StoredRun run(folder);
  const std::vector<FrameRecord> frames = run.frames();
  const auto count = static_cast<std::int64_t>(frames.size());
  const std::int64_t wanted = options.frame < 0 ? count + options.frame : options.frame;
  if (count == 0) {
    throw ShapeError(fmt::format(
        "{}: the run has no frames: none is complete yet, or it ended before the first", folder));
  }
  if (wanted < 0 || wanted >= count) {
    throw ShapeError(
        fmt::format("{}: has {} frames, got the frame {}", folder, count, options.frame));
  }
  const StoredModel model = run.model();
  const StoredFrame frame = run.frame(model, frames[static_cast<std::size_t>(wanted)].number);
  const StoredBodies& bodies = frame.own_bodies ? *frame.own_bodies : model.bodies;
  ParticleTable table;
  table.step = frame.step, table.time = frame.time;
  const PeriodicBox& box = model.box;
  if (box.periodic[0] || box.periodic[1] || box.periodic[2]) {
    table.box = ParticleBox{box.lower, box.upper, box.periodic};
  }
  std::size_t balls = 0, left_out = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const StoredShape& shape = model.shapes[static_cast<std::size_t>(bodies.shape_of[i])];
    if (bodies.freedom[i] != 0 || shape.type == "half_space" || shape.type == "segment") {
      ++left_out;
      continue;
    }
    const double* x = &frame.position[3 * i];
    const double* q = &frame.orientation[4 * i];
    Particle p;
    p.id = bodies.id[i], p.type = bodies.material_of[i] + 1;
    p.position = {x[0], x[1], x[2]};
    p.orientation = {q[0], q[1], q[2], q[3]};
    p.velocity = {frame.velocity[3 * i], frame.velocity[3 * i + 1], frame.velocity[3 * i + 2]};
    p.angular_velocity = {frame.angular_velocity[3 * i], frame.angular_velocity[3 * i + 1],
                          frame.angular_velocity[3 * i + 2]};
    const Vec3<double> sum = p.position + p.velocity + p.angular_velocity;
    const double length = norm_squared(Vec3<double>{q[1], q[2], q[3]}) + q[0] * q[0];
    if (!std::isfinite(sum.x + sum.y + sum.z) || !(std::abs(length - 1.0) < 1e-6)) {
      throw ShapeError(
          fmt::format("{}: frame {}: the body {} has no valid position, orientation or "
                      "velocity",
                      folder, wanted, p.id));
    }
    const auto& v = shape.parameters;
    if (shape.type == "sphere") {
      p.semi_axes = {v[0], v[0], v[0]};
    } else if (shape.type == "ellipsoid" || shape.type == "superquadric") {
      p.semi_axes = {v[0], v[1], v[2]};
      if (shape.type == "superquadric") p.n1 = v[3], p.n2 = v[4];
    } else {
      const double r = std::cbrt(enclosed(shape) / ball);
      p.semi_axes = {r, r, r};
      ++balls;
    }
    const double volume = mass_properties(shape_of(p)).volume;  // throws for what is no shape
    p.density = bodies.mass[i] / volume;
    if (!(p.density > 0.0 && std::isfinite(p.density))) p.density = 0.0;
    table.particles.push_back(p);
  }
  if (balls > 0) {
    table.notes.push_back(fmt::format(
        "{} polyhedra and meshes are balls of equal volume about their origins", balls));
  }
  if (left_out > 0) {
    table.notes.push_back(
        fmt::format("{} walls and bodies that are not free were left out", left_out));
  }
  return table;
}

}  // namespace talus
