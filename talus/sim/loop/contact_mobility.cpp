#include "talus/sim/loop/contact_mobility.h"

#include <cmath>

#include "talus/physics/effective_radius.h"
#include "talus/physics/law/volume.h"
#include "talus/physics/lever.h"
#include "talus/shape/ellipsoid_curvature.h"
#include "talus/shape/superquadric/curvature.h"

namespace talus {
namespace {

// r x n in the principal axes, r from the centre of mass.
Vec3<double> turning_of(const BodyType& type, const Vec3<double>& point, const Vec3<double>& n) {
  const Vec3<double> turn = cross(point - type.rotor.centroid, n);
  return type.rotor.all_centred ? turn : transpose_times(type.rotor.principal, turn);
}

double lever_of(const BodyType& type, const Vec3<double>& turning_p,
                const Vec3<double>& turning_q) {
  return type.mass * rotational_inverse_mass(type.rotor.inverse_inertia, turning_p, turning_q);
}

// The largest lever at vertex v for the normals on the arc between unit vectors p and q: that of
// the quadratic form Q over the form G of x p + y q with x, y >= 0.
double largest_on_arc(const BodyType& type, const Vec3<double>& v, const Vec3<double>& p,
                      const Vec3<double>& q) {
  const Vec3<double> turning_p = turning_of(type, v, p), turning_q = turning_of(type, v, q);
  const double pp = lever_of(type, turning_p, turning_p), qq = lever_of(type, turning_q, turning_q);
  const double pq = lever_of(type, turning_p, turning_q), g = dot(p, q);
  const double at_ends = larger(pp, qq);
  // det(Q - mu G) = a mu^2 - 2 b mu + c.
  const double a = 1.0 - g * g, b = 0.5 * (pp + qq) - pq * g, c = pp * qq - pq * pq;
  constexpr double parallel = 1e-12;  // sin^2 of the arc: no inner maximum to speak of
  if (!(a > parallel)) return at_ends;
  const double mu = (b + std::sqrt(larger(0.0, b * b - a * c))) / a;
  // The eigenvector has x and y of one sign.
  return pq > mu * g ? larger(mu, at_ends) : at_ends;
}

double largest_lever(const BodyType& type, const PolyhedronView<double>& body) {
  double largest = 0.0;
  for (int f = 0; f < body.face_count; ++f) {
    for (int k = body.face_vertex_start[f]; k < body.face_vertex_start[f + 1]; ++k) {
      const Vec3<double> v = body.vertex(body.face_vertex[k]);
      largest = larger(largest, lever_at(type, v, body.face_normal[f]));
    }
  }
  for (int e = 0; e < body.edge_count; ++e) {
    const PolyhedronEdge& edge = body.edge[e];
    for (const int v : edge.vertex) {
      largest = larger(largest, largest_on_arc(type, body.vertex(v), body.face_normal[edge.face[0]],
                                               body.face_normal[edge.face[1]]));
    }
  }
  return largest;
}

// m2
double largest_face(const PolyhedronView<double>& body) {
  double largest = 0.0;
  for (int f = 0; f < body.face_count; ++f) {
    const int first = body.face_vertex_start[f], last = body.face_vertex_start[f + 1];
    const Vec3<double> corner = body.vertex(body.face_vertex[first]);
    Vec3<double> twice{};
    for (int k = first + 1; k + 1 < last; ++k) {
      twice = twice + cross(body.vertex(body.face_vertex[k]) - corner,
                            body.vertex(body.face_vertex[k + 1]) - corner);
    }
    largest = larger(largest, 0.5 * norm(twice));
  }
  return largest;
}

// At the corners of all facets, along the normals of the facets and those between two facets at an
// edge that sticks out.
double largest_lever(const BodyType& type, const MeshView<double>& body) {
  double largest = 0.0;
  for (int f = 0; f < body.facet_count; ++f) {
    for (int k = 0; k < 3; ++k) {
      largest = larger(largest, lever_at(type, body.corner(f, k), body.facet_plane[f].normal));
    }
  }
  for (int e = 0; e < body.edge_count; ++e) {
    const MeshEdge& edge = body.edge[e];
    const MeshPlane<double>&p = body.facet_plane[edge.facet[0]],
          &q = body.facet_plane[edge.facet[1]];
    double highest = -infinity_of<double>();  // of the second facet above the first
    for (int k = 0; k < 3; ++k) {
      highest = larger(highest, dot(p.normal, body.corner(edge.facet[1], k)) - p.offset);
    }
    if (highest > body.rounding) continue;
    for (const int v : edge.vertex) {
      largest = larger(largest, largest_on_arc(type, body.vertex(v), p.normal, q.normal));
    }
  }
  return largest;
}

// Stiffness of a surface of the Gaussian radius of curvature over that of the ball of equal volume,
// at the same overlap.
class RelativeStiffness {
 public:
  RelativeStiffness(const Law& law, const ContactMaterial& material, double size, double flat)
      : law_(law), material_(material), size_(size), flat_(flat), ball_(force(size)) {}

