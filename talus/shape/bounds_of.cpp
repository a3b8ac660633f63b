#include "talus/shape.h"
#include "talus/shape/mesh/support.h"
#include "talus/shape/shape.h"
#include "talus/shape/world_bounds.h"

namespace talus {

namespace {

// f of the shape's kernel data, nothing for a half-space.
template <class Result, class Function>
std::optional<Result> of_bounded(const Shape& shape, Function f) {
  return std::visit(
      [&](const auto& body) -> std::optional<Result> {
        using Body = std::decay_t<decltype(body)>;
        if constexpr (std::is_same_v<Body, HalfSpace<double>>) {
          return std::nullopt;
        } else if constexpr (requires { body.view(); }) {
          return f(body.view());
        } else {
          return f(body);
        }
      },
      shape);
}

}  // namespace

std::optional<BoundingSphere<double>> bounding_sphere(const Shape& shape) {
  return of_bounded<BoundingSphere<double>>(shape,
                                            [](const auto& body) { return bounding_sphere(body); });
}

std::optional<BoundingBox<double>> bounding_box(const Shape& shape) {
  return of_bounded<BoundingBox<double>>(shape,
                                         [](const auto& body) { return bounding_box(body); });
}

std::optional<BoundingSphere<double>> world_sphere(const Shape& shape, const Pose<double>& pose) {
  return of_bounded<BoundingSphere<double>>(shape, [&pose](const auto& body) {
    return world_sphere(body, rotation_of(pose.orientation), pose.position);
  });
}

std::optional<BoundingBox<double>> world_box(const Shape& shape, const Pose<double>& pose) {
  return of_bounded<BoundingBox<double>>(shape, [&pose](const auto& body) {
    return world_box(body, rotation_of(pose.orientation), pose.position);
  });
}

}  // namespace talus
