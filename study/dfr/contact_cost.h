// P4's abstract and section 5.5: the cost of contact resolution against the number N of points that
// define a surface, beside testing all points of either body against all facets of the other.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

struct ContactCostOptions {
  int most_facets = 200000;
  int most_all_to_all = 20000;  // facets; it grows with the square
  int all_to_all_poses = 3;     // of bodies up to 10,000 facets; one of larger ones
  int poses = 7;                // random; the median counts
  int repeats = 50;             // of each pose, the fastest counts
  int threads = 1;              // for what is not timed
};

nlohmann::json measure_contact_cost(const ContactCostOptions& options);

}  // namespace study
