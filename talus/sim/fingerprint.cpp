#include "talus/sim/fingerprint.h"

#include <bit>

#include "talus/shape.h"

namespace talus {
namespace {

// FNV-1a, by words of 64 bits.
class Hash {
 public:
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x100000001b3ull;
    value_ ^= value_ >> 29;
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(const Vec3<double>& v) { add(v.x), add(v.y), add(v.z); }
  void add(const Quat<double>& q) { add(q.w), add(q.x), add(q.y), add(q.z); }
  template <class... Values>
  void all(const Values&... values) {
    (add(values), ...);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ull;
};

void add_objects(Hash& hash, const ObjectList& objects) {
  for (const std::vector<std::int32_t>* list : {&objects.bodies, &objects.mesh_walls}) {
    hash.add(static_cast<std::uint64_t>(list->size()));
    for (const std::int32_t i : *list) hash.add(static_cast<std::uint64_t>(i));
  }
}

void add_motion(Hash& hash, const PrescribedMotion& m) {
  hash.all(static_cast<std::uint64_t>(m.type), static_cast<std::uint64_t>(m.turns), m.direction,
           m.centre, m.rate, m.amplitude, m.frequency, m.phase, m.from_rate, m.to_rate, m.start,
           m.end, static_cast<std::uint64_t>(m.values_are_rates),
           static_cast<std::uint64_t>(m.time.size()));
  for (const double x : m.time) hash.add(x);
  for (const double x : m.value) hash.add(x);
}

void add_region(Hash& hash, const Region& r) {
  hash.all(static_cast<std::uint64_t>(r.type), r.box.lower, r.box.upper, r.base, r.axis, r.radius,
           r.height);
}

void add_flow(Hash& hash, const Setup& setup) {
  for (const Inlet& inlet : setup.inlets) {
    for (const char letter : inlet.name) hash.add(static_cast<std::uint64_t>(letter));
    add_region(hash, inlet.region);
    for (const FillPart& part : inlet.parts) {
      hash.add(part.share);
      for (const std::int32_t shape : part.shapes) hash.add(static_cast<std::uint64_t>(shape));
    }
    for (const std::vector<double>* list : {&inlet.time, &inlet.rate}) {
      hash.add(static_cast<std::uint64_t>(list->size()));
      for (const double x : *list) hash.add(x);
    }
    hash.all(static_cast<std::uint64_t>(inlet.material),
             static_cast<std::uint64_t>(inlet.rate_of_mass), inlet.start, inlet.stop,
             static_cast<std::uint64_t>(inlet.count.value_or(0)), inlet.mass.value_or(0.0),
             inlet.velocity, inlet.angular_velocity, inlet.gap, inlet.seed, inlet.interval);
  }
  for (const Outlet& outlet : setup.outlets) {
    for (const char letter : outlet.name) hash.add(static_cast<std::uint64_t>(letter));
    add_region(hash, outlet.region);
    hash.all(static_cast<std::uint64_t>(outlet.whole_body),
             outlet.reinsert.value_or(Vec3<double>{}), outlet.interval);
  }
  if (setup.beyond != Beyond::ignore) hash.add(static_cast<std::uint64_t>(setup.beyond));
}

// Nothing for a setup without these, whose fingerprint is that of versions before them.
void add_motions(Hash& hash, const Setup& setup) {
  for (const MotionGroup& group : setup.motion_groups) {
    hash.add(static_cast<std::uint64_t>(group.motions.size()));
    add_objects(hash, group.objects);
    for (const PrescribedMotion& motion : group.motions) add_motion(hash, motion);
  }
  for (const SurfaceMotion& surface : setup.surface_motions) {
    add_objects(hash, surface.objects);
    hash.all(surface.velocity, surface.angular_velocity);
  }
  for (const WallLoadMeasure& measure : setup.wall_loads) {
    for (const char letter : measure.name) hash.add(static_cast<std::uint64_t>(letter));
    add_objects(hash, measure.objects);
    hash.all(measure.about, measure.interval);
  }
  for (const RegionMeasure& measure : setup.region_measures) {
    for (const char letter : measure.name) hash.add(static_cast<std::uint64_t>(letter));
    hash.all(static_cast<std::uint64_t>(measure.quantity), measure.interval);
    add_region(hash, measure.region);
  }
  for (const FlowPlane& plane : setup.flow_planes) {
    for (const char letter : plane.name) hash.add(static_cast<std::uint64_t>(letter));
    hash.all(static_cast<std::uint64_t>(plane.is_disc), plane.centre, plane.normal, plane.radius,
             plane.edge_a, plane.edge_b, plane.interval);
  }
  add_flow(hash, setup);
  if (setup.local_damping > 0.0) hash.add(setup.local_damping);
  if (!setup.varying_gravity) return;
  const VaryingGravity& g = *setup.varying_gravity;
  hash.all(static_cast<std::uint64_t>(g.time.size()), g.angular_velocity);
  for (const double t : g.time) hash.add(t);
  for (const Vec3<double>& v : g.value) hash.add(v);
}

// Bodies of equal volume, centre, inertia and size are taken for the same.
void add_shape(Hash& hash, const Shape& shape) {
  hash.add(static_cast<std::uint64_t>(shape.index()));
  if (const auto* plane = std::get_if<HalfSpace<double>>(&shape)) {
    hash.all(plane->normal, plane->offset);
    return;
  }
  const MassProperties mass = mass_properties(shape);
  const SymMat3<double>& i = mass.inertia;
  hash.all(mass.volume, mass.centroid, i.xx, i.yy, i.zz, i.xy, i.xz, i.yz);
  const auto sphere = bounding_sphere(shape);
  if (sphere) hash.all(sphere->centre, sphere->radius);
}

void add_materials(Hash& hash, const MaterialTable& materials) {
  for (const Material& m : materials.material) hash.all(m.density, m.young, m.poisson);
  for (const Interaction& i : materials.interaction) {
    for (const InteractionParameter& p : interaction_parameters()) hash.add(p.get(i));
  }
}

}  // namespace

std::uint64_t fingerprint(const Setup& setup) {
  Hash hash;
  for (const Shape& shape : setup.bodies.shapes) add_shape(hash, shape);
  for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
    const Pose<double>& pose = setup.bodies.poses[i];
    hash.all(static_cast<std::uint64_t>(setup.bodies.shape_of[i]), pose.position, pose.orientation,
             static_cast<std::uint64_t>(setup.material_of[i]),
             static_cast<std::uint64_t>(setup.freedom[i]), setup.velocity[i],
             setup.angular_velocity[i]);
  }
  for (const MeshWall& wall : setup.mesh_walls) {
    for (const Vec3<double>& v : wall.vertex) hash.add(v);
    for (const auto& t : wall.triangle) {
      for (const std::int32_t k : t) hash.add(static_cast<std::uint64_t>(k));
    }
    hash.all(static_cast<std::uint64_t>(wall.material), wall.velocity, wall.angular_velocity,
             wall.centre);
    if (!wall.tube) continue;
    const Tube& tube = *wall.tube;
    hash.all(tube.base, tube.axis, tube.radius, tube.top_radius, tube.height,
             static_cast<std::uint64_t>(tube.bottom), static_cast<std::uint64_t>(tube.top));
  }
  add_materials(hash, setup.materials);
  for (const char letter : setup.law) hash.add(static_cast<std::uint64_t>(letter));
  hash.all(setup.domain.lower, setup.domain.upper, setup.gravity, setup.drag, setup.time_step);
  hash.add(static_cast<std::uint64_t>(setup.no_tension));
  add_motions(hash, setup);
  for (const bool periodic : setup.domain.periodic) hash.add(static_cast<std::uint64_t>(periodic));
  return hash.value();
}

}  // namespace talus
