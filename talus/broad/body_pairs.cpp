#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "talus/broad/schemes.h"
#include "talus/pairs.h"
#include "talus/parallel/parallel_for.h"
#include "talus/shape.h"

namespace talus {
namespace {

std::string scheme_names() {
  std::string names = "auto";
  for (const broad::Scheme& scheme : broad::schemes()) names += fmt::format(", {}", scheme.name);
  return names;
}

struct Volumes {
  std::vector<BoundingBox<double>> box;
  std::vector<BoundingSphere<double>> sphere;
};

Volumes volumes_of(const Bodies& bodies, const BodyPairSettings& settings) {
  Volumes volumes;
  volumes.box.reserve(bodies.size());
  if (settings.spheres) volumes.sphere.reserve(bodies.size());
  const Vec3<double> skin{settings.skin, settings.skin, settings.skin};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::optional<BoundingBox<double>> box = world_box(bodies.shape(i), bodies.poses[i]);
    if (!box) {
      throw std::invalid_argument(
          fmt::format("body {}: a half-space has no bounds, so it cannot be sorted", i));
    }
    volumes.box.push_back({box->lower - skin, box->upper + skin});
    if (!settings.spheres) continue;
    BoundingSphere<double> sphere = *world_sphere(bodies.shape(i), bodies.poses[i]);
    sphere.radius += settings.skin;
    volumes.sphere.push_back(sphere);
  }
  return volumes;
}

// Translates box numbers of the message to body numbers: box i is that of body i.
[[noreturn]] void refuse(const broad::SceneError& error, const BodyPairSettings& settings) {
  std::string message = error.what();
  if (message.starts_with("box ")) message = "body" + message.substr(3);
  if (settings.skin > 0.0) message += fmt::format(" (with a skin of {})", settings.skin);
  throw std::invalid_argument(message);
}

// By a, b and image: first by a, counting, then the few pairs of every body.
void sort(broad::PairList& pairs, std::size_t body_count) {
  struct Partner {
    std::int32_t b;
    broad::Image image;
  };
  std::vector<std::size_t> start(body_count + 1);
  for (const broad::BodyPair& pair : pairs.pair) ++start[static_cast<std::size_t>(pair.a) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<Partner> partner(pairs.pair.size());
  std::vector<std::size_t> next(start.begin(), start.end() - 1);
  const bool open = pairs.image.empty();
  for (std::size_t i = 0; i < pairs.pair.size(); ++i) {
    const auto [a, b] = pairs.pair[i];
    partner[next[static_cast<std::size_t>(a)]++] = {b, open ? broad::Image{} : pairs.image[i]};
  }
  for (std::size_t a = 0; a < body_count; ++a) {
    std::sort(partner.data() + start[a], partner.data() + start[a + 1],
              [](const Partner& p, const Partner& q) {
                return std::tie(p.b, p.image) < std::tie(q.b, q.image);
              });
    for (std::size_t i = start[a]; i < start[a + 1]; ++i) {
      pairs.pair[i] = {static_cast<std::int32_t>(a), partner[i].b};
      if (!open) pairs.image[i] = partner[i].image;
    }
  }
}

}  // namespace

void check(const BodyPairSettings& settings) {
  if (broad::find_scheme(settings.scheme) == nullptr) {
    throw std::invalid_argument(fmt::format("scheme: there is none of the name \"{}\"; known: {}",
                                            settings.scheme, scheme_names()));
  }
  if (!(settings.skin >= 0.0 && std::isfinite(settings.skin))) {
    throw std::invalid_argument(
        fmt::format("skin: must be finite and >= 0, got {}", settings.skin));
  }
  if (settings.threads < 1 || settings.threads > most_threads) {
    throw std::invalid_argument(
        fmt::format("threads: must be 1 to {}, got {}", most_threads, settings.threads));
  }
}

broad::PairList body_pairs(const Bodies& bodies, const broad::Domain& domain,
                           const BodyPairSettings& settings) {
  check(settings);
  const Volumes volumes = volumes_of(bodies, settings);
  const broad::Scene scene{volumes.box, volumes.sphere, static_cast<int>(bodies.size()), domain};
  broad::PairList pairs;
  try {
    broad::check(scene);
    broad::Work work;
    broad::find_scheme(settings.scheme)->find(scene, settings.threads, pairs, work);
  } catch (const broad::SceneError& error) {
    refuse(error, settings);
  }
  sort(pairs, bodies.size());
  return pairs;
}

}  // namespace talus
