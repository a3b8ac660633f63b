/// @file
/// Contact queries between any two shapes, one pair or many at a time.
///
/// Answers have the same bits on every machine and for any batch size, and swapping A and B mirrors
/// the answer bit for bit. Nothing here throws or keeps state: all functions may be called from
/// several threads at once, as long as each cache is used by one thread at a time.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "talus/contact.h"
#include "talus/math/pose.h"
#include "talus/shape.h"

namespace talus {

struct Method;

/// @param a Kind of one body.
/// @param b Kind of the other body; the order does not matter.
/// @return The names of all methods for this pair, the production method first; empty for two
///   half-spaces, which are not supported. Static storage.
std::vector<std::string_view> method_names(Kind a, Kind b);

/// @param a Kind of one body.
/// @param b Kind of the other body; the order does not matter.
/// @param name One of method_names(), or "auto" for the production method.
/// @return The method for contact(), in static storage; nullptr if the pair has none of that name.
const Method* find_method(Kind a, Kind b, std::string_view name);

/// The contact between A and B.
/// @param a Shape of body A.
/// @param pose_a Pose of A in the world.
/// @param b Shape of body B.
/// @param pose_b Pose of B in the world.
/// @param settings Accuracy.
/// @param cache Starting guess, updated; owned by the caller, one per ordered pair. nullptr: a cold
///   start.
/// @param method From find_method() for these kinds; nullptr: the production method.
/// @return The contact in world coordinates; check is_failure(contact.status).
Contact<double> contact(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                        const Pose<double>& pose_b, const Settings<double>& settings = {},
                        Cache<double>* cache = nullptr, const Method* method = nullptr);

/// Two posed shapes by address: a body is stored once, however many pairs it is in. The caller owns
/// all four and keeps them alive during the query.
struct PairQuery {
  const Shape* a{};              ///< Shape of body A.
  const Pose<double>* pose_a{};  ///< Pose of A in the world.
  const Shape* b{};              ///< Shape of body B.
  const Pose<double>* pose_b{};  ///< Pose of B in the world.
};

/// The contacts of many pairs by the production methods, with the bits of contact(). Pairs of
/// spheres, ellipsoids and superquadrics, and of these with polyhedra and segments whose last
/// contact is cached, are computed eight at a time in SIMD registers.
/// @param queries The pairs.
/// @param contacts Receives contacts[i] for queries[i]; of the same size.
/// @param settings Accuracy, for all pairs.
/// @param caches Empty, or one per query: starting guesses, updated.
void contact_batch(std::span<const PairQuery> queries, std::span<Contact<double>> contacts,
                   const Settings<double>& settings = {}, std::span<Cache<double>> caches = {});

/// Whether two bodies are farther apart than a gap, which is mostly cheaper than their contact.
/// @param a Shape of body A.
/// @param pose_a Pose of A in the world.
/// @param b Shape of body B.
/// @param pose_b Pose of B in the world.
/// @param gap Length; negative: whether they overlap by less than -gap.
/// @param cache Starting guess, updated; one per ordered pair. nullptr: a cold start.
/// @return Whether distance > gap is proven; false if the query fails.
bool gap_exceeds(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                 const Pose<double>& pose_b, double gap, Cache<double>* cache = nullptr);

/// gap_exceeds() for many pairs.
/// @param queries The pairs.
/// @param gap Length, for all pairs.
/// @param exceeds Receives exceeds[i] for queries[i]; of the same size.
/// @param caches Empty, or one per query: starting guesses, updated.
void gap_exceeds_batch(std::span<const PairQuery> queries, double gap, std::span<bool> exceeds,
                       std::span<Cache<double>> caches = {});

/// @param status Any status.
/// @return Its name in files: "separated", "iteration_limit", ...; static storage.
std::string_view name_of(Status status);

/// @param definition Any definition.
/// @return Its name in files: "minimum-translation", ...; static storage.
std::string_view name_of(Definition definition);

}  // namespace talus
