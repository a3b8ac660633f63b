// Contacts of laws with a range (talus/physics/law/law.h), which hold bodies that are apart.
#pragma once

#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

// Whether the contact holds bodies whose surfaces are apart by `gap`, with their closest points
// around `point` and the normal from a to b. Books the heat of a contact that breaks here, which
// the caller releases.
bool holds_apart(const ChunkContacts& c, const PairBodies& p, double gap,
                 const Vec3<double>& normal, const Vec3<double>& point,
                 const ContactHistory& history, const Vec3<double>* rolling);

// The same for pair k of a block with one contact point per pair. Costs other laws one comparison.
inline bool holds_apart(const ChunkContacts& c, std::size_t k, const PairBodies& p, double gap,
                        const Vec3<double>& normal, const Vec3<double>& point) {
  if (c.model.law->range == nullptr || c.block.history[k].radius == 0.0) return false;
  return holds_apart(c, p, gap, normal, point, c.block.history[k],
                     c.block.rolling.empty() ? nullptr : &c.block.rolling[k]);
}

// m, the largest range of any contact of these bodies; 0 for a law without.
double largest_range(const Model& model, const BodyTable& bodies);

}  // namespace talus
