#include "talus/sim/loop/tabulate_contacts.h"

#include <algorithm>
#include <tuple>

#include "talus/sim/loop/sphere_contacts.h"

namespace talus {
namespace {

// The record of pair k of a block of closed forms: bodies are where they were in the contact pass.
ContactRecord closed_form_record(const Model& model, const BodyTable& bodies,
                                 const NeighbourList& neighbours, std::size_t block_index,
                                 std::size_t k) {
  const PairBlock& block = neighbours.blocks[block_index];
  const PairBodies p = pair_bodies(block, neighbours.shift, k);
  const BodyMotion &a = bodies.motion[p.a], &b = bodies.motion[p.b];
  const auto of_spheres = [&]<bool signed_overlap>() {
    return sphere_contact<signed_overlap>(b.centre + p.shift - a.centre, bodies.reach_of(p.a),
                                          bodies.reach_of(p.b));
  };
  const SphereContactOf<double> at = !block.is_sphere_pair() ? sphere_plane_contact(bodies, p)
                                     : model.law->range != nullptr
                                         ? of_spheres.template operator()<true>()
                                         : of_spheres.template operator()<false>();
  const ContactHistory& history = block.history[k];
  ContactGeometry geometry;
  geometry.overlap = at.overlap;
  geometry.radius = history.radius;
  const BodyMotionOf<double>&motion_a = a, &motion_b = b;
  geometry.mass = effective_mass(motion_a, motion_b);
  const ContactMaterial& material = contact_material(model, bodies, p);
  const Response response = model.law->respond(material, geometry);
  return {static_cast<std::int32_t>(block_index),
          static_cast<std::int32_t>(k),
          a.centre + at.arm_a,
          at.normal,
          last_contact_force(material, response, at.normal, history),
          at.overlap,
          0.0};
}

void add_row(const BodyTable& bodies, const NeighbourList& neighbours, const ContactRecord& record,
             ContactTable& table) {
  const PairBodies p = pair_bodies(neighbours.blocks[static_cast<std::size_t>(record.block)],
                                   neighbours.shift, static_cast<std::size_t>(record.pair));
  table.a.push_back(bodies.body_of[p.a]);
  table.b.push_back(bodies.body_of[p.b]);
  table.point.push_back(record.point);
  table.normal.push_back(record.normal);
  table.force.push_back(record.force);
  table.branch.push_back(
      (bodies.type(p.b).bounded ? bodies.motion[p.b].centre + p.shift : record.point) -
      bodies.motion[p.a].centre);
  table.overlap.push_back(record.overlap);
  table.area.push_back(record.area);
}

}  // namespace

void tabulate_contacts(const Model& model, const BodyTable& bodies, const NeighbourList& neighbours,
                       const std::vector<std::vector<ContactRecord>>& records,
                       ContactTable& table) {
  std::vector<ContactRecord> all;
  for (const std::vector<ContactRecord>& chunk : records) {
    all.insert(all.end(), chunk.begin(), chunk.end());
  }
  for (std::size_t b = 0; b < neighbours.blocks.size(); ++b) {
    const PairBlock& block = neighbours.blocks[b];
    for (std::size_t k = 0; block.is_closed_form() && k < block.size(); ++k) {
      if (block.touches(k)) all.push_back(closed_form_record(model, bodies, neighbours, b, k));
    }
  }
  std::sort(all.begin(), all.end(), [](const ContactRecord& p, const ContactRecord& q) {
    return std::tuple(p.block, p.pair) < std::tuple(q.block, q.pair);
  });
  table.clear();
  for (const ContactRecord& record : all) add_row(bodies, neighbours, record, table);
}

}  // namespace talus
