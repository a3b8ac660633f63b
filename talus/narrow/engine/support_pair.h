// A point of the Minkowski difference C = A - B, with the points of A and B it comes from. All in
// the frame of A. The bodies overlap where C contains the origin, and
//   h(n) = max over C of n.c = -sigma(n),   distance = -min over unit n of h(n).
#pragma once

#include "talus/math/vec3.h"

namespace talus::engine {

// (No initialisers: polytopes hold many of them.)
template <class T>
struct SupportPair {
  Vec3<T> a, b, c;       // c = a - b
  int index_a, index_b;  // which vertex, where the body has vertices
};

// A simplex of up to four such points and the barycentric coordinates of its point nearest the
// origin.
template <class T>
struct Simplex {
  SupportPair<T> point[4];
  T weight[4];
  int count{};

  TALUS_HD Vec3<T> nearest() const { return combine(&SupportPair<T>::c); }
  TALUS_HD Vec3<T> point_a() const { return combine(&SupportPair<T>::a); }
  TALUS_HD Vec3<T> point_b() const { return combine(&SupportPair<T>::b); }

 private:
  TALUS_HD Vec3<T> combine(Vec3<T> SupportPair<T>::*which) const {
    Vec3<T> sum = weight[0] * (point[0].*which);
    for (int i = 1; i < count; ++i) sum = sum + weight[i] * (point[i].*which);
    return sum;
  }
};

}  // namespace talus::engine
