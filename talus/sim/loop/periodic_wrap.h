// Bodies that leave a periodic domain come back on its other side: a neighbour search moves them by
// whole periods first, so that positions stay as exact as at the start however far bodies go.
//
// What does not move back: fixed bodies and half-spaces; and nothing along a direction in which a
// half-space has a component of its normal, since a half-space does not repeat. A mesh wall moves
// back when it is a period away from where it was at the start, as a whole.
#pragma once

#include <string>

#include "talus/contact/pair_block.h"
#include "talus/sim/loop/body_table.h"
#include "talus/sim/loop/model.h"

namespace talus {

// Moves the objects back, counts their periods (UserState::periods) and gives the pairs of the list
// the images that belong to the same places.
void wrap_bodies(const Model& model, BodyTable& bodies, UserState& user, NeighbourList& list);

// For the message on an object that is too many periods away.
std::string why_not_moved_back(const Model& model, const BodyTable& bodies, std::size_t slot);

// The centre of mass of a body as if it had never been moved back.
Vec3<double> unwrapped_centre(const Model& model, const BodyTable& bodies, const UserState& user,
                              std::size_t slot);

}  // namespace talus
