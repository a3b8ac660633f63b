// Where the surfaces of two meshes cross, exactly: every edge of either with every facet of the
// other.
//
//   1  the pairs of facets that come near, from a list that is made now or was made before
//      (facet_pairs.h)
//   2  exact signs (exact_orientation.h) decide which edges of either facet cross the other one:
//      none, or two, the ends of the straight section in which the two facets meet
//   3  a crossing of an edge with a facet is found with both facets beside the edge and stored once
//
// Nothing depends on the cells or on sampling, so that nothing is missed, however thin. The
// sections form closed curves: every crossing is the end of two of them. Pairs of facets that do
// not cross leave no trace: the result does not depend on how many of them the list has.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/narrow/mesh_mesh/facet_pairs.h"

namespace talus::mesh_mesh {

// An edge of one body through a facet of the other.
struct Crossing {
  Vec3<double> point;          // in A's frame
  double along;                // from vertex 0 of the edge, 0, to vertex 1, 1
  std::int32_t edge, facet;    // the edge is B's if of_b
  std::int8_t of_b, is_entry;  // is_entry: from vertex 0 to vertex 1 it passes into the other body
};

// Facet A and facet B meet from crossing `start` to crossing `end`. Seen from outside A, the part
// of facet A inside B is on the left of it; of facet B, the part inside A on the right.
struct Section {
  std::int32_t facet[2];  // A's, B's
  std::int32_t start, end;
};

// All vectors keep their memory from pair to pair.
struct SurfaceCrossings {
  std::vector<Crossing> crossing;
  std::vector<Section> section;

  // `near`: made for a pose of B from which none of its points has moved by more than `moved`, less
  // than the margin of the list.
  void find(const PosedMesh& a, const PosedMesh& b, const FacetPairList& near, double moved);

 private:
  void intersect(const PosedMesh& a, const PosedMesh& b, int f, int g);
  int crossing_of(const PosedMesh& with_edge, int edge, const PosedMesh& with_facet, int facet,
                  bool is_entry);

  std::vector<std::int32_t> table_;  // crossings by edge and facet
};

}  // namespace talus::mesh_mesh
