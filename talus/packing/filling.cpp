#include "talus/filling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talus/broad/curve_order.h"
#include "talus/error.h"
#include "talus/packing/free_space.h"
#include "talus/packing/packing_check.h"
#include "talus/packing/random.h"
#include "talus/shape.h"

namespace talus {
namespace {

constexpr std::int64_t attempts_per_report = 64;  // an attempt may take a millisecond

double mean_volume(const Setup& setup, const FillPart& part) {
  double sum = 0.0;
  for (const std::int32_t shape : part.shapes) {
    try {
      sum += mass_properties(setup.bodies.shapes[static_cast<std::size_t>(shape)]).volume;
    } catch (const ShapeError& error) {
      throw FillError(error.what());
    }
  }
  return sum / static_cast<double>(part.shapes.size());
}

[[noreturn]] void fail_full(const FillSettings& settings, std::int64_t placed, std::int64_t total,
                            double filled) {
  throw FillError(fmt::format(
      "only {} of {} grains fitted into the region, volume fraction {:.3f}: {} attempts in a row "
      "failed; a larger region, fewer or smaller grains help (random insertion of spheres is full "
      "near 0.38)",
      placed, total, filled / settings.region.volume(), settings.max_attempts));
}

}  // namespace

std::vector<std::int64_t> grain_counts(const Setup& setup, const FillSettings& settings) {
  std::vector<double> shares, volumes;
  for (const FillPart& part : settings.parts) {
    shares.push_back(part.share);
    volumes.push_back(mean_volume(setup, part));
  }
  if (settings.count) return apportioned(shares, *settings.count);
  const double density =
      setup.materials.material[static_cast<std::size_t>(settings.material)].density;
  const double volume = settings.mass ? *settings.mass / density
                                      : *settings.volume_fraction * settings.region.volume();
  try {
    return fewest_filling(shares, volumes, volume);
  } catch (const PackingError& error) {
    throw FillError(error.what());
  }
}

namespace {

// Grains that are close in space are close in memory, then and in the simulation.
std::vector<std::size_t> along_curve(const Bodies& grains) {
  std::vector<BoundingBox<double>> boxes;
  for (const Pose<double>& pose : grains.poses) boxes.push_back({pose.position, pose.position});
  const std::vector<std::int32_t> order = broad::curve_order(boxes);
  return {order.begin(), order.end()};
}

}  // namespace

void fill(Setup& setup, const FillSettings& settings,
          const std::function<void(const FillProgress&)>& listener) {
  const std::vector<std::int64_t> counts = grain_counts(setup, settings);
  const std::int64_t total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  std::vector<double> volumes;
  for (const FillPart& part : settings.parts) volumes.push_back(mean_volume(setup, part));
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t p, std::size_t q) { return volumes[p] > volumes[q]; });

  FreeSpace free_space(setup, settings);
  Bodies grains;  // only the arrays of bodies are used
  std::uint64_t attempt = 0;
  double filled = 0.0;
  const auto place_one = [&](std::int32_t shape) {
    for (std::int64_t failed = 0; failed < settings.max_attempts; ++failed) {
      if (listener && attempt % attempts_per_report == 0) {
        listener({static_cast<std::int64_t>(grains.size()), total});
      }
      Random random(settings.seed, attempt++);
      const Vec3<double> middle = point_in(settings.region, random);
      const Pose<double> pose = free_space.pose_around(shape, middle, random.rotation());
      if (!free_space.is_free(shape, pose)) continue;
      free_space.add_body(shape, pose);
      grains.poses.push_back(pose);
      grains.shape_of.push_back(shape);
      return true;
    }
    return false;
  };
  for (const std::size_t part : order) {
    const std::vector<std::int32_t>& shapes = settings.parts[part].shapes;
    for (std::int64_t i = 0; i < counts[part]; ++i) {
      if (!place_one(shapes[static_cast<std::size_t>(i) % shapes.size()])) {
        fail_full(settings, static_cast<std::int64_t>(grains.size()), total, filled);
      }
      filled += volumes[part];
    }
  }
  if (listener) listener({total, total});
  const std::vector<std::size_t> along = along_curve(grains);
  for (std::size_t i = 0; i < grains.size(); ++i) {
    setup.bodies.poses.push_back(grains.poses[along[i]]);
    setup.bodies.shape_of.push_back(grains.shape_of[along[i]]);
    setup.name.push_back(fmt::format("{} {}", settings.name, i));
    setup.material_of.push_back(settings.material);
    setup.freedom.push_back(Freedom::free);
    setup.velocity.push_back(settings.velocity);
    setup.angular_velocity.push_back(settings.angular_velocity);
  }
}

}  // namespace talus
