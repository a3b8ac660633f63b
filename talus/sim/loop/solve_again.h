// Contact queries that fail: repeated without a cache and to full precision.
#pragma once

#include "talus/narrow/contact.h"
#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

// Replaces an answer that is a failure. A pair without an answer even then is counted
// (ContactSums::unsolved). Its bracket contains zero and its best normal bounds the depth from
// above, so that the force is too large by at most that of the bracket. False: there is no normal,
// and no force in this step; the contact keeps its history.
bool solve_again(const ChunkContacts& c, const PairBodies& p, const PairQuery& query,
                 Contact<double>& answer);

}  // namespace talus
