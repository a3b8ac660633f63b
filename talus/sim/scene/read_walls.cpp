#include "talus/sim/scene/read_walls.h"

#include <fmt/format.h>

#include <array>

#include "talus/error.h"
#include "talus/physics/law/registry.h"
#include "talus/setup.h"
#include "talus/sim/held_shapes.h"
#include "talus/sim/scene/add_body.h"
#include "talus/sim/scene/read_motions.h"

namespace talus::scene {
namespace {

constexpr std::array<std::string_view, 4> types{"half_space", "box", "cylinder", "mesh"};
constexpr std::array<std::string_view, 6> sides{"-x", "+x", "-y", "+y", "-z", "+z"};

// The keys that all walls have.
struct Wall {
  std::string name;
  std::int32_t material;
  Vec3<double> velocity;
};

void add_half_space(const Wall& wall, const std::string& name, const Vec3<double>& normal,
                    double offset, Setup& setup) {
  const bool moves = !(wall.velocity == Vec3<double>{});
  add_body(setup, {name,
                   make_half_space(normal, offset),
                   {},
                   wall.material,
                   moves ? Freedom::prescribed : Freedom::fixed,
                   wall.velocity,
                   {}});
}

void read_half_space(Section& section, const Wall& wall, Setup& setup) {
  const Vec3<double> normal = section.required_vector("normal");
  const double offset = section.number("offset", finite, 0.0);
  try {
    add_half_space(wall, wall.name, normal, offset, setup);
  } catch (const ShapeError& error) {
    // A missing normal has been reported.
    if (const Node* key = section.find("normal")) section.wrong(*key, "normal", error.what());
  }
}

void read_box(Section& section, const Wall& wall, Setup& setup) {
  const Vec3<double> lower = section.required_vector("lower"),
                     upper = section.required_vector("upper");
  const Node* key = section.find("upper");
  for (int k = 0; k < 3 && key != nullptr; ++k) {
    if (lower[k] < upper[k]) continue;
    section.wrong(*key, fmt::format("upper[{}]", k),
                  fmt::format("must be above lower[{}] = {}, got {}", k, lower[k], upper[k]));
  }
  bool open[6]{};
  if (const Node* list = section.find("open")) {
    const bool is_array = list->type == Node::Type::array;
    const Node single = *list;
    for (const Node& side : is_array ? list->elements : std::vector<Node>{single}) {
      const auto found = std::find(sides.begin(), sides.end(), side.text);
      if (side.type == Node::Type::text && found != sides.end()) {
        open[found - sides.begin()] = true;
      } else {
        section.wrong(side, "open",
                      fmt::format("expected sides out of {}, got {}", fmt::join(sides, ", "),
                                  in_words(side)));
      }
    }
  }
  for (int k = 0; k < 3; ++k) {
    Vec3<double> normal{};
    normal[k] = 1.0;
    const std::size_t side = 2 * static_cast<std::size_t>(k);
    if (!open[side]) {
      add_half_space(wall, fmt::format("{} {}", wall.name, sides[side]), normal, lower[k], setup);
    }
    if (!open[side + 1]) {
      add_half_space(wall, fmt::format("{} {}", wall.name, sides[side + 1]), -normal, -upper[k],
                     setup);
    }
  }
}

// The mesh rotates about the key "centre", by default about `middle`.
void add_mesh(Section& section, const Wall& wall, MeshWall mesh, const Vec3<double>& middle,
              Setup& setup) {
  if (const Law* law = find_law(setup.law)) {
    if (const std::string why = why_walls_are_not_held(*law); !why.empty()) section.fail(why);
  }
  mesh.name = wall.name;
  mesh.material = wall.material;
  mesh.velocity = wall.velocity;
  mesh.angular_velocity = section.vector("angular_velocity", {});
  mesh.centre = section.vector("centre", middle);
  setup.mesh_walls.push_back(std::move(mesh));
}

void read_cylinder(Section& section, const Wall& wall, Setup& setup) {
  Tube tube;
  tube.base = section.required_vector("base");
  tube.axis = section.direction("axis", tube.axis);
  tube.radius = section.required_number("radius", positive);
  tube.top_radius = section.number("top_radius", positive, tube.radius);
  tube.height = section.required_number("height", positive);
  const bool polygonal = section.find("segments") != nullptr;
  tube.segments =
      static_cast<int>(section.integer("segments", fewest_segments, most_segments, tube.segments));
  tube.bottom = section.boolean("bottom", false);
  tube.top = section.boolean("top", false);
  add_mesh(section, wall, polygonal ? mesh_of(tube) : round_wall(tube), tube.base, setup);
}

void read_mesh(Section& section, const Wall& wall, MeshFiles& files, Setup& setup) {
  const std::string file = section.required_text("file");
  const double scale = section.number("scale", positive, 1.0);
  const Vec3<double> translate = section.vector("translate", {});
  const Mat3<double> rotation = rotation_of(section.orientation("orientation"));
  MeshWall mesh;  // stays empty after an error, so that the other keys are checked, too
  try {
    const TriangleMesh source = file.empty() ? TriangleMesh{} : files.read(file);
    for (const Vec3<double>& v : source.vertices) {
      mesh.vertex.push_back(rotation * (scale * v) + translate);
    }
    mesh.triangle.assign(source.triangles.begin(), source.triangles.end());
    if (mesh.triangle.empty() && !file.empty()) throw ShapeError(file + ": holds no triangles");
  } catch (const ShapeError& error) {
    section.wrong(*section.find("file"), "file", error.what());
  }
  add_mesh(section, wall, std::move(mesh), translate, setup);
}

ObjectList added_since(std::size_t bodies, std::size_t meshes, const Setup& setup) {
  ObjectList added;
  for (std::size_t i = bodies; i < setup.bodies.size(); ++i) {
    added.bodies.push_back(static_cast<std::int32_t>(i));
  }
  for (std::size_t i = meshes; i < setup.mesh_walls.size(); ++i) {
    added.mesh_walls.push_back(static_cast<std::int32_t>(i));
  }
  return added;
}

}  // namespace

void read_walls(Section& top, const Materials& materials, MeshFiles& files, UniqueNames& names,
                NamedObjects& objects, Setup& setup) {
  const std::vector<const Node*> nodes = top.tables("wall");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Section section(*nodes[i], fmt::format("wall[{}]", i), top.errors());
    const std::string type = section.required_choice("type", types);
    Wall wall;
    wall.name = names.read(section, fmt::format("wall {}", i));
    wall.material = materials.of(section);
    wall.velocity = section.vector("velocity", {});
    const std::size_t bodies = setup.bodies.size(), meshes = setup.mesh_walls.size();
    if (type == "half_space") read_half_space(section, wall, setup);
    if (type == "box") read_box(section, wall, setup);
    if (type == "cylinder") read_cylinder(section, wall, setup);
    if (type == "mesh") read_mesh(section, wall, files, setup);
    const ObjectList added = added_since(bodies, meshes, setup);
    const bool can_turn = !added.mesh_walls.empty();
    MotionOwner owner{can_turn, {}, files.folder()};
    if (can_turn) owner.centre = setup.mesh_walls.back().centre;
    if (!type.empty()) {
      add_motions(section, owner, added, setup);
      add_surface_motion(section, can_turn, added, setup);
      section.finish();  // the known keys depend on the type
    }
    objects.emplace(wall.name, added);
    for (const std::int32_t b : added.bodies) {
      objects.emplace(setup.name[static_cast<std::size_t>(b)], ObjectList{{b}, {}});  // of a box
    }
  }
}

}  // namespace talus::scene
