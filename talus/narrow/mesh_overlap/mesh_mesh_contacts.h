// The contacts of two meshes in a simulation, one per part of their overlap.
//
//   1  the parts of the overlap (mesh_mesh/overlap_surface.h), exactly
//   2  a part that lies in a valley of either surface, such as the corner of a box, is split there
//      into one sub-part per side of the valley; of a part with valleys of both, a sub-part is
//      where a side of the one crosses a side of the other
//   3  the direction n of a part is that of its vector area, along which the volume of the overlap
//      falls fastest; the columns along n give depth, force and torque (column_overlay.h)
//   4  the contacts share one energy (body_mesh_wall/energy_share.h)
//
// Force and torque are the derivative of the depth, including what the turning of n adds; of parts
// in valleys n counts as fixed. For a face, an edge, a corner or a ball on a face, and for two
// edges, the depth is stationary in n anyway. A part that is folded so that it has no such
// direction (a rod through a plate) is pushed along the line of centres by its mean thickness.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "talus/math/pose.h"
#include "talus/narrow/body_mesh_wall/energy_share.h"
#include "talus/narrow/mesh_mesh/overlap_surface.h"
#include "talus/narrow/mesh_overlap/column_overlay.h"
#include "talus/narrow/mesh_overlap/mesh_contact.h"

namespace talus {

// Factor of the depth (smooth_depth.h): that of polyhedra counts the vertices of the faces of both
// bodies, so that two polyhedra are 1.24 times as stiff as one on a half-space. Meshes are 1.20
// times.
inline constexpr double mesh_pair_scale = 1.077;

class MeshMeshContacts {
 public:
  // The contacts, in the order of the parts; the memory is reused from pair to pair. `energy_power`
  // is the exponent of the depth in the energy of the law. Swapping A and B turns the normals.
  // `cache`: of the two meshes; the result is the same with any contents and with none.
  const std::vector<MeshContact>& find(const mesh_mesh::ShelledMesh& a, const Pose<double>& pose_a,
                                       const mesh_mesh::ShelledMesh& b, const Pose<double>& pose_b,
                                       double energy_power,
                                       mesh_mesh::FacetPairList* cache = nullptr);

  // A distance by which the meshes of the last call must move before they can touch; 0: none is
  // known.
  double gap() const { return gap_; }

 private:
  struct FacetOfPart {
    std::int32_t facet, group;
    Vec3<double> vector_area;
  };

  // Group of A, group of B, a side of the border where their facets cross.
  using Crossing = std::array<std::int32_t, 3>;

  void list_facets(int part);
  int group_facets(int of_b);
  bool add_contact(const Vec3<double>& vector_area, double area, int group_a, int group_b);
  bool add_contacts_of_groups();
  bool add_contact_of_groups(std::span<const Crossing> crossing);
  mesh_overlap::ColumnWrench wrench_by_turning(const Vec3<double>& n, double vector_area,
                                               const mesh_overlap::SmoothDepth& depth) const;
  void add_folded(int part);
  void share_energy(double energy_power);

  mesh_mesh::FacetPairList near_;  // of calls without a cache
  mesh_mesh::OverlapSurface overlap_;
  mesh_overlap::ColumnOverlay columns_;
  int first_region_{}, last_region_{};  // of the part
  Vec3<double> origin_{};               // a point of it
  std::vector<FacetOfPart> facet_[2];
  std::vector<std::int32_t> leader_;  // of facets, by union and find
  std::vector<Crossing> crossing_;
  std::vector<std::int32_t> border_end_;  // corners
  std::vector<body_mesh_wall::EnergyShare> share_;
  std::vector<MeshContact> found_;
  double size_{};  // of the smaller body
  double gap_{};
};

}  // namespace talus
