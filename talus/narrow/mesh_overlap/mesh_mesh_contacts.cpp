#include "talus/narrow/mesh_overlap/mesh_mesh_contacts.h"

#include <algorithm>

#include "talus/math/power.h"
#include "talus/narrow/body_mesh_wall/convex_face.h"

namespace talus {
namespace {

using mesh_mesh::PosedMesh;
using Vec = Vec3<double>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Cosine of the angle (20 degrees) between two facets beyond which their edge, if it is concave, is
// a valley that splits a part. A choice: the facets of round hollows are below it.
constexpr double valley_cosine = 0.94;

// Products of the normals of different contacts are scaled by this, so that the loads of parallel
// ones change gradually where one gets deeper than another. As for the faces of mesh walls.
constexpr double alike = 0.9;

// Vector area over area below which a part has no direction.
constexpr double folded = 0.02;

bool is_valley(const PosedMesh& mesh, int f, int g) {
  const Vec n = mesh.normal(f);
  if (dot(n, mesh.normal(g)) > valley_cosine) return false;
  double highest = 0.0, lowest = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double height = dot(n, mesh.corner(g, k) - mesh.corner(f, 0));
    highest = std::max(highest, height), lowest = std::min(lowest, height);
  }
  return highest > -lowest;
}

}  // namespace

