// The lever (talus/physics/lever.h) of a contact of two bodies.
#pragma once

#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

double contact_lever(const BodyTable& bodies, const PairBodies& p, const Vec3<double>& point,
                     const Vec3<double>& normal);

}  // namespace talus
