// A wall that is a true cylinder or cone: the lateral surface between two circles about one axis,
// and optionally the discs that close its ends. Bodies meet it from inside and from outside.
//
// In its own frame the axis is z, the lower end is at z = 0. A meridian is a half-plane from the
// axis; in it the lateral surface is the segment from (radius[0], 0) to (radius[1], height), the
// generator.
#pragma once

#include "talus/math/pose.h"

namespace talus {

// A vector in a meridian: away from the axis and along it.
struct MeridianVector {
  double r{}, z{};
};

inline double dot(const MeridianVector& p, const MeridianVector& q) {
  return p.r * q.r + p.z * q.z;
}

class RoundWall {
 public:
  // Along the unit vector `axis` from `base`, in the frame of the caller. All lengths are positive.
  RoundWall(const Vec3<double>& base, const Vec3<double>& axis, double lower_radius,
            double upper_radius, double height, bool lower_closed, bool upper_closed);

  double radius(int end) const { return radius_[end]; }
  double height() const { return height_; }
  bool is_closed(int end) const { return closed_[end]; }
  double length() const { return length_; }                 // of the generator
  const MeridianVector& along() const { return along_; }    // unit, up the generator
  const MeridianVector& inward() const { return inward_; }  // unit normal, towards the axis
  MeridianVector rim(int end) const { return {radius_[end], end == 0 ? 0.0 : height_}; }
  // Height above the lateral surface, continued beyond its ends, of a point at distance r from the
  // axis; positive inside.
  double height_inside(double r, double z) const {
    return inward_.r * (r - radius_[0]) + inward_.z * z;
  }
  // Curvature of the lateral surface across the generator, at distance r from the axis; the normal
  // that points inward sees it as concave. 0 on the axis.
  double curvature(double r) const { return r > 0.0 ? -inward_.r / r : 0.0; }

  // From the frame of the caller to its own, and back.
  Vec3<double> to_own(const Vec3<double>& p) const { return frame_ * (p - base_); }
  Vec3<double> from_own(const Vec3<double>& p) const { return transpose_times(frame_, p) + base_; }
  Vec3<double> direction_from_own(const Vec3<double>& n) const {
    return transpose_times(frame_, n);
  }
  RelativePose<double> to_own(const RelativePose<double>& body) const {
    return {frame_ * body.rotation, to_own(body.translation)};
  }

  // Whether the segment crosses the surface; touching it with its end counts, with its start does
  // not. In the frame of the caller.
  bool is_crossed(const Vec3<double>& from, const Vec3<double>& to) const;

 private:
  Vec3<double> base_;
  Mat3<double> frame_;  // rows: across, across, axis
  double radius_[2], height_, length_;
  bool closed_[2];
  MeridianVector along_, inward_;
};

}  // namespace talus
