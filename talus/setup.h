/// @file
/// Everything a simulation consists of, as plain data: what a scene file is read into, and what a
/// program builds. SI units.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "talus/flow.h"
#include "talus/material.h"
#include "talus/pairs.h"
#include "talus/shape.h"
#include "talus/state.h"

namespace talus {

/// Fewest corners of the ends of a Tube.
inline constexpr int fewest_segments = 3;
/// Most corners of the ends of a Tube.
inline constexpr int most_segments = 100'000;
/// Most bodies of a simulation at one time.
inline constexpr std::size_t most_bodies = 100'000'000;

/// The wall of a cylinder or a cone, for drums, pipes and hoppers.
struct Tube {
  Vec3<double> base{};               ///< Middle of the lower end, m.
  Vec3<double> axis{0.0, 0.0, 1.0};  ///< Unit.
  double radius{};                   ///< At the lower end, m.
  double top_radius{};               ///< At the upper end, m.
  double height{};                   ///< m
  int segments = 96;                 ///< Corners of the ends: fewest_segments to most_segments.
  bool bottom = false;               ///< Whether the lower end is closed.
  bool top = false;                  ///< Whether the upper end is closed.
};

/// A surface of triangles that bodies cannot pass from either side: open or closed, of any size; or
/// a true cylinder or cone.
struct MeshWall {
  std::string name;                                   ///< For messages and files.
  std::vector<Vec3<double>> vertex;                   ///< World frame at the start, m.
  std::vector<std::array<std::int32_t, 3>> triangle;  ///< Vertex indices.
  std::int32_t material{};                            ///< Index into Setup::materials.
  Vec3<double> velocity{};                            ///< Prescribed, m/s.
  Vec3<double> angular_velocity{};                    ///< Prescribed, rad/s, about centre.
  Vec3<double> centre{};                              ///< Of the rotation, at the start, m.
  /// If set, bodies meet this surface, as it is at the start; the triangles are drawn, and bodies
  /// near them are tested for contacts. round_wall() sets both.
  std::optional<Tube> tube;
};

/// A mesh wall of a setup, as add_mesh_wall returns it.
struct MeshWallHandle {
  std::int32_t index{};  ///< Into Setup::mesh_walls.
};

/// @param tube The wall.
/// @return Its vertices and triangles; the other fields are not set. The corners lie on the
///   cylinder, so that its narrowest radius is radius * cos(pi / segments). Same bits on every
///   machine.
/// @throws ShapeError if the number of segments is out of range.
MeshWall mesh_of(const Tube& tube);

/// @param tube The wall.
/// @return The true surface, with the triangles of mesh_of; its centre is the tube's base. The
///   other fields are not set.
/// @throws ShapeError if the number of segments is out of range.
MeshWall round_wall(const Tube& tube);

/// How the coordinate of a prescribed motion depends on time.
enum class MotionType : std::uint8_t {
  constant,   ///< s = rate t.
  oscillate,  ///< s = amplitude sin(2 pi frequency t + phase).
  ramp,       ///< ds/dt goes from from_rate at time start to to_rate at time end, linearly.
  table,      ///< s or ds/dt between the rows of a table by linear interpolation.
};

/// A motion along a direction or about an axis. Its coordinate s is a length in m or an angle in
/// rad, counted from time 0: at that time everything is where the setup has it.
struct PrescribedMotion {
  MotionType type = MotionType::constant;  ///< Which of the fields below count.
  bool turns = false;                      ///< A rotation, not a translation.
  /// Displacement per unit of s; of a rotation its axis, unit.
  Vec3<double> direction{0.0, 0.0, 1.0};
  Vec3<double> centre{};          ///< A point of the axis at the start, m.
  double rate{};                  ///< Constant: m/s or rad/s.
  double amplitude{};             ///< Oscillate: m or rad.
  double frequency{};             ///< Oscillate: Hz.
  double phase{};                 ///< Oscillate: rad.
  double from_rate{};             ///< Ramp: before start, m/s or rad/s.
  double to_rate{};               ///< Ramp: after end, m/s or rad/s.
  double start{};                 ///< Ramp: s, >= 0.
  double end{};                   ///< Ramp: s, after start.
  std::vector<double> time;       ///< Table: s, increasing, at least two.
  std::vector<double> value;      ///< Table: s or ds/dt at these times; the ends hold outside.
  bool values_are_rates = false;  ///< Table: ds/dt instead of s.
};

/// Rows of the largest table of a motion.
inline constexpr std::size_t most_table_rows = 1'000'000;

/// Some bodies and mesh walls of a setup.
struct ObjectList {
  std::vector<std::int32_t> bodies;      ///< Indices into Setup::bodies.
  std::vector<std::int32_t> mesh_walls;  ///< Indices into Setup::mesh_walls.
};

/// Walls and prescribed bodies that move together. Each motion of the list takes place in the frame
/// that the ones before it carry along: with two rotations the axis of the second turns about that
/// of the first, as in a planetary mixer. A point x of the setup is at M1(t) M2(t) ... Mk(t) x.
struct MotionGroup {
  ObjectList objects;                     ///< Not free; an object is in one group at most.
  std::vector<PrescribedMotion> motions;  ///< From the outermost on; half-spaces only translate.
};

/// A surface that moves along itself while its wall stays where it is, or moves otherwise: a
/// conveyor belt, a roller. At every contact the component along the normal is left out. The
/// velocities turn with the wall.
struct SurfaceMotion {
  ObjectList objects;               ///< Half-spaces and mesh walls.
  Vec3<double> velocity{};          ///< m/s
  Vec3<double> angular_velocity{};  ///< rad/s, about the centre of a mesh wall; 0 for half-spaces.
};

/// The force and torque that bodies exert on walls, averaged over intervals of time.
struct WallLoadMeasure {
  std::string name;      ///< is_measure_name(); unique among the measures.
  ObjectList objects;    ///< Walls, fixed and prescribed bodies.
  Vec3<double> about{};  ///< Point that torques are about, fixed in the world, m.
  double interval{};     ///< s between the lines of a run; 0: RunOptions::series_interval.
};

/// What is measured in a region at the times of its lines (talus/measure.h).
enum class RegionQuantity : std::uint8_t { stress, fabric, coordination, porosity, motion };

/// A quantity in a region.
struct RegionMeasure {
  std::string name;         ///< is_measure_name(); unique among the measures.
  RegionQuantity quantity;  ///< What.
  Region region;            ///< Where; not a disc.
  double interval{};        ///< s between the lines of a run; 0: RunOptions::series_interval.
};
/// What names of bodies, walls and materials are made of: they stand in tables and messages.
inline constexpr std::string_view name_words = "text without control characters";

/// @param name Of a body, a wall or a material, UTF-8.
/// @return Whether it is without control characters (U+0000 to U+001F, U+007F to U+009F).
bool is_name(std::string_view name);

/// What names of measures are made of, which are those of files.
inline constexpr std::string_view measure_name_words =
    "1 to 64 letters a-z and A-Z, digits, '_' and '-'";

/// @param name Of a measure.
/// @return Whether it is made of these.
inline bool is_measure_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), fits);
}

