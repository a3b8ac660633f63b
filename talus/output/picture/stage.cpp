#include "talus/output/picture/stage.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "talus/shape.h"

namespace talus::picture {
namespace {

// The more bodies, the fewer pixels each of them has.
Detail detail_for(std::size_t body_count) {
  constexpr std::size_t most_fine = 200, most_medium = 20000;
  if (body_count <= most_fine) return Detail::fine;
  return body_count <= most_medium ? Detail::medium : Detail::coarse;
}

Vec3<float> as_float(const Vec3<double>& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

// Twice the area of a triangle as it is seen; negative for those that face the viewer, since rows
// count downward.
float seen_area(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The corners of one body, on the canvas and on the shadow map.
struct PosedBody {
  std::vector<ScreenPoint> seen, lit;
  std::vector<Vec3<float>> normal;
};

void project(PosedBody& placed, const Surface& surface, const Pose<double>& pose,
             const Camera& camera, const ShadowMap& shadow) {
  placed.seen.clear(), placed.lit.clear(), placed.normal.clear();
  const Mat3<double> rotation = rotation_of(pose.orientation);
  for (const Vec3<double>& v : surface.vertex) {
    const Vec3<double> x = pose.position + rotation * v;
    placed.seen.push_back(camera.project(x));
    placed.lit.push_back(shadow.project(x));
  }
  for (const Vec3<double>& n : surface.normal) placed.normal.push_back(as_float(rotation * n));
}

void draw_placed(const PosedBody& placed, const Surface& surface, std::int32_t body, Canvas& canvas,
                 ShadowMap& shadow) {
  for (std::size_t p = 0; p < surface.polygon_count(); ++p) {
    const auto first = static_cast<std::size_t>(surface.start[p]);
    for (std::size_t k = first + 1; k + 1 < static_cast<std::size_t>(surface.start[p + 1]); ++k) {
      const std::size_t at[3] = {first, k, k + 1};
      const auto vertex = [&](int i) { return static_cast<std::size_t>(surface.corner[at[i]]); };
      const auto corner = [&](int i) {
        return DrawnCorner{placed.seen[vertex(i)],
                           placed.normal[static_cast<std::size_t>(surface.normal_of[at[i]])]};
      };
      if (seen_area(placed.seen[vertex(0)], placed.seen[vertex(1)], placed.seen[vertex(2)]) < 0) {
        draw_triangle(canvas, corner(0), corner(1), corner(2), body);
      }
      if (seen_area(placed.lit[vertex(0)], placed.lit[vertex(1)], placed.lit[vertex(2)]) < 0) {
        shadow.add(placed.lit[vertex(0)], placed.lit[vertex(1)], placed.lit[vertex(2)]);
      }
    }
  }
}

// Open edges of a mesh, and those where it bends.
std::vector<std::pair<Vec3<double>, Vec3<double>>> outline_of(const WallView& wall) {
  constexpr double cosine_of_sharp = 0.85;  // bends of more than 32 degrees
  struct Side {
    Vec3<double> normal{};
    int count = 0;
    bool sharp = false;
  };
  std::map<std::pair<std::int32_t, std::int32_t>, Side> sides;
  const auto at = [&](std::int32_t i) { return wall.vertex[static_cast<std::size_t>(i)]; };
  for (const auto& [a, b, c] : wall.triangle) {
    const Vec3<double> area = cross(at(b) - at(a), at(c) - at(a));
    const double size = norm(area);
    if (!(size > 0)) continue;
    for (const auto& [i, j] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
      Side& side = sides[std::minmax(i, j)];
      side.sharp |= side.count > 0 && std::abs(dot(side.normal, area / size)) < cosine_of_sharp;
      side.normal = area / size;
      ++side.count;
    }
  }
  std::vector<std::pair<Vec3<double>, Vec3<double>>> outline;
  for (const auto& [edge, side] : sides) {
    if (side.sharp || side.count == 1) outline.emplace_back(at(edge.first), at(edge.second));
  }
  return outline;
}

}  // namespace

// The typical radius over that of the whole scene, if no body has one.
constexpr double radius_without_grains = 0.1;

Stage::Stage(const FrameView& view)
    : surface(tessellate(view.bodies.shapes, detail_for(view.bodies.size()))) {
  std::vector<double> radii;
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    Pose<double> pose = view.bodies.poses[i];
    shift.push_back(shift_into(view.box, pose.position));
    pose.position = pose.position + shift.back();
    const auto sphere = world_sphere(view.bodies.shape(i), pose);
    if (!sphere) continue;
    seen.push_back(*sphere);
    radii.push_back(sphere->radius);
  }
  const BoundingBox<double> bounds = drawn_bounds(view);
  planes = plane_polygons(view, bounds);
  for (const PlanePolygon& plane : planes) {
    for (const Vec3<double>& v : plane.vertex) seen.push_back({v, 0});
  }
  for (const WallView& wall : view.walls) {
    for (const Vec3<double>& v : wall.vertex) seen.push_back({v, 0});
  }
  whole = {0.5 * (bounds.lower + bounds.upper), 0.5 * norm(bounds.upper - bounds.lower)};
  if (seen.empty()) seen.push_back(whole);
  if (radii.empty()) radii.push_back(radius_without_grains * whole.radius);
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::nth_element(radii.begin(), middle, radii.end());
  grain = *middle;
}

void draw_bodies(const FrameView& view, const Stage& stage, const Camera& camera, Canvas& canvas,
                 ShadowMap& shadow) {
  PosedBody placed;
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    const Surface& surface = stage.surface[static_cast<std::size_t>(view.bodies.shape_of[i])];
    Pose<double> pose = view.bodies.poses[i];
    pose.position = pose.position + stage.shift[i];
    project(placed, surface, pose, camera, shadow);
    draw_placed(placed, surface, static_cast<std::int32_t>(i), canvas, shadow);
  }
}

void draw_walls(const FrameView& view, const Stage& stage, const Camera& camera, Canvas& canvas,
                float width) {
  for (const PlanePolygon& plane : stage.planes) {
    const auto& v = plane.vertex;
    if (dot(plane.normal, camera.eye() - v[0]) <= 0) continue;
    const auto corner = [&](std::size_t k) {
      return DrawnCorner{camera.project(v[k]), as_float(plane.normal)};
    };
    for (std::size_t k = 1; k + 1 < v.size(); ++k) {
      draw_triangle(canvas, corner(0), corner(k), corner(k + 1), plane.body);
    }
  }
  for (const PlanePolygon& plane : stage.planes) {
    for (std::size_t k = 0; k < plane.vertex.size(); ++k) {
      draw_line(canvas, camera, plane.vertex[k], plane.vertex[(k + 1) % plane.vertex.size()],
                width);
    }
  }
  for (const WallView& wall : view.walls) {
    for (const auto& triangle : wall.triangle) {
      Vec3<double> corner[3];
      for (std::size_t k = 0; k < 3; ++k) {
        corner[k] = wall.vertex[static_cast<std::size_t>(triangle[k])];
      }
      draw_glass(canvas, camera, corner);
    }
    for (const auto& [from, to] : outline_of(wall)) draw_line(canvas, camera, from, to, width);
  }
}

}  // namespace talus::picture
