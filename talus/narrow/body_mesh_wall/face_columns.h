// The thickness of a mesh behind one side of a face: columns from the plane of the face against its
// normal, over the face, as integrals (mesh_overlap/thickness.h).
//
// The columns of a face do not move with the mesh: they are over the face itself and, beyond its
// valleys, over strips in which the plane of the face continues behind the next faces. The
// integrals of the thickness therefore change only with the surface of the mesh. As it moves by v,
// an area dA of it with the outward normal N adds t^q v . N dA to the integral of t^(q + 1) / (q +
// 1): forces and torques are exact derivatives, without a part for borders.
#pragma once

#include <span>
#include <vector>

#include "talus/math/pose.h"
#include "talus/math/tangent_frame.h"
#include "talus/narrow/body_mesh_wall/face_side.h"
#include "talus/narrow/mesh_overlap/smooth_depth.h"
#include "talus/shape/mesh/view.h"

namespace talus::body_mesh_wall {

// Integrals over columns; thicknesses are in units of the size of the body.
struct ColumnSums {
  mesh_overlap::ThicknessMoments moments;
  // Force on the body per change of each integral of the moments; torques about the origin.
  Vec3<double> force[mesh_overlap::power_count]{}, torque[mesh_overlap::power_count]{};
};

// One contact, in the frame of the wall.
struct ColumnContact {
  Vec3<double> point{}, normal{};
  double depth{}, slope{}, twist{};
  double spread_squared{}, patch_arm{};
};

class FaceColumns {
 public:
  // `border`: of this side of the face. `reach`: width of the strips beyond valleys. Lengths are
  // relative to a body of this position and size.
  void begin(const FaceView& face, double side, std::span<const FaceBorder> border,
             const BoundingSphere<double>& body, double reach);

  // The columns of all facets.
  ColumnSums find(const MeshView<double>& mesh, const RelativePose<double>& mesh_in_wall);

  // False if there is none.
  bool contact(const ColumnSums& sums, ColumnContact& c) const;

  const Vec3<double>& normal() const { return normal_; }

 private:
  using Column = mesh_overlap::Column;

  // Of a facet, cut; every cut adds one corner at most.
  struct Piece {
    static constexpr int capacity = 16;
    int count{};
    Column corner[capacity];
  };
  // A number that is linear over the face.
  struct Linear {
    double at{}, along_x{}, along_y{};
    double operator()(const Column& c) const { return at + along_x * c.x + along_y * c.y; }
  };
  // A convex part of the face or of a strip. Thicknesses are at most the limits of its own.
  struct Region {
    Column corner[4];
    int count{};
    double low[2], high[2];
    Linear limit[3];
    int limits{};
  };

  Column column(const Vec3<double>& p) const;
  Linear along(const Vec3<double>& from, const Vec3<double>& direction) const;
  Region& add_region(std::initializer_list<Vec3<double>> corners);
  void add_strips(std::span<const FaceBorder> border, double reach);
  void add_strip(std::span<const FaceBorder> border, const FaceBorder& of, double reach);
  void add_facet(const MeshView<double>& mesh, const RelativePose<double>& mesh_in_wall, int f);
  void add_over_regions(const Piece& facet);
  void add_piece(const Piece& piece, bool ends_at_facet, const Region& region, int first_limit);
  void add_columns(const Piece& piece, bool ends_at_facet);

  template <class Of>
  static Piece cut(const Piece& in, const Of& of) {
    Piece out;
    out.count = mesh_overlap::clip(in.corner, in.count, of, out.corner);
    return out;
  }

  Vec3<double> normal_{}, origin_{};
  TangentFrame<double> axes_{};
  double level_{};  // of the plane over the origin
  double size_ = 1.0, per_size_ = 1.0;
  bool is_whole_plane_{};
  std::vector<Region> region_;
  Vec3<double> facet_normal_{};  // of the facet that is added, in the axes of the face
  ColumnSums sums_;
};

}  // namespace talus::body_mesh_wall
