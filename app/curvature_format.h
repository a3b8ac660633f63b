// What --curvature adds to an answer (docs/formats.md).
#pragma once

#include <string>

#include "app/query_format.h"
#include "talus/contact.h"

namespace talus {

// ,"curvature_a":{...},"curvature_b":{...}, or null where a body is a segment. An
// infinite radius is null.
void append_curvature(std::string& out, const QueryPair& pair, const Contact<double>& contact);

}  // namespace talus
