// Vectors and rotations of the oracles, independent of the library's own, so that an error there is
// detected.
#pragma once

#include <array>
#include <cmath>

namespace oracle {

template <class R>
struct Vec {
  R x{}, y{}, z{};

  Vec() = default;
  Vec(R x_, R y_, R z_) : x(x_), y(y_), z(z_) {}
  explicit Vec(const std::array<double, 3>& v) : x(v[0]), y(v[1]), z(v[2]) {}

  friend Vec operator+(const Vec& u, const Vec& v) { return {u.x + v.x, u.y + v.y, u.z + v.z}; }
  friend Vec operator-(const Vec& u, const Vec& v) { return {u.x - v.x, u.y - v.y, u.z - v.z}; }
  friend Vec operator-(const Vec& u) { return {-u.x, -u.y, -u.z}; }
  friend Vec operator*(const R& s, const Vec& v) { return {s * v.x, s * v.y, s * v.z}; }
};

template <class R>
R dot(const Vec<R>& u, const Vec<R>& v) {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}

template <class R>
Vec<R> cross(const Vec<R>& u, const Vec<R>& v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

template <class R>
R length(const Vec<R>& v) {
  using std::sqrt;
  return sqrt(dot(v, v));
}

template <class R>
Vec<R> unit(const Vec<R>& v) {
  return (R(1) / length(v)) * v;
}

// Columns are the body's axes in the world.
template <class R>
struct Rotation {
  Vec<R> e0{1, 0, 0}, e1{0, 1, 0}, e2{0, 0, 1};

  Vec<R> to_world(const Vec<R>& v) const { return v.x * e0 + v.y * e1 + v.z * e2; }
  Vec<R> to_body(const Vec<R>& v) const { return {dot(e0, v), dot(e1, v), dot(e2, v)}; }
};

// Of the normalised quaternion (scalar first, body to world), by rotating the three axes with
// v + 2 w (q x v) + 2 q x (q x v).
template <class R>
Rotation<R> rotation_from(const std::array<double, 4>& quaternion) {
  using std::sqrt;
  R w = quaternion[0];
  Vec<R> q{R(quaternion[1]), R(quaternion[2]), R(quaternion[3])};
  const R norm = sqrt(w * w + dot(q, q));
  w = w / norm;
  q = (R(1) / norm) * q;
  const auto rotate = [&](const Vec<R>& v) {
    const Vec<R> t = R(2) * cross(q, v);
    return v + w * t + cross(q, t);
  };
  return {rotate({1, 0, 0}), rotate({0, 1, 0}), rotate({0, 0, 1})};
}

}  // namespace oracle
