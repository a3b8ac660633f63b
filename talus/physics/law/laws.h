// The list of contact laws. A law of the library is its header and its name here; every loop over
// laws (kernels, scene reader, Python, tests) goes over this list.
#pragma once

#include <cstddef>

#include "talus/physics/law/hertz_cohesion.h"
#include "talus/physics/law/hertz_mindlin.h"
#include "talus/physics/law/jkr.h"
#include "talus/physics/law/linear.h"
#include "talus/physics/law/volume.h"

namespace talus {

template <class... Laws>
struct LawList {
  static constexpr std::size_t size = sizeof...(Laws);

  // Calls action.template operator()<L>() for law number `index`.
  template <class Action>
  static void visit(std::size_t index, Action&& action) {
    std::size_t i = 0;
    (void)((i++ == index ? (action.template operator()<Laws>(), true) : false) || ...);
  }
};

using BuiltInLaws = LawList<  //
    HertzMindlinLaw,          // the default of a setup
    LinearLaw,                //
    VolumeLaw,                //
    HertzCohesionLaw,         //
    JkrLaw>;

}  // namespace talus
