// Regions and what lies in them across the bounds of a periodic domain.
#pragma once

#include <vector>

#include "talus/measure.h"

namespace talus {

// Part of the straight line from `from` to `to` that is inside the region, 0 to 1. A line without
// length is inside with its point.
double part_inside(const Region& region, const Vec3<double>& from, const Vec3<double>& to);

// Translations by whole periods for which a box may reach the region; the zero vector alone where
// nothing is periodic.
std::vector<Vec3<double>> images_at(const Region& region, const broad::Domain& domain,
                                    const BoundingBox<double>& box);

// Whether the point or one of its images is inside.
bool holds(const Region& region, const broad::Domain& domain, const Vec3<double>& point);

// Centres of mass, in the order of the bodies; half-spaces have their origin.
std::vector<Vec3<double>> centres_of(const Bodies& bodies);

// Whether a body is a half-space or, by its index, a mesh wall.
bool is_wall(const Bodies& bodies, std::int32_t body);

}  // namespace talus
