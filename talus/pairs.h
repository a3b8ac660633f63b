/// @file
/// Which bodies may touch: pairs of bodies, or of bounding volumes, that overlap. Positions and
/// lengths are in the world's frame, in any one unit.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "talus/shape.h"

namespace talus::broad {

/// Where the bodies are. Along a periodic direction everything repeats with the period
/// upper - lower; along an open direction the bounds are not used.
struct Domain {
  Vec3<double> lower{};  ///< Lower bounds of the periodic directions, length.
  Vec3<double> upper{};  ///< Upper bounds of the periodic directions, length.
  bool periodic[3]{};    ///< Along x, y and z.

  /// @param axis 0, 1 or 2.
  /// @return The period along a periodic axis, length.
  double period(int axis) const { return upper[axis] - lower[axis]; }
  /// @return Whether no direction is periodic.
  bool is_open() const { return !periodic[0] && !periodic[1] && !periodic[2]; }
};

/// Bounding volumes to search; the caller owns the arrays and keeps them alive.
struct Scene {
  /// Axis-aligned boxes in the world, also outside of a periodic domain.
  std::span<const BoundingBox<double>> box;
  /// Empty, or one sphere per box: the spheres of a pair must then overlap, too.
  std::span<const BoundingSphere<double>> sphere;
  /// Volumes from this index on are walls, such as triangles of a mesh, and are not paired with
  /// each other.
  int body_count{};
  Domain domain;  ///< Open or periodic.

  /// @return The number of volumes.
  int count() const { return static_cast<int>(box.size()); }
};

/// Two volumes that overlap; a < b, or a body and its own periodic image.
struct BodyPair {
  std::int32_t a{};  ///< Smaller index.
  std::int32_t b{};  ///< Larger index.
  /// Lexicographic.
  friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// Periods by which B is moved to overlap A.
struct Image {
  std::int16_t x{};  ///< Along x.
  std::int16_t y{};  ///< Along y.
  std::int16_t z{};  ///< Along z.
  /// Lexicographic.
  friend auto operator<=>(const Image&, const Image&) = default;
};

/// The pairs that were found: each once, or once per image if they overlap through several. The
/// order does not depend on the number of threads.
struct PairList {
  std::vector<BodyPair> pair;  ///< All pairs.
  std::vector<Image> image;    ///< One per pair in a periodic domain, empty in an open one.

  /// Removes all pairs and keeps the memory.
  void clear() {
    pair.clear();
    image.clear();
  }
};

/// What a search cost.
struct Work {
  std::uint64_t tests{};   ///< Comparisons of two volumes.
  std::uint64_t visits{};  ///< Cells, nodes or list entries visited.
  std::size_t bytes{};     ///< Largest size of the search structure, without the pair list.
};

/// A scene that cannot be searched; the message names the volume.
class SceneError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @param scene Checked for boxes that are not finite or inverted, spheres that are not finite,
///   periods that are not positive, and boxes that are longer than a period or more than 10,000
///   periods outside.
/// @throws SceneError with the first of these.
void check(const Scene& scene);

/// @param domain Open or periodic.
/// @param image Of body B in a pair.
/// @return The translation of B for this image, length; zero along open directions.
inline Vec3<double> shift_of(const Domain& domain, const Image& image) {
  return {domain.periodic[0] ? image.x * domain.period(0) : 0,
          domain.periodic[1] ? image.y * domain.period(1) : 0,
          domain.periodic[2] ? image.z * domain.period(2) : 0};
}

/// @param scene Bounding volumes.
/// @param threads At least 1; the result is the same for any number.
/// @return All pairs whose volumes overlap or touch.
/// @throws SceneError as check() does.
PairList find_pairs(const Scene& scene, int threads = 1);

/// A pair search that keeps its memory between calls. Linear in time and memory for any mix of
/// sizes (docs/broad.md). One thread may call an object at a time.
class PairFinder {
 public:
  PairFinder();
  /// @param other Left empty; may only be assigned to or destroyed.
  PairFinder(PairFinder&& other) noexcept;
  /// @param other Left empty; may only be assigned to or destroyed.
  /// @return This object.
  PairFinder& operator=(PairFinder&& other) noexcept;
  ~PairFinder();

  /// @param scene Bounding volumes that passed check().
  /// @param threads At least 1; the result is the same for any number.
  /// @param pairs Replaced by the pairs of the scene.
  /// @param work Receives what the search cost.
  /// @throws SceneError if there are more than pair_limit() pairs: volumes on top of each other, by
  ///   mistake or in a simulation that is unstable.
  void find(const Scene& scene, int threads, PairList& pairs, Work& work);

  /// @param volumes Number of volumes in a scene.
  /// @return 100 million, or 1000 per volume if that is more, unless set_pair_limit was called.
  std::size_t pair_limit(int volumes) const;
  /// @param limit Largest number of pairs; 0: the default.
  void set_pair_limit(std::size_t limit) { limit_ = limit; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::size_t limit_ = 0;
};

}  // namespace talus::broad

namespace talus {

/// How body_pairs() searches.
struct BodyPairSettings {
  std::string scheme = "auto";  ///< Name of a search scheme (docs/broad.md), or "auto".
  double skin = 0.0;     ///< Length by which every box and sphere is enlarged on all sides; >= 0.
  bool spheres = false;  ///< Whether the bounding spheres must overlap, too.
  int threads = 1;       ///< At least 1; the result is the same for any number.
};

/// @param settings To be checked.
/// @throws std::invalid_argument that begins with the name of the setting: "skin: must be ...".
void check(const BodyPairSettings& settings);

/// The pairs of bodies whose bounding boxes in the world overlap.
/// @param bodies Without half-spaces, which have no box.
/// @param domain Open or periodic.
/// @param settings Scheme, skin and threads.
/// @return Each pair once, or once per image; sorted by a, b and image.
/// @throws std::invalid_argument as check() does, and with the index of the body for a half-space,
///   a box that is not finite, or a box that with its skin is longer than the period.
broad::PairList body_pairs(const Bodies& bodies, const broad::Domain& domain,
                           const BodyPairSettings& settings = {});

}  // namespace talus
