/// @file
/// Everything a simulation consists of, as plain data: what a scene file is read into, and what a
/// program builds. SI units.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "talus/material.h"
#include "talus/pairs.h"
#include "talus/shape.h"
#include "talus/state.h"

namespace talus {

/// The wall of a cylinder or a cone, for drums, pipes and hoppers.
struct Tube {
  Vec3<double> base{};               ///< Middle of the lower end, m.
  Vec3<double> axis{0.0, 0.0, 1.0};  ///< Unit.
  double radius{};                   ///< At the lower end, m.
  double top_radius{};               ///< At the upper end, m.
  double height{};                   ///< m
  int segments = 96;                 ///< Corners of the ends, at least 3.
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
MeshWall mesh_of(const Tube& tube);

/// @param tube The wall.
/// @return The true surface, with the triangles of mesh_of; its centre is the tube's base. The
///   other fields are not set.
MeshWall round_wall(const Tube& tube);

/// A simulation at its start. The arrays by body have one entry per body.
struct Setup {
  /// All bodies, half-spaces among them (fixed or prescribed): shapes, and poses at the start, m.
  /// The origin of a shape need not be its centre of mass.
  Bodies bodies;
  std::vector<std::string> name;          ///< By body, for messages: "grains 17", "floor".
  std::vector<std::int32_t> material_of;  ///< By body: index into materials.
  std::vector<Freedom> freedom;           ///< By body: how it may move.
  std::vector<Vec3<double>> velocity;     ///< By body: of the centre of mass at the start, m/s.
  std::vector<Vec3<double>> angular_velocity;  ///< By body: at the start, rad/s, world frame.
  std::vector<MeshWall> mesh_walls;            ///< Walls of triangles.

  MaterialTable materials;            ///< Materials and their contact parameters.
  std::string law = "hertz-mindlin";  ///< Name of the contact law: docs/simulation.md.
  broad::Domain domain;               ///< Open or periodic, m.
  Vec3<double> gravity{0, 0, -9.81};  ///< m/s2
  /// Fractions of the velocity and angular velocity lost per second, outside of contacts; 0: none.
  double drag = 0.0;
  /// Whether the normal force of a contact, with its dashpot, is never a pull. Restitutions are
  /// kept either way; without tension they are at least exp(-2) = 0.136.
  bool no_tension = false;
  double time_step = 0.0;  ///< s; 0: the largest that is safe.
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
