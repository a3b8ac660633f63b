#include "talus/output/bodies_file.h"
#include "talus/output/hdf5.h"
#include "talus/packing.h"

namespace talus {

void write_packing(const std::filesystem::path& file, const Packing& packing) {
  const double box = packing.box_length;
  write_bodies(file, {packing.bodies,
                      {box, box, box},
                      PackingRecord{packing.seed, packing.attempts, packing.wanted_count,
                                    packing.volume_fraction, packing.wanted_volume_fraction}});
}

Packing read_packing(const std::filesystem::path& file) {
  BodiesFile contents = read_bodies(file);
  const Vec3<double>& box = contents.box_lengths;
  if (!contents.packing) throw Hdf5Error(file.string() + ": packing: missing");
  if (box.x != box.y || box.x != box.z) throw Hdf5Error(file.string() + ": the box is not a cube");
  const PackingRecord& record = *contents.packing;
  Packing packing;
  packing.bodies = std::move(contents.bodies);
  packing.box_length = box.x;
  packing.volume_fraction = record.volume_fraction;
  packing.wanted_volume_fraction = record.wanted_volume_fraction;
  packing.wanted_count = record.wanted_count;
  packing.attempts = record.attempts;
  packing.seed = record.seed;
  return packing;
}

}  // namespace talus
