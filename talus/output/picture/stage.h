// Everything of a frame in the frame of the picture, and the functions that draw it.
#pragma once

#include <vector>

#include "talus/output/drawn_scene.h"
#include "talus/output/frame.h"
#include "talus/output/picture/camera.h"
#include "talus/output/picture/canvas.h"
#include "talus/output/picture/shadow_map.h"
#include "talus/output/tessellate.h"

namespace talus::picture {

struct Stage {
  explicit Stage(const FrameView& view);

  std::vector<Surface> surface;              // of every shape
  std::vector<Vec3<double>> shift;           // of every body, into the periodic box
  std::vector<PlanePolygon> planes;          // of half-spaces
  std::vector<BoundingSphere<double>> seen;  // what the camera has to see
  BoundingSphere<double> whole;
  double grain{};  // a typical radius
};

// Onto the canvas and the shadow map.
void draw_bodies(const FrameView& view, const Stage& stage, const Camera& camera, Canvas& canvas,
                 ShadowMap& shadow);
// Half-spaces whose free side is seen are solid, mesh walls of glass; both get outlines, `width`
// samples wide.
void draw_walls(const FrameView& view, const Stage& stage, const Camera& camera, Canvas& canvas,
                float width);

}  // namespace talus::picture
