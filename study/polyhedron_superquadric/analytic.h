// P2 section 3.2, Fig. 10: contacts whose point and overlap are known in closed form.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

nlohmann::json run_analytic();

}  // namespace study
