// The stencil of a body as text, for people and for tests: the three maps of offset/run-length
// pairs and a picture of every slice, as in P4's Figs. 8 and 9.
#pragma once

#include <string>

#include "talus/shape/mesh/view.h"

namespace talus {

//   slice map (1, 2)
//   slice 1: prism map (0, 3)
//     prism 0: cell map (2, 4)  BBBB
// with B, I and X for boundary, internal and external cells.
std::string dump_stencil(const MeshView<double>& body);

}  // namespace talus
