// Signals that ask a run to save its state, noted instead of ending the program at once.
//
//   INT, TERM, HUP, XCPU   save and stop; a second INT ends the program at once
//   XFSZ                   the write that met the limit of file sizes fails; save and stop
//   USR1                   save and go on
//
// Signals that were ignored when the program started stay ignored (nohup). SEGV, BUS, FPE and ABRT
// end the program: its state may be wrong, and no checkpoint is written.
#pragma once

namespace talus {

class Interrupt {
 public:
  Interrupt();   // from now on
  ~Interrupt();  // the signals do what they did before
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool is_requested() const;
  // Whether USR1 came since the last call.
  bool take_save_request() const;
  // "SIGTERM", of the signal that requests the stop.
  const char* name() const;
};

}  // namespace talus
