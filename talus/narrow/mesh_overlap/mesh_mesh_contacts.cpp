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

// The motion for which a list of facets stays complete, relative to the smaller body. A choice:
// lists grow with it, and are made more often without it.
constexpr double motion_margin = 1.0 / 32.0;

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

// What the turning of n adds to the wrench. As B moves, the border of A's regions does: per length
// dl of it along a facet with the normal N_B, the vector area V of A gains
// N_A (v . N_B) / |N_A x N_B| dl. The derivative of the depth by n is the imbalance of the torques,
// since nothing changes if A, B and n turn together.
mesh_overlap::ColumnWrench MeshMeshContacts::wrench_by_turning(
    const Vec& n, double vector_area, const mesh_overlap::SmoothDepth& depth) const {
  constexpr double parallel = 1e-6;  // sine of an angle: such facets share no border to speak of
  const Vec by_n =
      cross(columns_.wrench_of(1, depth).torque - columns_.wrench_of(0, depth).torque, n);
  mesh_overlap::ColumnWrench wrench;
  for (int i = first_region_; i < last_region_; ++i) {
    const mesh_mesh::SurfaceRegion& r = overlap_.region[at(i)];
    if (r.of_b != 0) continue;
    const Vec normal_a = overlap_.mesh[0].normal(r.facet);
    const double part = dot(by_n, normal_a) / vector_area;
    for (int k = r.first; k < r.last; ++k) {
      const mesh_mesh::BorderSide& side = overlap_.side[at(k)];
      if (side.other_facet < 0) continue;
      const Vec normal_b = overlap_.mesh[1].normal(side.other_facet);
      const double sine = norm(cross(normal_a, normal_b));
      if (!(sine > parallel)) continue;
      const Vec from = overlap_.corner[at(side.from)].point - origin_,
                to = overlap_.corner[at(side.to)].point - origin_;
      const Vec added = (-part * norm(to - from) / sine) * normal_b;
      wrench.force = wrench.force + added;
      wrench.torque = wrench.torque + cross(0.5 * (from + to), added);
    }
  }
  return wrench;
}