  double at(double gaussian) const {
    const double share = force(limited_curvature_radius(gaussian, size_, flat_)) / ball_;
    return std::isfinite(share) ? share : 1.0;
  }

 private:
  double force(double radius) const {
    ContactGeometry geometry;
    geometry.overlap = stiffness_overlap * size_;
    geometry.radius = radius;
    geometry.mass = 1.0;
    return law_.respond(material_, geometry).force;
  }

  const Law& law_;
  const ContactMaterial& material_;
  double size_, flat_, ball_;
};

// Samples per side of a grid over the directions of an octant (the shapes are symmetric), and the
// halvings of its spacing around the largest sample. Chosen so that 40000 random points find at
// most 6 % more (test/sim/time_step_test.cpp).
constexpr int samples = 12, halvings = 5;

// The largest value of a function of a unit vector in the positive octant: on the grid, then by a
// pattern search from there.
template <class Function>
double largest_in_octant(const Function& function) {
  double largest = 0.0, x = 0.0, y = 0.0;
  const auto consider = [&](double u, double v) {
    if (u < 0.0 || v < 0.0 || u + v > 1.0) return;
    const Vec3<double> d{u, v, 1.0 - u - v};
    const double value = function(d / norm(d));
    if (!(value > largest)) return;  // nor where a corner has no normal
    largest = value, x = u, y = v;
  };
  double spacing = 1.0 / samples;
  for (int i = 0; i <= samples; ++i) {
    for (int k = 0; k + i <= samples; ++k) consider(i * spacing, k * spacing);
  }
  for (int halving = 0; halving < halvings; ++halving) {
    spacing *= 0.5;
    const double u = x, v = y;
    for (const int i : {-1, 0, 1}) {
      for (const int k : {-1, 0, 1}) consider(u + i * spacing, v + k * spacing);
    }
  }
  return largest;
}

double largest_factor(const BodyType& type, const Ellipsoid<double>& body,
                      const RelativeStiffness& stiffness) {
  return largest_in_octant([&](const Vec3<double>& n) {
    const double gaussian = curvature_radii(body, n).gaussian;
    return stiffness.at(gaussian) * (1.0 + lever_at(type, support_point(body, n), n));
  });
}

// By direction of the point, which finds flat sides, and of the normal, which finds the edges and
// corners between them.
double largest_factor(const BodyType& type, const Superquadric<double>& body,
                      const RelativeStiffness& stiffness) {
  const auto factor = [&](const Vec3<double>& point, const Vec3<double>& n) {
    const double gaussian = curvature_radii(body, point, n).gaussian;
    const double share = std::isnan(gaussian) ? 1.0 : stiffness.at(gaussian);
    return share * (1.0 + lever_at(type, point, n));
  };
  const double by_point = largest_in_octant([&](const Vec3<double>& d) {
    const Vec3<double> direction = multiply_componentwise(body.semi_axes, d);
    const GaugeAt<double> at = gauge_at(body, direction);
    return factor(direction / at.value, at.gradient / norm(at.gradient));
  });
  return larger(by_point, largest_in_octant([&](const Vec3<double>& n) {
                  return factor(support_point(body, n), n);
                }));
}

}  // namespace

double lever_at(const BodyType& type, const Vec3<double>& point, const Vec3<double>& n) {
  const Vec3<double> turning = turning_of(type, point, n);
  return lever_of(type, turning, turning);
}

double mobility_factor(const BodyType& type, const Law& law, const ContactMaterial& material) {
  if (!type.bounded) return 1.0;
  if (law.uses_overlap_volume) {
    const auto* body = std::get_if<Polyhedron>(type.geometry);
    return body == nullptr ? 1.0
                           : VolumeLaw::face_factor(largest_face(body->view()), type.size_radius);
  }
  const auto smooth = [&](const auto& body, double flat) {
    const RelativeStiffness stiffness(law, material, type.size_radius, flat);
    const double allowed = power(sphere_tangential_factor, 1.0 - flat);
    return larger(1.0, largest_factor(type, body, stiffness) / allowed);
  };
  const Shape& shape = *type.geometry;
  if (const auto* body = std::get_if<Ellipsoid<double>>(&shape)) return smooth(*body, 0.0);
  if (const auto* body = std::get_if<Superquadric<double>>(&shape)) {
    return smooth(*body, flatness(larger(body->n1, body->n2)));
  }
  if (const auto* body = std::get_if<Polyhedron>(&shape)) {
    return 1.0 + largest_lever(type, body->view());
  }
  if (const auto* body = std::get_if<Mesh>(&shape)) {
    return 1.0 + largest_lever(type, body->view());
  }
  return 1.0;
}

}  // namespace talus
