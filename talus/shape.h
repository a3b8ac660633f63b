/// @file
/// Shapes, their bounds and mass properties, and bodies in flat arrays.
///
/// Shapes are values. Copies of a Polyhedron or a Mesh share one immutable representation, so that
/// a thousand instances of a grain cost a thousand poses. All functions here may be called from
/// several threads at once.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "talus/error.h"
#include "talus/math/pose.h"
#include "talus/primitive.h"

namespace talus {

template <class T>
struct PolyhedronView;
template <class T>
struct MeshView;
struct PolyhedronArrays;
struct MeshArrays;

/// A convex polyhedron with its faces, edges and adjacency.
class Polyhedron {
 public:
  /// @return The flat arrays that kernels read; internal (talus/shape/polyhedron_view.h).
  const PolyhedronView<double>& view() const { return *view_; }

 private:
  friend Polyhedron make_polyhedron(std::span<const Vec3<double>> points);
  std::shared_ptr<const PolyhedronArrays> arrays_;
  const PolyhedronView<double>* view_{};
};

/// The convex hull of points.
/// @param points At least 4, in the body's frame, anywhere relative to its origin; they may be
///   interior, duplicate or coplanar. Copied.
/// @return The polyhedron.
/// @throws ShapeError for fewer points, non-finite coordinates, and a hull that is flat or thinner
///   than 1e-12 of its size.
Polyhedron make_polyhedron(std::span<const Vec3<double>> points);

/// Triangles with shared vertices, as read from a file (talus/mesh_file.h) or built by the caller.
struct TriangleMesh {
  std::vector<Vec3<double>> vertices;         ///< Lengths, in the body's frame.
  std::vector<std::array<int, 3>> triangles;  ///< Vertex indices, counter-clockwise from outside.
};

/// Which facets a Mesh consists of.
enum class MeshSurface {
  automatic,   ///< source, unless tessellation needs fewer facets or the mesh intersects itself.
  source,      ///< The facets of the given mesh: no representation error.
  tessellated  ///< Facets of one cell each, with corners on the surface of the source.
};

/// How a Mesh is built.
struct MeshOptions {
  int cells = 64;  ///< Cells along the longest side of the bounding box, 4 to 1024.
  MeshSurface surface = MeshSurface::automatic;  ///< Facets to keep.
  int threads = 1;                               ///< The result is the same for any number.
};

/// What was built.
struct MeshReport {
  MeshSurface surface = MeshSurface::source;  ///< Facets that were kept; never automatic.
  std::vector<std::string> repairs;           ///< One sentence per repair of the source.
  int boundary_cells{};                       ///< Cells that the surface passes through.
  int internal_cells{};                       ///< Cells wholly inside.
  int external_cells{};                       ///< Stored cells wholly outside.
  std::size_t memory{};                       ///< Bytes of all arrays.
  std::size_t stencil_memory{};               ///< Bytes of the cell maps.
  std::size_t dense_memory{};                 ///< Bytes of a dense grid of the same cells.
  /// Hausdorff distance between the facets and the source, length: 0 if the facets are those of the
  /// source, negative (not known) for an implicit function. For a source that intersects itself
  /// only the distance from the facets to the source is measured.
  double error{};
};

/// A closed surface of facets, which may be concave, with a grid of signed distances around it.
class Mesh {
 public:
  /// @return The flat arrays that kernels read; internal (talus/shape/mesh/view.h).
  const MeshView<double>& view() const { return *view_; }
  /// @return What was built; lives as long as any copy of this mesh.
  const MeshReport& report() const;