// The contact along a vector area, from A to B, of the facets of a part; of those of A and of B in
// one group only (-1: in all). False if there is none.
bool MeshMeshContacts::add_contact(const Vec& vector_area, double area, int group_a, int group_b) {
  using namespace mesh_overlap;
  const int group[2] = {group_a, group_b};
  const double length = norm(vector_area);
  if (!(length > folded * area)) return false;
  const Vec n = vector_area / length;
  columns_.begin(n, origin_, size_);
  for (int of_b = 0; of_b < 2; ++of_b) {
    const PosedMesh& mesh = overlap_.mesh[of_b];
    for (const FacetOfPart& f : facet_[of_b]) {
      if (group[of_b] >= 0 && f.group != group[of_b]) continue;
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
  // By the motion of a body that is not split: all its facets are there, so that the borders of the
  // columns cancel.
  const bool both = group_a >= 0 && group_b >= 0;
  ColumnWrench wrench = both ? columns_.wrench(d) : columns_.wrench_of(group_b >= 0 ? 0 : 1, d);
  if (group_a < 0 && group_b < 0) {
    const ColumnWrench turned = wrench_by_turning(n, length, d);
    wrench.force = wrench.force + turned.force;
    wrench.torque = wrench.torque + turned.torque;
  }
  const double rest = larger(0.0, least_slope - dot(wrench.force, n));
  const Vec middle = columns_.middle();
  wrench.force = wrench.force + rest * n;
  wrench.torque = wrench.torque + rest * cross(middle, n);
  const body_mesh_wall::ForceLine line({}, wrench.force, wrench.torque);
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

// Contacts of a part with valleys of both bodies: one per group of A's facets and group of B's that
// cross. Their border is open where the part goes on; its vector area is that of the border closed
// by straight lines.
bool MeshMeshContacts::add_contacts_of_groups() {
  const auto group_of = [&](int of_b, std::int32_t facet) {
    const auto listed = std::lower_bound(
        facet_[of_b].begin(), facet_[of_b].end(), facet,
        [](const FacetOfPart& f, std::int32_t number) { return f.facet < number; });
    return listed != facet_[of_b].end() && listed->facet == facet ? listed->group : -1;
  };
  crossing_.clear();
  for (int i = first_region_; i < last_region_; ++i) {
    const mesh_mesh::SurfaceRegion& r = overlap_.region[at(i)];
    if (r.of_b != 0) continue;
    const int group_a = group_of(0, r.facet);
    for (int k = r.first; k < r.last; ++k) {
      const std::int32_t other = overlap_.side[at(k)].other_facet;
      const int group_b = other >= 0 ? group_of(1, other) : -1;
      if (group_a >= 0 && group_b >= 0) crossing_.push_back({group_a, group_b, k});
    }
  }
  std::sort(crossing_.begin(), crossing_.end());
  bool any = false;
  for (std::size_t first = 0, last = 0; first < crossing_.size(); first = last) {
    const auto [group_a, group_b, side] = crossing_[first];
    while (last < crossing_.size() && crossing_[last][0] == group_a &&
           crossing_[last][1] == group_b) {
      ++last;
    }
    any = add_contact_of_groups({crossing_.data() + first, last - first}) || any;
  }
  return any;
}

// `crossing` has the sides of the border of one group of A and one of B.
bool MeshMeshContacts::add_contact_of_groups(std::span<const Crossing> crossing) {
  // Where the border ends: once as the start or the end of a side.
  border_end_.clear();
  for (const Crossing& c : crossing) {
    const mesh_mesh::BorderSide& side = overlap_.side[at(c[2])];
    border_end_.push_back(side.from);
    border_end_.push_back(side.to);
  }
  std::sort(border_end_.begin(), border_end_.end());
  Vec middle{};
  double ends = 0.0;
  for (std::size_t i = 0; i < border_end_.size(); ++i) {
    const bool pairs_up = i + 1 < border_end_.size() && border_end_[i] == border_end_[i + 1];
    if (pairs_up) {
      ++i;
      continue;
    }
    middle = middle + (overlap_.corner[at(border_end_[i])].point - origin_);
    ends += 1.0;
  }
  // Straight lines through the middle of the ends have no area about it.
  const Vec about = ends > 0.0 ? origin_ + middle / ends : origin_;
  Vec twice{};
  double area = 0.0;
  for (const Crossing& c : crossing) {
    const mesh_mesh::BorderSide& side = overlap_.side[at(c[2])];
    const Vec added = cross(overlap_.corner[at(side.from)].point - about,
                            overlap_.corner[at(side.to)].point - about);
    twice = twice + added;
    area += 0.5 * norm(added);
  }
  return add_contact(0.5 * twice, area, crossing.front()[0], crossing.front()[1]);
}

void MeshMeshContacts::add_folded(int part) {
  double volume = 0.0, area = 0.0, corners = 0.0;
  Vec middle{};
  for (int i = overlap_.part_begin[at(part)]; i < overlap_.part_begin[at(part + 1)]; ++i) {
    const mesh_mesh::SurfaceRegion& r = overlap_.region[at(i)];
    const mesh_mesh::RegionArea of_r = overlap_.area_of(r);
    for (int k = r.first; k < r.last; ++k) {
      middle = middle + overlap_.corner[at(overlap_.side[at(k)].from)].point;
      corners += 1.0;
    }
    volume += of_r.cone_volume(origin_);
    area += 0.5 * absolute(of_r.twice);
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
    found_[i].energy_share = share_[i].force / share_[i].root;
    found_[kept++] = found_[i];
  }
  found_.resize(kept);
}

const std::vector<MeshContact>& MeshMeshContacts::find(const mesh_mesh::ShelledMesh& of_a,
                                                       const Pose<double>& pose_a,
                                                       const mesh_mesh::ShelledMesh& of_b,
                                                       const Pose<double>& pose_b,
                                                       double energy_power,
                                                       mesh_mesh::FacetPairList* cache) {
  const MeshView<double>&a = of_a.mesh, &b = of_b.mesh;
  mesh_mesh::FacetPairList& near = cache != nullptr ? *cache : near_;
  if (cache == nullptr) near.margin = 0.0;
  found_.clear();
  share_.clear();
  const Mat3<double> rotation = rotation_of(pose_a.orientation);
  const RelativePose<double> b_in_a = relative_pose(pose_a, rotation, pose_b);
  size_ = smaller(a.sphere.radius, b.sphere.radius);
  double moved = near.moved(b, b_in_a);
  if (!(moved < near.margin)) {
    list_facet_pairs({&a, {identity_matrix<double>(), {}}, false}, {&b, b_in_a, true},
                     cache != nullptr ? motion_margin * size_ : 0.0, near);
    moved = 0.0;
  }
  gap_ = larger(0.0, near.least - moved);
  if (near.are_outside && gap_ > 0.0) return found_;
  overlap_.find(of_a, of_b, b_in_a, near, moved);
  // Without a crossing on the way, what is outside now was outside when the pairs were listed.
  if (overlap_.parts == 0 && gap_ > 0.0) near.are_outside = true;
  if (overlap_.parts > 0) gap_ = 0.0;
  for (int part = 0; part < overlap_.parts; ++part) {
    const int first_region = overlap_.part_begin[at(part)];
    if (first_region == overlap_.part_begin[at(part + 1)]) continue;
    first_region_ = first_region, last_region_ = overlap_.part_begin[at(part + 1)];
    const auto& first = overlap_.region[at(first_region)];
    origin_ = overlap_.corner[at(overlap_.side[at(first.first)].from)].point;
    list_facets(part);
    const int groups[2] = {group_facets(0), group_facets(1)};
    const int split = groups[0] < 2 && groups[1] < 2 ? -1 : groups[1] > groups[0] ? 1 : 0;
    const bool both = groups[0] > 1 && groups[1] > 1;
    bool any = both && add_contacts_of_groups();
    for (int group = 0; !both && group < (split < 0 ? 1 : groups[split]); ++group) {
      Vec vector_area{};
      double area = 0.0;
      for (int of_b = 0; of_b < 2; ++of_b) {
        for (const FacetOfPart& f : facet_[of_b]) {
          if (split >= 0 ? of_b != split || f.group != group : of_b != 0) continue;
          vector_area = vector_area + (of_b == 0 ? 1.0 : -1.0) * f.vector_area;
          area += norm(f.vector_area);
        }
      }
      any = add_contact(vector_area, area, split == 0 ? group : -1, split == 1 ? group : -1) || any;
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

}  // namespace talus
