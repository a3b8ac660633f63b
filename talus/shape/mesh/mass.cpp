// Volume, centroid and inertia of a closed surface: sums over the tetrahedra between a point and
// the facets, about the middle of the box first and then about the centroid, so that nothing
// cancels but what the shape itself makes cancel.
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/mesh/mesh_mass.h"

namespace talus {
namespace {

struct Moments {
  double volume = 0.0;
  Vec3<double> first{};
  SymMat3<double> second;
};

template <class Corner>
Moments moments_about(const Vec3<double>& origin, int facets, const Corner& corner) {
  Moments sum;
  for (int f = 0; f < facets; ++f) {
    const Vec3<double> p = corner(f, 0) - origin, q = corner(f, 1) - origin,
                       r = corner(f, 2) - origin, total = p + q + r;
    const double volume = dot(p, cross(q, r)) / 6.0;
    sum.volume += volume;
    sum.first = sum.first + (volume / 4.0) * total;
    sum.second = sum.second + (volume / 20.0) * (outer_square(p) + outer_square(q) +
                                                 outer_square(r) + outer_square(total));
  }
  return sum;
}

template <class Corner>
MassProperties mass_of_facets(const Vec3<double>& middle, int facets, const Corner& corner) {
  const Moments rough = moments_about(middle, facets, corner);
  const Vec3<double> centroid = middle + rough.first / rough.volume;
  const Moments m = moments_about(centroid, facets, corner);
  const SymMat3<double>& s = m.second;
  return {m.volume, centroid, {s.yy + s.zz, s.xx + s.zz, s.xx + s.yy, -s.xy, -s.xz, -s.yz}};
}

}  // namespace

MassProperties mass_properties(const Mesh& body) {
  const MeshView<double>& view = body.view();
  return mass_of_facets(0.5 * (view.box.lower + view.box.upper), view.facet_count,
                        [&view](int f, int k) { return view.corner(f, k); });
}

MassProperties mass_properties(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) return {};
  const auto corner = [&mesh](int f, int k) { return mesh.vertices[mesh.triangles[f][k]]; };
  return mass_of_facets(corner(0, 0), static_cast<int>(mesh.triangles.size()), corner);
}

}  // namespace talus
