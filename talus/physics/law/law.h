// The contact laws by name; each is a file of this folder.
#pragma once

namespace talus {

// The normal force of a contact, one file each here.
enum class Law {
  linear,         // spring and dashpot
  hertz_mindlin,  // moduli, restitution, curvature at the contact
  volume,         // an energy that is a function of the overlap volume; polyhedra and
                  // meshes only
};

}  // namespace talus
