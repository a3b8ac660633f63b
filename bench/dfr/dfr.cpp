// bench_dfr: is a point inside, and where is the nearest point of the surface? Talus's discrete
// function representation beside CGAL's Side_of_triangle_mesh and AABB tree, the same meshes and
// points in one run on one core. And where do two grains touch? Beside FCL (contacts.h).
#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <fstream>
#include <random>

#include "bench/dfr/contacts.h"
#include "bench/machine.h"
#include "shape/mesh/grains.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/mesh/nearest.h"

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using CgalMesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Tree =
    CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_face_graph_triangle_primitive<CgalMesh>>>;
using Point = talus::Vec3<double>;

CgalMesh as_cgal(const talus::TriangleMesh& source) {
  CgalMesh mesh;
  std::vector<CgalMesh::Vertex_index> vertex;
  for (const Point& p : source.vertices) vertex.push_back(mesh.add_vertex({p.x, p.y, p.z}));
  for (const auto& t : source.triangles) mesh.add_face(vertex[t[0]], vertex[t[1]], vertex[t[2]]);
  return mesh;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Nanoseconds per point, the fastest of several passes; `sum` keeps the answers.
template <class Query>
double measure(const std::vector<Point>& points, int repeats, double& sum, const Query& query) {
  double best = 1e30;
  for (int r = 0; r < repeats; ++r) {
    sum = 0.0;
    const auto start = std::chrono::steady_clock::now();
    for (const Point& p : points) sum += query(p);
    best = std::min(best, seconds_since(start));
  }
  return 1e9 * best / static_cast<double>(points.size());
}

// Anywhere in the box, or within a cell of the surface.
std::vector<Point> points_of(const talus::MeshView<double>& body, int count, bool near_surface) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<> unit(0.0, 1.0);
  std::vector<Point> points;
  while (static_cast<int>(points.size()) < count) {
    const double u = unit(engine), v = unit(engine), w = unit(engine);
    const Point extent = body.box.upper - body.box.lower;
    if (!near_surface) {
      points.push_back(body.box.lower + multiply_componentwise(extent, {u, v, w}));
      continue;
    }
    const int f = static_cast<int>(u * body.facet_count);
    const Point p = 0.4 * body.corner(f, 0) + 0.3 * body.corner(f, 1) + 0.3 * body.corner(f, 2);
    points.push_back(p + (2.0 * v - 1.0) * body.cell_size.x * body.facet_plane[f].normal);
  }
  return points;
}

std::string row_of(const std::string& name, const talus::TriangleMesh& source, int count,
                   int repeats) {
  const int facets = static_cast<int>(source.triangles.size());
  const int cells = facets <= 20000 ? 64 : static_cast<int>(64.0 * std::sqrt(facets / 20000.0));
  auto start = std::chrono::steady_clock::now();
  const talus::Mesh body =
      talus::make_mesh(source, {.cells = cells, .surface = talus::MeshSurface::source});
  const double talus_made = seconds_since(start);
  const talus::MeshView<double>& view = body.view();
  const CgalMesh mesh = as_cgal(source);
  start = std::chrono::steady_clock::now();
  const CGAL::Side_of_triangle_mesh<CgalMesh, Kernel> side(mesh);
  side(Kernel::Point_3(0.1, 0.2, 0.3));
  Tree tree(faces(mesh).first, faces(mesh).second, mesh);
  tree.accelerate_distance_queries();
  const double cgal_made = seconds_since(start);
  std::string row;
  for (const bool near_surface : {false, true}) {
    const std::vector<Point> points = points_of(view, count, near_surface);
    double inside[2], squared[2];
    const double talus_side = measure(points, repeats, inside[0], [&](const Point& p) {
      return static_cast<double>(contains(view, p));
    });
    const double cgal_side =
        measure(points, std::max(1, repeats / 5), inside[1], [&](const Point& p) {
          return static_cast<double>(side(Kernel::Point_3(p.x, p.y, p.z)) == CGAL::ON_BOUNDED_SIDE);
        });
    const double talus_near =
        measure(points, std::max(1, repeats / 5), squared[0], [&](const Point& p) {
          return std::abs(project_to_surface(view, p, talus::infinity_of<double>()).distance);
        });
    const double cgal_near =
        measure(points, std::max(1, repeats / 5), squared[1], [&](const Point& p) {
          return std::sqrt(tree.squared_distance(Kernel::Point_3(p.x, p.y, p.z)));
        });
    row += fmt::format(
        "| {} | {} | {} | {} | {:.1f} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:.1f} | {:.0f} "
        "| {:.1e} | {:.2f} | {:.2f} |\n",
        name, facets, cells, near_surface ? "near" : "box", talus_side, cgal_side,
        cgal_side / talus_side, talus_near, cgal_near, cgal_near / talus_near,
        std::abs(inside[0] - inside[1]), std::abs(squared[0] - squared[1]) / (squared[1] + 1e-300),
        talus_made, cgal_made);
  }
  return row;
}

}  // namespace

