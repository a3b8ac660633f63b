// The bodies of the study as plain numbers with their faces and edges, made without Talus so that
// the oracle can judge it.
#pragma once

#include "oracle/sample_solids.h"
#include "oracle/solid.h"

namespace study {

using oracle::logarithmic;
using oracle::Random;
using oracle::random_direction;
using oracle::uniform;
using Vector = oracle::Vec<double>;

// All bodies have the mean of their vertices at the origin.

// Sides between 1 and 3.
oracle::Solid random_box(Random& random);

// One of the five regular solids, its circumscribed radius between 1 and 2.
oracle::Solid random_regular_solid(Random& random);

// Unit cubes and tetrahedra, as in section 4.2 of the paper.
oracle::Solid unit_cube();
oracle::Solid unit_tetrahedron();

// A unit sphere faceted by vertices on a spiral, all of them corners.
oracle::Solid faceted_sphere(int vertex_count);

// The tooth of an involute gear of base radius 1, upright, with vertex_count / 4 points on a flank.
oracle::Solid gear_tooth(int vertex_count);

// The hull of points on an ellipsoid with semi-axes between 0.5 and 1.5; every point is a vertex.
oracle::Solid random_hull(Random& random, int vertex_count);

}  // namespace study
