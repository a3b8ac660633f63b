// The smooth depth of two overlapping polyhedra, for forces: one function of the pose over all
// local minima of the rounded depth (rounded_depth.h). The least of them has a kink where another
// one takes over, and an integration of second order becomes one of first order there. Two minima
// M1 and M2 with the saddle S between them are joined to
//
//   min(M1, M2) - b/6 (1 - |M1 - M2|/b)_+^3
//   1/b = (1/(S - M1) + 1/(S - M2))/(2 k) + 2/(l (M1 + M2)),  k = 4, l = 0.4
//
// which has two continuous derivatives. (Where more than 32 vertices of a body are near enough to
// count, l is smaller, so that the farthest minimum that is found has no weight.) A minimum ends
// where it meets the saddle. There b = 0, so that it has no part in the depth any more; two minima
// that become one meet at the saddle with one derivative. At a ridge of C between planes at an
// angle t the force turns by t over a length of about t times the depth: the stiffness across the
// ridge is about that of approach, whatever the angle.
//   1. The rounded depth at the least depth. Most contacts are proven to have no other minimum that
//      counts (single_minimum.h).
//   2. All local minima up to the depth that counts (local_minima.h), and their rounded depths.
//   3. Saddles between them (stationary_depth.h), the lowest first; each joins two groups of
//      minima.
//   4. The derivative is the weighted sum of those of the minima and saddles: a wrench, as a force
//      along a line and a couple about it.
//
// Weaknesses: of three or more minima, groups are joined in another order where two saddles are
// equally high, which changes the depth by up to 3e-4. A saddle that is not found joins nothing. Of
// more than six minima the highest have no part.
//
// Tried and not kept: the least rounded depth alone (without a jump, but with the kink); a blend
// by the difference of the depths alone (it jumps where a minimum ends).
#pragma once

#include "talus/narrow/polyhedron_polyhedron/eight_tilts.h"
#include "talus/narrow/polyhedron_polyhedron/local_minima.h"
#include "talus/narrow/polyhedron_polyhedron/single_minimum.h"
#include "talus/narrow/polyhedron_polyhedron/stationary_depth.h"

namespace talus::polyhedron_polyhedron {

struct BlendLimits {
  static constexpr int minima = 6;  // the lowest ones
  // k and l above. A larger k turns the force over a longer path; l limits how much lower the depth
  // is at a ridge (l/6) and how far above the least a minimum counts.
  static constexpr double saddle = 4, depth = 0.4;
  // Two searches found one minimum if their normals differ by less than would change n . c by this
  // part of the depth, or by this angle, in radian, at equal depths.
  static constexpr double same_height = 0.02, same_normal = 0.01, same_depth = 1e-6;
  // The rounded depth is at most 1.2 times the depth: no saddle is higher than this times the
  // highest point of a path.
  static constexpr double saddle_height = 1.25;
  static constexpr int arc_pieces = 8;  // on which that path is evaluated
  // A minimum counts if M2 - M1 < b <= l (M1 + M2)/2.
  static constexpr double reach = (1 + 0.5 * depth) / (1 - 0.5 * depth);
  // The l with this reach.
  template <class T>
  TALUS_HD static T depth_of_reach(const T& r) {
    return T(2) * (r - T(1)) / (r + T(1));
  }
};

// The depth of two groups of minima with the saddle between them, and its derivatives. `relative`
// is l.
template <class T>
struct JoinedDepth {
  T value, of_1, of_2, of_saddle;
};

template <class T>
TALUS_HD JoinedDepth<T> join_depths(const T& m1, const T& m2, const T& saddle,
                                    const T& relative = T(BlendLimits::depth)) {
  const bool first = m1 <= m2;
  JoinedDepth<T> r{first ? m1 : m2, first ? T(1) : T(0), first ? T(0) : T(1), T(0)};
  const T p = saddle - m1, q = saddle - m2, difference = absolute(m1 - m2), sum = m1 + m2;
  if (!(p > T(0)) || !(q > T(0))) return r;
  const T k = T(0.5 / BlendLimits::saddle), l = T(2) / relative;
  const T b = T(1) / (k * (T(1) / p + T(1) / q) + l / sum);
  const T h = T(1) - difference / b;
  if (!(h > T(0))) return r;
  r.value = r.value - b * (h * h * h) / T(6);
  const T turn = T(0.5) * h * h, of_b = -(h * h) * (h / T(6) + T(0.5) * difference / b);
  const T of_p = of_b * b * b * k / (p * p), of_q = of_b * b * b * k / (q * q);
  const T of_sum = of_b * b * b * l / (sum * sum);
  r.of_1 = (first ? T(1) - turn : turn) - of_p + of_sum;
  r.of_2 = (first ? turn : T(1) - turn) - of_q + of_sum;
  r.of_saddle = of_p + of_q;
  return r;
}

template <class T>
class MinimaBlend {
 public:
  // `relative_depth`: l.
  TALUS_HD MinimaBlend(const WorldPair<T>& pair, const Vec3<T>& origin, const T& relative_depth)
      : pair_(pair), origin_(origin), relative_depth_(relative_depth) {}