 private:
  friend Mesh mesh_of_arrays(std::shared_ptr<const MeshArrays> arrays);
  std::shared_ptr<const MeshArrays> arrays_;
  const MeshView<double>* view_{};
};

/// A body from a closed triangle mesh. Repairs what can be repaired and reports it.
/// @param mesh The surface, in the body's frame. Copied.
/// @param options Resolution, facets and threads.
/// @return The mesh.
/// @throws ShapeError with one sentence for a mesh that does not enclose a body: empty, with holes,
///   one-sided, flat.
Mesh make_mesh(const TriangleMesh& mesh, const MeshOptions& options = {});

/// A function of a point in the body's frame: negative inside, positive outside.
using ImplicitFunction = std::function<double(const Vec3<double>&)>;

/// A body from an implicit function, which is sampled at the nodes of a grid and tessellated.
/// @param function Called from options.threads threads at once, during this call only.
/// @param box Region to sample, in the body's frame; the function must be positive on its faces.
/// @param options Resolution and threads.
/// @return The mesh.
/// @throws ShapeError if the samples do not enclose a body.
Mesh make_mesh(const ImplicitFunction& function, const BoundingBox<double>& box,
               const MeshOptions& options = {});

/// The tessellation with the fewest cells that keeps a given error.
/// @param mesh The surface, in the body's frame. Copied.
/// @param error Largest Hausdorff distance from the source, length.
/// @param options Threads; the other fields are not used.
/// @return The mesh.
/// @throws ShapeError if 1024 cells along the longest side are not enough.
Mesh make_mesh_within(const TriangleMesh& mesh, double error, MeshOptions options = {});

/// Any shape, by value. The order of the alternatives is the order of Kind.
using Shape = std::variant<Sphere<double>, Ellipsoid<double>, Superquadric<double>, Polyhedron,
                           HalfSpace<double>, Segment<double>, Mesh>;

/// The kind of a shape.
enum class Kind {
  sphere,        ///< Sphere
  ellipsoid,     ///< Ellipsoid
  superquadric,  ///< Superquadric
  polyhedron,    ///< Polyhedron
  half_space,    ///< HalfSpace
  segment,       ///< Segment
  mesh           ///< Mesh
};

/// Number of kinds.
inline constexpr int kind_count = 7;

/// @param shape Any shape.
/// @return Its kind.
inline Kind kind_of(const Shape& shape) { return static_cast<Kind>(shape.index()); }

/// @param kind Any kind.
/// @return Its name in files: "sphere", "half_space", ...; static storage.
std::string_view name_of(Kind kind);

/// @param position Of the body's origin in the world, length; finite.
/// @param orientation Body to world, unit to 1e-6; it is normalised.
/// @return The pose.
/// @throws ShapeError for any other values.
Pose<double> make_pose(const Vec3<double>& position, const Quat<double>& orientation);

/// The spheroid with semi-axes (a, b, b).
/// @param aspect_ratio a / b, finite and positive.
/// @param diameter Diameter of the ball of the same volume, finite and positive.
/// @return The spheroid.
/// @throws ShapeError for any other values.
Shape make_spheroid(double aspect_ratio, double diameter);

/// @param shape Any shape.
/// @param factor By which all lengths are multiplied, about the body's origin; positive.
/// @return The scaled shape.
Shape scaled(const Shape& shape, double factor);

/// @param shape A shape that has a volume.
/// @param diameter Equivalent diameter of the result, length, finite and positive.
/// @return The scaled shape.
/// @throws ShapeError if the shape has no volume.
Shape scaled_to_diameter(const Shape& shape, double diameter);

/// @param shape Any shape.
/// @return Diameter of the ball of the same volume, length; zero for a segment.
/// @throws ShapeError for a half-space.
double equivalent_diameter(const Shape& shape);

/// @param shape Any shape.
/// @return In the body's frame; none for a half-space.
std::optional<BoundingSphere<double>> bounding_sphere(const Shape& shape);

/// @param shape Any shape.
/// @return In the body's frame; none for a half-space.
std::optional<BoundingBox<double>> bounding_box(const Shape& shape);

/// @param shape Any shape.
/// @param pose Of the body in the world.
/// @return In the world's frame; none for a half-space.
std::optional<BoundingSphere<double>> world_sphere(const Shape& shape, const Pose<double>& pose);

/// @param shape Any shape.
/// @param pose Of the body in the world.
/// @return The smallest box in the world's frame, to rounding; none for a half-space.
std::optional<BoundingBox<double>> world_box(const Shape& shape, const Pose<double>& pose);

/// Mass properties of a body of density 1.
struct MassProperties {
  double volume{};          ///< Length^3, which is also the mass.
  Vec3<double> centroid{};  ///< In the body's frame.
  SymMat3<double> inertia;  ///< Length^5, about the centroid, in the body's axes.
};

/// @param sphere Any sphere.
/// @return Its mass properties at density 1; a ShapeError if they are beyond the range of doubles.
MassProperties mass_properties(const Sphere<double>& sphere);
/// @param ellipsoid Any ellipsoid.
/// @return Its mass properties at density 1; a ShapeError if they are beyond the range of doubles.
MassProperties mass_properties(const Ellipsoid<double>& ellipsoid);
/// @param superquadric Any superquadric.
/// @return Its mass properties at density 1; a ShapeError if they are beyond the range of doubles.
MassProperties mass_properties(const Superquadric<double>& superquadric);
/// @param polyhedron Any polyhedron.
/// @return Its mass properties at density 1; a ShapeError if they are beyond the range of doubles.
MassProperties mass_properties(const Polyhedron& polyhedron);
/// @param segment Any segment.
/// @return No volume and no inertia; the centroid is the middle.
MassProperties mass_properties(const Segment<double>& segment);
/// @param mesh Any mesh.
/// @return The mass properties of its facets at density 1.
MassProperties mass_properties(const Mesh& mesh);
/// @param shape Any shape but a half-space.
/// @return Its mass properties at density 1.
/// @throws ShapeError for a half-space, and for a volume or inertia beyond the range of doubles.
MassProperties mass_properties(const Shape& shape);

/// Many bodies in flat arrays. The index of a body is its identity; bodies of the same shape share
/// one entry of the table of shapes.
struct Bodies {
  std::vector<Shape> shapes;           ///< The table of shapes.
  std::vector<std::int32_t> shape_of;  ///< Index into shapes, one per body.
  std::vector<Pose<double>> poses;     ///< Body to world, one per body.

  /// @return The number of bodies.
  std::size_t size() const { return poses.size(); }
  /// @param body Index of a body.
  /// @return Its shape, owned by the table.
  const Shape& shape(std::size_t body) const {
    return shapes[static_cast<std::size_t>(shape_of[body])];
  }
};

}  // namespace talus
