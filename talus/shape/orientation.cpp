#include "talus/shape/orientation.h"

#include "talus/shape/expansion.h"

namespace talus {

namespace {

// Shewchuk's bound for n . w with n = u x v, where u, v and w are rounded differences: the error is
// below (7 + 56 e) e times the permanent, e = 2^-53. The permanent itself is rounded, at most 4 e
// relative, which the last factor covers.
constexpr double unit_roundoff = 0x1p-53;
constexpr double error_factor =
    (7.0 + 56.0 * unit_roundoff) * unit_roundoff * (1.0 + 16.0 * unit_roundoff);

// |u_y v_z| + |u_z v_y| and so on: what the components of u x v can lose.
Vec3<double> cross_permanent(const Vec3<double>& u, const Vec3<double>& v) {
  return {absolute(u.y * v.z) + absolute(u.z * v.y), absolute(u.z * v.x) + absolute(u.x * v.z),
          absolute(u.x * v.y) + absolute(u.y * v.x)};
}

}  // namespace

ExactPlane::ExactPlane(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                       const Vec3<double>& reach)
    : a_(a), b_(b), c_(c) {
  const Vec3<double> u = b - a, v = c - a;
  normal_ = cross(u, v);
  error_bound_ = error_factor * dot(cross_permanent(u, v), reach);
}

int ExactPlane::exact_side(const Vec3<double>& p) const {
  // First the same bound for this point alone: it may be much nearer to a than the farthest one.
  const Vec3<double> w_rounded = p - a_;
  const Vec3<double> w_absolute{absolute(w_rounded.x), absolute(w_rounded.y),
                                absolute(w_rounded.z)};
  const double bound = error_factor * dot(cross_permanent(b_ - a_, c_ - a_), w_absolute);
  const double height = dot(normal_, w_rounded);
  if (height > bound) return 1;
  if (height < -bound) return -1;

  return sign_of_determinant(exact_difference(b_, a_), exact_difference(c_, a_),
                             exact_difference(p, a_));
}

bool are_collinear(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const ExactVector u = exact_difference(b, a), v = exact_difference(c, a);
  return exact_minor(u.y, v.z, u.z, v.y).sign() == 0 &&
         exact_minor(u.z, v.x, u.x, v.z).sign() == 0 && exact_minor(u.x, v.y, u.y, v.x).sign() == 0;
}

}  // namespace talus
