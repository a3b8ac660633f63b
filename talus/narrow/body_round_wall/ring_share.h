// How the contacts of one body with one round wall share an energy (body_mesh_wall/energy_share.h),
// and forces that are its derivative.
//
// Contacts of one body that are close to each other on the ring would act as the larger of two
// depths: too stiff against rocking. Their product is therefore lowered by up to a tenth, by
//
//   a = 1 - softening S(1 - m^2 / (d_i d_k)),
//
// where m is the least depth between them. Two contacts that merge have no valley, a = 1, and count
// once, so that nothing jumps. The derivative of E has a part for a, with the derivatives of the
// three depths, and one for the normals, which turn as the body moves:
//
//   dE = mu . de - 1/2 mu^T dG mu.
#pragma once

#include "talus/narrow/body_mesh_wall/convex_face.h"
#include "talus/narrow/body_mesh_wall/energy_share.h"
#include "talus/narrow/body_round_wall/ring.h"

namespace talus::body_round_wall {

// Two contacts then feel a rocking at most 1 / softening times as stiffly as one feels a
// displacement, less than the vertices of a face do (rounded_maximum.h).
inline constexpr double softening = 0.1;
// 1 - m^2 / (d_i d_k) from which on the whole softening holds. A fold, where one of the contacts
// vanishes in the valley, has e_i <= a e_k as long as this is above 1.5 * softening.
inline constexpr double deep_valley = 0.3;

// A force and a torque about the wall's origin.
struct Load {
  Vec3<double> force{}, torque{};
  void add(double factor, const Vec3<double>& f, const Vec3<double>& at) {
    force = force + factor * f;
    torque = torque + factor * cross(at, f);
  }
  void add_couple(double factor, const Vec3<double>& couple) { torque = torque + factor * couple; }
  void add(double factor, const Load& other) {
    force = force + factor * other.force;
    torque = torque + factor * other.torque;
  }
};

// One contact of the body: on the ring, or with a disc.
struct SharedContact {
  Vec3<double> normal{};
  Lowest lowest;
  int ring = -1;  // number on the ring; -1: a disc
  double energy_share = 1.0;
  Load extra;  // in units of the contact's own force

  // Its force and torque are those of a force along this line, and a couple about it.
  body_mesh_wall::ForceLine line() const {
    const Vec3<double>& x = lowest.point;
    return {x, lowest.slope * normal + extra.force, extra.torque - cross(x, extra.force)};
  }
};

// The factor a of two neighbouring contacts and what its derivative takes.
struct Likeness {
  double factor = 1.0;
  Load derivative;  // of the factor by the motion of the body
};

template <class Body>
Likeness likeness(const Ring<Body>& ring, const RingContact& p, const RingContact& q) {
  const RingContact v = ring.valley(p, q);
  const double dp = p.depth.lowest.depth, dq = q.depth.lowest.depth, m = v.depth.lowest.depth;
  const bool is_open = !(m > 0.0) || !v.depth.is_valid;
  const double x = is_open ? 1.0 : 1.0 - m * m / (dp * dq), u = x / deep_valley;
  if (!(u > 0.0)) return {};
  if (u >= 1.0) return {1.0 - softening, {}};
  Likeness a{1.0 - softening * u * u * (3.0 - 2.0 * u), {}};
  const double slope = -softening * 6.0 * u * (1.0 - u) / deep_valley;  // da/dx
  const auto add = [&](double factor, const RingContact& c) {
    a.derivative.add(slope * factor * c.depth.lowest.slope, c.normal(), c.depth.lowest.point);
  };
  // d(depth) = -slope n . dx.
  add(2.0 * m / (dp * dq), v);
  add(-m * m / (dp * dp * dq), p);
  add(-m * m / (dp * dq * dq), q);
  return a;
}

// How the deepest point x of a contact moves: if the normal n turns, by dx = -H dn with the Hessian
// H of the body's support function, and if the plane rises.
template <class Body>
class PointMotion {
 public:
  PointMotion(const Body& body, const RingContact& c)
      : body_(body),
        normal_(c.normal()),
        foot_(c.depth.lowest.point + c.depth.lowest.depth * normal_) {}
  Vec3<double> hessian_times(const Vec3<double>& t) const {
    constexpr double step = 1e-5;  // rad, of the differences
    const auto at = [&](const Vec3<double>& m) { return body_.below(m, dot(m, foot_)).point; };
    return (at(normalized(normal_ - step * t)) - at(normalized(normal_ + step * t))) / (2.0 * step);
  }
  Vec3<double> by_level() const { return {}; }

 private:
  const Body& body_;
  Vec3<double> normal_, foot_;
};

template <>
class PointMotion<FlatBody> {
 public:
  PointMotion(const FlatBody& body, const RingContact& c)
      : bulged_(body.bulged_at(c.normal(), c.depth.lowest.depth)), slope_(c.depth.lowest.slope) {}
  Vec3<double> hessian_times(const Vec3<double>& t) const { return bulged_.turned(t); }
  Vec3<double> by_level() const { return slope_ * bulged_.point_by_depth; }

