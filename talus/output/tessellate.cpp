#include "talus/output/tessellate.h"

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace talus {
namespace {

struct UnitSphere {
  std::vector<Vec3<double>> vertex;
  std::vector<std::array<std::int32_t, 3>> triangle;
};

UnitSphere icosahedron() {
  const double g = std::numbers::phi, s = 1 / std::sqrt(1 + g * g);
  UnitSphere sphere;
  for (const double u : {-1.0, 1.0}) {
    for (const double v : {-g, g}) {
      for (const Vec3<double>& x : {Vec3<double>{0, u, v}, {u, v, 0}, {v, 0, u}}) {
        sphere.vertex.push_back(s * x);
      }
    }
  }
  // A face is any three vertices at the distance of an edge, which is 2 s; the next distance is
  // 3.2 s.
  const auto near = [&](std::size_t i, std::size_t j) {
    return norm(sphere.vertex[i] - sphere.vertex[j]) < 2.1 * s;
  };
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = i + 1; j < 12; ++j) {
      for (std::size_t k = j + 1; k < 12; ++k) {
        if (!near(i, j) || !near(j, k) || !near(i, k)) continue;
        const auto& v = sphere.vertex;
        const bool outward = dot(v[i], cross(v[j], v[k])) > 0;
        const std::array corner{static_cast<std::int32_t>(i),
                                static_cast<std::int32_t>(outward ? j : k),
                                static_cast<std::int32_t>(outward ? k : j)};
        sphere.triangle.push_back(corner);
      }
    }
  }
  return sphere;
}

// Every triangle becomes four.
UnitSphere refined(UnitSphere sphere) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> middle;
  const auto between = [&](std::int32_t a, std::int32_t b) {
    const auto [entry, is_new] = middle.try_emplace(std::minmax(a, b));
    if (is_new) {
      entry->second = static_cast<std::int32_t>(sphere.vertex.size());
      sphere.vertex.push_back(normalized(sphere.vertex[static_cast<std::size_t>(a)] +
                                         sphere.vertex[static_cast<std::size_t>(b)]));
    }
    return entry->second;
  };
  std::vector<std::array<std::int32_t, 3>> triangles;
  for (const auto& [a, b, c] : sphere.triangle) {
    const std::int32_t ab = between(a, b), bc = between(b, c), ca = between(c, a);
    for (const auto& t : {std::array{a, ab, ca}, std::array{b, bc, ab}, std::array{c, ca, bc},
                          std::array{ab, bc, ca}}) {
      triangles.push_back(t);
    }
  }
  sphere.triangle = std::move(triangles);
  return sphere;
}

void add_polygon(Surface& surface, std::initializer_list<std::int32_t> corners) {
  surface.corner.insert(surface.corner.end(), corners);
  surface.start.push_back(static_cast<std::int32_t>(surface.corner.size()));
}

Surface surface_of(const Ellipsoid<double>& body, const UnitSphere& sphere, Detail) {
  const Vec3<double>& axes = body.semi_axes;
  Surface surface;
  for (const Vec3<double>& u : sphere.vertex) {
    surface.vertex.push_back(multiply_componentwise(axes, u));
    surface.normal.push_back(normalized(Vec3<double>{u.x / axes.x, u.y / axes.y, u.z / axes.z}));
  }
  for (const auto& [a, b, c] : sphere.triangle) add_polygon(surface, {a, b, c});
  surface.normal_of = surface.corner;
  return surface;
}

Surface surface_of(const Sphere<double>& body, const UnitSphere& sphere, Detail detail) {
  return surface_of(Ellipsoid<double>{{body.radius, body.radius, body.radius}}, sphere, detail);
}