// The facets of a part, once each, with the vector areas of their regions.
void MeshMeshContacts::list_facets(int part) {
  facet_[0].clear(), facet_[1].clear();
  for (int i = overlap_.part_begin[at(part)]; i < overlap_.part_begin[at(part + 1)]; ++i) {
    const mesh_mesh::SurfaceRegion& r = overlap_.region[at(i)];
    const Vec o = overlap_.corner[at(overlap_.side[at(r.first)].from)].point;
    Vec twice{};
    for (int k = r.first; k < r.last; ++k) {
      const mesh_mesh::BorderSide& side = overlap_.side[at(k)];
      twice = twice + cross(overlap_.corner[at(side.from)].point - o,
                            overlap_.corner[at(side.to)].point - o);
    }
    // Along the facet's own normal: what is across it is rounding.
    const Vec n = overlap_.mesh[r.of_b].normal(r.facet);
    facet_[r.of_b].push_back({r.facet, 0, (0.5 * std::max(0.0, dot(n, twice))) * n});
  }
  for (std::vector<FacetOfPart>& list : facet_) {
    std::sort(list.begin(), list.end(),
              [](const FacetOfPart& f, const FacetOfPart& g) { return f.facet < g.facet; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (kept > 0 && list[kept - 1].facet == list[i].facet) {
        list[kept - 1].vector_area = list[kept - 1].vector_area + list[i].vector_area;
      } else {
        list[kept++] = list[i];
      }
    }
    list.resize(kept);
  }
}

// Numbers the groups of facets that are connected without a valley; returns how many there are.
int MeshMeshContacts::group_facets(int of_b) {
  std::vector<FacetOfPart>& list = facet_[of_b];
  const PosedMesh& mesh = overlap_.mesh[of_b];
  const auto leader = [&](int i) {
    while (leader_[at(i)] != i) i = leader_[at(i)] = leader_[at(leader_[at(i)])];
    return i;
  };
  const int count = static_cast<int>(list.size());
  leader_.resize(list.size());
  for (int i = 0; i < count; ++i) leader_[at(i)] = i;
  for (int i = 0; i < count; ++i) {
    const int f = list[at(i)].facet;
    for (const std::int32_t e : mesh.body->facet[f].edge) {
      const MeshEdge& edge = mesh.body->edge[e];
      const int g = edge.facet[0] == f ? edge.facet[1] : edge.facet[0];
      if (g <= f) continue;
      const auto other = std::lower_bound(
          list.begin(), list.end(), g,
          [](const FacetOfPart& listed, int facet) { return listed.facet < facet; });
      if (other == list.end() || other->facet != g || is_valley(mesh, f, g)) continue;
      const int p = leader(i), q = leader(static_cast<int>(other - list.begin()));
      leader_[at(std::max(p, q))] = std::min(p, q);
    }
  }
  int groups = 0;
  for (int i = 0; i < count; ++i) {
    const int first = leader(i);
    list[at(i)].group = first == i ? groups++ : list[at(first)].group;
  }
  return groups;
}

// What the turning of n adds to the push. As B moves, the border of A's regions does: per length
// dl of it along a facet with the normal N_B, the vector area V of A gains
// N_A (v . N_B) / |N_A x N_B| dl. The derivative of the depth by n is the imbalance of the torques,
// since nothing changes if A, B and n turn together.
mesh_overlap::ColumnWrench MeshMeshContacts::push_by_turning(
    const Vec& n, double vector_area, const mesh_overlap::SmoothDepth& depth) const {
  constexpr double parallel = 1e-6;  // sine of an angle: such facets share no border to speak of
  const Vec by_n =
      cross(columns_.wrench_of(1, depth).torque - columns_.wrench_of(0, depth).torque, n);
  mesh_overlap::ColumnWrench push;
  for (int i = first_region_; i < last_region_; ++i) {
    const mesh_mesh::SurfaceRegion& r = overlap_.region[at(i)];
    if (r.of_b != 0) continue;
    const Vec normal_a = overlap_.mesh[0].normal(r.facet);
    const double part = dot(by_n, normal_a) / vector_area;
    for (int k = r.first; k < r.last; ++k) {
      const mesh_mesh::BorderSide& side = overlap_.side[at(k)];
      if (side.met < 0) continue;
      const Vec normal_b = overlap_.mesh[1].normal(side.met);
      const double sine = norm(cross(normal_a, normal_b));
      if (!(sine > parallel)) continue;
      const Vec from = overlap_.corner[at(side.from)].point - origin_,
                to = overlap_.corner[at(side.to)].point - origin_;
      const Vec added = (-part * norm(to - from) / sine) * normal_b;
      push.force = push.force + added;
      push.torque = push.torque + cross(0.5 * (from + to), added);
    }
  }
  return push;
}

// The contact along a vector area, from A to B, of the facets of a part; of the body `split` those
// of one group only (-1: all of both). False if there is none.
bool MeshMeshContacts::add_contact(const Vec& vector_area, double area, int split, int group) {
  using namespace mesh_overlap;
  const double length = norm(vector_area);
  if (!(length > folded * area)) return false;
  const Vec n = vector_area / length;
  columns_.begin(n, origin_, size_);
  for (int of_b = 0; of_b < 2; ++of_b) {
    const PosedMesh& mesh = overlap_.mesh[of_b];
    for (const FacetOfPart& f : facet_[of_b]) {
      if (of_b == split && f.group != group) continue;
      const Vec corner[3] = {mesh.corner(f.facet, 0), mesh.corner(f.facet, 1),
                             mesh.corner(f.facet, 2)};
      columns_.add(of_b, corner, mesh.normal(f.facet));
    }
  }
  columns_.find();
  const ThicknessMoments& m = columns_.moments();
  for (const double whole : m.whole) {
    if (!(whole > 0.0)) return false;
  }
  if (!(m.rate[0] > 0.0 && m.rate[2] > 0.0)) return false;
  const SmoothDepth d = smooth_depth(m);
  // By the motion of the body that is not split: all its facets are there, so that the borders of
  // the columns cancel.
  ColumnWrench push = columns_.wrench_of(split == 1 ? 0 : 1, d);
  if (split < 0) {
    const ColumnWrench turned = push_by_turning(n, length, d);
    push.force = push.force + turned.force;
    push.torque = push.torque + turned.torque;
  }
  const double rest = larger(0.0, least_slope - dot(push.force, n));
  const Vec middle = columns_.middle();
  push.force = push.force + rest * n;
  push.torque = push.torque + rest * cross(middle, n);
  const body_mesh_wall::ForceLine line({}, push.force, push.torque);
  MeshContact c;
  c.depth = (mesh_pair_scale * size_) * d.depth;
  c.slope = mesh_pair_scale * line.length;
  c.normal = line.direction;
  c.twist = line.twist;
  // On the line of force, at the middle of the overlap.
  const double height = dot(middle - line.point, n) / dot(line.direction, n);
  c.point = origin_ + line.point + height * line.direction;
  const PatchExtent patch = patch_extent(m);
  c.spread_squared = d.flatness * patch.smaller_moment;
  c.patch_arm = patch.mean_arm;
  found_.push_back(c);
  share_.push_back({n, 0.0, 0.0, false});
  return true;
}

void MeshMeshContacts::add_folded(int part) {
  double volume = 0.0, area = 0.0, corners = 0.0;
  Vec middle{};
  for (int i = overlap_.part_begin[at(part)]; i < overlap_.part_begin[at(part + 1)]; ++i) {
    const mesh_mesh::SurfaceRegion& r = overlap_.region[at(i)];
    const Vec n = overlap_.mesh[r.of_b].normal(r.facet);
    const Vec o = overlap_.corner[at(overlap_.side[at(r.first)].from)].point;
    double twice = 0.0;
    for (int k = r.first; k < r.last; ++k) {
      const mesh_mesh::BorderSide& side = overlap_.side[at(k)];
      twice += dot(n, cross(overlap_.corner[at(side.from)].point - o,
                            overlap_.corner[at(side.to)].point - o));
      middle = middle + overlap_.corner[at(side.from)].point;
      corners += 1.0;
    }
    volume += dot(n, o - origin_) * twice / 6.0;
    area += 0.5 * absolute(twice);
  }
  if (!(volume > 0.0) || !(area > 0.0)) return;
  const PosedMesh &a = overlap_.mesh[0], &b = overlap_.mesh[1];
  const Vec apart = b.to_a.point_to_a(b.body->sphere.centre) - a.body->sphere.centre;
  const double length = norm(apart);
  MeshContact c;
  c.normal = length > 0.0 ? apart / length : Vec{0.0, 0.0, 1.0};
  c.point = middle / corners;
  c.depth = 2.0 * volume / area;
  found_.push_back(c);
  share_.push_back({c.normal, 0.0, 0.0, false});
}

void MeshMeshContacts::share_energy(double energy_power) {
  if (found_.size() < 2) return;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    share_[i].root = power(found_[i].depth / size_, 0.5 * energy_power);
  }
  const body_mesh_wall::EnergyShares shares(share_, alike);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (!(share_[i].force > 0.0)) continue;
    found_[i].share = share_[i].force / share_[i].root;
    found_[kept++] = found_[i];
  }
  found_.resize(kept);
}

