// A mesh and a half-space as one contact: the thickness is the depth of the mesh's surface below
// the plane. Everything below it counts, concave or not, in one part or several.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/mesh_overlap/mesh_contact.h"
#include "talus/shape/mesh/view.h"

namespace talus {

// False if nothing is below the plane up . x = offset of the world; `gap` is then a lower bound on
// the distance, 0 if none is known. The normal of the contact is `up`.
bool mesh_half_space_contact(const MeshView<double>& mesh, const Pose<double>& pose,
                             const Vec3<double>& up, double offset, MeshContact& contact,
                             double& gap);

}  // namespace talus
