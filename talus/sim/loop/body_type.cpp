#include "talus/sim/loop/body_type.h"

#include <cmath>

#include "talus/shape.h"
#include "talus/shape/equal_volume.h"
#include "talus/shape/mesh/inside_outside.h"
#include "talus/shape/superquadric/gauge.h"

namespace talus {
namespace {

// Rotates rows and columns p and q of m so that m[p][q] vanishes, and the axes likewise.
void rotate_away(double (&m)[3][3], double (&v)[3][3], int p, int q) {
  if (m[p][q] == 0.0) return;
  const double theta = 0.5 * (m[q][q] - m[p][p]) / m[p][q];
  const double t = sign_of(theta) / (absolute(theta) + std::sqrt(theta * theta + 1.0));
  const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
  for (int k = 0; k < 3; ++k) {
    const double kp = m[k][p], kq = m[k][q];
    m[k][p] = c * kp - s * kq, m[k][q] = s * kp + c * kq;
  }
  for (int k = 0; k < 3; ++k) {
    const double pk = m[p][k], qk = m[q][k];
    m[p][k] = c * pk - s * qk, m[q][k] = s * pk + c * qk;
    const double vp = v[k][p], vq = v[k][q];
    v[k][p] = c * vp - s * vq, v[k][q] = s * vp + c * vq;
  }
  m[p][q] = m[q][p] = 0.0;
}

double reach_from(const Shape& shape, const Vec3<double>& centre) {
  if (const auto* body = std::get_if<Polyhedron>(&shape)) {
    double largest = 0.0;
    for (int i = 0; i < body->view().vertex_count; ++i) {
      largest = larger(largest, norm_squared(body->view().vertex(i) - centre));
    }
    return std::sqrt(largest);
  }
  const auto sphere = bounding_sphere(shape);
  return norm(sphere->centre - centre) + sphere->radius;
}

// Distance of the centre from the surface, or less.
double inner_radius(const Shape& shape, const Vec3<double>& centre) {
  if (const auto* body = std::get_if<Sphere<double>>(&shape)) return body->radius;
  if (const auto* body = std::get_if<Ellipsoid<double>>(&shape)) {
    const Vec3<double>& a = body->semi_axes;
    return smaller(a.x, smaller(a.y, a.z));
  }
  if (const auto* body = std::get_if<Superquadric<double>>(&shape)) {
    return inscribed_radius_bound(*body);
  }
  if (const auto* body = std::get_if<Polyhedron>(&shape)) {
    const PolyhedronView<double>& view = body->view();
    double least = infinity_of<double>();
    for (int f = 0; f < view.face_count; ++f) {
      least = smaller(least, view.face_offset[f] - dot(view.face_normal[f], centre));
    }
    return least;
  }
  if (const auto* body = std::get_if<Mesh>(&shape)) {
    return larger(0.0, -inside_outside(body->view(), centre));
  }
  return 0.0;
}

}  // namespace

void principal_axes(const SymMat3<double>& matrix, Vec3<double>& values, Mat3<double>& axes) {
  double m[3][3] = {{matrix.xx, matrix.xy, matrix.xz},
                    {matrix.xy, matrix.yy, matrix.yz},
                    {matrix.xz, matrix.yz, matrix.zz}};
  double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  constexpr int sweeps = 12;  // convergence is quadratic: six reach rounding error
  for (int i = 0; i < sweeps; ++i) {
    rotate_away(m, v, 0, 1), rotate_away(m, v, 0, 2), rotate_away(m, v, 1, 2);
  }
  values = {m[0][0], m[1][1], m[2][2]};
  axes = {{v[0][0], v[0][1], v[0][2]}, {v[1][0], v[1][1], v[1][2]}, {v[2][0], v[2][1], v[2][2]}};
}

BodyType body_type(const Shape& shape, double density) {
  BodyType type;
  RotorOf<double>& rotor = type.rotor;
  type.geometry = &shape;
  rotor.principal = identity_matrix<double>();
  if (kind_of(shape) == Kind::half_space) return type;
  const MassProperties mass = mass_properties(shape);
  type.bounded = true;
  type.mass = density * mass.volume;
  rotor.centroid = mass.centroid;
  const SymMat3<double>& i = mass.inertia;
  rotor.all_centred = mass.centroid == Vec3<double>{} && i.xy == 0.0 && i.xz == 0.0 && i.yz == 0.0;
  Vec3<double>& inertia = type.inertia;
  if (rotor.all_centred) {
    inertia = {i.xx, i.yy, i.zz};
  } else {
    principal_axes(i, inertia, rotor.principal);
  }
  inertia = density * inertia;
  rotor.inverse_inertia = {1.0 / inertia.x, 1.0 / inertia.y, 1.0 / inertia.z};
  const Mat3<double>& axes = rotor.principal;
  const Vec3<double>& inverse = rotor.inverse_inertia;
  const auto column = [&](int k) {
    const auto entry = [k](const Vec3<double>& row) {
      return k == 0 ? row.x : k == 1 ? row.y : row.z;
    };
    return Vec3<double>{entry(axes.row0), entry(axes.row1), entry(axes.row2)};
  };
  type.inverse_inertia = inverse.x * outer_square(column(0)) + inverse.y * outer_square(column(1)) +
                         inverse.z * outer_square(column(2));
  rotor.all_round = inertia.x == inertia.y && inertia.y == inertia.z;
  rotor.round = rotor.all_round ? 1.0 : 0.0;
  type.reach = reach_from(shape, rotor.centroid);
  type.inner_radius = inner_radius(shape, rotor.centroid);
  if (kind_of(shape) != Kind::sphere) rotor.turn_reach = type.reach;
  type.size_radius = equal_volume_radius(mass.volume);
  return type;
}

}  // namespace talus
