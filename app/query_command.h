// `talus query`: answers for a stream of pairs.
#pragma once

#include <string>

#include "talus/contact.h"

namespace talus {

struct QueryOptions {
  std::string file = "-";  // "-" is standard input
  std::string method = "auto";
  double tolerance = Settings<double>{}.tolerance;
  double distance_error = Settings<double>{}.distance_error;  // a length
  int threads = 1;
  bool manifold = false;   // add the contact manifold to each answer
  bool volume = false;     // add the overlap volume
  bool curvature = false;  // add the radii of curvature at the contact points
  bool patches = false;    // add all patches of a mesh with another body
};

// The exit status: 0 if every line was answered, 1 if some were malformed or ended in a failure
// status. Throws UsageError.
int run_query(const QueryOptions& options);

}  // namespace talus