 private:
  BulgedBody<double> bulged_;
  double slope_;
};

// The derivative of g . n by the motion of the body, for the normal n of a contact. n turns with
// its azimuth phi, and on a rim by an angle theta in its meridian, so that F and the slope of the
// depth by theta stay zero.
template <class Body>
Load turned_normal(const Body& body, const RingContact& c, const Vec3<double>& g) {
  const Vec3<double>&e = c.azimuth.tangent, n = c.normal(), &x = c.depth.lowest.point;
  const Vec3<double> w = c.azimuth.at({-c.depth.normal.z, c.depth.normal.r});
  const PointMotion<Body> motion(body, c);
  // As the body moves by dx at its deepest point, that point moves by dx - by_level (n . dx).
  const auto of_point = [&](const Vec3<double>& t) { return t - dot(t, motion.by_level()) * n; };
  Load load;
  const double nr = c.depth.normal.r;
  const Vec3<double> he = motion.hessian_times(e);
  const double ff = -dot(c.azimuth.outward, x) - nr * dot(e, he);  // dF/dphi
  if (!(ff < 0.0)) return load;
  if (!c.depth.on_rim) {
    const double factor = -nr * dot(g, e) / ff;
    load.add(factor, of_point(e), x);
    load.add_couple(factor, cross(n, he));
    return load;
  }
  const Vec3<double> hw = motion.hessian_times(w);
  const double overlap = c.depth.lowest.overlap(n);
  const double aa = dot(w, hw) - overlap, af = nr * dot(w, he), fa = -dot(e, hw);
  const double determinant = aa * ff - af * fa;
  if (!(determinant < 0.0)) return load;
  // d theta = -(ff dA - af dF) / det, d phi = -(aa dF - fa dA) / det; dA = -(w . dx).
  const double gt = dot(g, w), gp = nr * dot(g, e);
  const double by_a = (-gt * ff + gp * fa) / determinant, by_f = (gt * af - gp * aa) / determinant;
  load.add(-by_a, of_point(w), x);
  load.add_couple(-by_a, cross(n, hw));
  load.add(by_f, of_point(e), x);
  load.add_couple(by_f, cross(n, he));
  return load;
}

// Sets shares and extra forces. `contact`: those on the ring first, in its order.
template <class Body>
void share_energy(const Body& body, const Ring<Body>& ring, std::span<SharedContact> contact,
                  double size, double energy_power, bool opposite_only) {
  constexpr int most = Ring<Body>::capacity + 2;
  if (contact.size() < 2) return;
  const auto count = static_cast<int>(contact.size());
  body_mesh_wall::EnergyShare item[most];
  Likeness like[most][most];
  int rings = 0;
  for (int i = 0; i < count; ++i) {
    const double depth = contact[i].lowest.depth;
    item[i] = {contact[i].normal, power(depth / size, 0.5 * energy_power), 0.0, false};
    rings += contact[i].ring >= 0 ? 1 : 0;
  }
  const auto near = [&](int i, int k) { return dot(item[i].normal, item[k].normal) > 0.0; };
  for (int i = 0; i + 1 < rings && !opposite_only; ++i) {
    if (near(i, i + 1))
      like[i][i + 1] = likeness(ring, ring[contact[i].ring], ring[contact[i + 1].ring]);
    // Two contacts that are not neighbours have the factor of the deepest valley between them.
    for (int k = i - 1; k >= 0; --k) {
      const Likeness &p = like[k][i], &q = like[i][i + 1];
      like[k][i + 1] = p.factor < q.factor ? p : q;
    }
  }
  // On a whole ring the last contact and the first one are neighbours as well.
  if (rings > 2 && !opposite_only &&
      ring[contact[rings - 1].ring].turn - ring[contact[0].ring].turn > 2.0) {
    RingContact next = ring[contact[0].ring];
    next.turn += 4.0;
    if (near(0, rings - 1))
      like[0][rings - 1] = likeness(ring, ring[contact[rings - 1].ring], next);
  }
  const auto alike = [&](std::size_t i, std::size_t k) {
    return like[i < k ? i : k][i < k ? k : i].factor;
  };
  const body_mesh_wall::EnergyShares shares(std::span(item, contact.size()), alike);
  for (int i = 0; i < count; ++i) contact[i].energy_share = item[i].force / item[i].root;
  // mu_i mu_k dG, half of it on each contact, over its own force mu e', e' = p/2 e / depth.
  for (int i = 0; i < rings; ++i) {
    for (int k = i + 1; k < count; ++k) {
      const double both = item[i].force * item[k].force;
      if (!(both > 0.0) || !near(i, k)) continue;
      const RingContact& p = ring[contact[i].ring];
      const bool two = k < rings;
      const Likeness& a = like[i][k];
      Load sum = turned_normal(body, p, item[k].normal);
      if (two) sum.add(1.0, turned_normal(body, ring[contact[k].ring], item[i].normal));
      for (const int j : {i, k}) {
        const double own = item[j].force * energy_power * item[j].root / contact[j].lowest.depth;
        const double scale = both / own;
        contact[j].extra.add(scale * a.factor, sum);
        contact[j].extra.add(scale * dot(item[i].normal, item[k].normal), a.derivative);
      }
    }
  }
}

}  // namespace talus::body_round_wall