// By latitude and longitude, as sign * |cos|^(2/n) and sign * |sin|^(2/n), which put their points
// where a body with large exponents is curved. 45 degrees, the crests of such bodies, and 0, those
// of small exponents, are among them.
Surface surface_of(const Superquadric<double>& body, const UnitSphere&, Detail detail) {
  static constexpr int bands_of[] = {8, 12, 20, 32};  // multiples of 4, for these angles; a choice
  const int bands = bands_of[static_cast<int>(detail)], sectors = 2 * bands;
  const auto powered = [](double value, double n) {
    return std::copysign(std::pow(std::abs(value), 2 / n), value);
  };
  // Exactly zero and one where they should be, so that the body is as symmetric as it is.
  const auto circle = [&](int i) {
    const int quarter = sectors / 4, turn = (i % sectors + sectors) % sectors;
    const double angle = 2 * std::numbers::pi * (turn % quarter) / sectors;
    double c = std::cos(angle), s = std::sin(angle);
    for (int k = 0; k < turn / quarter; ++k) c = -std::exchange(s, c);
    return std::pair(c, s);
  };
  const Vec3<double>& axes = body.semi_axes;
  Surface surface;
  const auto add = [&](const Vec3<double>& x) {
    surface.vertex.push_back(x);
    surface.normal.push_back(normalized(inside_outside_gradient(body, x)));
  };
  add({0, 0, -axes.z});
  for (int i = 1; i < bands; ++i) {
    const auto [ring, height] = circle(i - bands / 2);
    for (int j = 0; j < sectors; ++j) {
      const auto [c, s] = circle(j);
      const double r = powered(ring, body.n1);
      add({axes.x * r * powered(c, body.n2), axes.y * r * powered(s, body.n2),
           axes.z * powered(height, body.n1)});
    }
  }
  add({0, 0, axes.z});
  const auto at = [&](int i, int j) { return 1 + (i - 1) * sectors + j % sectors; };
  const auto top = static_cast<std::int32_t>(surface.vertex.size()) - 1;
  for (int j = 0; j < sectors; ++j) {
    add_polygon(surface, {0, at(1, j + 1), at(1, j)});
    for (int i = 1; i + 1 < bands; ++i) {
      add_polygon(surface, {at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      add_polygon(surface, {at(i, j), at(i + 1, j + 1), at(i + 1, j)});
    }
    add_polygon(surface, {at(bands - 1, j), at(bands - 1, j + 1), top});
  }
  surface.normal_of = surface.corner;
  return surface;
}

Surface surface_of(const Polyhedron& body, const UnitSphere&, Detail) {
  const PolyhedronView<double>& view = body.view();
  Surface surface;
  for (int i = 0; i < view.vertex_count; ++i) surface.vertex.push_back(view.vertex(i));
  for (int f = 0; f < view.face_count; ++f) {
    surface.normal.push_back(view.face_normal[f]);
    for (int k = view.face_vertex_start[f]; k < view.face_vertex_start[f + 1]; ++k) {
      surface.corner.push_back(view.face_vertex[k]);
      surface.normal_of.push_back(f);
    }
    surface.start.push_back(static_cast<std::int32_t>(surface.corner.size()));
  }
  return surface;
}

// A vertex whose facets differ little is on a smooth part.
Surface surface_of(const Mesh& body, const UnitSphere&, Detail) {
  const MeshView<double>& view = body.view();
  Surface surface;
  for (int i = 0; i < view.vertex_count; ++i) {
    surface.vertex.push_back(view.vertex(i));
    surface.normal.push_back(view.vertex_normal[i]);
  }
  for (int f = 0; f < view.facet_count; ++f) {
    const Vec3<double>& own = view.facet_plane[f].normal;
    surface.normal.push_back(own);
    for (const std::int32_t i : view.facet[f].vertex) {
      const bool smooth =
          own == Vec3<double>{} || dot(own, view.vertex_normal[i]) > smooth_corner_cosine;
      surface.corner.push_back(i);
      surface.normal_of.push_back(smooth ? i : view.vertex_count + f);
    }
    surface.start.push_back(static_cast<std::int32_t>(surface.corner.size()));
  }
  return surface;
}

Surface surface_of(const HalfSpace<double>&, const UnitSphere&, Detail) { return {}; }
Surface surface_of(const Segment<double>&, const UnitSphere&, Detail) { return {}; }

}  // namespace

Surface surface_of_facets(const std::vector<Vec3<double>>& vertex,
                          const std::vector<std::array<std::int32_t, 3>>& facet,
                          double cosine_of_sharp) {
  const auto unit = [](const Vec3<double>& v) {
    return norm(v) > 0 ? normalized(v) : Vec3<double>{0, 0, 1};
  };
  Surface surface;
  surface.vertex = vertex;
  std::vector<Vec3<double>> of_vertex(vertex.size()), of_facet;  // with the areas as lengths
  for (const auto& corners : facet) {
    const auto at = [&](std::size_t k) { return vertex[static_cast<std::size_t>(corners[k])]; };
    of_facet.push_back(cross(at(1) - at(0), at(2) - at(0)));
    for (const std::int32_t i : corners) {
      Vec3<double>& sum = of_vertex[static_cast<std::size_t>(i)];
      sum = sum + of_facet.back();
    }
  }
  for (const Vec3<double>& sum : of_vertex) surface.normal.push_back(unit(sum));
  for (std::size_t f = 0; f < facet.size(); ++f) {
    const Vec3<double> own = unit(of_facet[f]);
    surface.normal.push_back(own);
    for (const std::int32_t i : facet[f]) {
      const bool smooth = dot(own, surface.normal[static_cast<std::size_t>(i)]) > cosine_of_sharp;
      surface.corner.push_back(i);
      surface.normal_of.push_back(smooth ? i : static_cast<std::int32_t>(vertex.size() + f));
    }
    surface.start.push_back(static_cast<std::int32_t>(surface.corner.size()));
  }
  return surface;
}

std::vector<Surface> tessellate(const std::vector<Shape>& shapes, Detail detail) {
  UnitSphere sphere = icosahedron();
  for (int i = 0; i <= static_cast<int>(detail); ++i) sphere = refined(std::move(sphere));
  std::vector<Surface> surfaces;
  for (const Shape& shape : shapes) {
    surfaces.push_back(
        std::visit([&](const auto& body) { return surface_of(body, sphere, detail); }, shape));
  }
  return surfaces;
}

}  // namespace talus
