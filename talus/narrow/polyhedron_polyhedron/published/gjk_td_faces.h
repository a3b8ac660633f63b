// The sets of P0's Algorithm 3: the triangular faces Sigma in which the nearest one is sought, and
// Sigma_visited, which are never built again. Both are in one list, in the order in which the
// faces were made; a visited face has its distance set to infinity.
//
// Fixed size, no allocation, nothing to clear: vertices are found again by the pair of indices they
// come from, faces by a list that hangs on their youngest vertex. A face with a new vertex cannot
// exist already and is not searched. Algorithm 3 itself knows no such size: callers who may
// allocate pass a store of their own with the same functions (study/polyhedra/growing_faces.h).
#pragma once

#include "talus/narrow/engine/support_pair.h"

namespace talus::polyhedron_polyhedron::gjk {

template <class T>
struct TdFace {
  Vec3<T> normal;  // away from the origin, its length twice the area
  T square;        // of its length
  int vertex[3];
};

// Normal and square of the triangle p, q, r; its plane's signed distance from the origin is
// offset / sqrt(square). False if it has no area. `inside` orients a face whose plane holds the
// origin to rounding.
template <class T>
TALUS_HD bool orient_face(const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r,
                          const Vec3<T>& inside, T rounding, TdFace<T>& face, T& offset) {
  const Vec3<T> pq = q - p, pr = r - p;
  face.normal = cross(pq, pr);
  face.square = norm_squared(face.normal);
  const T longest = larger(norm_squared(pq), norm_squared(pr));
  if (!(face.square > rounding * rounding * longest)) return false;
  offset = dot(face.normal, p);
  const bool through_origin = !(offset * offset > rounding * rounding * face.square);
  if ((through_origin ? offset - dot(face.normal, inside) : offset) < T(0)) {
    face.normal = -face.normal;
    offset = -offset;
  }
  return true;
}

template <class T>
class TdFaces {
 public:
  static constexpr int max_vertices = 1023;  // three indices fit into a key of 30 bits
  static constexpr int max_faces = 4096;

  using Face = TdFace<T>;

  // `inside` is a point inside the first tetrahedron; it orients faces whose plane holds the
  // origin to rounding.
  TALUS_HD void start(const Vec3<T>& inside, T rounding) {
    inside_ = inside;
    rounding_ = rounding;
    vertex_count_ = face_count_ = 0;
    for (int i = 0; i < buckets; ++i) bucket_[i] = none;
    for (int b = 0; b < max_faces / block; ++b) changed_[b] = true;
  }

  // The index of the Minkowski vertex w, which is added if it is new; `none` if the storage is
  // full.
  TALUS_HD int vertex_index(const engine::SupportPair<T>& w) {
    const unsigned hash = (unsigned(w.index_a) * 31u + unsigned(w.index_b)) % buckets;
    for (int i = bucket_[hash]; i != none; i = next_vertex_[i]) {
      if (vertex_[i].index_a == w.index_a && vertex_[i].index_b == w.index_b) return i;
    }
    if (vertex_count_ == max_vertices) return none;
    vertex_[vertex_count_] = w;
    next_vertex_[vertex_count_] = bucket_[hash];
    youngest_of_[vertex_count_] = none;
    bucket_[hash] = short(vertex_count_);
    return vertex_count_++;
  }

  TALUS_HD bool has_room() const { return face_count_ + 3 <= max_faces; }

  // Adds the face unless it is in Sigma or Sigma_visited or has no area (it then covers nothing).
  TALUS_HD void add(int i, int j, int k) {
    const int high = larger(i, larger(j, k)), low = smaller(i, smaller(j, k));
    const int key = (high << 10 | (i + j + k - high - low)) << 10 | low;
    for (int f = youngest_of_[high]; f != none; f = next_face_[f]) {
      if (key_[f] == key) return;
    }
    Face& face = face_[face_count_];
    T offset;
    if (!orient_face(vertex_[i].c, vertex_[j].c, vertex_[k].c, inside_, rounding_, face, offset)) {
      return;
    }
    face.vertex[0] = i;
    face.vertex[1] = j;
    face.vertex[2] = k;
    distance_[face_count_] = offset * absolute(offset) / face.square;
    changed_[face_count_ / block] = true;
    key_[face_count_] = key;
    next_face_[face_count_] = youngest_of_[high];
    youngest_of_[high] = short(face_count_++);
  }

  // The face of Sigma with the smallest d_p, the oldest of equals; `none` if Sigma is empty. Only
  // blocks of the list that have changed are scanned again.
  TALUS_HD int nearest() {
    int best = none;
    T least = infinity_of<T>();
    for (int b = 0; b * block < face_count_; ++b) {
      if (changed_[b]) rescan(b);
      const int f = first_[b];
      if (f != none && distance_[f] < least) {
        least = distance_[f];
        best = f;
      }
    }
    return best;
  }

  TALUS_HD void visit(int f) {
    distance_[f] = infinity_of<T>();
    changed_[f / block] = true;
  }
  TALUS_HD bool visited(int f) const { return !(distance_[f] < infinity_of<T>()); }

  TALUS_HD const Face& face(int f) const { return face_[f]; }
  TALUS_HD const engine::SupportPair<T>& corner(int f, int i) const {
    return vertex_[face_[f].vertex[i]];
  }
  TALUS_HD int face_count() const { return face_count_; }

  static constexpr int none = -1;

 private:
  static constexpr int buckets = 64;
  static constexpr int block = 64;

  TALUS_HD void rescan(int b) {
    const int end = smaller(face_count_, (b + 1) * block);
    int best = none;
    T least = infinity_of<T>();
    for (int f = b * block; f < end; ++f) {
      if (distance_[f] < least) {
        least = distance_[f];
        best = f;
      }
    }
    first_[b] = short(best);
    changed_[b] = false;
  }

  Vec3<T> inside_;
  T rounding_;
  int vertex_count_, face_count_;
  short bucket_[buckets];
  engine::SupportPair<T> vertex_[max_vertices];
  short next_vertex_[max_vertices];
  short youngest_of_[max_vertices];  // the last face whose highest vertex this is
  T distance_[max_faces];            // d_p squared, with its sign; infinity: visited
  Face face_[max_faces];
  int key_[max_faces];
  short next_face_[max_faces];
  short first_[max_faces / block];   // of each block, its nearest face
  bool changed_[max_faces / block];  // since it was found
};

}  // namespace talus::polyhedron_polyhedron::gjk
