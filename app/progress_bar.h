// How far a long run is: a bar on a terminal, else a plain line now and then; always on the
// standard error, and nothing for a run that is over at once.
#pragma once

#include <chrono>
#include <string>

namespace talus {

class ProgressBar {
 public:
  explicit ProgressBar(bool enabled);
  ~ProgressBar();  // wipes the bar
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Whether show() would show something: for texts that cost something to make.
  bool is_due() const { return enabled_ && Clock::now() >= next_; }
  // A line of its own, above the bar.
  void message(const std::string& line);
  // done in [0, 1]; the text is printed beside the bar.
  void show(double done, const std::string& text);

  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  const bool enabled_, on_terminal_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
  bool shown_{};
};

}  // namespace talus
