// The answer of the law that is in force.
#pragma once

#include "talus/law.h"
#include "talus/physics/law/hertz_mindlin.h"
#include "talus/physics/law/linear.h"
#include "talus/physics/law/volume.h"

namespace talus {

template <Law law, class N>
TALUS_HD ResponseOf<N> respond(const MetMaterialsOf<N>& met, const SqueezeOf<N>& squeeze) {
  if constexpr (law == Law::linear) {
    return linear::respond(met, squeeze);
  } else if constexpr (law == Law::hertz_mindlin) {
    return hertz_mindlin::respond(met, squeeze);
  } else {
    // Bodies without an overlap volume that is known push as Hertz says.
    const MaskOf<N> known = squeeze.volume > N(0);
    const ResponseOf<N> u = volume::respond(met, squeeze), v = hertz_mindlin::respond(met, squeeze);
    return {select(known, u.force, v.force), select(known, u.energy, v.energy),
            select(known, u.dashpot, v.dashpot),
            select(known, u.tangential_stiffness, v.tangential_stiffness),
            select(known, u.tangential_dashpot, v.tangential_dashpot)};
  }
}

inline Response respond(Law law, const MetMaterialsOf<double>& met, const Squeeze& squeeze) {
  switch (law) {
    case Law::linear:
      return respond<Law::linear>(met, squeeze);
    case Law::hertz_mindlin:
      break;
    case Law::volume:
      return respond<Law::volume>(met, squeeze);
  }
  return respond<Law::hertz_mindlin>(met, squeeze);
}

}  // namespace talus