/// Gravity that changes: Setup::gravity is its value without these.
struct VaryingGravity {
  std::vector<double> time;         ///< s, increasing, at least two; empty: no table.
  std::vector<Vec3<double>> value;  ///< m/s2 at these times, linear between them.
  /// rad/s, with which Setup::gravity turns if there is no table.
  Vec3<double> angular_velocity{};
};

/// A simulation at its start. The arrays by body have one entry per body.
struct Setup {
  /// All bodies, half-spaces among them (fixed or prescribed): shapes, and poses at the start, m.
  /// The origin of a shape need not be its centre of mass.
  Bodies bodies;
  /// By body, for messages: "grains 17", "floor"; is_name(), as those of walls and materials.
  std::vector<std::string> name;
  std::vector<std::int32_t> material_of;  ///< By body: index into materials.
  std::vector<Freedom> freedom;           ///< By body: how it may move.
  std::vector<Vec3<double>> velocity;     ///< By body: of the centre of mass at the start, m/s.
  std::vector<Vec3<double>> angular_velocity;  ///< By body: at the start, rad/s, world frame.
  std::vector<MeshWall> mesh_walls;            ///< Walls of triangles.
  /// Motions beyond constant velocities; the velocities of their objects above are zero.
  std::vector<MotionGroup> motion_groups;
  std::vector<SurfaceMotion> surface_motions;  ///< Conveyor belts.
  std::vector<WallLoadMeasure> wall_loads;     ///< What is measured on walls.
  std::vector<RegionMeasure> region_measures;  ///< What is measured in regions.
  std::vector<FlowPlane> flow_planes;          ///< Planes through which flow is measured.
  std::vector<Inlet> inlets;                   ///< Grains that come.
  std::vector<Outlet> outlets;                 ///< Where bodies leave.
  Beyond beyond = Beyond::ignore;              ///< What happens beyond the domain.

  MaterialTable materials;                        ///< Materials and their contact parameters.
  std::string law = "hertz-mindlin";              ///< Name of the contact law: docs/simulation.md.
  broad::Domain domain;                           ///< Open or periodic, m.
  Vec3<double> gravity{0, 0, -9.81};              ///< m/s2
  std::optional<VaryingGravity> varying_gravity;  ///< If set, gravity is a function of time.
  /// Fractions of the velocity and angular velocity lost per second, outside of contacts; 0: none.
  double drag = 0.0;
  /// Part of every component of the force and torque on free bodies, along the axes of the world,
  /// that opposes their motion (Cundall 1987), 0 to < 1; 0: none. For quasi-static work: it
  /// falsifies dynamics, free fall is slower by this part.
  double local_damping = 0.0;
  /// Whether the normal force of a contact, with its dashpot, is never a pull. Restitutions are
  /// kept either way; without tension they are at least exp(-2) = 0.136.
  bool no_tension = false;
  /// s; 0: the largest that is safe for the bodies of the setup and the grains of its inlets.
  double time_step = 0.0;
  /// Ends the simulation (LimitError) if a contact overlaps by more than this part of the smaller
  /// body's diameter; 0: never.
  double stop_overlap = 0.0;
  /// The same if the path of a body in one step exceeds this part of the smallest body's diameter.
  double stop_travel = 0.0;
  /// The same if the residual of the energy ledger exceeds this part of Ledger::turnover(),
  /// checked every residual_interval steps.
  double stop_residual = 0.0;
};

/// Adds a mesh wall.
/// @param setup Gets the wall.
/// @param wall Moved in.
/// @return A handle for Simulation::prescribe, valid for every simulation of this setup.
inline MeshWallHandle add_mesh_wall(Setup& setup, MeshWall wall) {
  setup.mesh_walls.push_back(std::move(wall));
  return {static_cast<std::int32_t>(setup.mesh_walls.size()) - 1};
}

}  // namespace talus
