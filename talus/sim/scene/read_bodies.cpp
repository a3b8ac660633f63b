#include "talus/sim/scene/read_bodies.h"

#include <fmt/format.h>

#include "talus/error.h"
#include "talus/physics/law/registry.h"
#include "talus/shape.h"
#include "talus/sim/held_shapes.h"
#include "talus/sim/scene/add_body.h"
#include "talus/sim/scene/read_motions.h"

namespace talus::scene {
namespace {

void read_body(Section& section, const std::string& name, const Materials& materials,
               MeshFiles& files, NamedObjects& objects, Setup& setup) {
  NewBody body;
  body.name = name;
  body.material = materials.of(section);
  ShapeSource source = read_shape(section, "shape", files);
  body.pose.position = section.required_vector("position");
  body.pose.orientation = section.orientation("orientation");
  body.velocity = section.vector("velocity", {});
  body.angular_velocity = section.vector("angular_velocity", {});
  const bool fixed = section.boolean("fixed", false);
  const bool prescribed = section.boolean("prescribed", false);
  const Node* motion = section.find("motion");
  if (fixed && motion != nullptr) {
    section.wrong(*motion, "motion", "a fixed body has none; leave out fixed");
  }
  MotionOwner owner{true, body.pose.position, files.folder()};
  if (motion != nullptr && !source.variants.empty()) {
    try {
      owner.centre = owner.centre + rotation_of(body.pose.orientation) *
                                        mass_properties(source.variants.front()).centroid;
    } catch (const ShapeError& error) {
      section.wrong(*section.find("shape"), "shape", error.what());
    }
  }
  if (fixed && prescribed) {
    section.wrong(*section.find("prescribed"), "prescribed",
                  "a body is fixed or has a prescribed motion, not both");
  }
  for (const std::string_view key : {"velocity", "angular_velocity"}) {
    const Node* value = section.find(key);
    const Vec3<double>& read = key == "velocity" ? body.velocity : body.angular_velocity;
    if (fixed && value != nullptr && !(read == Vec3<double>{})) {
      section.wrong(*value, key,
                    fmt::format("a fixed body has none, got [{}, {}, {}]; prescribed = true keeps "
                                "a body at its velocity",
                                read.x, read.y, read.z));
    }
  }
  if (source.variants.empty()) {
    read_motions(section, owner);
    section.finish();
    return;
  }
  body.freedom = fixed ? Freedom::fixed : prescribed ? Freedom::prescribed : Freedom::free;
  body.shape = std::move(source.variants.front());
  check_shape(section, body.shape, setup);
  add_body(setup, std::move(body));
  const ObjectList added{{static_cast<std::int32_t>(setup.bodies.size()) - 1}, {}};
  add_motions(section, owner, added, setup);
  section.finish();
  objects.emplace(name, added);
}

}  // namespace

void check_shape(Section& section, const Shape& shape, const Setup& setup) {
  const Kind kind = kind_of(shape);
  const Law* const law = find_law(setup.law);
  if (law != nullptr && law->uses_overlap_volume && kind != Kind::polyhedron &&
      kind != Kind::mesh) {
    section.fail(fmt::format(
        "the law \"{}\" is for polyhedra and meshes, not for a {}; the other laws are for all",
        setup.law, name_of(kind)));
  }
  if (law != nullptr) {
    if (const std::string why = why_not_held(*law, shape); !why.empty()) section.fail(why);
  }
  const broad::Domain& domain = setup.domain;
  const auto sphere = bounding_sphere(shape);
  for (int k = 0; k < 3 && sphere; ++k) {
    if (!domain.periodic[k] || 2.0 * sphere->radius < domain.period(k)) continue;
    section.fail(fmt::format(
        "a {} of diameter {:.6g} m does not fit into the periodic domain, which is {:.6g} m long "
        "along {}",
        name_of(kind), 2.0 * sphere->radius, domain.period(k), "xyz"[k]));
    return;
  }
}

void read_bodies(Section& top, const Materials& materials, MeshFiles& files, UniqueNames& names,
                 NamedObjects& objects, Setup& setup) {
  const std::vector<const Node*> nodes = top.tables("body");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Section section(*nodes[i], fmt::format("body[{}]", i), top.errors());
    read_body(section, names.read(section, fmt::format("body {}", i)), materials, files, objects,
              setup);
  }
}

}  // namespace talus::scene
