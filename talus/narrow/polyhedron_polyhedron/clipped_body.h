// A convex body clipped by planes (Sutherland and Hodgman 1974), as a polygon soup: every face has
// copies of its corners, counter-clockwise seen from outside, without adjacency. A corner is inside
// or outside of a plane by its coordinates alone, and the crossing of an edge is always computed
// from its inner end towards its outer end. The two faces at an edge therefore get the same bits,
// the surface stays closed whatever rounding does (coplanar and coincident faces included), and
// integrals over it are those of a closed body. A cut costs one dot product per face, and more only
// for faces that it crosses.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/clip_storage.h"

namespace talus::polyhedron_polyhedron {

template <class T>
struct Plane {  // keeps normal . x <= offset
  Vec3<T> normal;
  T offset;
  T rounding;  // corners beyond the plane by less than this lie in it

  TALUS_HD T height(const Vec3<T>& x) const { return dot(normal, x) - offset; }
};

template <class T>
class ClippedBody {
 public:
  TALUS_HD explicit ClippedBody(const ClipStorage<T>& storage) : storage_(storage) {}

  // The storage was too small; the body is then invalid.
  TALUS_HD bool exceeded() const { return exceeded_; }
  TALUS_HD bool empty() const { return face_count_ == 0; }
  TALUS_HD int face_count() const { return face_count_; }
  TALUS_HD const ClippedFace<T>& face(int f) const { return storage_.face[f]; }
  TALUS_HD int corner_count() const { return live_corners_; }
  TALUS_HD const Vec3<T>& corner(const ClippedFace<T>& f, int i) const {
    return storage_.corner[pool_][f.start + i];
  }
  // The unused pool: storage for corner_capacity vectors.
  TALUS_HD Vec3<T>* spare() const { return storage_.corner[1 - pool_]; }
  TALUS_HD bool has_spare(int count) {
    if (count > storage_.corner_capacity) exceeded_ = true;
    return !exceeded_;
  }
  // A bounding ball, from the last compaction, so that it may be larger than needed.
  TALUS_HD const Vec3<T>& centre() const { return centre_; }
  TALUS_HD T radius() const { return radius_; }

  // Adds a face with the part of its corners (corner_at(0) .. corner_at(count - 1)) that the plane
  // keeps; close_cut() after the last one.
  template <class CornerAt>
  TALUS_HD void add_clipped(int count, CornerAt corner_at, const Plane<T>& plane, Source source) {
    if (!has_capacity_for(count)) return;
    ClippedFace<T> face;
    if (clip(count, corner_at, plane, source, face)) {
      storage_.face[face_count_++] = face;
      live_corners_ += face.count;
    }
  }

  // Cuts off the part beyond the plane; the new face belongs to `source`.
  TALUS_HD void cut(const Plane<T>& plane, Source source) {
    if (!ensure_capacity()) return;
    const int before = face_count_;
    bool changed = false;
    int kept = 0;
    for (int f = 0; f < before && !exceeded_; ++f) {
      const ClippedFace<T> face = storage_.face[f];
      if (!reaches_beyond(face, plane)) {
        if (kept < f) storage_.face[kept] = face;
        ++kept;
        continue;
      }
      changed = true;
      live_corners_ -= face.count;
      const Vec3<T>* corners = storage_.corner[pool_] + face.start;
      const auto corner_at = [corners](int i) { return corners[i]; };
      ClippedFace<T> part;
      if (!clip(face.count, corner_at, plane, face.source, part)) continue;
      live_corners_ += part.count;
      storage_.face[kept++] = part;
    }
    face_count_ = kept;
    if (changed) close_cut(source);
  }

  // Makes the faces that close the body along the last cut: the edges of the cut joined end to end.
  // They form closed loops, one but for rounding.
  TALUS_HD void close_cut(Source source) {
    for (int i = 0; i < cut_count_ && !exceeded_;) {
      if (!has_capacity_for(cut_count_ - i)) return;
      const Vec3<T> first = storage_.cut[i].from;
      const int start = used_corners_;
      Vec3<T> end = first;
      do {
        int next = i;
        while (next < cut_count_ && !(storage_.cut[next].from == end)) ++next;
        if (next == cut_count_) break;
        const CutEdge<T> edge = storage_.cut[next];
        storage_.cut[next] = storage_.cut[i];
        storage_.cut[i++] = edge;
        storage_.corner[pool_][used_corners_++] = edge.from;
        end = edge.to;
      } while (!(end == first));
      finish_loop(start, source);
    }
    cut_count_ = 0;
    if (2 * face_count_ < faces_at_ball_ || faces_at_ball_ == 0) {
      compact();
    } else if (face_count_ <= few_faces) {
      find_ball();
    }
  }

 private:
  static constexpr int few_faces = 64;  // up to which a new ball costs less than it saves in cuts

  TALUS_HD bool reaches_beyond(const ClippedFace<T>& face, const Plane<T>& plane) const {
    if (!(plane.height(face.centre) + face.radius > plane.rounding)) return false;
    bool beyond = false;
    for (int i = 0; i < face.count; ++i) {
      beyond = beyond || plane.height(corner(face, i)) > plane.rounding;
    }
    return beyond;
  }

