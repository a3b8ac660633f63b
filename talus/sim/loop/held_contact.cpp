#include "talus/sim/loop/held_contact.h"

#include "talus/physics/broken_contact.h"
#include "talus/physics/effective_radius.h"

namespace talus {

bool holds_apart(const ChunkContacts& c, const PairBodies& p, double gap,
                 const Vec3<double>& normal, const Vec3<double>& point,
                 const ContactHistory& history, const Vec3<double>* rolling) {
  const Law& law = *c.model.law;
  const ContactMaterial& material = contact_material(c.model, c.bodies, p);
  const double range = law.range(material, history.radius);
  if (gap <= range) return true;
  const BodyMotionOf<double>&a = c.bodies.motion[p.a], &b = c.bodies.motion[p.b];
  const Vec3<double> path =
      c.step * (velocity_at(b, point - b.centre - p.shift) - velocity_at(a, point - a.centre));
  const double before = larger(-range, dot(path, normal) - gap);
  c.sums.damping += broken_contact_heat(law, material, before, normal, path, history, rolling);
  return false;
}

double largest_range(const Model& model, const BodyTable& bodies) {
  if (model.law->range == nullptr) return 0.0;
  double radius = 0.0, range = 0.0;
  for (const BodyType& type : bodies.types) {
    if (type.bounded) radius = larger(radius, largest_relative_radius * type.size_radius);
  }
  for (const ContactMaterial& m : model.contact_materials) {
    if (radius > 0.0) range = larger(range, model.law->range(m, radius));
  }
  return range;
}

}  // namespace talus
