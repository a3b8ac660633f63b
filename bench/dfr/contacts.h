// Two grains of 20,000 facets, 1 % of their diameter deep in each other: Talus beside FCL's
// collision of the same meshes by bounding volumes.
#pragma once

#include <string>

namespace bench {

struct ContactOptions {
  int pairs = 24;     // random orientations and directions
  int repeats = 200;  // of each question, the fastest counts; FCL a twentieth
  int cells = 48;
  int detail = 50;  // 8 detail^2 facets
};

// A section of Markdown: the times, and which targets are met.
std::string measure_contacts(const ContactOptions& options);

}  // namespace bench
