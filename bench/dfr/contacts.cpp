#include "bench/dfr/contacts.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fmt/format.h>

#include "bench/dfr/contact_query.h"
#include "shape/mesh/grains.h"
#include "talus/shape/mesh/mesh.h"

namespace bench {
namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::unique_ptr<Model> as_fcl(const talus::TriangleMesh& mesh) {
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const auto& p : mesh.vertices) vertices.emplace_back(p.x, p.y, p.z);
  for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  auto model = std::make_unique<Model>();
  model->beginModel();
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

fcl::Transform3d as_fcl(const RelativePose& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  for (int axis = 0; axis < 3; ++axis) {
    talus::Vec3<double> unit{};
    unit[axis] = 1.0;
    const talus::Vec3<double> column = pose.rotation * unit;
    transform.linear().col(axis) = fcl::Vector3d(column.x, column.y, column.z);
  }
  transform.translation() =
      fcl::Vector3d(pose.translation.x, pose.translation.y, pose.translation.z);
  return transform;
}

// Microseconds of one pair.
struct Times {
  double cold, warm, full, deepest, fcl_all, fcl_first;
};

Times measure_pair(ContactQuery& query, const RelativePose& pose, const Model& a, const Model& b,
                   double cell_size, int repeats) {
  constexpr double micro = 1e6;
  const int slow_repeats = std::max(3, repeats / 20);
  const fcl::Transform3d transform = as_fcl(pose);
  const auto collide = [&](std::size_t most) {
    fcl::CollisionResultd result;
    fcl::collide(&a, fcl::Transform3d::Identity(), &b, transform,
                 fcl::CollisionRequestd(most, true), result);
  };
  // Warm: every time a little farther along, by less than the list of near vertices allows.
  RelativePose moving = pose;
  int step = 0;
  query.points_warm(moving);
  const auto move = [&] {
    moving.translation.x = pose.translation.x + 0.05 * cell_size * ((++step % 10) - 5) / 5.0;
  };
  Times times{};
  times.cold = micro * fastest(repeats, [&] { query.points_cold(pose); });
  times.warm = micro * fastest(repeats, [&] { move(), query.points_warm(moving); });
  times.full = micro * fastest(slow_repeats, [&] { query.pieces(pose); });
  times.deepest = micro * fastest(slow_repeats, [&] { query.deepest(pose); });
  times.fcl_all = micro * fastest(slow_repeats, [&] { collide(1000000); });
  times.fcl_first = micro * fastest(slow_repeats, [&] { collide(1); });
  return times;
}

struct Spread {
  double least, median, most;
};

Spread spread_of(const std::vector<Times>& all, double Times::*member) {
  std::vector<double> values;
  for (const Times& t : all) values.push_back(t.*member);
  std::ranges::sort(values);
  return {values.front(), values[values.size() / 2], values.back()};
}

std::string target_row(const std::string& what, double required, double measured, bool met) {
  return fmt::format("| {} | {:g} | {:.1f} | {} |\n", what, required, measured,
                     met ? "met" : "missed");
}

}  // namespace

std::string measure_contacts(const ContactOptions& options) {
  const talus::TriangleMesh mesh_a = talus::test::rough_stone(options.detail, 3),
                            mesh_b = talus::test::rough_stone(options.detail, 4);
  const auto made = [&](const talus::TriangleMesh& mesh) {
    return talus::make_mesh(mesh, {.cells = options.cells, .surface = talus::MeshSurface::source});
  };
  const talus::Mesh a = made(mesh_a), b = made(mesh_b);
  const std::unique_ptr<Model> model_a = as_fcl(mesh_a), model_b = as_fcl(mesh_b);
  ContactQuery query(a.view(), b.view());
  const talus::Vec3<double> extent = a.view().box.upper - a.view().box.lower;
  const double depth = 0.01 * max_norm(extent);
  std::mt19937 engine(5);
  std::vector<Times> all;
  for (int i = 0; i < options.pairs; ++i) {
    const RelativePose pose = pressed_pose(query, a.view(), b.view(), depth, engine);
    all.push_back(
        measure_pair(query, pose, *model_a, *model_b, a.view().cell_size.x, options.repeats));
  }
  std::string text = fmt::format(
      "\n## Contacts of two grains beside FCL\n\nTwo rough stones of {} facets and {} cells, "
      "{:.3g} "
      "deep in each other, 1 % of their diameter; {} random poses, the fastest of {} repeats each. "
      "Times in microseconds, patches included.\n\n| question | median | least | most |\n| --- | "
      "---: | ---: | ---: |\n",
      a.view().facet_count, options.cells, depth, options.pairs, options.repeats);
  const auto add = [&](const std::string& name, double Times::*member) {
    const Spread s = spread_of(all, member);
    text += fmt::format("| {} | {:.1f} | {:.1f} | {:.1f} |\n", name, s.median, s.least, s.most);
    return s.median;
  };
  const double cold = add("contact points (vertices), cold", &Times::cold);
  const double warm = add("contact points (vertices), warm", &Times::warm);
  const double full = add("contact set (clipped facets, walked edges)", &Times::full);
  add("deepest contact, exact", &Times::deepest);
  const double fcl = add("FCL 0.7, all contacts", &Times::fcl_all);
  add("FCL 0.7, first contact only", &Times::fcl_first);
  text += "\n| target | required | measured | |\n| --- | ---: | ---: | --- |\n";
  text += target_row("cold, microseconds below", 20.0, cold, cold < 20.0);
  text += target_row("warm, microseconds below", 5.0, warm, warm < 5.0);
  text += target_row("times faster than FCL, cold points", 20.0, fcl / cold, fcl / cold >= 20.0);
  text += target_row("times faster than FCL, warm points", 20.0, fcl / warm, fcl / warm >= 20.0);
  text += target_row("times faster than FCL, contact set", 20.0, fcl / full, fcl / full >= 20.0);
  return text;
}

}  // namespace bench
