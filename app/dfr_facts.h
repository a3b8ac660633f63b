// What `talus shape` says of a body in the discrete function representation.
#pragma once

#include <string>

#include "app/json_text.h"
#include "talus/shape/dfr/dfr.h"

namespace talus {

Json dfr_facts(const Dfr& body);
std::string dfr_as_text(const Json& facts);

Json inertia_as_json(const SymMat3<double>& inertia);

}  // namespace talus
