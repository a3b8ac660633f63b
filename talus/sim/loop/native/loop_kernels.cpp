#include "talus/sim/loop/native/loop_kernels.h"

#if defined(__x86_64__)

#include "talus/simd/instruction_sets.h"

#define TALUS_DECLARE(level)                   \
  void talus_push_##level(void*, const void*); \
  void talus_move_##level(void*, const void*);
#define TALUS_KERNELS(level) \
  { talus_push_##level, talus_move_##level }

extern "C" {
TALUS_DECLARE(x86_64_v4)
TALUS_DECLARE(x86_64_v3)
TALUS_DECLARE(x86_64)
}

namespace talus {

std::span<const LoopKernels> loop_kernels() {
  static constexpr LoopKernels all[] = {TALUS_KERNELS(x86_64_v4), TALUS_KERNELS(x86_64_v3),
                                        TALUS_KERNELS(x86_64)};
  static const int level = x86_64_level();
  return std::span(all).subspan(level == 4 ? 0 : (level == 3 ? 1 : 2));
}

}  // namespace talus

#else

#include "talus/physics/law/laws.h"
#include "talus/sim/loop/native/contact_force_kernel.h"
#include "talus/sim/loop/native/integrator_kernel.h"

namespace talus {
namespace {

void apply_each(void* batch, const void* call) {
  ContactForceBatch& own = *static_cast<ContactForceBatch*>(batch);
  const ContactForceCall& how = *static_cast<const ContactForceCall*>(call);
  BuiltInLaws::visit(static_cast<std::size_t>(how.law), [&]<class Law>() {
    for (int i = 0; i < own.count; ++i) apply_contact_forces<Law, double>(own, i, how);
  });
}

void integrate_each(void* batch, const void* call) {
  IntegratorBatch& own = *static_cast<IntegratorBatch*>(batch);
  for (int i = 0; i < own.count; ++i) {
    integrate<double>(own, i, *static_cast<const IntegratorCall*>(call));
  }
}

}  // namespace

std::span<const LoopKernels> loop_kernels() {
  static constexpr LoopKernels one_by_one[] = {{apply_each, integrate_each}};
  return one_by_one;
}

}  // namespace talus

#endif
