// The tilts and weights of the rounded depth (rounded_depth.h) of eight contacts at once. Most
// contacts are of a vertex or an edge on a few vertices: a step of Newton's method is then a long
// chain of operations that wait for each other, and eight contacts take little longer than one. A
// contact gets the same bits whatever the others are.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"

namespace talus::polyhedron_polyhedron {

template <class T>
class EightTilts {
 public:
  // Vertices of C per contact; a choice. With more, the lanes of one contact are filled as well.
  static constexpr int capacity = 16;

  TALUS_HD static bool fits(const NearVertices<T>& a, const NearVertices<T>& b) {
    return a.count * b.count <= capacity;
  }

  // `lane`: of the contact. Its vertices must fit.
  TALUS_HD void set(int lane, const NearVertices<T>& a, const NearVertices<T>& b, const T& depth) {
    int row = 0;
    for (int i = 0; i < a.count; ++i) {
      for (int k = 0; k < b.count; ++k, ++row) {
        if (row == rows_) add_row();
        x_[row][lane] = a.x[i] - b.x[k];
        y_[row][lane] = a.y[i] - b.y[k];
        height_[row][lane] = a.height[i] + b.height[k];
      }
    }
    depth_[lane] = depth;
  }

  // Bits of the contacts whose tilt was found.
  TALUS_HD unsigned find() {
    using N = Lanes<T>;
    const N depth = N::load(depth_),
            longest = N(T(RoundedDepthLimits::longest_step) / rounding_power);
    N t_x = N(T(0)), t_y = t_x;
    MaskOf<N> active = depth > N(T(0)), found = !(active | !active);
    for (int i = 0; i < RoundedDepthLimits::steps && any(active); ++i) {
      const TiltStep<N> full = tilt_step(sums(t_x, t_y), depth, t_x, t_y);
      const N changes = change(full.x, full.y);
      const N cut = select(changes > longest, longest / changes, N(T(1)));
      active = active & full.exists;
      t_x = select(active, t_x + cut * full.x, t_x);
      t_y = select(active, t_y + cut * full.y, t_y);
      const MaskOf<N> converged = active & (changes < N(T(RoundedDepthLimits::converged)));
      found = found | converged;
      active = active & !converged;
    }
    return bits_of(found & store_weights(t_x, t_y));
  }
  // Of a contact whose tilt was found.
  TALUS_HD RoundedWeights<T> weights(int lane, int count_a, int count_b) const {
    RoundedWeights<T> w;
    for (int k = 0; k < count_b; ++k) w.of_b[k] = T(0);
    int row = 0;
    for (int i = 0; i < count_a; ++i) {
      w.of_a[i] = T(0);
      for (int k = 0; k < count_b; ++k, ++row) {
        w.of_a[i] = w.of_a[i] + weight_[row][lane];
        w.of_b[k] = w.of_b[k] + weight_[row][lane];
      }
    }
    w.sum = sum_[lane];
    w.root = root_[lane];
    w.tilt_x = tilt_x_[lane];
    w.tilt_y = tilt_y_[lane];
    w.shrink = shrink_[lane];
    return w;
  }

 private:
  // No vertex has a weight in it.
  TALUS_HD void add_row() {
    Lanes<T>::all(T(0)).store(x_[rows_]);
    Lanes<T>::all(T(0)).store(y_[rows_]);
    Lanes<T>::all(-infinity_of<T>()).store(height_[rows_]);
    ++rows_;
  }
  TALUS_HD RoundedSums<Lanes<T>> sums(const Lanes<T>& t_x, const Lanes<T>& t_y) const {
    const Lanes<T> zero = Lanes<T>::all(T(0));
    RoundedSums<Lanes<T>> s{zero, zero, zero, zero, zero, zero};
    for (int row = 0; row < rows_; ++row) {
      const Lanes<T> x = Lanes<T>::load(x_[row]), y = Lanes<T>::load(y_[row]);
      s.add(x, y, height(row, t_x, t_y));
    }
    return s;
  }
  // The largest change of n . c by a step.
  TALUS_HD Lanes<T> change(const Lanes<T>& step_x, const Lanes<T>& step_y) const {
    Lanes<T> most = Lanes<T>::all(T(0));
    for (int row = 0; row < rows_; ++row) {
      most = larger(most,
                    absolute(step_x * Lanes<T>::load(x_[row]) + step_y * Lanes<T>::load(y_[row])));
    }
    return most;
  }

  // Whether there are any.
  TALUS_HD MaskOf<Lanes<T>> store_weights(const Lanes<T>& t_x, const Lanes<T>& t_y) {
    const Lanes<T> zero = Lanes<T>::all(T(0)), one = Lanes<T>::all(T(1));
    Lanes<T> sum = zero;
    for (int row = 0; row < rows_; ++row) {
      const Lanes<T> z = height(row, t_x, t_y), weight = rounding_weight(z) * z;
      weight.store(weight_[row]);
      sum = sum + weight * z;
    }
    const Lanes<T> x = Lanes<T>::load(depth_) * t_x, y = Lanes<T>::load(depth_) * t_y;
    sum.store(sum_);
    rounding_root(sum).store(root_);
    t_x.store(tilt_x_);
    t_y.store(tilt_y_);
    (one / square_root(one + (x * x + y * y))).store(shrink_);
    return sum > zero;
  }
  // z of the vertices in a row.
  TALUS_HD Lanes<T> height(int row, const Lanes<T>& t_x, const Lanes<T>& t_y) const {
    const Lanes<T> x = Lanes<T>::load(x_[row]), y = Lanes<T>::load(y_[row]);
    return larger(Lanes<T>::load(height_[row]) + (t_x * x + t_y * y), Lanes<T>::all(T(0)));
  }

  int rows_{};
  T x_[capacity][lane_count], y_[capacity][lane_count], height_[capacity][lane_count];
  T depth_[lane_count]{};
  // At the tilt that was found, as RoundedWeights.
  T weight_[capacity][lane_count], sum_[lane_count], root_[lane_count];
  T tilt_x_[lane_count], tilt_y_[lane_count], shrink_[lane_count];
};

}  // namespace talus::polyhedron_polyhedron