const std::vector<MeshContact>& MeshMeshContacts::find(const MeshView<double>& a,
                                                       const Pose<double>& pose_a,
                                                       const MeshView<double>& b,
                                                       const Pose<double>& pose_b,
                                                       double energy_power) {
  found_.clear();
  share_.clear();
  const Mat3<double> rotation = rotation_of(pose_a.orientation);
  overlap_.find(a, b, relative_pose(pose_a, rotation, pose_b));
  size_ = smaller(a.sphere.radius, b.sphere.radius);
  for (int part = 0; part < overlap_.parts; ++part) {
    const int first_region = overlap_.part_begin[at(part)];
    if (first_region == overlap_.part_begin[at(part + 1)]) continue;
    first_region_ = first_region, last_region_ = overlap_.part_begin[at(part + 1)];
    const auto& first = overlap_.region[at(first_region)];
    origin_ = overlap_.corner[at(overlap_.side[at(first.first)].from)].point;
    list_facets(part);
    const int groups[2] = {group_facets(0), group_facets(1)};
    const int split = groups[0] < 2 && groups[1] < 2 ? -1 : groups[1] > groups[0] ? 1 : 0;
    bool any = false;
    for (int group = 0; group < (split < 0 ? 1 : groups[split]); ++group) {
      Vec vector_area{};
      double area = 0.0;
      for (int of_b = 0; of_b < 2; ++of_b) {
        for (const FacetOfPart& f : facet_[of_b]) {
          if (split >= 0 ? of_b != split || f.group != group : of_b != 0) continue;
          vector_area = vector_area + (of_b == 0 ? 1.0 : -1.0) * f.vector_area;
          area += norm(f.vector_area);
        }
      }
      any = add_contact(vector_area, area, split, group) || any;
    }
    if (!any) add_folded(part);
  }
  share_energy(energy_power);
  for (MeshContact& c : found_) {
    c.point = pose_a.position + rotation * c.point;
    c.normal = rotation * c.normal;
  }
  return found_;
}

double MeshMeshContacts::gap(const MeshView<double>& a, const Pose<double>& pose_a,
                             const MeshView<double>& b, const Pose<double>& pose_b) {
  const RelativePose<double> b_in_a =
      relative_pose(pose_a, rotation_of(pose_a.orientation), pose_b);
  const PosedMesh posed_a{&a, {identity_matrix<double>(), {}}, false}, posed_b{&b, b_in_a, true};
  // A near miss is worth one descent of the trees, a far one spares many.
  const double size = smaller(a.sphere.radius, b.sphere.radius);
  for (const double part : {1.0 / 4.0, 1.0 / 64.0, 1.0 / 1024.0}) {
    if (mesh_mesh::are_apart(posed_a, posed_b, part * size)) return part * size;
  }
  return 0.0;
}

}  // namespace talus
