#include "app/shape_command.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "app/json_text.h"
#include "app/shape_file.h"
#include "talus/shape/mass.h"

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

Json facts_of(const ShapeFile& subject) {
  Json facts;
  facts["type"] = name_of(kind_of(subject.shape));
  if (kind_of(subject.shape) == Kind::half_space) {
    for (const char* key : {"volume", "centroid", "inertia", "bounding_sphere", "bounding_box"}) {
      facts[key] = nullptr;  // unbounded
    }
    return facts;
  }
  const MassProperties mass = mass_properties(subject.shape);
  const SymMat3<double>& i = mass.inertia;
  facts["volume"] = mass.volume;
  facts["centroid"] = list(mass.centroid);
  facts["inertia"] = Json::array({Json::array({i.xx, i.xy, i.xz}), Json::array({i.xy, i.yy, i.yz}),
                                  Json::array({i.xz, i.yz, i.zz})});
  std::visit(
      [&facts](const auto& shape) {
        using S = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<S, Polyhedron>) {
          add_bounds(facts, shape.view());
          facts["vertices"] = shape.view().vertex_count;
          facts["edges"] = shape.view().edge_count;
          facts["faces"] = shape.view().face_count;
        } else if constexpr (!std::is_same_v<S, HalfSpace<double>>) {
          add_bounds(facts, shape);
        }
      },
      subject.shape);
  if (subject.mesh) {
    const MeshHull& mesh = *subject.mesh;
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

std::string as_text(const Json& facts) {
  std::string out = fmt::format("type             {}\n", facts["type"].get<std::string>());
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
  return out;
}

}  // namespace

int run_shape(const ShapeOptions& options) {
  try {
    const Json facts = facts_of(read_shape_file(options.file));
    fmt::print("{}", options.json ? facts.dump(2) + '\n' : as_text(facts));
    return 0;
  } catch (const std::invalid_argument& error) {  // FormatError, ShapeError
    const std::string_view what = error.what();
    const bool names_file = what.starts_with(options.file);
    fmt::print(stderr, "talus: {}{}{}\n", names_file ? "" : options.file, names_file ? "" : ": ",
               what);
    return bad_shape_status;
  }
}

}  // namespace talus
