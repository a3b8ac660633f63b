// The contacts of the last step as a table for files and people: the geometry and the force that
// moved the bodies.
#pragma once

#include "talus/contact/contact_record.h"
#include "talus/contact/pair_block.h"
#include "talus/sim/loop/body_table.h"
#include "talus/sim/loop/model.h"
#include "talus/state.h"

namespace talus {

// Replaces the table by one row for every pair that touches, in the order of the neighbour list.
void tabulate_contacts(const Model& model, const BodyTable& bodies, const NeighbourList& neighbours,
                       const std::vector<std::vector<ContactRecord>>& records, ContactTable& table);

}  // namespace talus
