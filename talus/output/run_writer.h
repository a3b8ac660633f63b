// Everything that a run leaves in its folder (docs/formats.md):
//
//   series.csv            a line per moment                                             csv
//   results.h5            the index: links to                                           hdf5
//     model.h5              shapes, names, materials, walls
//     frames/000012.h5      bodies, contacts and the energy ledger of one moment
//   bodies.pvd ...        series for ParaView, of the surfaces and force chains in vtk/ vtk
//   final.png             a picture of the end                                          picture
//   frames.csv            which frames are complete                                     always
//   checkpoints/          the newest two checkpoint()
//
// Every file is written under another name and renamed, or grows by whole lines: whenever the
// program is killed, what was there before is still there. A resumed run drops what is later than
// its checkpoint, so that in the end the files are, byte for byte, those of a run that was never
// interrupted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "talus/output/frame.h"
#include "talus/output/hdf5.h"
#include "talus/output/picture.h"

namespace talus {

struct RunOutput {
  bool hdf5 = true, csv = true, vtk = true, picture = true;
  PictureOptions picture_options;
};

// All functions throw FileError with the name of the file and what is wrong.
class RunWriter {
 public:
  // A new run. The folder is made; one that holds a run already is refused.
  RunWriter(const std::filesystem::path& folder, const RunOutput& output);
  // Goes on with the run in the folder from the checkpoint of that step; from -1 it starts again.
  RunWriter(const std::filesystem::path& folder, const RunOutput& output, std::int64_t from_step);
  RunWriter(RunWriter&&) noexcept;
  ~RunWriter();

  static bool holds_run(const std::filesystem::path& folder);
  // Where checkpoint() writes and newest_checkpoint() finds.
  static std::filesystem::path checkpoint_folder(const std::filesystem::path& folder);

  // A line or a frame of a step that is there already is not written again.
  void series(const Moment& moment);
  void frame(const FrameView& view);
  // Call it after the line and the frame of the same step: a resumed run does not write these
  // again.
  void checkpoint(std::int64_t step, const std::function<void(Hdf5Writer&)>& save);
  // The end of the run: its last line and frame, and the picture. Not for a run that is interrupted
  // and will be resumed, which ends with a checkpoint.
  void finish(const FrameView& view);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace talus
