// The trace of a paper's method: it calls trace(step) with a small struct of its own after each
// step of the published algorithm. Tests pass a recorder and compare the steps with the paper; the
// methods of the lists pass Silent, which compiles to nothing.
#pragma once

#include "talus/math/host_device.h"

namespace talus {

struct Silent {
  template <class Step>
  TALUS_HD void operator()(const Step&) const {}
};

}  // namespace talus
