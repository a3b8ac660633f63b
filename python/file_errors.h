// What goes wrong with a file is an OSError in Python.
#pragma once

#include <pybind11/pybind11.h>

#include "talus/output/file.h"

namespace talus::python {

template <class Work>
auto with_file(const Work& work) {
  try {
    return work();
  } catch (const FileError& error) {
    PyErr_SetString(PyExc_OSError, error.what());
    throw pybind11::error_already_set();
  }
}

}  // namespace talus::python
