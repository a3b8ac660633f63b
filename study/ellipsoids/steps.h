// The steps of every method on a pair that lies in a plane, for the schematic Figs. 1 to 4, and
// pairs with coordinates of three digits for the exact elimination in report/elimination.py.
#pragma once

#include "ellipsoids/query.h"

namespace study {

Json run_steps();

}  // namespace study
