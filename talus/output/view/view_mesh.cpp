#include "talus/output/view/view_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "talus/output/tessellate.h"
#include "talus/output/view/coarsened_mesh.h"
#include "talus/shape.h"
#include "talus/shape/equal_volume.h"

namespace talus {
namespace {

// The levels of smooth bodies have 80 to 1280 triangles, those of superquadrics 224 to 1520.
constexpr Detail levels[] = {Detail::sparse, Detail::coarse, Detail::medium};
// Meshes with more facets than that get coarser levels. A choice.
constexpr std::size_t many_facets = 600;
// Cells along the longest side of their coarse levels. A choice, by the look of pictures.
constexpr int coarse_cells[] = {10, 28};
constexpr double always_sharp = 2.0;  // polyhedra have flat faces
// Shapes that differ by less than this part of their size share a mesh.
constexpr double same_shape = 1e-6;
// Those of meshes (docs/formats.md), m: sizes that single precision has, and their squares.
constexpr double least_radius = 1e-12, largest_radius = 1e15;

// Also for what is no number.
void check_radius(const StoredShape& shape, double radius) {
  if (radius >= least_radius && radius <= largest_radius) return;
  throw ShapeError(fmt::format("a {} of radius {} m; expected {} to {}", shape.type, radius,
                               least_radius, largest_radius));
}

ViewSurface as_triangles(const Surface& surface) {
  ViewSurface out;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> known;
  const auto corner = [&](std::int32_t k) {
    const auto at = static_cast<std::size_t>(k);
    const std::pair key{surface.corner[at], surface.normal_of[at]};
    const auto [entry, is_new] =
        known.try_emplace(key, static_cast<std::int32_t>(out.vertex.size() / 3));
    if (is_new) {
      const Vec3<double>& v = surface.vertex[static_cast<std::size_t>(key.first)];
      const Vec3<double>& n = surface.normal[static_cast<std::size_t>(key.second)];
      for (int axis = 0; axis < 3; ++axis) {
        out.vertex.push_back(static_cast<float>(v[axis]));
        out.normal.push_back(static_cast<float>(n[axis]));
      }
    }
    return entry->second;
  };
  for (std::size_t p = 0; p < surface.polygon_count(); ++p) {
    for (std::int32_t k = surface.start[p] + 1; k + 1 < surface.start[p + 1]; ++k) {
      for (const std::int32_t c : {surface.start[p], k, k + 1}) out.triangle.push_back(corner(c));
    }
  }
  return out;
}

ViewMesh smooth_mesh(const Shape& shape) {
  ViewMesh mesh;
  for (const Detail detail : levels) {
    mesh.level.push_back(as_triangles(tessellate({shape}, detail).front()));
  }
  return mesh;
}

ViewMesh facet_mesh(const FacetMesh& facets, bool is_smooth) {
  const double sharp = is_smooth ? smooth_corner_cosine : always_sharp;
  ViewMesh mesh;
  if (facets.facet.size() > many_facets) {
    for (const int cells : coarse_cells) {
      const FacetMesh coarse = coarsened(facets, cells);
      if (2 * coarse.facet.size() > facets.facet.size()) break;
      mesh.level.push_back(as_triangles(surface_of_facets(coarse.vertex, coarse.facet, sharp)));
    }
  }
  mesh.level.push_back(as_triangles(surface_of_facets(facets.vertex, facets.facet, sharp)));
  return mesh;
}

double facet_volume(const StoredShape& shape) {
  double volume = 0;
  for (const auto& [a, b, c] : shape.facet) {
    const auto at = [&](std::int32_t i) { return shape.vertex[static_cast<std::size_t>(i)]; };
    volume += dot(at(a), cross(at(b), at(c))) / 6;
  }
  return std::abs(volume);
}

class MeshTable {
 public:
  // The number of the mesh with this key, made if there is none.
  template <class Make>
  std::int32_t number_of(const std::string& key, const Make& make) {
    const auto [entry, is_new] = known_.try_emplace(key, static_cast<std::int32_t>(mesh.size()));
    if (is_new) mesh.push_back(make());
    return entry->second;
  }

  std::vector<ViewMesh> mesh;

 private:
  std::map<std::string, std::int32_t> known_;
};

void draw_smooth(MeshTable& table, const StoredShape& shape, DrawnShape& drawn) {
  const auto& p = shape.parameters;
  const bool is_superquadric = shape.type == "superquadric";
  const Vec3<double> axes =
      shape.type == "sphere" ? Vec3<double>{p[0], p[0], p[0]} : Vec3<double>{p[0], p[1], p[2]};
  const std::string key =
      is_superquadric ? fmt::format("superquadric {} {}", p[3], p[4]) : "sphere";
  const Shape own = is_superquadric ? Shape(make_superquadric(axes, p[3], p[4]))
                                    : Shape(make_ellipsoid(axes));  // which checks the numbers
  drawn.mesh = table.number_of(key, [&] {
    return smooth_mesh(is_superquadric ? Shape(make_superquadric({1, 1, 1}, p[3], p[4]))
                                       : Shape(make_sphere(1.0)));
  });
  drawn.scale = {static_cast<float>(axes.x), static_cast<float>(axes.y),
                 static_cast<float>(axes.z)};
  drawn.volume = mass_properties(own).volume;
  drawn.radius = is_superquadric ? norm(axes) : std::max({axes.x, axes.y, axes.z});
  check_radius(shape, drawn.radius);
}

void draw_facets(MeshTable& table, const StoredShape& shape, DrawnShape& drawn) {
  double radius = 0;
  for (const Vec3<double>& v : shape.vertex) {
    // std::max would drop what is no number.
    if (!std::isfinite(v.x + v.y + v.z)) {
      throw ShapeError(fmt::format("a {} with a vertex at {} {} {}", shape.type, v.x, v.y, v.z));
    }
    radius = std::max(radius, norm(v));
  }
  check_radius(shape, radius);
  FacetMesh unit{shape.vertex, shape.facet};
  std::string key = shape.type;
  for (Vec3<double>& v : unit.vertex) {
    v = (1 / radius) * v;
    for (int axis = 0; axis < 3; ++axis) {
      key += fmt::format(" {}", std::llround(v[axis] / same_shape));
    }
  }
  for (const auto& [a, b, c] : unit.facet) key += fmt::format(" {} {} {}", a, b, c);
  drawn.mesh = table.number_of(key, [&] { return facet_mesh(unit, shape.type == "mesh"); });
  drawn.scale.fill(static_cast<float>(radius));
  drawn.volume = facet_volume(shape);
  drawn.radius = radius;
}

}  // namespace

ViewMeshes view_meshes(const std::vector<StoredShape>& shapes) {
  MeshTable table;
  ViewMeshes meshes;
  for (const StoredShape& shape : shapes) {
    DrawnShape& drawn = meshes.shape.emplace_back();
    if (shape.type == "sphere" || shape.type == "ellipsoid" || shape.type == "superquadric") {
      draw_smooth(table, shape, drawn);
    } else if (shape.type == "polyhedron" || shape.type == "mesh") {
      draw_facets(table, shape, drawn);
    }
    drawn.diameter = equal_volume_diameter(drawn.volume);
  }
  meshes.mesh = std::move(table.mesh);
  return meshes;
}

}  // namespace talus
