// What only the page of the superquadrics shows: the papers' methods beside the production method,
// the worst error by exponent, and the cost against the exponent and the number of faces.
#pragma once

#include <iosfwd>
#include <vector>

#include "bench/score.h"

namespace bench {

// Nothing if no row is of a superquadric workload.
void write_superquadrics(std::ostream& out, const std::vector<Row>& rows);  // Markdown

}  // namespace bench
