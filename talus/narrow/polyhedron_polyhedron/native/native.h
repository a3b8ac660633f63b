// The production kernels compiled once per instruction set of x86-64, the best one chosen when the
// program starts. All give the same bits. On other machines the plain kernel answers.
#pragma once

#include <span>
#include <string_view>

#include "talus/contact.h"
#include "talus/math/pose.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::polyhedron_polyhedron {

Contact<double> certified_native(const PolyhedronView<double>& a, const PolyhedronView<double>& b,
                                 const RelativePose<double>& b_in_a,
                                 const Settings<double>& settings, Cache<double>& cache);

RoundedDepth<double> rounded_native(const RoundedQuery<double>& query);

// certify() of certified.h and rounded_depth() for one instruction set. Bodies and answers cross
// the border between the sources' namespaces as addresses of the same structs.
struct NativeKernel {
  std::string_view instruction_set;
  bool (*certify)(const void* a, const void* b, const void* b_in_a, void* cache, void* answer);
  void (*round)(const void* query, void* answer);  // RoundedQuery, RoundedDepth
};

// Those that this machine can run, the best first; empty on other machines than x86-64.
std::span<const NativeKernel> native_kernels();

}  // namespace talus::polyhedron_polyhedron
