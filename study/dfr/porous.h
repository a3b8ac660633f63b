// Fig. 16, a porous body with tortuous holes, against a reference that shares nothing with it: the
// volume of a gyroid by quadrature of its formula, and the number of its holes by cells.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

// Throws std::runtime_error if the error of the volume does not fall by 1.5 times per doubling from
// 32 cells on, or is above 0.5 % at 128 or more.
nlohmann::json measure_porous(int most_cells, int threads);

}  // namespace study
