// What --manifold and --volume add to an answer (docs/formats.md).
#pragma once

#include <string>

#include "app/query_format.h"
#include "talus/contact.h"

namespace talus {

// ,"manifold":{...} for the contact of the pair.
void append_manifold(std::string& out, const QueryPair& pair, const Contact<double>& contact);

// ,"overlap_volume":{...}
void append_overlap_volume(std::string& out, const QueryPair& pair);

}  // namespace talus
