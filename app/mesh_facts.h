// Properties of a body in the discrete function representation, for `talus shape`.
#pragma once

#include <string>

#include "app/json_text.h"
#include "talus/shape/mesh/mesh.h"

namespace talus {

Json mesh_facts(const Mesh& body);
std::string mesh_as_text(const Json& facts);

Json inertia_as_json(const SymMat3<double>& inertia);

}  // namespace talus
