#include "ellipsoids/lubrication.h"

#include <algorithm>
#include <stdexcept>

#include "ellipsoids/arrays.h"
#include "talus/curvature.h"
#include "talus/query.h"
#include "talus/shape/ellipsoid_curvature.h"

namespace study {
namespace {

// The film between two surfaces a distance d apart that approach at the speed U. To second order
// its height is h = d + x^2/(2 rho_1) + y^2/(2 rho_2), where 1/rho_1 and 1/rho_2 are the
// eigenvalues of the sum K of both surfaces' matrices of curvature in their common tangent plane.
// The pressure p = 6 mu U / (tr K h^2) solves Reynolds' equation div(h^3 grad p) = -12 mu U, since
// h^3 grad p = -12 mu U grad h / tr K; its integral over the plane is the force
//
//   F = 12 pi mu U / (tr K sqrt(det K) d),    for two spheres 6 pi mu U R*^2 / d,
//
// with 1/R* = 1/R_1 + 1/R_2. Both are 6 pi mu U / d times the square of a length, returned here.
struct Film {
  double exact{};               // of the ellipsoids
  double equivalent_spheres{};  // of spheres with the Gaussian radii (B.4), as Ardekani et al. take
};

// The directions of the radii in the same frame.
Film film_between(const talus::ContactCurvature& c) {
  const double a_1 = 1 / c.a.largest, a_2 = 1 / c.a.smallest;
  const double b_1 = 1 / c.b.largest, b_2 = 1 / c.b.smallest;
  const double cosine = dot(c.a.direction_of_largest, c.b.direction_of_largest);
  const double along = std::min(cosine * cosine, 1.0), across = 1 - along;
  const double trace = a_1 + a_2 + b_1 + b_2;
  const double determinant =
      a_1 * a_2 + b_1 * b_2 + (a_1 * b_2 + a_2 * b_1) * along + (a_1 * b_1 + a_2 * b_2) * across;
  const double sphere = 1 / (1 / c.a.gaussian + 1 / c.b.gaussian);
  return {2 / (trace * std::sqrt(determinant)), sphere * sphere};
}

Json radii_of(const talus::CurvatureRadii<double>& r) {
  return {{"smallest", r.smallest}, {"largest", r.largest}, {"gaussian", r.gaussian}};
}

// Two spheroids of aspect 3 and D_eq = 1, through the public interface.
Json worked_example() {
  const talus::Shape spheroid = talus::make_ellipsoid(spheroid_axes(3));
  const talus::Pose<double> pose_a{{0, 0, 0}, {1, 0, 0, 0}};
  const talus::Pose<double> pose_b{{0.5, 0.25, 0.7}, {0.8, 0, 0.2, 0.565685424949238}};
  const Contact c = talus::contact(spheroid, pose_a, spheroid, pose_b);
  const auto curvature = talus::curvature_at(c, spheroid, pose_a, spheroid, pose_b);
  if (!curvature) throw std::runtime_error("the worked example has no curvature");
  const Film film = film_between(*curvature);
  const Ellipsoid& e = *std::get_if<Ellipsoid>(&spheroid);
  const double smallest = smallest_gaussian_radius(e);
  return {{"semi_axes", {e.semi_axes.x, e.semi_axes.y, e.semi_axes.z}},
          {"distance", c.distance},
          {"bracket", c.upper - c.lower},
          {"point_a", {c.point_a.x, c.point_a.y, c.point_a.z}},
          {"point_b", {c.point_b.x, c.point_b.y, c.point_b.z}},
          {"normal", {c.normal.x, c.normal.y, c.normal.z}},
          {"radii_a", radii_of(curvature->a)},
          {"radii_b", radii_of(curvature->b)},
          {"smallest_gaussian_radius", smallest},
          {"eps_d", 1e-5 * smallest},
          {"equivalent_spheres", film.equivalent_spheres},
          {"exact", film.exact}};
}

double quantile(std::vector<double>& values, double part) {
  const auto at = values.begin() + std::ptrdiff_t(part * double(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

// Force of the equivalent spheres over that of the film, for all pairs of an array that a
// correction is applied to: gaps up to eps_al R_eq.
Json array_row(double aspect, const LubricationOptions& options) {
  const Array array = spheroid_array(aspect, options.length, 0.25, options.seed);
  const Solver exact = listed("auto").solve;
  std::vector<double> ratios;
  for (const Query& q : queries_of(array).pairs) {
    const Contact c = exact(q, 0);
    if (!(c.distance > 0) || c.distance > eps_al * array.radius()) continue;
    const auto& n = c.normal;
    talus::ContactCurvature radii{curvature_radii(q.ellipsoid_a(), n),
                                  curvature_radii(q.ellipsoid_b(), q.b_in_a.direction_to_b(-n))};
    radii.b.direction_of_largest = q.b_in_a.rotation * radii.b.direction_of_largest;
    const Film film = film_between(radii);
    ratios.push_back(film.equivalent_spheres / film.exact);
  }
  Json row = {{"aspect", aspect}, {"pairs", ratios.size()}};
  const double part[] = {0, 0.5, 0.9, 0.99, 1};
  const char* name[] = {"least", "median", "p90", "p99", "most"};
  for (int i = 0; i < 5; ++i) row[name[i]] = quantile(ratios, part[i]);
  return row;
}

}  // namespace

Json run_lubrication(const LubricationOptions& options) {
  Json rows = Json::array();
  for (const double aspect : aspect_ratios) rows.push_back(array_row(aspect, options));
  return {{"seed", options.seed},
          {"length", options.length},
          {"example", worked_example()},
          {"arrays", rows}};
}

}  // namespace study