  // Clips one face. If the walk around it leaves the kept side at `out` and returns at `in`, the
  // closing face has the edge from `in` to `out`.
  template <class CornerAt>
  TALUS_HD bool clip(int count, CornerAt corner_at, const Plane<T>& plane, Source source,
                     ClippedFace<T>& face) {
    Vec3<T>* corners = storage_.corner[pool_];
    const int start = used_corners_;
    Vec3<T> last = corner_at(count - 1), out{}, first_in{};
    bool last_beyond = plane.height(last) > plane.rounding;
    bool is_out = false, was_in = false;
    for (int i = 0; i < count; ++i) {
      const Vec3<T> next = corner_at(i);
      const bool beyond = plane.height(next) > plane.rounding;
      if (beyond && !last_beyond) {
        out = crossing(last, next, plane);
        is_out = true;
        append(start, out);
      } else if (last_beyond && !beyond) {
        const Vec3<T> in = crossing(next, last, plane);
        append(start, in);
        if (is_out) {
          add_cut_edge(in, out);
        } else {
          first_in = in;
          was_in = true;
        }
        is_out = false;
      }
      if (!beyond) append(start, next);
      last = next;
      last_beyond = beyond;
    }
    if (is_out && was_in) add_cut_edge(first_in, out);
    while (used_corners_ > start + 1 && corners[used_corners_ - 1] == corners[start]) {
      --used_corners_;
    }
    if (used_corners_ - start < 3) {  // a point, or an edge traversed twice: no area
      used_corners_ = start;
      return false;
    }
    face = with_ball(start, source);
    return true;
  }

  // Exactly `inner` where that lies in the plane.
  TALUS_HD static Vec3<T> crossing(const Vec3<T>& inner, const Vec3<T>& outer,
                                   const Plane<T>& plane) {
    const T below = smaller(plane.height(inner), T(0));
    return inner + (below / (below - plane.height(outer))) * (outer - inner);
  }

  TALUS_HD void append(int start, const Vec3<T>& x) {
    Vec3<T>* corners = storage_.corner[pool_];
    if (used_corners_ > start && corners[used_corners_ - 1] == x) return;
    corners[used_corners_++] = x;
  }

  TALUS_HD void add_cut_edge(const Vec3<T>& from, const Vec3<T>& to) {
    if (from == to) return;
    if (cut_count_ == storage_.cut_capacity) {
      exceeded_ = true;
      return;
    }
    storage_.cut[cut_count_++] = {from, to};
  }

  TALUS_HD void finish_loop(int start, Source source) {
    if (used_corners_ - start < 3) {
      used_corners_ = start;
      return;
    }
    storage_.face[face_count_] = with_ball(start, source);
    live_corners_ += storage_.face[face_count_++].count;
  }

  TALUS_HD ClippedFace<T> with_ball(int start, Source source) const {
    const Vec3<T>* corners = storage_.corner[pool_];
    const int count = used_corners_ - start;
    Vec3<T> sum{};
    for (int i = 0; i < count; ++i) sum = sum + corners[start + i];
    const Vec3<T> centre = sum / T(count);
    T square{};
    for (int i = 0; i < count; ++i) {
      square = larger(square, norm_squared(corners[start + i] - centre));
    }
    return {start, count, source, centre, rounded_up(square_root(square), centre)};
  }

  // Rounds up, so that every corner of a face whose ball is within a plane is within it in floating
  // point.
  TALUS_HD static T rounded_up(const T& radius, const Vec3<T>& centre) {
    return radius + T(16) * epsilon_of<T>() * (radius + max_norm(centre));
  }

  // A clipped face has at most two corners for each one it had.
  TALUS_HD bool has_capacity_for(int count) {
    if (used_corners_ + 2 * count > storage_.corner_capacity ||
        face_count_ == storage_.face_capacity) {
      exceeded_ = true;
    }
    return !exceeded_;
  }

  // Ensures storage for a cut of every face and the closing face.
  TALUS_HD bool ensure_capacity() {
    const int needed = 2 * live_corners_ + storage_.cut_capacity;
    if (used_corners_ + needed > storage_.corner_capacity) compact();
    if (used_corners_ + needed > storage_.corner_capacity) exceeded_ = true;
    return !exceeded_;
  }

  // Copies the live corners to the other pool and computes the bounding ball.
  TALUS_HD void compact() {
    Vec3<T>* to = storage_.corner[1 - pool_];
    int used = 0;
    for (int f = 0; f < face_count_; ++f) {
      ClippedFace<T>& face = storage_.face[f];
      for (int i = 0; i < face.count; ++i) to[used + i] = corner(face, i);
      face.start = used;
      used += face.count;
    }
    pool_ = 1 - pool_;
    used_corners_ = used;
    faces_at_ball_ = face_count_;
    find_ball();
  }

  TALUS_HD void find_ball() {
    if (face_count_ == 0) return;
    Vec3<T> sum{};
    for (int f = 0; f < face_count_; ++f) sum = sum + storage_.face[f].centre;
    centre_ = sum / T(face_count_);
    radius_ = T(0);
    for (int f = 0; f < face_count_; ++f) {
      const ClippedFace<T>& face = storage_.face[f];
      radius_ = larger(radius_, norm(face.centre - centre_) + face.radius);
    }
    radius_ = rounded_up(radius_, centre_);
  }

  ClipStorage<T> storage_;
  int pool_{}, used_corners_{}, live_corners_{}, face_count_{}, cut_count_{}, faces_at_ball_{};
  Vec3<T> centre_{};
  T radius_{};
  bool exceeded_{};
};

}  // namespace talus::polyhedron_polyhedron
