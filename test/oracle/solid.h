// A convex polyhedron for the exact oracle: its faces as points of the sphere of directions
// and its edges as arcs between them, in the body's own frame.
#pragma once

#include <memory>
#include <vector>

#include "oracle/spec.h"
#include "oracle/vector.h"

namespace oracle {

// The normals of an edge: from the normal of the face on its left to that of the face on its right,
// turning about `along` by less than half a turn.
struct Arc {
  int tail, head;
  Vec<double> along;  // unit, tail to head
  Vec<double> from, to;
};

class ArcGrid;

struct Solid {
  std::vector<Triple> points;
  std::vector<std::array<int, 3>> faces;  // three corners of each, counter-clockwise from outside
  std::vector<Vec<double>> normals;       // of the faces: unit, outward
  std::vector<Arc> arcs;
  std::shared_ptr<const ArcGrid> grid;  // of the arcs, where there are many
  double reach = 0;                     // largest distance of a point from the body's origin

  void add_face(const std::array<int, 3>& corners);
  // The faces to the left and to the right of the edge, by index.
  void add_arc(int tail, int head, int left, int right);
  // After the last face and arc.
  void complete();
};

// The hull of points by trying every triple: slow and plain. Nearly coplanar points may give the
// same face several times over, which does no harm.
Solid make_solid(const std::vector<Triple>& points);

}  // namespace oracle
