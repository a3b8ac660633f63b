/// @file
/// Random arrays of bodies without overlap in a periodic cube, by random sequential adsorption (P1,
/// section 4.1.1): each body in turn is placed at a random position in a random orientation, as
/// often as it takes until it overlaps none of those before it.
///
/// Attempt k draws its numbers from a stream of its own, seeded by the seed and k, so that the seed
/// alone defines the array, on every machine. Bodies count as apart if the production contact
/// proves it (lower > 0). Functions may be called from several threads at once.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "talus/error.h"
#include "talus/shape.h"

namespace talus {

/// One shape of a mix.
struct PackingPart {
  Shape shape;         ///< With a volume.
  double share = 1.0;  ///< Number of bodies relative to the other parts; need not add to 1.
};

/// What to pack.
struct PackingSettings {
  std::vector<PackingPart> parts;  ///< The mix; at least one.
  double volume_fraction{};        ///< Volume of the bodies over that of the cube, 0 to 1.
  double box_length{};             ///< Side of the cube, length.
  std::uint64_t seed = 1;          ///< Defines the array.
  /// Attempts in a row without success after which the array counts as jammed.
  std::int64_t max_attempts = 20'000'000;
};

/// A random array.
struct Packing {
  /// In the order of insertion, the largest part first; positions in [0, box_length).
  Bodies bodies;
  double box_length{};              ///< Side of the cube, length.
  double volume_fraction{};         ///< Reached.
  double wanted_volume_fraction{};  ///< Requested.
  std::int64_t wanted_count{};      ///< Number of bodies for the requested fraction.
  std::int64_t attempts{};          ///< In total.
  std::uint64_t seed{};             ///< Of the settings.
  /// @return Whether all bodies were placed; if not, the array jammed.
  bool complete() const { return static_cast<std::int64_t>(bodies.size()) == wanted_count; }
};

/// How far a packing is.
struct PackingProgress {
  std::int64_t placed{};     ///< Bodies so far.
  std::int64_t total{};      ///< Bodies in the end.
  std::int64_t attempts{};   ///< So far.
  double volume_fraction{};  ///< Reached so far.
};

/// Called every few thousand attempts and at the end, in the thread of pack(). An exception ends
/// the packing and is passed on.
using PackingListener = std::function<void(const PackingProgress&)>;

/// @param settings What to pack.
/// @return The number of bodies of each part: the fewest in the given shares (rounded to whole
///   bodies by the largest remainders) that fill the volume fraction.
/// @throws PackingError for settings that are not valid.
std::vector<std::int64_t> body_counts(const PackingSettings& settings);

/// @param parts The mix.
/// @return Diameter of the ball that has the mean volume of the mix, length.
/// @throws PackingError for parts that are not valid.
double mean_diameter(const std::vector<PackingPart>& parts);

/// Packs bodies into a periodic cube.
/// @param settings What to pack.
/// @param listener Receives the progress; may be empty.
/// @return The array; check complete().
/// @throws PackingError for settings that are not valid.
Packing pack(const PackingSettings& settings, const PackingListener& listener = {});

/// Writes an array to an HDF5 file (docs/formats.md).
/// @param file Replaced if it exists.
/// @param packing The array.
/// @throws FileError if the file cannot be written.
void write_packing(const std::filesystem::path& file, const Packing& packing);

/// @param file Written by write_packing().
/// @return The array.
/// @throws FileError if the file cannot be read or holds other bodies than a packed cube.
Packing read_packing(const std::filesystem::path& file);

/// One class of a distribution of sizes.
struct SizeClass {
  double diameter{};   ///< Equivalent diameter, length.
  double share = 1.0;  ///< By number, relative to the other classes.
};

/// A uniform distribution of diameters as classes of equal share.
/// @param from Smallest diameter, length, positive.
/// @param to Largest diameter, length.
/// @param classes Number of classes, at least 1.
/// @return The classes, with the same bits on every machine.
/// @throws PackingError for any other values.
std::vector<SizeClass> uniform_sizes(double from, double to, int classes);

/// A lognormal distribution of diameters as classes of equal share.
/// @param median Of the diameters, length, positive.
/// @param sigma Standard deviation of the logarithm of the diameter.
/// @param classes Number of classes, at least 1.
/// @return The classes, with the same bits on every machine.
/// @throws PackingError for any other values.
std::vector<SizeClass> lognormal_sizes(double median, double sigma, int classes);

/// A cumulative curve of sizes, as sieves measure it: linear between its rows.
struct SizeCurve {
  std::vector<double> size;     ///< Equivalent diameters, length, increasing.
  std::vector<double> passing;  ///< Part that is smaller, from 0 to 1, not decreasing.
  bool by_mass = true;          ///< Part of the mass, else of the number of bodies.

  /// @param diameter Length.
  /// @return The part that is smaller.
  double at(double diameter) const;
};

/// The curve 1 - exp(-(d / size)^exponent), cut at both ends.
/// @param size Length, positive.
/// @param exponent Positive.
/// @param smallest Length, positive.
/// @param largest Length, above smallest.
/// @param by_mass As SizeCurve::by_mass.
/// @return The curve at 65 sizes.
/// @throws PackingError for any other values.
SizeCurve rosin_rammler(double size, double exponent, double smallest, double largest,
                        bool by_mass = true);

/// The curve (d / largest)^exponent, cut at the lower end.
/// @param exponent Positive; 0.5 is Fuller's.
/// @param smallest Length, positive.
/// @param largest Length, above smallest.
/// @param by_mass As SizeCurve::by_mass.
/// @return The curve at 65 sizes.
/// @throws PackingError for any other values.
SizeCurve fuller(double exponent, double smallest, double largest, bool by_mass = true);

/// @param curve Of sizes.
/// @param classes About how many; each interval of a curve with no more rows has at least one, and
///   its bounds are met.
/// @return The classes, which have the mass and the number of the curve between their bounds.
/// @throws PackingError for a curve that is not valid, with the row.
std::vector<SizeClass> classes_of(const SizeCurve& curve, int classes);

/// @param part A shape and its share.
/// @param sizes Classes of sizes.
/// @return The shape scaled to each size, with its share divided among them.
/// @throws PackingError for values that are not valid.
std::vector<PackingPart> with_sizes(const PackingPart& part, std::span<const SizeClass> sizes);

/// Body a, and the image of body b at position_b + box_length * image. Each pair of images occurs
/// once: a < b, or a == b and the first entry of image that is not 0 is positive.
struct NeighbourPair {
  std::int32_t a{};                     ///< Index of a body.
  std::int32_t b{};                     ///< Index of a body.
  std::array<std::int32_t, 3> image{};  ///< Periods along x, y and z.

  /// Lexicographic.
  friend auto operator<=>(const NeighbourPair&, const NeighbourPair&) = default;
};

/// Bodies of a periodic cube that are near each other: |r_b - r_a| <= R_a + R_b + reach, with the
/// centres r and radii R of the bounding spheres (P1 (4.2)).
/// @param bodies Anywhere, also outside of the cube [0, box_length)^3; without half-spaces.
/// @param box_length Side of the cube, length, positive.
/// @param reach Length, >= 0.
/// @return Sorted by a, b and image.
/// @throws std::invalid_argument for any other values.
std::vector<NeighbourPair> neighbour_pairs(const Bodies& bodies, double box_length, double reach);

/// @param pose_b Of body b.
/// @param box_length Side of the cube, length.
/// @param image Periods along x, y and z.
/// @return The pose of the image.
Pose<double> pose_of_image(const Pose<double>& pose_b, double box_length,
                           const std::array<std::int32_t, 3>& image);

}  // namespace talus
