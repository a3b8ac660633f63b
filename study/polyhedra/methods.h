// The methods of the study: those that Talus lists for two polyhedra, and readings of Algorithm 3
// that need a store that grows.
#pragma once

#include <span>

#include "talus/narrow/contact.h"
#include "talus/shape/polyhedron_view.h"

namespace study {

// `gjk-td` is Algorithm 3 with a growing store and d_p the distance of a face's plane,
// `gjk-td-triangle` the same with d_p that of the triangle; `gjk-td-fixed` is what Talus lists as
// gjk-td, with scratch space for 4,096 faces. Sorted as listed, the variants next to each other.
std::span<const talus::Method> methods();
const talus::Method& method(std::string_view name);

// Faces after which the study gives up, with iteration_limit: half a million steps, 300 MB. Set
// once, before the first query.
inline int most_faces = 1'500'000;

inline const talus::PolyhedronView<double>& view_of(const talus::Shape& shape) {
  return std::get<talus::Polyhedron>(shape).view();
}

}  // namespace study
