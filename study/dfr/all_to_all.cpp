#include "dfr/all_to_all.h"

#include <algorithm>

#include "talus/narrow/mesh_mesh/zone.h"

namespace study {
namespace {

// 256 facets of 72 bytes: most of a first-level cache.
constexpr std::size_t block = 256;

using Point = talus::Vec3<double>;

// Whether the line p + t u passes through the facet, and at which t: Moeller and Trumbore 1997.
struct Hit {
  bool through;
  double t;
};

template <class Facet>
Hit hit(const Facet& f, const Point& p, const Point& u) {
  const Point h = cross(u, f.ac);
  const double determinant = dot(f.ab, h);
  const Point s = p - f.a, q = cross(s, f.ab);
  const double v = dot(s, h), w = dot(u, q), sum = v + w;
  // Of either sign: divided last, and only where it is needed.
  const bool front = determinant > 0.0 && v >= 0.0 && w >= 0.0 && sum <= determinant;
  const bool back = determinant < 0.0 && v <= 0.0 && w <= 0.0 && sum >= determinant;
  if (!front && !back) return {false, 0.0};
  return {true, dot(f.ac, q) / determinant};
}

}  // namespace

AllToAll::AllToAll(const talus::MeshView<double>& body) {
  for (int v = 0; v < body.vertex_count; ++v) points_.push_back(body.vertex(v));
  for (int e = 0; e < body.edge_count; ++e) {
    edges_.push_back({body.edge[e].vertex[0], body.edge[e].vertex[1]});
  }
  for (int f = 0; f < body.facet_count; ++f) {
    const Point a = body.corner(f, 0);
    facets_.push_back({a, body.corner(f, 1) - a, body.corner(f, 2) - a});
  }
}

void AllToAll::add(const AllToAll& source, const AllToAll& target,
                   const talus::RelativePose<double>& source_in_target, AllToAllFound& found) {
  std::vector<Point> at;
  for (const Point& p : source.points_) at.push_back(source_in_target.point_to_a(p));
  std::vector<std::int32_t> passed(at.size(), 0);  // facets that the ray from the point passes
  const Point ray{1.0, 0.0123, 0.00457};           // along no face of a body that is likely
  for (std::size_t first = 0; first < target.facets_.size(); first += block) {
    const auto begin = target.facets_.begin() + static_cast<std::ptrdiff_t>(first),
               end = target.facets_.begin() +
                     static_cast<std::ptrdiff_t>(std::min(first + block, target.facets_.size()));
    for (const Edge& e : source.edges_) {
      const Point& p = at[static_cast<std::size_t>(e.from)];
      const Point u = at[static_cast<std::size_t>(e.to)] - p;
      for (auto f = begin; f != end; ++f) {
        const Hit h = hit(*f, p, u);
        found.crossings += h.through && h.t >= 0.0 && h.t < 1.0;
      }
    }
    for (std::size_t v = 0; v < at.size(); ++v) {
      for (auto f = begin; f != end; ++f) {
        const Hit h = hit(*f, at[v], ray);
        passed[v] += h.through && h.t > 0.0;
      }
    }
  }
  for (const std::int32_t count : passed) found.inside += count & 1;
  found.tests += static_cast<std::int64_t>(source.edges_.size() + at.size()) *
                 static_cast<std::int64_t>(target.facets_.size());
}

AllToAllFound AllToAll::test(const AllToAll& a, const AllToAll& b,
                             const talus::RelativePose<double>& b_in_a) {
  AllToAllFound found;
  add(b, a, b_in_a, found);
  add(a, b, talus::mesh_mesh::inverse(b_in_a), found);
  return found;
}

}  // namespace study
