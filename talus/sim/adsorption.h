// The attempts of random sequential adsorption: is there room for this body at this place?
//
// Nearly every attempt is refused, so what refuses comes in the order of its cost: the place alone
// (inside of a body widened by the new one's inner ball), the inner ellipsoids, the outer
// ellipsoids, and only then the contact. A body that seems to fit is confirmed by the contact with
// every body whose bounding sphere meets its own.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "talus/narrow/ellipsoid_ellipsoid/overlap_verdict.h"
#include "talus/shape/bodies.h"
#include "talus/sim/envelope.h"
#include "talus/sim/periodic_cells.h"

namespace talus {

class Adsorption {
 public:
  // Adds to `bodies`, whose table of shapes is complete and which has no body yet.
  Adsorption(Bodies& bodies, double box_length, std::uint64_t seed, std::int64_t expected_count);

  // What the next attempts place: an index into the table of shapes.
  void choose_shape(std::int32_t shape);

  // Attempt number k. Whether the body found room; it is then the last of `bodies`.
  bool attempt(std::uint64_t k);

 private:
  using Spread = ellipsoid_ellipsoid::Spread<double>;

  // Bodies of similar size, in cells of their own.
  struct Level {
    PeriodicCells cells;
    double largest_radius;
    CellSearch search;  // for the chosen shape
  };
  struct Near {
    std::int32_t body;
    Image image;          // of the new body, as the placed one sees it
    Vec3<double> offset;  // from the new centre to the placed one
    double widened;       // below 1: the place alone is refused
  };
  // What an attempt looks at first of a placed body.
  struct Placed {
    SymMat3<double> widened;  // x.widened x < 1: x inside the inner ellipsoid widened by a ball
    std::int32_t shape;
  };

  bool find_near(const Vec3<double>& centre);
  bool refused_by_ellipsoids(const Spread& spread);
  bool is_apart(const Near& near, const Pose<double>& pose) const;
  bool is_apart_from_own_images(const Pose<double>& pose) const;
  void place(const Pose<double>& pose, const Vec3<double>& centre, const Mat3<double>& rotation,
             const Spread& spread);
  SymMat3<double> widened(const Mat3<double>& rotation, std::int32_t shape) const;

  Bodies& bodies_;
  double box_length_;
  std::uint64_t seed_;
  std::vector<Envelope> envelopes_;  // of the shapes
  std::map<int, Level> levels_;      // by the exponent of the radius
  std::vector<Placed> placed_;
  std::vector<Spread> spreads_;  // inner ellipsoids of the placed bodies
  std::int64_t expected_count_;

  std::int32_t chosen_{};
  std::vector<double> touching_squared_;  // shape -> squared sum of the outer radii
  std::vector<Image> own_images_;         // that the chosen shape may meet
  std::vector<Near> near_;                // of this attempt
};

}  // namespace talus
