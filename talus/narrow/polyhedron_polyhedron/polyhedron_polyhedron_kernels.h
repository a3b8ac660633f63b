// The production kernels of two polyhedra, compiled once per instruction set. All give the same
// bits.
#pragma once

#include <span>
#include <string_view>

#include "talus/contact.h"
#include "talus/math/pose.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::polyhedron_polyhedron {

// certified() and blended_depths() by the best kernels of this machine.
Contact<double> certified_simd(const PolyhedronView<double>& a, const PolyhedronView<double>& b,
                               const RelativePose<double>& b_in_a, const Settings<double>& settings,
                               Cache<double>& cache);
// Any number of queries.
void blended_depths_simd(std::span<const RoundedQuery<double>> queries,
                         std::span<RoundedDepth<double>> depths);

// Arguments are addresses of PolyhedronView, RelativePose, Cache and Contact of double.
using CertifyFunction = bool(const void* a, const void* b, const void* b_in_a, void* cache,
                             void* contact);
// Arguments are `count` RoundedQuery and RoundedDepth of double, one after the other.
using BlendedDepthsFunction = void(const void* query, int count, void* depth);

struct PolyhedronKernels {
  std::string_view instruction_set;
  CertifyFunction* certify;
  BlendedDepthsFunction* blended_depths;
};

// The kernels that this machine can run, the best first.
std::span<const PolyhedronKernels> polyhedron_kernels();

}  // namespace talus::polyhedron_polyhedron
