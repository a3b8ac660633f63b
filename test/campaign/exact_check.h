// The judgement of a pair of polyhedra by the exact oracle.
#pragma once

#include <optional>
#include <stdexcept>

#include "oracle/exact_distance.h"

namespace laws {

// Beyond this, relative to max(larger bounding radius, |distance|), an answer disagrees.
inline constexpr double disagreement = 1e-13;

inline oracle::OraclePose pose_of(const oracle::Spec& spec) {
  return {spec.position, spec.orientation};
}

// Nothing if the oracle could not close its own bracket.
inline std::optional<double> true_distance(const oracle::PairSpec& pair, const oracle::Solid& a,
                                           const oracle::Solid& b) {
  try {
    return static_cast<double>(oracle::exact_distance(a, pose_of(pair.a), b, pose_of(pair.b)));
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

}  // namespace laws
