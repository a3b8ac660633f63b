// How much of the lamp and of the sky reaches what is seen: sampled once a pixel, with scattered
// samples whose noise is then smoothed within every body, and looked up for all samples of the
// pixel.
#pragma once

#include <vector>

#include "talus/output/picture/canvas.h"
#include "talus/output/picture/shadow_map.h"

namespace talus::picture {

struct Reach {
  float lamp, sky;  // 0 to 1
};

class Illumination {
 public:
  // `samples`: of the canvas along the side of a pixel; `grain`: a typical radius.
  Illumination(const Canvas& canvas, const Camera& camera, const ShadowMap& shadow, int samples,
               double grain);

  // At a sample that shows something.
  Reach at(int x, int y) const;

 private:
  Reach measured(int x, int y) const;
  std::size_t sample_of(int column, int row) const {
    return canvas_.at(column * samples_, row * samples_);
  }
  // Whether both are parts of the same body.
  bool alike(std::size_t sample, std::size_t other) const;
  Reach smoothed(const std::vector<Reach>& noisy, int column, int row) const;

  const Canvas& canvas_;
  const Camera& camera_;
  const ShadowMap& shadow_;
  int samples_, width_, height_;
  double grain_;
  std::vector<Reach> reach_;  // of every pixel
};

}  // namespace talus::picture
