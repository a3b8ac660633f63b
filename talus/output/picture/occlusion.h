// How much of the sky a point of a surface sees, from what is near it on the canvas (McGuire, Mara
// and Luebke, Scalable ambient obscurance, 2012, equation (1)). What the camera does not see cannot
// darken anything: grains at the rim of the picture of a pile are a little too light.
#pragma once

#include "talus/output/picture/canvas.h"

namespace talus::picture {

// From 0 to 1, at a sample that shows something. `radius`: a length, how far neighbours matter;
// `seed` scatters the samples.
float sky_at(const Canvas& canvas, const Camera& camera, int x, int y, const Vec3<double>& point,
             const Vec3<double>& normal, double radius, unsigned seed);

}  // namespace talus::picture
