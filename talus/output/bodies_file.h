// Bodies in a periodic box as an HDF5 file (docs/formats.md), and back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "talus/output/hdf5.h"
#include "talus/shape.h"

namespace talus {

// How a random array was made.
struct PackingRecord {
  std::uint64_t seed{};
  std::int64_t attempts{};
  std::int64_t wanted_count{};
  double volume_fraction{};
  double wanted_volume_fraction{};
};

struct BodiesFile {
  Bodies bodies;
  Vec3<double> box_lengths{};  // of the periodic box, with one corner at the origin
  std::optional<PackingRecord> packing;
};

// Both functions throw Hdf5Error with the file and the defect.
void write_bodies(const std::filesystem::path& file, const BodiesFile& contents);
BodiesFile read_bodies(const std::filesystem::path& file);
BodiesFile read_bodies(const Hdf5Reader& in);

}  // namespace talus