int main(int argc, char** argv) try {
  int count = 10000, repeats = 20, most_facets = 200000;
  std::string commit = "unknown", markdown;
  bench::ContactOptions contacts;
  std::vector<std::string> parts = {"contacts", "points"};
  CLI::App app{"Concave bodies: their contacts beside FCL, points in them beside CGAL"};
  app.add_option("--part", parts, "contacts, points, or both")
      ->check(CLI::IsMember({"contacts", "points"}));
  app.add_option("--pairs", contacts.pairs, "Of grains that touch")->capture_default_str();
  app.add_option("--points", count, "Of each body and kind")->capture_default_str();
  app.add_option("--repeats", repeats, "Of each pass, the fastest counts")->capture_default_str();
  app.add_option("--most-facets", most_facets, "Of the bodies")->capture_default_str();
  app.add_option("--commit", commit, "Written into the results");
  app.add_option("--markdown", markdown, "File for the table");
  CLI11_PARSE(app, argc, argv);

  const bench::Pinned pinned;
  namespace test = talus::test;
  const auto has_part = [&](const char* name) { return std::ranges::count(parts, name) > 0; };
  const std::string touching = has_part("contacts") ? bench::measure_contacts(contacts) : "";
  fmt::print("{}\n", touching);
  std::fflush(stdout);
  std::string text = fmt::format(
      "{}, {}, commit {}, core {}. CGAL {}: `Side_of_triangle_mesh` and `AABB_tree`, exact "
      "predicates.\n"
      "Points in the bounding box, or within a cell of the surface. \"differ\": answers that "
      "differ, and "
      "the relative difference of the summed distances.\n\n"
      "| body | facets | cells | points | inside? Talus ns | CGAL ns | ratio | nearest point Talus "
      "ns | CGAL ns | "
      "ratio | inside differ | distances differ | made by Talus s | CGAL s |\n"
      "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | "
      "---: |\n",
      bench::processor_name(), bench::compiler_name(), commit, pinned.core(), CGAL_VERSION_STR);
  const auto add = [&](const std::string& name, const talus::TriangleMesh& mesh) {
    if (!has_part("points") || static_cast<int>(mesh.triangles.size()) > most_facets) return;
    const std::string row = row_of(name, mesh, count, repeats);
    fmt::print("{}", row);
    std::fflush(stdout);
    text += row;
  };
  if (has_part("points")) fmt::print("{}", text);
  for (const int n : {4, 11, 35, 50, 111, 158}) add("rough stone", test::rough_stone(n, 3));
  add("torus", test::torus(0.7, 0.3, 200, 50));
  add("trefoil knot", test::trefoil(0.16, 330, 30));
  add("cup", test::cup(100, 20));
  add("nut", test::nut(120, 80, 0.02));
  if (!markdown.empty()) {
    std::ofstream(markdown) << "# Concave bodies: points and contacts\n\n" << text << touching;
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "bench_dfr: {}\n", error.what());
  return 1;
}
