// The surface of the overlap of two meshes, exactly: all parts of either surface inside the other
// body, as flat regions, and the connected parts of the overlap that they bound.
//
//   1  the curves in which the surfaces cross (surface_crossings.h)
//   2  of every edge the stretches between successive crossings that are inside; of every facet
//      that is crossed, the regions bounded by sections and stretches
//   3  the facets within the curves, from neighbour to neighbour; shells that are wholly inside
//   4  what is connected along sections, stretches and whole facets is one part of the overlap; a
//      hole of a region belongs to the part around it, as does a cavity of the overlap
//
// A region is its directed border, with the region on the left seen from outside. It may have
// several loops and holes: areas and moments are integrals along the border and need no order.
#pragma once

#include <vector>

#include "talus/narrow/mesh_mesh/mesh_shells.h"
#include "talus/narrow/mesh_mesh/stamped_map.h"
#include "talus/narrow/mesh_mesh/surface_crossings.h"
#include "talus/shape/mesh/nearest.h"

namespace talus::mesh_mesh {

// A corner of a region: a crossing, or a vertex inside the other body.
struct OverlapCorner {
  Vec3<double> point;  // in A's frame
  double reach;        // the other surface is at most this far away
  bool is_vertex, of_b;
};

struct BorderSide {
  std::int32_t from, to;     // corners
  std::int32_t other_facet;  // of the other body, in which the side lies, or -1
};

struct SurfaceRegion {
  std::int32_t facet, of_b;
  std::int32_t part;         // of the overlap
  std::int32_t first, last;  // its sides
};

// The area of a region and the volume of the cone from a point over it, both with a sign.
struct RegionArea {
  Vec3<double> normal, corner;  // outward; the first corner
  double twice;                 // the area

  double cone_volume(const Vec3<double>& apex) const {
    return dot(normal, corner - apex) * twice / 6.0;
  }
};

struct OverlapExtent {
  double volume{}, area{};  // of the overlap and of its whole surface
};

struct OverlapSurface {
  PosedMesh mesh[2];
  std::vector<OverlapCorner> corner;
  std::vector<BorderSide> side;
  std::vector<SurfaceRegion> region;     // in the order of the parts
  std::vector<std::int32_t> part_begin;  // where the regions of each part begin, and their end
  int parts{};

  void find(const MeshView<double>& a, const MeshView<double>& b,
            const RelativePose<double>& b_in_a);
  // The same from a list of facets (surface_crossings.h).
  void find(const ShelledMesh& a, const ShelledMesh& b, const RelativePose<double>& b_in_a,
            const FacetPairList& near, double moved);

  RegionArea area_of(const SurfaceRegion& r) const;

  // Volume over area of the whole: whether there is an overlap, though its surface may be that of
  // either body everywhere, and nowhere deep.
  double thickness() const;
  // Of some of the parts, from their regions.
  OverlapExtent extent(int first_part, int last_part) const;

  // Signed distance and nearest point of the other body's surface; the point is in A's frame.
  MeshProjection<double> project(const Vec3<double>& point, bool of_b, double reach) const;

 private:
  struct CrossedEdge {
    std::int32_t edge, of_b;
    std::int32_t first;  // of its crossings in their order, linked by next_on_edge_
  };
  struct CrossedFacet {
    std::int32_t facet, of_b;
    std::int32_t first_section;  // linked by next_of_a_ or next_of_b_
    std::int32_t first, last;    // its sides
  };

  void link_crossings();
  void set_vertices_of_crossed_edges();
  void set_other_vertices();
  void add_sides_of(CrossedFacet& crossed);
  void add_sides_of_edge(const CrossedFacet& crossed, int k);
  void add_whole_facets(int of_b, int facet);
  bool may_have_whole_shell(int of_b, double margin);
  void add_whole_shells();
  void find_groups_of(const CrossedFacet& crossed);
  void unite_holes(const CrossedFacet& crossed);
  void add_regions_of(const CrossedFacet& crossed);
  void number_parts();
  void unite_cavities();
  void sort_by_part();

  void add_side(int from, int to, int other_facet);
  bool is_inside(int of_b, int vertex) const { return vertex_[of_b].get(vertex, -1) >= 0; }
  int corner_of_vertex(int of_b, int vertex, double reach);
  double signed_area(const CrossedFacet& crossed, int group) const;
  bool is_around(const CrossedFacet& crossed, int group, const Vec3<double>& point) const;
  int leader(int corner);
  void unite(int p, int q);

  SurfaceCrossings crossings_;
  FacetPairList near_;             // of calls without a list
  const MeshShells* shells_[2]{};  // null: not known
  StampedMap facet_[2];            // crossed: its number; whole: -1
  StampedMap edge_[2];             // its number among the crossed ones
  StampedMap vertex_[2];           // inside: its corner; outside: -1
  std::vector<std::int32_t> next_on_edge_, next_of_[2];
  std::vector<CrossedEdge> crossed_edge_;
  std::vector<CrossedFacet> crossed_facet_;
  std::vector<std::int32_t> group_;  // of corners, by union and find
  std::vector<std::int32_t> stack_, leader_of_side_, groups_of_facet_, part_of_group_;
  std::vector<BorderSide> reordered_;
  std::vector<std::uint8_t> is_crossed_;
};

}  // namespace talus::mesh_mesh
