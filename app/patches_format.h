// The patches of a mesh with another body as fields of an answer.
#pragma once

#include <string>

#include "app/query_format.h"

namespace talus {

// ,"patches":[{...},...], the deepest first; not_supported with a reason unless one is a mesh.
void append_patches(std::string& out, const QueryPair& pair);

}  // namespace talus
