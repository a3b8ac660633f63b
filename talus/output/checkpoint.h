// Checkpoints: the complete state of a run at one step, from which it goes on bit for bit. The
// newest two are kept. One that was being written when the program or the machine died never has a
// checkpoint's name, and one that the disk has damaged since does not keep its checksum: what
// newest_checkpoint gives is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "talus/output/hdf5.h"

namespace talus {

struct Checkpoint {
  std::filesystem::path file;
  std::int64_t step{};
};

// `save` writes the state; "/" has the attributes format, version and step already. Makes the
// folder; removes what is older than the one before, and what is later than `step`: it belongs to a
// run that was given up. Throws FileError, and the earlier checkpoints are then still there.
void write_checkpoint(const std::filesystem::path& folder, std::int64_t step,
                      const std::function<void(Hdf5Writer&)>& save);

// The newest that is whole, if there is any.
std::optional<Checkpoint> newest_checkpoint(const std::filesystem::path& folder);

}  // namespace talus
