#include "talus/packing/shape_budget.h"

#include <fmt/format.h>

#include <variant>

#include "talus/shape/mesh/view.h"
#include "talus/shape/polyhedron_view.h"

namespace talus {

std::uint64_t vertices_of(const Shape& shape) {
  if (const auto* polyhedron = std::get_if<Polyhedron>(&shape)) {
    return static_cast<std::uint64_t>(polyhedron->view().vertex_count);
  }
  if (const auto* mesh = std::get_if<Mesh>(&shape)) {
    return static_cast<std::uint64_t>(mesh->view().facet_count);
  }
  return 1;
}

bool ShapeBudget::spend(std::uint64_t copies, std::uint64_t vertices) {
  const std::uint64_t left = most_made_vertices - spent_;
  if (vertices > 0 && copies > left / vertices) return false;
  spent_ += copies * vertices;
  return true;
}

std::string ShapeBudget::refusal(std::uint64_t copies, std::uint64_t vertices) {
  return fmt::format(
      "{} shapes of {} vertices each are too many; at most {} vertices in all are allowed, those "
      "of other variants and size classes included",
      copies, vertices, most_made_vertices);
}

}  // namespace talus
