// The attempts of random sequential adsorption: does this body fit at this position?
//
// Nearly every attempt is refused, so the tests come in the order of their cost: the position alone
// (inside of a body widened by the new one's inner ball), the inner ellipsoids, the outer
// ellipsoids, and only then the contact. A body that seems to fit is confirmed by the contact with
// every body whose bounding sphere meets its own.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "talus/narrow/ellipsoid_ellipsoid/overlap_verdict.h"
#include "talus/packing/envelope.h"
#include "talus/packing/periodic_cells.h"
#include "talus/packing/random.h"
#include "talus/packing/refusal_grid.h"
#include "talus/shape.h"

namespace talus {

class Adsorption {
 public:
  // Adds to `bodies`, whose table of shapes is complete and which has no body yet.
  Adsorption(Bodies& bodies, double box_length, std::uint64_t seed, std::int64_t expected_count);

  // The shape of the next attempts: an index into the table of shapes.
  void choose_shape(std::int32_t shape);

  struct Outcome {
    std::uint64_t attempts;
    bool found;  // the body is the last of `bodies`
  };
  // The attempts number first, first + 1, ... up to the first success, at most `count` of them.
  Outcome try_to_place(std::uint64_t first, std::uint64_t count);

 private:
  using Spread = ellipsoid_ellipsoid::Spread<double>;

  // Bodies of similar size, in cells of their own.
  struct Level {
    Level(double box_length, double radius, std::int64_t expected_count)
        : largest_radius(radius), cells(box_length, radius, expected_count) {}

    double largest_radius;
    PeriodicCells cells;
    std::optional<CellSearch> search;  // for the chosen shape
  };
  // The data of a placed body that an attempt reads, in two cache lines.
  struct alignas(64) Placed {
    SymMat3<double> widened;  // x.widened x < 1: x inside the inner ellipsoid widened by a ball
    Vec3<double> centre;
    SymMat3<double> matrix;  // of the inner ellipsoid
    std::int32_t shape;
  };
  // A placed body that the new one may overlap.
  struct Near {
    std::int32_t body;
    Vec3<double> offset;  // from the new centre to the placed one
    double widened;       // below 1: the position alone is refused
    Image image;          // of the new body, as the placed one sees it
  };
  struct Candidate {
    Random random{0};
    Pose<double> pose;
    Vec3<double> centre{};
    Vec3<double> wrapped{};  // the centre's image in the cube
    std::size_t cell{};      // of that image, in the grid of refusals
    bool refused{};
  };

  // Draws the positions of the next attempts and marks the refused ones.
  void screen(std::uint64_t first, std::size_t count);
  bool refused_at(const Candidate& candidate);
  bool fits(Candidate& candidate);
  bool refused_by_listed(const Spread& spread) const;
  bool find_near(const Vec3<double>& centre);
  bool refused_by_ellipsoids(const Spread& spread);
  bool is_apart(const Near& near, const Pose<double>& pose) const;
  bool is_apart_from_own_images(const Pose<double>& pose) const;

  void insert(const Candidate& candidate);
  void widen(std::int32_t body);
  Spread inner_spread(const Placed& placed) const;
  const Envelope& envelope() const { return envelopes_[static_cast<std::size_t>(chosen_)]; }

  Bodies& bodies_;
  double box_length_;
  std::uint64_t seed_;
  std::vector<Envelope> envelopes_;  // of the shapes
  std::vector<Placed> placed_;
  std::map<int, Level> levels_;  // by the exponent of the radius
  RefusalGrid refusal_;          // of the widened ellipsoids

  std::int32_t chosen_{};
  std::vector<double> touching_squared_;  // shape -> squared sum of the outer radii
  std::vector<Image> own_images_;         // that the chosen shape may meet
  std::array<Candidate, 32> candidates_;
  std::vector<Near> listed_, near_;  // of this attempt: by the grid, all
};

}  // namespace talus