  TALUS_HD void add(const RoundedDepth<T>& m) {
    if (!m.found || is_known(m)) return;
    if (count_ < BlendLimits::minima) {
      minimum_[count_++] = m;
      return;
    }
    int highest = 0;
    for (int i = 1; i < count_; ++i) {
      if (minimum_[i].depth > minimum_[highest].depth) highest = i;
    }
    if (m.depth < minimum_[highest].depth) minimum_[highest] = m;
  }

  TALUS_HD RoundedDepth<T> blend() {
    if (count_ == 0) return {};
    if (count_ == 1) return minimum_[0];
    find_saddles();
    for (int i = 0; i < count_; ++i) {
      group_[i] = i;
      value_[i] = minimum_[i].depth;
      for (int k = 0; k < count_; ++k) weight_[i][k] = T(i == k ? 1 : 0);
      for (int s = 0; s < saddles_; ++s) saddle_weight_[i][s] = T(0);
    }
    for (int s = lowest_between_groups(); s >= 0; s = lowest_between_groups()) join_groups(s);
    int best = group_[0];
    for (int i = 1; i < count_; ++i) {
      if (value_[group_[i]] < value_[best]) best = group_[i];
    }
    return wrench_of(best);
  }

 private:
  static constexpr int max_minima = BlendLimits::minima;
  static constexpr int max_saddles = max_minima * (max_minima - 1) / 2;

  TALUS_HD bool is_known(const RoundedDepth<T>& m) const {
    const T size = pair_.a.view.bounds.radius + pair_.b.view.bounds.radius;
    for (int i = 0; i < count_; ++i) {
      const T apart = norm(m.normal - minimum_[i].normal);
      const T deeper = absolute(m.depth - minimum_[i].depth);
      if (apart * size < T(BlendLimits::same_height) * m.depth) return true;
      if (apart < T(BlendLimits::same_normal) && deeper < T(BlendLimits::same_depth) * m.depth) {
        return true;
      }
    }
    return false;
  }

  // Starts where the planes of both minima meet, nearest to the origin of C; then at the highest of
  // some directions between their normals.
  TALUS_HD RoundedDepth<T> saddle_between(const RoundedDepth<T>& p,
                                          const RoundedDepth<T>& q) const {
    const T least = larger(p.depth, q.depth), cosine = dot(p.normal, q.normal);
    T highest{};  // of the depth itself, which is below the rounded one
    Vec3<T> start = p.normal;
    constexpr int pieces = BlendLimits::arc_pieces;
    for (int i = 1; i < pieces; ++i) {
      const Vec3<T> n = normalized(T(pieces - i) * p.normal + T(i) * q.normal);
      const T depth = pair_.depth_along(n);
      if (!(depth > highest)) continue;
      highest = depth;
      start = n;
    }
    const T most = T(BlendLimits::saddle_height) * larger(least, highest);
    const Vec3<T> meet =
        (p.depth - cosine * q.depth) * p.normal + (q.depth - cosine * p.depth) * q.normal;
    RoundedDepth<T> s;
    if (norm_squared(meet) > T(0)) {
      s = stationary_point(pair_, Stationary::saddle, normalized(meet));
      if (s.found && s.depth >= least && s.depth <= most) return s;
    }
    s = stationary_point(pair_, Stationary::saddle, start);
    s.found = s.found && s.depth >= least && s.depth <= most;
    return s;
  }

