#include "app/shape_command.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "app/json_text.h"
#include "app/log.h"
#include "app/mesh_facts.h"
#include "app/output_file.h"
#include "app/shape_file.h"
#include "app/usage_error.h"
#include "talus/error.h"
#include "talus/input/input_file.h"
#include "talus/mesh_file.h"
#include "talus/shape.h"
#include "talus/shape/mesh/mesh.h"

namespace talus {
namespace {

constexpr int bad_shape_status = 1;

Json list(const Vec3<double>& v) { return Json::array({v.x, v.y, v.z}); }

template <class S>
void add_bounds(Json& facts, const S& shape) {
  const BoundingSphere<double> sphere = bounding_sphere(shape);
  const BoundingBox<double> box = bounding_box(shape);
  facts["bounding_sphere"] = {{"centre", list(sphere.centre)}, {"radius", sphere.radius}};
  facts["bounding_box"] = {{"lower", list(box.lower)}, {"upper", list(box.upper)}};
}

Json facts_of(const ShapeFile& file) {
  Json facts;
  facts["type"] = name_of(kind_of(file.shape));
  if (kind_of(file.shape) == Kind::half_space) {
    for (const char* key : {"volume", "centroid", "inertia", "bounding_sphere", "bounding_box"}) {
      facts[key] = nullptr;  // unbounded
    }
    return facts;
  }
  const MassProperties mass = mass_properties(file.shape);
  facts["volume"] = mass.volume;
  facts["centroid"] = list(mass.centroid);
  facts["inertia"] = inertia_as_json(mass.inertia);
  std::visit(
      [&facts](const auto& shape) {
        using S = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<S, Polyhedron>) {
          add_bounds(facts, shape.view());
          facts["vertices"] = shape.view().vertex_count;
          facts["edges"] = shape.view().edge_count;
          facts["faces"] = shape.view().face_count;
        } else if constexpr (std::is_same_v<S, Mesh>) {
          add_bounds(facts, shape.view());
        } else if constexpr (!std::is_same_v<S, HalfSpace<double>>) {
          add_bounds(facts, shape);
        }
      },
      file.shape);
  if (file.mesh) {
    const MeshHull& mesh = *file.mesh;
    facts["mesh"] = {{"closed", mesh.closed},
                     {"convex", mesh.convex},
                     {"volume", mesh.closed ? Json(mesh.mesh_volume) : Json(nullptr)}};
  }
  return facts;
}

std::string text_of(const Json& numbers) {
  std::string out = "[";
  for (const Json& x : numbers) {
    out += (out.size() > 1 ? ", " : "") + fmt::format("{:.12g}", x.get<double>());
  }
  return out + "]";
}

std::string body_as_text(const Json& facts) {
  if (facts["dfr"].contains("refused")) {
    return fmt::format("\nno discrete function representation: {}\n",
                       facts["dfr"]["refused"].get<std::string>());
  }
  return "\nthe body itself, as a discrete function representation (holes and all):\n" +
         mesh_as_text(facts["dfr"]);
}

std::string as_text(const Json& facts) {
  std::string out = fmt::format("type             {}\n", facts["type"].get<std::string>());
  if (facts["type"] == "mesh") {
    return out + "too large for a hull, only the body itself is described:\n" + body_as_text(facts);
  }
  if (facts["volume"].is_null()) return out + "unbounded: no volume, centroid, inertia or bounds\n";
  out += fmt::format("volume           {:.12g}\n", facts["volume"].get<double>());
  out += fmt::format("centroid         {}\n", text_of(facts["centroid"]));
  out += fmt::format("inertia          {}   about the centroid, density 1\n",
                     text_of(facts["inertia"][0]));
  out += fmt::format("                 {}\n", text_of(facts["inertia"][1]));
  out += fmt::format("                 {}\n", text_of(facts["inertia"][2]));
  out += fmt::format("bounding sphere  centre {}, radius {:.12g}\n",
                     text_of(facts["bounding_sphere"]["centre"]),
                     facts["bounding_sphere"]["radius"].get<double>());
  out += fmt::format("bounding box     {} to {}\n", text_of(facts["bounding_box"]["lower"]),
                     text_of(facts["bounding_box"]["upper"]));
  if (facts.contains("vertices")) {
    out += fmt::format("vertices         {}\nedges            {}\nfaces            {}\n",
                       facts["vertices"].get<int>(), facts["edges"].get<int>(),
                       facts["faces"].get<int>());
  }
  if (facts.contains("mesh")) {
    const Json& mesh = facts["mesh"];
    if (!mesh["closed"].get<bool>()) {
      out += "note             the mesh is not closed: everything above is about its convex hull\n";
    } else if (!mesh["convex"].get<bool>()) {
      out += fmt::format(
          "note             the mesh is not convex (it encloses {:.2f} % of its hull's volume): "
          "everything above is about its convex hull\n",
          100 * std::abs(mesh["volume"].get<double>()) / facts["volume"].get<double>());
    }
  }
  return facts.contains("dfr") ? out + body_as_text(facts) : out;
}

MeshOptions mesh_options(const ShapeOptions& options) {
  MeshOptions result;
  result.cells = options.cells.value_or(result.cells);
  result.threads = options.threads;
  return result;
}

// Of a mesh that encloses no body the hull is described all the same, unless the body was requested
// for.
void add_mesh(Json& facts, const TriangleMesh& mesh, const ShapeOptions& options) {
  try {
    facts["dfr"] =
        mesh_facts(options.error ? make_mesh_within(mesh, *options.error, mesh_options(options))
                                 : make_mesh(mesh, mesh_options(options)));
  } catch (const ShapeError& error) {
    if (options.cells || options.error) throw;
    facts["dfr"] = {{"refused", error.what()}};
  }
}

// The hull of a mesh as a polyhedron, and the body itself.
Json mesh_file_facts(const ShapeOptions& options) {
  const TriangleMesh mesh = read_mesh_file(options.file);
  constexpr std::size_t most_vertices = 1000000;  // whose hull is worth the time
  Json facts;
  if (mesh.vertices.size() <= most_vertices) {
    const MeshHull hull = polyhedron_from_mesh(mesh);
    facts = facts_of({hull.polyhedron, hull});
  } else {
    facts["type"] = "mesh";
  }
  add_mesh(facts, mesh, options);
  return facts;
}

bool is_volume_file(const std::string& file) {
  const std::string extension = extension_of(file);
  return extension == ".nrrd" || extension == ".nhdr" || extension == ".tif" ||
         extension == ".tiff";
}

Json volume_facts(const ShapeOptions& options) {
  const VoxelVolume volume = read_volume_file(options.file);
  const double threshold = options.threshold.value_or(middle_value(volume));
  Json facts;
  facts["type"] = "volume";
  facts["voxels"] = Json::array({volume.size[0], volume.size[1], volume.size[2]});
  facts["threshold"] = threshold;
  facts["dfr"] = mesh_facts(make_mesh(volume, {threshold, false}, mesh_options(options)));
  return facts;
}

std::string volume_as_text(const Json& facts) {
  const Json& n = facts["voxels"];
  return fmt::format("type             volume of {} x {} x {} voxels, body where >= {:.6g}\n",
                     n[0].get<int>(), n[1].get<int>(), n[2].get<int>(),
                     facts["threshold"].get<double>()) +
         mesh_as_text(facts["dfr"]);
}

Json all_facts(const ShapeOptions& options) {
  if (options.error && !(*options.error > 0.0 && std::isfinite(*options.error))) {
    throw UsageError(fmt::format("--error: must be > 0 and finite, got {}", *options.error));
  }
  if (options.threshold && !std::isfinite(*options.threshold)) {
    throw UsageError(fmt::format("--threshold: must be finite, got {}", *options.threshold));
  }
  if (options.cells && (*options.cells < fewest_mesh_cells || *options.cells > most_mesh_cells)) {
    throw UsageError(fmt::format("--cells: must be {} to {}, got {}", fewest_mesh_cells,
                                 most_mesh_cells, *options.cells));
  }
  require_readable(options.file);
  if (is_volume_file(options.file)) return volume_facts(options);
  return is_mesh_file(options.file) ? mesh_file_facts(options)
                                    : facts_of(read_shape_file(options.file));
}

}  // namespace

int run_shape(const ShapeOptions& options) {
  try {
    const Json facts = all_facts(options);
    print(options.json                ? facts.dump(2) + '\n'
          : facts["type"] == "volume" ? volume_as_text(facts)
                                      : as_text(facts));
    return 0;
  } catch (const std::invalid_argument& error) {  // FormatError, ShapeError
    const std::string_view what = error.what();
    const bool names_file = what.starts_with(options.file);
    log("talus: {}{}{}\n", names_file ? "" : options.file, names_file ? "" : ": ", what);
    return bad_shape_status;
  }
}

}  // namespace talus
