// Checkpoints: the complete state of a run at one step, from which it goes on bit for bit. The
// newest two are kept. One that was being written when the program or the machine died never has a
// checkpoint's name, and one that the disk has damaged since does not keep its checksum: what
// newest_checkpoint gives is whole.
//
// written.txt in the folder names the checkpoints that runs wrote there; no other file is deleted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

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

struct CheckpointSearch {
  std::optional<Checkpoint> newest;  // that is whole
  std::vector<std::string> defects;  // of files that were passed over: "FILE is damaged: ..."
};
CheckpointSearch find_checkpoint(const std::filesystem::path& folder);

// The newest that is whole, if there is any.
std::optional<Checkpoint> newest_checkpoint(const std::filesystem::path& folder);

// Lists the checkpoint of this step as written by the run; if step is the largest of all numbers,
// all of them, for a version that kept no list.
void adopt_checkpoints(const std::filesystem::path& folder, std::int64_t step);

// Deletes those that are listed, and the list. Returns their number.
std::size_t remove_checkpoints(const std::filesystem::path& folder);

}  // namespace talus
