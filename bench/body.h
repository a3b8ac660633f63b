// Bodies of the bench in a form independent of all contenders.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "oracle/sample_solids.h"
#include "oracle/solid.h"

namespace bench {

using Vector = Eigen::Vector3d;
using oracle::logarithmic;
using oracle::Random;
using oracle::RegularSolid;
using oracle::uniform;

enum class Family { polyhedron, ellipsoid, superquadric };

struct Edge {
  int vertex[2];
  int face[2];
};

struct Body {
  Family family{};
  Vector semi_axes{0, 0, 0};  // half the sides of a box; zero for other polyhedra
  double n1 = 2, n2 = 2;      // exponents of a superquadric (docs/formats.md)
  bool box = false;

  std::vector<Vector> vertices;         // polyhedra
  std::vector<std::vector<int>> faces;  // counter-clockwise seen from outside
  std::vector<Vector> face_normals;
  std::vector<Edge> edges;
  std::vector<std::vector<int>> neighbours;  // vertex -> adjacent vertices

  oracle::Solid solid;  // the same for the oracle

  double radius = 0;  // of the bounding sphere around the body's origin
};

struct Placement {
  Vector position{0, 0, 0};
  Eigen::Quaterniond orientation{1, 0, 0, 0};
};

Vector random_direction(Random& random);
Eigen::Quaterniond random_orientation(Random& random);

Body make_box(const Vector& half_sides);

// Corners at this radius.
Body make_regular_solid(RegularSolid which, double radius);

// The convex hull of points in general position, all of which are corners of it.
Body make_hull(std::vector<Vector> points);

// Stretched along the axes: the hull of stretched points has the same faces.
Body stretched(const Body& polyhedron, const Vector& factors);

Body make_ellipsoid(const Vector& semi_axes);
Body make_superquadric(const Vector& semi_axes, double n1, double n2);

}  // namespace bench