  TALUS_HD void find_saddles() {
    for (int i = 0; i < count_; ++i) {
      for (int k = i + 1; k < count_; ++k) {
        const RoundedDepth<T> s = saddle_between(minimum_[i], minimum_[k]);
        if (!s.found) continue;
        from_[saddles_] = i;
        to_[saddles_] = k;
        saddle_[saddles_++] = s;
      }
    }
  }

  // -1 if none joins two groups.
  TALUS_HD int lowest_between_groups() const {
    int lowest = -1;
    for (int s = 0; s < saddles_; ++s) {
      if (group_[from_[s]] == group_[to_[s]]) continue;
      if (lowest < 0 || saddle_[s].depth < saddle_[lowest].depth) lowest = s;
    }
    return lowest;
  }

  TALUS_HD void join_groups(int s) {
    const int g = group_[from_[s]], h = group_[to_[s]];
    const JoinedDepth<T> r = join_depths(value_[g], value_[h], saddle_[s].depth, relative_depth_);
    value_[g] = r.value;
    for (int i = 0; i < count_; ++i) {
      weight_[g][i] = r.of_1 * weight_[g][i] + r.of_2 * weight_[h][i];
      if (group_[i] == h) group_[i] = g;
    }
    for (int i = 0; i < saddles_; ++i) {
      saddle_weight_[g][i] = r.of_1 * saddle_weight_[g][i] + r.of_2 * saddle_weight_[h][i];
    }
    saddle_weight_[g][s] = saddle_weight_[g][s] + r.of_saddle;
  }

  // The patch is the mean of those of the minima.
  TALUS_HD RoundedDepth<T> wrench_of(int group) const {
    Vec3<T> force{}, moment{}, mean{};
    T weights{};
    const auto add = [&](const RoundedDepth<T>& d, const T& weight) {
      const Vec3<T> f = (weight * d.slope) * d.normal;
      force = force + f;
      moment = moment + cross(d.point - origin_, f);
    };
    RoundedDepth<T> r;
    for (int i = 0; i < count_; ++i) {
      const T w = weight_[group][i];
      const RoundedDepth<T>& m = minimum_[i];
      add(m, w);
      weights = weights + w;
      mean = mean + w * (m.point - origin_);
      r.patch.smaller = r.patch.smaller + w * m.patch.smaller;
      r.patch.larger = r.patch.larger + w * m.patch.larger;
      r.patch.count = r.patch.count + w * m.patch.count;
    }
    for (int s = 0; s < saddles_; ++s) add(saddle_[s], saddle_weight_[group][s]);
    const T scale = T(1) / weights, squared = norm_squared(force);
    if (!(squared > T(0))) return minimum_[group];  // opposite normals
    mean = scale * mean;
    moment = moment - cross(mean, force);
    r.patch = {scale * r.patch.smaller, scale * r.patch.larger, scale * r.patch.count};
    r.found = true;
    r.depth = value_[group];
    r.slope = square_root(squared);
    r.normal = force / r.slope;
    r.point = origin_ + (mean + cross(force, moment) / squared);
    r.twist = dot(moment, force) / squared;
    return r;
  }

