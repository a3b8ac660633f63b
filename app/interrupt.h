// Ctrl-C and the termination signal, noted instead of ending the program at once; a second one
// ends it.
#pragma once

namespace talus {

class Interrupt {
 public:
  Interrupt();   // from now on
  ~Interrupt();  // the signals do what they do otherwise
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool is_requested() const;
};

}  // namespace talus
