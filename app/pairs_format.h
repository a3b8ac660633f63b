// Bodies and pairs as lines of a query file (docs/formats.md): what app/query_format.h reads.
#pragma once

#include <span>
#include <string>

#include "talus/packing.h"

namespace talus {

// {"type":"sphere","radius":1}
std::string shape_as_json(const Shape& shape);

// Appends one line per pair; the image of b is where it is meant to be. The id is "a-b", and for
// another image than the body itself "a-b:i,j,k".
class PairLines {
 public:
  PairLines(const Bodies& bodies, double box_length);
  void append(std::string& out, const NeighbourPair& pair) const;

 private:
  void append_body(std::string& out, std::int32_t body, const Pose<double>& pose) const;

  const Bodies& bodies_;
  double box_length_;
  std::vector<std::string> shapes_;  // as JSON
};

}  // namespace talus
