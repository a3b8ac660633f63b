#include "talus/narrow/mesh_overlap/mesh_half_space.h"

#include "talus/narrow/force_point.h"
#include "talus/narrow/mesh_overlap/facets_below.h"
#include "talus/narrow/mesh_overlap/smooth_depth.h"

namespace talus {

bool mesh_half_space_contact(const MeshView<double>& mesh, const Pose<double>& pose,
                             const Vec3<double>& up, double offset, MeshContact& contact,
                             double& gap) {
  using namespace mesh_overlap;
  const Mat3<double> rotation = rotation_of(pose.orientation);
  const Vec3<double> up_own = transpose_times(rotation, up);
  const double level = offset - dot(up, pose.position);
  const TangentFrame<double> axes = tangent_frame(up_own);
  const double size = mesh.sphere.radius, per_size = 1.0 / size;
  ThicknessMoments moments;
  gap = for_facets_below(mesh.tree, -up_own, -level, [&](int f) {
    Column corner[3], below[4];
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> v = mesh.corner(f, k), out = v - mesh.sphere.centre;
      corner[k] = {dot(axes.x, out), dot(axes.y, out), per_size * (level - dot(up_own, v))};
    }
    // The surface below the plane is seen from behind.
    const Column turned = corner[1];
    corner[1] = corner[2], corner[2] = turned;
    moments.add_polygon(below, clip_thickness(corner, 3, below));
  });
  for (const double whole : moments.whole) {
    if (!(whole > 0.0)) return false;
  }
  const SmoothDepth d = smooth_depth(moments);
  double slope = 0.0, x = 0.0, y = 0.0;
  for (int i = 0; i < power_count; ++i) {
    slope += d.weight[i] * moments.rate[i];
    x += d.weight[i] * moments.rate_x[i];
    y += d.weight[i] * moments.rate_y[i];
  }
  // Where the rest of the push acts if the slope is too small.
  const double rest = larger(0.0, least_slope - slope), per_rate = 1.0 / moments.rate[2];
  slope += rest;
  x += rest * per_rate * moments.rate_x[2];
  y += rest * per_rate * moments.rate_y[2];
  contact.depth = size * d.depth;
  contact.slope = slope;
  contact.normal = up;
  const Vec3<double> centre = mesh.sphere.centre;
  const double height = level - dot(up_own, centre) - 0.5 * contact.depth;
  contact.point = pose.position + rotation * (centre + (x / slope) * axes.x + (y / slope) * axes.y +
                                              height * up_own);
  const PatchExtent patch = patch_extent(moments);
  contact.spread_squared = d.flatness * patch.smaller_moment;
  contact.patch_arm = patch.mean_arm;
  contact.twist = 0.0;
  contact.energy_share = 1.0;
  return true;
}

}  // namespace talus
