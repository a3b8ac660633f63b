// The runs of a parameter study: all combinations of some values of a scene.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "talus/scene.h"

namespace talus {

struct SweepParameter {
  std::string key;
  std::vector<std::string> values;
};

struct SweepPlan {
  std::string scene;
  std::vector<SweepParameter> parameters;
  std::vector<std::string> values{};  // the scene's own, scene_values()

  std::size_t runs() const;
  // "0007"
  static std::string name_of(std::size_t run);
  // The values of a run; those of the last parameter change first.
  std::vector<SceneChange> changes(std::size_t run) const;
  // What identifies the study, as JSON: a folder belongs to one.
  std::string text() const;
  // Why a folder with this text does not belong to the study, a sentence; empty: it does.
  std::string difference(const std::string& found) const;
};

// How a run ended.
struct SweepEnd {
  std::string status = "interrupted";  // or done, failed
  std::string message{};               // of a run that failed
};

// KEY=first:last:number or KEY=value,value,... Throws UsageError.
SweepParameter sweep_parameter(const std::string& text);
// Refuses a key that is there twice and more than 100,000 runs.
void check_plan(const SweepPlan& plan);

// Of a table of text: its first line and its last whole one, split into fields. Empty: there is
// none.
struct LastLine {
  std::vector<std::string> names, values;
};
LastLine last_line(const std::string& table);

// The message in the log of a run that failed; empty if there is none.
std::string failure_in(const std::string& log, const std::string& folder);

// The table of all runs, with the results that the folders in `folder` have of those that are done.
std::string sweep_table(const SweepPlan& plan, const std::string& folder,
                        const std::vector<SweepEnd>& ends);

}  // namespace talus
