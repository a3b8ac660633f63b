// The kernel of a body that touches walls: any kind but half-spaces and segments.
#pragma once

#include <type_traits>
#include <variant>

#include "talus/shape/shape.h"

namespace talus::body_mesh_wall {

inline const PolyhedronView<double>& kernel_of(const Polyhedron& body) { return body.view(); }
inline const MeshView<double>& kernel_of(const Mesh& body) { return body.view(); }
template <class Body>
const Body& kernel_of(const Body& body) {
  return body;
}

// Calls visit(kernel), and nothing for kinds that touch no wall.
template <class Visit>
void visit_body(const Shape& shape, Visit visit) {
  std::visit(
      [&](const auto& body) {
        using Kind = std::decay_t<decltype(body)>;
        if constexpr (!std::is_same_v<Kind, HalfSpace<double>> &&
                      !std::is_same_v<Kind, Segment<double>>) {
          visit(kernel_of(body));
        }
      },
      shape);
}

}  // namespace talus::body_mesh_wall
