// One line of a query file (docs/formats.md): a pair of bodies.
#pragma once

#include <string>
#include <string_view>

#include "app/shape_format.h"
#include "talus/math/pose.h"
#include "talus/shape/shape.h"

namespace talus {

struct QueryBody {
  Shape shape;
  Pose<double> pose;
};

struct QueryPair {
  QueryBody a, b;
};

// Throws FormatError with the JSON path. id_text is set as soon as the id is known, as JSON text
// ("null" until then and for a line without an id), so that an error can be reported under it.
QueryPair parse_query_line(std::string_view line, MeshLibrary& meshes, std::string& id_text);

}  // namespace talus
