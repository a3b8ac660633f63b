#include "talus/narrow/mesh_mesh/exact_orientation.h"

#include <array>
#include <cmath>

namespace talus::mesh_mesh {
namespace {

int sign(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

// A sum of doubles that do not overlap, smallest first, without zeros: exact (Shewchuk, section 2).
// A product of three differences has up to 2 * 2 * 2 * 2^2 terms, a determinant six of them.
struct ExactSum {
  static constexpr int capacity = 192;
  std::array<double, capacity> term;
  int count = 0;

  // Grow-Expansion with zero elimination.
  void add(double b) {
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      const double sum = b + term[static_cast<std::size_t>(i)];
      const double virtual_b = sum - term[static_cast<std::size_t>(i)];
      const double low = (term[static_cast<std::size_t>(i)] - (sum - virtual_b)) + (b - virtual_b);
      b = sum;
      if (low != 0.0) term[static_cast<std::size_t>(kept++)] = low;
    }
    if (b != 0.0) term[static_cast<std::size_t>(kept++)] = b;
    count = kept;
  }
  void add_product(double a, double b) {
    const double high = a * b;
    add(std::fma(a, b, -high));
    add(high);
  }
  int sign_of_sum() const {
    return count == 0 ? 0 : sign(term[static_cast<std::size_t>(count - 1)]);
  }
};

ExactSum difference(double a, double b) {
  ExactSum sum;
  sum.add(a);
  sum.add(-b);
  return sum;
}

void add_product(ExactSum& to, const ExactSum& a, const ExactSum& b, double factor) {
  for (int i = 0; i < a.count; ++i) {
    for (int j = 0; j < b.count; ++j) {
      to.add_product(factor * a.term[static_cast<std::size_t>(i)],
                     b.term[static_cast<std::size_t>(j)]);
    }
  }
}

struct ExactVector {
  ExactSum x, y, z;
};

ExactVector difference(const Vec3<double>& a, const Vec3<double>& b) {
  return {difference(a.x, b.x), difference(a.y, b.y), difference(a.z, b.z)};
}

// u v' - u' v.
ExactSum minor(const ExactSum& u, const ExactSum& v_other, const ExactSum& u_other,
               const ExactSum& v) {
  ExactSum sum;
  add_product(sum, u, v_other, 1.0);
  add_product(sum, u_other, v, -1.0);
  return sum;
}

int orientation_by_expansions(const Vec3<double>& p, const Vec3<double>& a, const Vec3<double>& b,
                              const Vec3<double>& c) {
  const ExactVector u = difference(a, p), v = difference(b, p), w = difference(c, p);
  ExactSum sum;
  add_product(sum, minor(v.y, w.z, v.z, w.y), u.x, 1.0);
  add_product(sum, minor(v.z, w.x, v.x, w.z), u.y, 1.0);
  add_product(sum, minor(v.x, w.y, v.y, w.x), u.z, 1.0);
  return sum.sign_of_sum();
}

// Of (b - a) (d - c) - (f - e) (h - g).
int sign_of_minor(double a, double b, double c, double d, double e, double f, double g, double h) {
  const double first = (b - a) * (d - c), second = (f - e) * (h - g), value = first - second;
  constexpr double error = 8.0 * 0x1p-53;  // three roundings in each product, one of the difference
  if (std::abs(value) > error * (std::abs(first) + std::abs(second))) return sign(value);
  return minor(difference(b, a), difference(d, c), difference(f, e), difference(h, g))
      .sign_of_sum();
}

// The sign of e . ((b - a) x (d - c)) for the infinitesimal motion e of B.
int sign_along_motion(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                      const Vec3<double>& d) {
  const int x = sign_of_minor(a.y, b.y, c.z, d.z, a.z, b.z, c.y, d.y);
  if (x != 0) return x;
  const int y = sign_of_minor(a.z, b.z, c.x, d.x, a.x, b.x, c.z, d.z);
  if (y != 0) return y;
  return sign_of_minor(a.x, b.x, c.y, d.y, a.y, b.y, c.x, d.x);
}

}  // namespace

int exact_orientation(const Vec3<double>& p, const Vec3<double>& a, const Vec3<double>& b,
                      const Vec3<double>& c) {
  const Vec3<double> u = a - p, v = b - p, w = c - p;
  const double xy = v.y * w.z, yx = v.z * w.y, yz = v.z * w.x, zy = v.x * w.z, zx = v.x * w.y,
               xz = v.y * w.x;
  const double value = u.x * (xy - yx) + u.y * (yz - zy) + u.z * (zx - xz);
  const double size = std::abs(u.x) * (std::abs(xy) + std::abs(yx)) +
                      std::abs(u.y) * (std::abs(yz) + std::abs(zy)) +
                      std::abs(u.z) * (std::abs(zx) + std::abs(xz));
  constexpr double error = (7.0 + 56.0 * 0x1p-53) * 0x1p-53;  // Shewchuk's o3derrboundA
  if (value > error * size) return 1;
  if (value < -error * size) return -1;
  return orientation_by_expansions(p, a, b, c);
}

int side_of_a(const Vec3<double> (&triangle)[3], const Vec3<double>& point_of_b) {
  const int side = exact_orientation(triangle[0], triangle[1], triangle[2], point_of_b);
  return side != 0 ? side : sign_along_motion(triangle[0], triangle[1], triangle[0], triangle[2]);
}

int side_of_b(const Vec3<double> (&triangle)[3], const Vec3<double>& point_of_a) {
  const int side = exact_orientation(triangle[0], triangle[1], triangle[2], point_of_a);
  return side != 0 ? side : -sign_along_motion(triangle[0], triangle[1], triangle[0], triangle[2]);
}

// Moving B by e changes the volume by e . ((q1 - q0) x (p1 - p0)).
int side_of_edges(const Vec3<double>& p0, const Vec3<double>& p1, const Vec3<double>& q0,
                  const Vec3<double>& q1) {
  const int side = exact_orientation(p0, p1, q0, q1);
  return side != 0 ? side : sign_along_motion(q0, q1, p0, p1);
}

}  // namespace talus::mesh_mesh
