#include "talus/packing/pairs_file.h"

#include <array>

#include "talus/output/hdf5.h"

namespace talus {

void write_pairs(const std::filesystem::path& file, const broad::PairList& pairs,
                 std::size_t body_count, const Vec3<double>& box_lengths,
                 const BodyPairSettings& settings) {
  std::vector<std::int32_t> body, image;
  body.reserve(2 * pairs.pair.size());
  image.reserve(3 * pairs.image.size());
  for (const auto& [a, b] : pairs.pair) body.insert(body.end(), {a, b});
  for (const auto& [x, y, z] : pairs.image) image.insert(image.end(), {x, y, z});

  Hdf5Writer out(file);
  out.attribute("/", "format", std::string("talus pairs"));
  out.attribute("/", "version", std::int64_t{1});
  out.group("pairs");
  out.attribute("pairs", "body_count", static_cast<std::int64_t>(body_count));
  out.attribute("pairs", "scheme", settings.scheme);
  out.attribute("pairs", "skin", settings.skin);
  out.attribute("pairs", "spheres", std::int64_t{settings.spheres});
  out.table("pairs/body", body, 2);
  out.table("pairs/image", image, 3);
  out.group("box");
  out.table("box/lengths", std::array{box_lengths.x, box_lengths.y, box_lengths.z});
  out.table("box/periodic", std::array<std::int32_t, 3>{1, 1, 1});
  out.finish();
}

}  // namespace talus
