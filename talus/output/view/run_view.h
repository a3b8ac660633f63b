// A run as the files of arrays that the page of talus view reads (docs/formats.md): the model once,
// and of every frame the bodies and, apart from them, the contacts. May be used by one thread at a
// time.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "talus/output/view/stored_run.h"

namespace talus {

class RunView {
 public:
  // Throws RunFolderError if there is no run in the folder.
  explicit RunView(const std::filesystem::path& folder);
  ~RunView();

  const StoredRun& run() const;
  // A JSON object: name, whether it is over, names of measures, the frames from number `from` on,
  // as [number, step, time]; whether a process computes it, and `model`, a text that changes when
  // the run begins anew. All throw FileError with a sentence that a person can act on.
  std::string state(std::size_t from) const;
  // The same of these frames, without the last two.
  std::string state_of(std::span<const FrameRecord> frames, bool is_over) const;
  std::string model();
  std::string frame(int number);
  std::string contacts(int number);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace talus
