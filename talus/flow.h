/// @file
/// Grains that come into a running simulation and leave it: inlets, outlets and bounds. SI units,
/// world frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "talus/math/vec3.h"
#include "talus/primitive.h"

namespace talus {

/// A part of space.
struct Region {
  /// Kind of region.
  enum class Type {
    box,       ///< An axis-aligned box.
    cylinder,  ///< A circular cylinder.
    disc       ///< The lower end of such a cylinder: of inlets only.
  };
  Type type = Type::box;  ///< Kind of region.
  /// Box: m. Whole grains are inside; they cross the bounds of the domain where it is periodic and
  /// the box as long.
  BoundingBox<double> box{};
  Vec3<double> base{};               ///< Cylinder: middle of the lower end; disc: middle, m.
  Vec3<double> axis{0.0, 0.0, 1.0};  ///< Cylinder, disc: unit.
  double radius{};                   ///< Cylinder, disc: m.
  double height{};                   ///< Cylinder: m.

  /// @return m3; 0 for a disc.
  double volume() const;
  /// @return Smallest box around the region, m.
  BoundingBox<double> bounds() const;
  /// @param point m.
  /// @param margin Least distance from the surface of the region, m.
  /// @return Whether the point is inside by that much. Nothing is inside a disc.
  bool contains(const Vec3<double>& point, double margin = 0.0) const;
};

/// A plane figure through which the flow of bodies is counted: a disc or a rectangle. Of a periodic
/// domain all images count.
struct FlowPlane {
  std::string name;                    ///< is_measure_name(); unique among the measures.
  bool is_disc = true;                 ///< Else a rectangle.
  Vec3<double> centre{};               ///< m
  Vec3<double> normal{0.0, 0.0, 1.0};  ///< Unit: the direction that counts as forward.
  double radius{};                     ///< Disc: m.
  Vec3<double> edge_a{};               ///< Rectangle: perpendicular to edge_b and the normal, m.
  Vec3<double> edge_b{};               ///< Rectangle: perpendicular to edge_a and the normal, m.
  double interval{};  ///< s between the lines of a run; 0: RunOptions::series_interval.

  /// @return Smallest box around the figure, m.
  BoundingBox<double> bounds() const;
  /// @param point Relative to the centre, in the plane, m.
  /// @return Whether it is in the figure; of opposite edges of a rectangle one belongs to it.
  bool contains(const Vec3<double>& point) const;
};

/// Grains of one size; if it has several shapes, they alternate.
struct FillPart {
  std::vector<std::int32_t> shapes;  ///< Indices into Setup::bodies.shapes.
  double share = 1.0;                ///< Number of grains relative to the other parts.
};

/// Grains that enter while the simulation runs. A grain enters in the first step at whose end the
/// integral of the rate has reached what entered before with it: what entered is never more than
/// the integral, and less by less than one grain unless there is no room. It enters only at a pose
/// in which it is inside the region and the contact kernel proves it apart from everything (like
/// the grains of fill(), talus/filling.h); without such a pose it waits.
struct Inlet {
  std::string name;  ///< is_measure_name(); grains are called "name 0", "name 1", ...
  Region region;     ///< Where grains are; on a disc: their middles.
  std::vector<FillPart>
      parts;                ///< The mix; at all times as near to the shares as whole grains can.
  std::int32_t material{};  ///< Index into Setup::materials.
  bool rate_of_mass{};      ///< Whether rates are in kg/s, else in grains per second.
  /// s, increasing: rates are linear between these times, and the ends hold outside. Empty: there
  /// is one rate.
  std::vector<double> time;
  std::vector<double> rate;                               ///< kg/s or 1/s, >= 0.
  double start{};                                         ///< s; nothing enters before.
  double stop = std::numeric_limits<double>::infinity();  ///< s; the integral ends here.
  std::optional<std::int64_t> count;                      ///< Most grains.
  std::optional<double> mass;                             ///< Most mass, kg.
  Vec3<double> velocity{};                                ///< m/s
  Vec3<double> angular_velocity{};                        ///< rad/s, world frame.
  double gap{};                                           ///< Least distance from everything, m.
  std::uint64_t seed = 1;                                 ///< Defines the poses.
  double interval{};  ///< s between the lines of a run; 0: RunOptions::series_interval.
};

/// A region in which free bodies are counted and then removed or put elsewhere, every
/// outlet_steps steps.
struct Outlet {
  std::string name;                      ///< is_measure_name()
  Region region;                         ///< Not a disc.
  bool whole_body{};                     ///< Whether whole bodies must be inside, else centres.
  std::optional<Vec3<double>> reinsert;  ///< If set: m by which bodies are moved, if there is room.
  double interval{};  ///< s between the lines of a run; 0: RunOptions::series_interval.
};

/// Steps between two visits of outlets and bounds: those of a skin at constant speed, so that
/// searches for neighbours are no more frequent because of them.
inline constexpr std::int64_t outlet_steps = 40;

/// Most grains that enter through one inlet in one step: a rate by which more are due ends the
/// simulation with a LimitError.
inline constexpr std::size_t most_grains_per_step = 1'000'000;

/// What happens to free bodies whose centre is outside of the domain along a direction in which it
/// is not periodic.
enum class Beyond : std::uint8_t {
  ignore,  ///< Nothing.
  remove,  ///< They are counted and removed, as by an outlet of the name "beyond".
  error,   ///< The simulation ends with a LimitError.
};

/// The name under which Beyond::remove counts.
inline constexpr const char* beyond_name = "beyond";

}  // namespace talus
