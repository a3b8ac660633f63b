// The pairs of facets of two meshes that cross or may cross soon.
//
// Both trees of boxes are descended together to the pairs of facets that are within a margin of
// each other. A list stays complete until a point of B has moved by more than the margin, seen from
// A: bodies that fall or turn together keep it. Every pair has a lower bound on the distance of its
// facets, so that few of a list are evaluated in a step.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/math/pose.h"
#include "talus/shape/mesh/view.h"

namespace talus::mesh_mesh {

// A mesh in the frame of A.
struct PosedMesh {
  const MeshView<double>* body{};
  RelativePose<double> to_a;
  bool of_b{};

  Vec3<double> vertex(int v) const {
    return of_b ? to_a.point_to_a(body->vertex(v)) : body->vertex(v);
  }
  Vec3<double> corner(int f, int k) const { return vertex(body->facet[f].vertex[k]); }
  Vec3<double> normal(int f) const {
    const Vec3<double>& n = body->facet_plane[f].normal;
    return of_b ? to_a.rotation * n : n;
  }
};

struct FacetPair {
  std::int32_t a, b;  // facets
  float apart;        // m, lower bound on their distance when they were listed
};

// A caller's cache of two meshes. Contacts are the same with any contents that were made for the
// two bodies, in this order, and with none.
struct FacetPairList {
  RelativePose<double> listed_at{};  // of B in A
  double margin{};                   // m, all pairs of facets within it are listed; 0: none are
  double least{};                    // m, no two facets were closer; at most the margin
  bool are_outside{};                // at `listed_at`: no shell of either is inside the other
  std::vector<FacetPair> pair;       // by the facets of A, then by those of B

  // Upper bound on the distance by which a point of B has moved since, seen from A.
  double moved(const MeshView<double>& b, const RelativePose<double>& b_in_a) const;
};

// Lists the pairs within `margin`, or within less if they are very many.
void list_facet_pairs(const PosedMesh& a, const PosedMesh& b, double margin, FacetPairList& list);

}  // namespace talus::mesh_mesh
