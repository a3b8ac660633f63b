// Which bodies may touch: pairs of bodies whose bounding boxes in the world overlap, found by a
// scheme of the broad phase.
#pragma once

#include <string>

#include "talus/broad/scene.h"
#include "talus/shape/bodies.h"

namespace talus {

struct BodyPairSettings {
  std::string scheme = "auto";  // a name of talus/broad/schemes.h
  double skin = 0.0;            // length by which every box, and sphere, is larger on all sides
  bool spheres = false;         // whether the bounding spheres must overlap, too
  int threads = 1;
};

// Throws std::invalid_argument that begins with the name of the setting: "skin: must be ...".
void check(const BodyPairSettings& settings);

// Every pair once, and once per image where it overlaps through several; sorted by a, b and image,
// so the same list for every scheme and any number of threads. Throws std::invalid_argument for
// settings as above, and with the number of the body for a half-space, which has no box, a box that
// is not finite, or one that is longer than the period with its skin.
broad::PairList body_pairs(const Bodies& bodies, const broad::Domain& domain,
                           const BodyPairSettings& settings = {});

}  // namespace talus
