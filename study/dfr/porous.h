// Fig. 16, a porous body with tortuous holes, against a reference that shares nothing with it: the
// volume of a gyroid by quadrature of its formula, and the number of its holes by cells.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

// Throws std::runtime_error if the volume does not converge, or is off by more than 0.5 % at 64
// cells or more.
nlohmann::json measure_porous(int most_cells, int threads);

}  // namespace study
