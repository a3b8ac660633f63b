// The lever of a contact: what the rotation of both bodies adds to the inverse effective mass along
// the normal n at the contact point, over the sum of their inverse masses,
//
//   lever = sum of (r x n) . I^-1 (r x n)  /  (1/m_a + 1/m_b),
//
// with the arms r from the centres of mass. Bodies that are not free have no part in it.
#pragma once

#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

double contact_lever(const BodyTable& bodies, const PairBodies& p, const Vec3<double>& point,
                     const Vec3<double>& normal);

}  // namespace talus
