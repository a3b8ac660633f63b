// Calls that may last: other threads of Python run meanwhile, and Ctrl-C ends them.
#pragma once

#include <pybind11/pybind11.h>

#include "talus/parallel/interrupt.h"

namespace talus::python {

// Throws what a signal handler of Python raised: KeyboardInterrupt for Ctrl-C. Signals are handled
// in the main thread only.
inline void check_signals() {
  const pybind11::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
}

// work() without the GIL; it must not touch objects of Python.
template <class Work>
auto without_gil(const Work& work) {
  const pybind11::gil_scoped_release release;
  const InterruptScope scope(&check_signals);
  return work();
}

}  // namespace talus::python
