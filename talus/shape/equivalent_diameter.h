// The size of a body as one number: the diameter of the ball of the same volume, D_eq in P1 (4.1).
#pragma once

#include "talus/shape/shape.h"

namespace talus {

// Zero for a segment. Throws ShapeError for a half-space.
double equivalent_diameter(const Shape& shape);

// The spheroid with semi-axes (a, b, b), a / b the aspect ratio and of the given equivalent
// diameter: P1 (4.1), a = A^(2/3) D/2, b = A^(-1/3) D/2. Throws ShapeError unless both are finite
// and positive.
Shape make_spheroid(double aspect_ratio, double diameter);

// The same shape with all lengths times the factor, about the body's origin.
Shape scaled(const Shape& shape, double factor);

// The same shape, scaled to this equivalent diameter. Throws ShapeError unless the shape has a
// volume.
Shape scaled_to_diameter(const Shape& shape, double diameter);

}  // namespace talus
