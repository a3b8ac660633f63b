#include "ellipsoids/arrays.h"

#include <stdexcept>

#include "talus/packing.h"

namespace study {

Array mixed_array(const std::vector<talus::PackingPart>& parts, double length, double fraction,
                  std::uint64_t seed) {
  talus::PackingSettings settings;
  settings.parts = parts;
  settings.volume_fraction = fraction;
  settings.box_length = length;
  settings.seed = seed;
  Array array{talus::pack(settings), talus::mean_diameter(parts)};
  if (!array.packing.complete()) throw std::runtime_error("the array jammed");
  return array;
}

Array spheroid_array(double aspect, double length, double fraction, std::uint64_t seed) {
  return mixed_array({{talus::make_ellipsoid(spheroid_axes(aspect)), 1.0}}, length, fraction, seed);
}

Array diluted(const Array& array, double fraction) {
  const double kept = fraction / array.packing.wanted_volume_fraction;
  Array few = array;
  const auto count = static_cast<std::size_t>(
      std::ceil(kept * static_cast<double>(array.packing.bodies.size()) - 1e-9));
  few.packing.bodies.poses.resize(count);
  few.packing.bodies.shape_of.resize(count);
  few.packing.wanted_volume_fraction = fraction;
  return few;
}

Queries queries_of(const Array& array) {
  const talus::Bodies& bodies = array.packing.bodies;
  const double length = array.packing.box_length;
  Queries queries;
  for (const talus::NeighbourPair& near :
       talus::neighbour_pairs(bodies, length, eps_al * array.radius())) {
    const auto a = static_cast<std::size_t>(near.a), b = static_cast<std::size_t>(near.b);
    queries.pairs.push_back(
        {&bodies.shape(a), &bodies.shape(b),
         talus::relative_pose(bodies.poses[a],
                              talus::pose_of_image(bodies.poses[b], length, near.image))});
    queries.shape_a.push_back(bodies.shape_of[a]);
    queries.shape_b.push_back(bodies.shape_of[b]);
    queries.crossing += near.image != std::array<std::int32_t, 3>{};
  }
  return queries;
}

}  // namespace study
