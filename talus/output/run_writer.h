// Everything that a run leaves in its folder (docs/formats.md):
//
//   series.csv            a line per moment                                             csv
//   results.h5            the index: links to                                           hdf5
//     model.h5              shapes, names, materials, walls
//     frames/000012.h5      bodies, contacts and the energy ledger of one moment
//     measures.h5           what was measured
//   measures/NAME.csv     a line per interval                                           always
//   bodies.pvd ...        series for ParaView, of the surfaces and force chains in vtk/ vtk
//   final.png             a picture of the end                                          picture
//   frames.csv            which frames are complete                                     always
//   checkpoints/          the newest two checkpoint()
//   talus_run.txt, talus.lock   mark, list of these files and lock (talus/output/run_folder.h)
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
#include <span>
#include <string>
#include <vector>

#include "talus/output/frame.h"
#include "talus/output/hdf5.h"
#include "talus/output/measure_table.h"
#include "talus/output/picture.h"
#include "talus/output/run_folder.h"
#include "talus/output/series.h"

namespace talus {

struct RunOutput {
  bool hdf5 = true, csv = true, vtk = true, picture = true;
  PictureOptions picture_options;
  std::vector<MeasureHead> measures{};
  bool bodies_change = false;  // as FrameView::bodies_change
};

// All functions throw FileError with the name of the file and what is wrong.
class RunWriter {
 public:
  // A new run, or one that goes on from the checkpoint of `from_step`, after which there were
  // `frames` frames. With all_steps the run goes on from its start, before its first checkpoint:
  // what is there stays and is written again when it is computed again.
  explicit RunWriter(RunFolder folder, const RunOutput& output, std::int64_t from_step = -1,
                     std::size_t frames = 0);
  RunWriter(RunWriter&&) noexcept;
  ~RunWriter();

  // Where checkpoint() writes and newest_checkpoint() finds.
  static std::filesystem::path checkpoint_folder(const std::filesystem::path& folder);

  // A line or a frame of a step that is there already is not written again.
  void series(const Moment& moment);
  // A line of RunOutput::measures[i].
  void measure(std::size_t i, double time, std::int64_t step, std::span<const double> values);
  void frame(const FrameView& view);
  // A resumed run writes the line and the frame of this step if they are missing.
  void checkpoint(std::int64_t step, const std::function<void(Hdf5Writer&)>& save);
  // The end of the run: its last line and frame, and the picture. Not for a run that is interrupted
  // and will be resumed, which ends with a checkpoint.
  void finish(const FrameView& view);
  // After the last checkpoint: the run is over, and its folder is free. failed: a limit ended it.
  void close(bool failed = false);

  // What was repaired, cut or deleted so far: a sentence each.
  const std::vector<std::string>& notes() const;

  // Frames that were complete when a checkpoint was written; 0 if it does not say so.
  static std::size_t frames_at(const Hdf5Reader& checkpoint);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace talus
