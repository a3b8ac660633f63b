#include "talus/sim/loop/multi_contacts.h"

#include <algorithm>
#include <span>

#include "talus/contact/contact_keys.h"
#include "talus/narrow/mesh_contacts.h"
#include "talus/narrow/mesh_overlap/mesh_half_space.h"
#include "talus/narrow/mesh_overlap/mesh_mesh_contacts.h"
#include "talus/narrow/round_wall_contacts.h"
#include "talus/narrow/wall_contacts.h"
#include "talus/physics/contact_group.h"
#include "talus/physics/law/energy_power.h"
#include "talus/sim/loop/contact_force_queue.h"
#include "talus/sim/loop/contact_lever.h"
#include "talus/sim/loop/contact_patch.h"
#include "talus/sim/loop/contact_point.h"
#include "talus/sim/loop/contact_radius.h"
#include "talus/sim/loop/solve_again.h"
#include "talus/sim/loop/wall_passage.h"

namespace talus {
namespace {

// A contact of a pair in this step, and which of the last step it is (contact_keys.h).
struct KeyedPoint {
  std::int64_t key{};
  ContactPoint contact;
  Vec3<double> position_in_a{};  // of two meshes, as KeyedContact
};

// Memory of a thread.
struct Scratch {
  std::vector<WallContact> wall;
  WallScratch of_walls;
  MeshMeshContacts of_meshes;
  RoundWallScratch of_round_walls;
  std::vector<KeyedPoint> found;
  std::vector<KeyedContact> kept;
  std::vector<GroupContact> group;
  // The last answer of energy_power(); of this chunk, whose materials stay where they are.
  const ContactMaterial* power_of{};
  double energy_power{};
};

Pose<double> pose_of_image(const ChunkContacts& c, const PairBodies& p) {
  const Pose<double>& pose = c.bodies.pose(p.b);
  return {pose.position + p.shift, pose.orientation};
}

const MeshSolid* solid_of(const ChunkContacts& c, std::size_t i) {
  const std::optional<MeshSolid>& solid =
      c.model.solids[static_cast<std::size_t>(c.bodies.type(i).shape)];
  return solid ? &*solid : nullptr;
}

// A convex mesh is its hull.
const Shape& convex_body(const ChunkContacts& c, std::size_t i) {
  const MeshSolid* solid = solid_of(c, i);
  return solid != nullptr && solid->is_convex ? solid->hull.value() : c.bodies.shape(i);
}

const Shape& body_on_wall(const ChunkContacts& c, std::size_t i) {
  return c.bodies.type(i).acts_as_polyhedron ? solid_of(c, i)->hull.value() : c.bodies.shape(i);
}

// Of a mesh.
const MeshInnerPoints* inner_points(const ChunkContacts& c, std::size_t i) {
  const MeshSolid* solid = solid_of(c, i);
  return solid != nullptr && !solid->acts_as_polyhedron ? &solid->inner : nullptr;
}

// A body on a true cylinder or cone: a mesh inside is its convex hull, of which nothing but the
// mesh can touch the wall. Null for other meshes, which touch the facets.
const Shape* body_on_round_wall(const ChunkContacts& c, const PairBodies& p,
                                const RoundWall& wall) {
  const Shape& shape = c.bodies.shape(p.a);
  if (kind_of(shape) != Kind::mesh) return &shape;  // a convex mesh is in a block of polyhedra
  const MeshSolid& solid = *solid_of(c, p.a);
  const Shape& hull = solid.hull.value();
  const bool is_hull =
      solid.is_convex ||
      lies_inside(wall, pose_of_image(c, p), std::get<Polyhedron>(hull).view(), c.bodies.pose(p.a));
  return is_hull ? &hull : nullptr;
}

// Evaluated once per material.
double energy_power(const ChunkContacts& c, const PairBodies& p, Scratch& scratch) {
  const ContactMaterial& material = contact_material(c.model, c.bodies, p);
  if (scratch.power_of == &material) return scratch.energy_power;
  scratch.power_of = &material;
  scratch.energy_power = talus::energy_power(*c.model.law, material, hertz_energy_power);
  return scratch.energy_power;
}

void take_wall_contacts(Scratch& scratch) {
  for (const WallContact& w : scratch.wall) {
    scratch.found.push_back({w.key,
                             {w.point, -w.normal, w.rounded, 0.0, 0.0, w.spread_squared, w.twist,
                              w.slope, w.patch_arm, w.energy_share}});
  }
}

void find_on_wall(const ChunkContacts& c, std::size_t k, const PairBodies& p, Scratch& scratch) {
  scratch.wall.clear();
  const RoundWall* round = c.bodies.type(p.b).round_wall;
  const Shape* body = round != nullptr ? body_on_round_wall(c, p, *round) : nullptr;
  if (body != nullptr) {
    round_wall_contacts(*round, pose_of_image(c, p), *body, c.bodies.pose(p.a),
                        scratch.of_round_walls, scratch.wall, energy_power(c, p, scratch));
  } else {
    const auto from = static_cast<std::size_t>(c.block.nearby_start[k]);
    const auto to = static_cast<std::size_t>(c.block.nearby_start[k + 1]);
    wall_contacts(c.model.walls[p.b - c.bodies.body_count], pose_of_image(c, p),
                  {c.block.nearby.data() + from, to - from}, body_on_wall(c, p.a),
                  c.bodies.pose(p.a), scratch.of_walls, scratch.wall, energy_power(c, p, scratch),
                  inner_points(c, p.a));
  }
  take_wall_contacts(scratch);
}

// The one contact of two convex bodies, of which one at least is a mesh that is a polyhedron.
// Returns a motion before which there is none, or 0.
double find_on_polyhedron(const ChunkContacts& c, std::size_t k, const PairBodies& p,
                          Scratch& scratch) {
  const Shape &shape_a = convex_body(c, p.a), &shape_b = convex_body(c, p.b);
  const Pose<double>& pose_a = c.bodies.pose(p.a);
  const Pose<double> pose_b = pose_of_image(c, p);
  const bool is_cached = !c.block.cache.empty();
  Cache<double> cache;
  if (is_cached) c.block.cache.get(k, cache);
  Contact<double> answer = contact(shape_a, pose_a, shape_b, pose_b, {}, &cache);
  if (is_failure(answer.status)) {
    cache = {};
    if (!solve_again(c, p, {&shape_a, &pose_a, &shape_b, &pose_b}, answer)) return 0.0;
  }
  if (is_cached) c.block.cache.set(k, cache);
  if (!(answer.distance < 0.0)) return larger(0.0, answer.lower);
  scratch.found.push_back(
      {0, talus::contact_point(*c.model.law, shape_a, pose_a, shape_b, pose_b, answer)});
  return 0.0;
}

// Whether a pair of meshes, or of a half-space and a mesh, is one of polyhedra.
bool are_polyhedra(const ChunkContacts& c, const PairBodies& p) {
  const bool first = c.block.kind_a == Kind::half_space || c.bodies.type(p.a).acts_as_polyhedron;
  return first && c.bodies.type(p.b).acts_as_polyhedron;
}

// A convex body with any mesh.
double find_on_mesh(const ChunkContacts& c, std::size_t k, const PairBodies& p, SurfaceCache& cache,
                    Scratch& scratch) {
  const MeshSolid& solid = *solid_of(c, p.b);
  if (solid.is_convex) return find_on_polyhedron(c, k, p, scratch);
  scratch.wall.clear();
  const double gap =
      mesh_contacts(std::get<Mesh>(c.bodies.shape(p.b)).view(), solid, pose_of_image(c, p),
                    c.bodies.shape(p.a), c.bodies.pose(p.a), scratch.of_walls, scratch.wall, cache,
                    c.block.features[k], energy_power(c, p, scratch));
  take_wall_contacts(scratch);
  return gap;
}

ContactPoint contact_point(const MeshContact& m) {
  return {m.point,          m.normal, m.depth, 0.0,         0.0,
          m.spread_squared, m.twist,  m.slope, m.patch_arm, m.energy_share};
}

// Of a mesh that does not act as a polyhedron. `gap`: lower bound on the distance if nothing is
// found.
void find_on_half_space(const ChunkContacts& c, const PairBodies& p, double& gap,
                        Scratch& scratch) {
  const auto& plane = std::get<HalfSpace<double>>(c.bodies.shape(p.a));
  const Pose<double>& pose = c.bodies.pose(p.a);
  const Vec3<double> up = rotation_of(pose.orientation) * plane.normal;
  MeshContact contact;
  if (mesh_half_space_contact(std::get<Mesh>(c.bodies.shape(p.b)).view(), pose_of_image(c, p), up,
                              plane.offset + dot(up, pose.position), contact, gap)) {
    scratch.found.push_back({0, contact_point(contact)});
  }
}

mesh_mesh::ShelledMesh surface_of(const ChunkContacts& c, std::size_t i) {
  return {std::get<Mesh>(c.bodies.shape(i)).view(), &solid_of(c, i)->shells};
}

void find_between_meshes(const ChunkContacts& c, std::size_t k, const PairBodies& p, double& gap,
                         Scratch& scratch) {
  const mesh_mesh::ShelledMesh a = surface_of(c, p.a), b = surface_of(c, p.b);
  const Pose<double>& pose = c.bodies.pose(p.a);
  const Pose<double> pose_b = pose_of_image(c, p);
  const Mat3<double> rotation = rotation_of(pose.orientation);
  for (const MeshContact& m : scratch.of_meshes.find(
           a, pose, b, pose_b, energy_power(c, p, scratch), &c.block.facet_pairs[k])) {
    scratch.found.push_back(
        {0, contact_point(m), transpose_times(rotation, m.point - pose.position)});
  }
  gap = scratch.of_meshes.gap();
  set_keys(c.block.points[k], scratch.found);
}

// The points of pair k, in the order of their keys. Returns a motion before which there are none.
double find_points(const ChunkContacts& c, std::size_t k, const PairBodies& p, SurfaceCache& cache,
                   Scratch& scratch) {
  double gap = 0.0;
  scratch.found.clear();
  if (c.block.walls) {
    find_on_wall(c, k, p, scratch);
  } else if (are_polyhedra(c, p)) {
    gap = find_on_polyhedron(c, k, p, scratch);
  } else if (c.block.kind_a == Kind::half_space) {
    find_on_half_space(c, p, gap, scratch);
  } else if (c.block.are_meshes()) {
    find_between_meshes(c, k, p, gap, scratch);
  } else {
    gap = find_on_mesh(c, k, p, cache, scratch);
  }
  const auto by_key = [](const KeyedPoint& u, const KeyedPoint& v) { return u.key < v.key; };
  if (!std::is_sorted(scratch.found.begin(), scratch.found.end(), by_key)) {
    std::sort(scratch.found.begin(), scratch.found.end(), by_key);
  }
  return gap;
}

// Lower bound on the distance of the bodies: the gap of the balls around them.
double separation_bound(const ChunkContacts& c, const PairBodies& p) {
  const BodyType &a = c.bodies.type(p.a), &b = c.bodies.type(p.b);
  if (!a.bounded || !b.bounded) return 0.0;
  const double apart = norm(c.bodies.motion[p.b].centre + p.shift - c.bodies.motion[p.a].centre);
  return larger(0.0, apart - a.reach - b.reach);
}

// Converts a contact point to the form of an answer of the narrow phase.
Contact<double> as_contact(const ContactPoint& at) {
  Contact<double> c;
  c.status = Status::overlapping;
  c.distance = c.lower = c.upper = -at.overlap;
  c.normal = at.normal;
  c.point_b = at.point - 0.5 * at.overlap * at.normal;
  c.point_a = at.point + 0.5 * at.overlap * at.normal;
  return c;
}

void release(const ChunkContacts& c, const PairBodies& p, KeyedContact& contact) {
  c.release(p, c.bodies.motion[p.a].centre, contact.history,
            c.model.rolls ? &contact.rolling : nullptr);
}

// As PairQueries::update_spot of single_contacts.cpp, for a convex body on triangles.
// Several contacts share an energy and keep their common radius.
void update_spot(const ChunkContacts& c, const PairBodies& p, const ContactPoint& at,
                 std::size_t contacts, KeyedContact& contact) {
  const bool begins = contact.history.radius == 0.0;
  if (!PairBlock::is_curved(c.block.kind_a) || !(begins || c.follows_curvature)) return;
  Vec3<double>* rolling = c.model.rolls ? &contact.rolling : nullptr;
  const bool changes =
      begins || (contacts == 1 && follow_curvature(c, p, as_contact(at), rolling, contact.history));
  contact.spot.lever = static_cast<float>(contact_lever(c.bodies, p, at.point, at.normal));
  const bool renews = begins || c.renews_patches || (changes && c.follows_patches);
  if (c.block.kind_a != Kind::superquadric || !renews) return;
  contact.spot.patch_arm = static_cast<float>(superquadric_patch_arm(c.bodies, p, as_contact(at)));
}

// The contacts of pair k become those found: points found before keep their history, others are
// released.
void update_points(const ChunkContacts& c, std::size_t k, const PairBodies& p, Scratch& scratch) {
  std::vector<KeyedContact>& points = c.block.points[k];
  scratch.kept.clear();
  if (c.bodies.type(p.b).round_wall != nullptr) follow_azimuths(scratch.found, points);
  auto old = points.begin();
  // Contacts that share an energy have the radius of the first of them.
  const bool share_radius = c.block.walls || c.block.shares_energy();
  double shared = share_radius && !points.empty() ? points.front().history.radius : 0.0;
  for (const KeyedPoint& at : scratch.found) {
    while (old != points.end() && old->key < at.key) release(c, p, *old++);
    KeyedContact contact{at.key, {}, {}, {}, {}};
    if (old != points.end() && old->key == at.key) contact = *old++;
    contact.position_in_a = at.position_in_a;
    scratch.kept.push_back(contact);
  }
  while (old != points.end()) release(c, p, *old++);
  if (c.block.shares_energy() || c.block.are_meshes()) {
    pass_on_springs(std::span(scratch.kept),
                    [&](std::size_t i) { return scratch.found[i].contact.normal; });
  }
  for (std::size_t i = 0; i < scratch.kept.size(); ++i) {
    const ContactPoint& at = scratch.found[i].contact;
    KeyedContact& contact = scratch.kept[i];
    if (c.block.shares_energy()) update_spot(c, p, at, scratch.found.size(), contact);
    double& radius = contact.history.radius;
    if (radius != 0.0) continue;
    radius = shared > 0.0 ? shared : contact_radius(c.bodies, p, as_contact(at));
    if (share_radius) shared = radius;
  }
  points.assign(scratch.kept.begin(), scratch.kept.end());
}

// Tests whether the body of a pair with a wall passed it.
void note_passage(const ChunkContacts& c, std::size_t k, const PairBodies& p) {
  if (c.sums.passed[0] >= 0 || !passed_wall(c, k, p)) return;
  note_passed(c.sums, p.a, p.b);
}

// Sets the factor of the dashpots of contacts that share an energy.
void match_damping(const ChunkContacts& c, const PairBodies& p, Scratch& scratch) {
  std::vector<KeyedPoint>& found = scratch.found;
  if (!c.block.shares_energy() || found.size() < 2) return;
  const BodyMotion &a = c.bodies.motion[p.a], &b = c.bodies.motion[p.b];
  const Vec3<double> centre_b = b.centre + p.shift;
  const bool free_a = c.bodies.is_free(p.a), free_b = c.bodies.is_free(p.b);
  const GroupInertia inertia{a.inverse_mass + b.inverse_mass, c.bodies.type(p.a).inverse_inertia,
                             c.bodies.type(p.b).inverse_inertia};
  const Mat3<double> axes_a = rotation_of(c.bodies.pose(p.a).orientation);
  const Mat3<double> axes_b =
      free_b ? rotation_of(c.bodies.pose(p.b).orientation) : identity_matrix<double>();
  scratch.group.clear();
  for (const KeyedPoint& at : found) {
    const Vec3<double>& n = at.contact.normal;
    const Vec3<double> arm_a = at.contact.point - a.centre, arm_b = at.contact.point - centre_b;
    GroupContact contact;
    contact.normal = n;
    if (free_a) contact.turning_a = transpose_times(axes_a, cross(arm_a, n));
    if (free_b) contact.turning_b = transpose_times(axes_b, cross(arm_b, n));
    contact.rate = dot(n, velocity_at<double>(a, arm_a) - velocity_at<double>(b, arm_b));
    contact.energy_share = at.contact.energy_share;
    scratch.group.push_back(contact);
  }
  const double factor = group_damping(scratch.group, inertia);
  for (KeyedPoint& at : found) at.contact.damping = factor;
}

// Sums the contacts of a pair to one, for records of contacts.
ContactPoint sum_of(const std::vector<KeyedPoint>& found) {
  ContactPoint sum;
  double weights = 0.0;
  for (const KeyedPoint& at : found) {
    const ContactPoint& contact = at.contact;
    const double weight = contact.energy_share * contact.overlap;
    sum.point = sum.point + weight * contact.point;
    sum.normal = sum.normal + weight * contact.normal;
    sum.overlap = larger(sum.overlap, contact.overlap);
    weights += weight;
  }
  if (weights > 0.0) sum.point = sum.point / weights;
  const double length = norm(sum.normal);
  if (length > 0.0) sum.normal = sum.normal / length;
  return sum;
}

void apply_points(const ChunkContacts& c, std::size_t k, const PairBodies& p,
                  const Scratch& scratch, ContactForceQueue& queue) {
  ++c.sums.count;
  if (c.records != nullptr) queue.add_record(k, sum_of(scratch.found));
  for (std::size_t i = 0; i < scratch.found.size(); ++i) {
    ContactPoint contact = scratch.found[i].contact;
    KeyedContact& kept = c.block.points[k][i];
    contact.patch_arm = larger(contact.patch_arm, static_cast<double>(kept.spot.patch_arm));
    contact.lever = PairBlock::is_curved(c.block.kind_a)
                        ? static_cast<double>(kept.spot.lever)
                        : contact_lever(c.bodies, p, contact.point, contact.normal);
    queue.add_point(k, p, contact, kept);
  }
}

}  // namespace

void apply_multi_contacts(const ChunkContacts& c) {
  thread_local Scratch scratch;
  scratch.power_of = nullptr;
  SurfaceCache none;
  ContactForceQueue queue(c);
  for (auto k = static_cast<std::size_t>(c.chunk.first); k < static_cast<std::size_t>(c.chunk.last);
       ++k) {
    const PairBodies p = c.pair(k);
    if (c.bodies.path_length(p.a, p.b) < c.block.safe_until[k]) continue;
    SurfaceCache& cache = c.block.surface.empty() ? none : c.block.surface[k];
    double gap = separation_bound(c, p);
    scratch.found.clear();
    if (!(gap > 0.0)) gap = find_points(c, k, p, cache, scratch);
    if (c.block.walls) {
      note_passage(c, k, p);
    } else {
      note_body_passage(c, p);
    }
    update_points(c, k, p, scratch);
    match_damping(c, p, scratch);
    if (scratch.found.empty()) {
      c.block.safe_until[k] = c.bodies.path_length(p.a, p.b) + gap;
    } else {
      apply_points(c, k, p, scratch, queue);
    }
  }
}

}  // namespace talus
