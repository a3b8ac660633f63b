#include "talus/broad/rows/resolve.h"

#include <utility>

namespace talus::broad::rows {
namespace {

void resolve_open(const Scene& scene, Found& found) {
  if (!scene.sphere.empty()) {
    BodyPair* kept = found.certain.begin();
    for (const BodyPair& pair : found.certain) {
      if (overlap(scene.sphere[pair.a], scene.sphere[pair.b])) *kept++ = pair;
    }
    found.certain.resize(kept - found.certain.begin());
  }
  for (const BodyPair& pair : found.doubtful) {
    if (!overlap(scene, pair.a, pair.b, {})) continue;
    *found.certain.reserve(1) = pair;
    found.certain.commit(1);
  }
}

Image difference(const Image& a, const Image& b) {
  return {static_cast<std::int16_t>(a.x - b.x), static_cast<std::int16_t>(a.y - b.y),
          static_cast<std::int16_t>(a.z - b.z)};
}

// Writes the pair of two entries and its image if it is one.
bool resolve_periodic(const Scene& scene, const Entries& entries, bool certain, BodyPair entry,
                      BodyPair& pair, std::vector<Image>& images) {
  if (entries.volume(entry.a) > entries.volume(entry.b)) std::swap(entry.a, entry.b);
  pair = {entries.volume(entry.a), entries.volume(entry.b)};
  if (pair.a == pair.b) return false;
  const Image image = difference(entries.moved(entry.b), entries.moved(entry.a));
  const bool exact = certain && scene.sphere.empty() && entries.moved(entry.a) == Image{} &&
                     entries.moved(entry.b) == Image{};
  if (!exact && !overlap(scene, pair.a, pair.b, image)) return false;
  images.push_back(image);
  return true;
}

}  // namespace

void resolve(const Scene& scene, const Entries& entries, Found& found, std::vector<Image>& images) {
  if (!entries.is_periodic()) return resolve_open(scene, found);
  BodyPair* kept = found.certain.begin();
  for (const BodyPair& entry : found.certain) {
    if (resolve_periodic(scene, entries, true, entry, *kept, images)) ++kept;
  }
  found.certain.resize(kept - found.certain.begin());
  for (const BodyPair& entry : found.doubtful) {
    BodyPair* const next = found.certain.reserve(1);
    if (resolve_periodic(scene, entries, false, entry, *next, images)) found.certain.commit(1);
  }
}

}  // namespace talus::broad::rows
