// The cosine and sine of an angle, and quarter turns added to it without rounding.
#pragma once

namespace talus {

struct Turn {
  double cosine{}, sine{};
};

inline Turn add_quarter_turns(const Turn& t, long quarters) {
  switch (quarters & 3) {
    case 0:
      return t;
    case 1:
      return {-t.sine, t.cosine};
    case 2:
      return {-t.cosine, -t.sine};
    default:
      return {t.sine, -t.cosine};
  }
}

}  // namespace talus