  const WorldPair<T>& pair_;
  Vec3<T> origin_;  // of moments
  T relative_depth_;
  int count_{}, saddles_{};
  RoundedDepth<T> minimum_[max_minima], saddle_[max_saddles];
  int from_[max_saddles], to_[max_saddles];  // minima on both sides of a saddle
  int group_[max_minima];                    // minimum -> its group: the index of one of its minima
  T value_[max_minima];                      // group -> its depth, and the derivatives of that
  T weight_[max_minima][max_minima], saddle_weight_[max_minima][max_saddles];
};

// `at_plane`: rounded_depth() of the contact plane; `near_a`, `near_b`: the vertices near it.
template <class T>
TALUS_HD RoundedDepth<T> blended_depth(const WorldPair<T>& pair, const ContactPlane<T>& plane,
                                       const NearVertices<T>& near_a, const NearVertices<T>& near_b,
                                       const RoundedDepth<T>& at_plane) {
  const RoundedDepth<T> least = minimum_near(pair, plane, at_plane);
  if (!least.found) return least;
  const T below = T(BlendLimits::reach) * least.depth;
  if (is_single(pair.a, pair.b, plane, near_a, near_b, below)) return least;
  const LocalMinima<T> minima(pair.a, pair.b, plane, below);
  const T complete = minima.complete_below();
  if (!(complete > least.depth)) return least;
  MinimaBlend<T> blend(pair, plane.middle,
                       complete < below ? BlendLimits::depth_of_reach(complete / least.depth)
                                        : T(BlendLimits::depth));
  blend.add(least);
  minima.visit_all([&](const ContactPlane<T>& other) {
    const T apart = norm_squared(other.normal - plane.normal);
    if (apart < T(SingleMinimumLimits::same_normal)) return;
    NearVertices<T> a, b;
    find_near(pair.a, other, other.normal, a);
    find_near(pair.b, other, -other.normal, b);
    blend.add(minimum_near(pair, other, rounded_depth(a, b, other)));
  });
  return blend.blend();
}

// At most eight queries.
template <class T>
TALUS_HD void eight_blended_depths(const RoundedQuery<T>* query, int count,
                                   RoundedDepth<T>* depth) {
  NearVertices<T> near_a[lane_count], near_b[lane_count];
  Mat3<T> rotation_a[lane_count], rotation_b[lane_count];
  EightTilts<T> tilts;
  unsigned together = 0;
  for (int i = 0; i < count; ++i) {
    const RoundedQuery<T>& q = query[i];
    rotation_a[i] = rotation_of(q.pose_a.orientation);
    rotation_b[i] = rotation_of(q.pose_b.orientation);
    find_near({*q.a, rotation_a[i], q.pose_a.position}, q.plane, q.plane.normal, near_a[i]);
    find_near({*q.b, rotation_b[i], q.pose_b.position}, q.plane, -q.plane.normal, near_b[i]);
    if (!EightTilts<T>::fits(near_a[i], near_b[i])) continue;
    tilts.set(i, near_a[i], near_b[i], q.plane.depth);
    together |= 1u << i;
  }
  const unsigned found = together != 0 ? tilts.find() : 0;
  for (int i = 0; i < count; ++i) {
    const RoundedQuery<T>& q = query[i];
    RoundedDepth<T> at_plane;
    if ((together >> i & 1u) == 0) {
      at_plane = rounded_depth(near_a[i], near_b[i], q.plane);
    } else if ((found >> i & 1u) != 0) {
      at_plane = summarise(near_a[i], near_b[i], tilts.weights(i, near_a[i].count, near_b[i].count),
                           q.plane);
    }
    const WorldPair<T> pair{{*q.a, rotation_a[i], q.pose_a.position},
                            {*q.b, rotation_b[i], q.pose_b.position}};
    depth[i] = blended_depth(pair, q.plane, near_a[i], near_b[i], at_plane);
  }
}

// A depth is not found if the bodies do not overlap.
template <class T>
TALUS_HD void blended_depths(const RoundedQuery<T>* query, int count, RoundedDepth<T>* depth) {
  for (int i = 0; i < count; i += lane_count) {
    eight_blended_depths(query + i, count - i < lane_count ? count - i : lane_count, depth + i);
  }
}

}  // namespace talus::polyhedron_polyhedron
