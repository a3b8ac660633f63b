// The program talus: one subcommand per question.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "app/methods_command.h"
#include "app/parallel_for.h"
#include "app/query_command.h"
#include "app/shape_command.h"
#include "app/usage_error.h"

namespace {

constexpr int usage_status = 2;

int run(int argc, char** argv) {
  CLI::App app{"Talus: exact contact between particles of any convex shape."};
  app.name("talus");
  app.set_version_flag("--version", "talus " TALUS_VERSION);
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return fmt::format("talus: {}\nRun talus --help for the commands and their options.\n",
                       error.what());
  });
  app.footer(R"(Examples:
  talus query pairs.jsonl > answers.jsonl
  talus methods
  talus shape grain.stl

Exit status: 0 ok, 1 some lines were malformed or not answered, 2 wrong usage.)");

  talus::QueryOptions query;
  query.threads = talus::available_threads();
  CLI::App* query_command = app.add_subcommand(
      "query", "Answer contact queries: one pair per line in, one answer per line out");
  query_command->add_option("FILE", query.file, "Pairs in JSON lines; - is standard input")
      ->capture_default_str();
  query_command->add_option("--method", query.method, "Force a method (see talus methods)")
      ->type_name("NAME")
      ->capture_default_str();
  query_command
      ->add_option("--tolerance", query.tolerance,
                   "When the bracket of the distance counts as closed, relative to the larger body")
      ->type_name("T")
      ->capture_default_str();
  query_command
      ->add_option("--threads", query.threads, "Threads; the output is the same for any number")
      ->type_name("N")
      ->capture_default_str();
  query_command->add_flag("--manifold", query.manifold,
                          "Add the contact manifold: polygon, area, force point (two polyhedra)");
  query_command->add_flag("--volume", query.volume,
                          "Add the overlap volume, its centroid and its gradient (two polyhedra)");
  query_command->footer(R"(Examples:
  talus query pairs.jsonl > answers.jsonl
  generate_pairs | talus query --threads 8 - | analyse
  talus query --method gjk-expansion pairs.jsonl
  talus query --manifold --volume pairs.jsonl

A pair (a line):
  {"id":"p1","a":{"shape":{"type":"sphere","radius":1},"position":[0,0,0],"orientation":[1,0,0,0]},
   "b":{"shape":{"type":"ellipsoid","semi_axes":[1,2,3]},"position":[2.5,0,0],"orientation":[1,0,0,0]}}
A malformed line gives {"id":..,"line":n,"error":".."} and costs only its own answer.)");

  bool methods_json = false;
  CLI::App* methods_command =
      app.add_subcommand("methods", "List the methods of every pair of shapes, with their sources");
  methods_command->add_flag("--json", methods_json, "Print JSON");
  methods_command->footer("Examples:\n  talus methods\n  talus methods --json");

  talus::ShapeOptions shape;
  CLI::App* shape_command =
      app.add_subcommand("shape", "Print volume, centroid, inertia and bounds of a shape");
  shape_command
      ->add_option(
          "FILE", shape.file,
          "A JSON file with one shape, or a mesh (.stl, .obj), which means its convex hull")
      ->required();
  shape_command->add_flag("--json", shape.json, "Print JSON");
  shape_command->footer("Examples:\n  talus shape grain.stl\n  talus shape ellipsoid.json --json");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : usage_status;
  }
  if (app.get_subcommands().empty()) {
    throw talus::UsageError("a command is missing: query, methods or shape (see talus --help)");
  }
  if (query_command->parsed()) return talus::run_query(query);
  if (shape_command->parsed()) return talus::run_shape(shape);
  const std::string text = methods_json ? talus::methods_as_json() : talus::methods_as_table();
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const talus::UsageError& error) {
    fmt::print(stderr, "talus: {}\n", error.what());
  } catch (const std::exception& error) {
    fmt::print(stderr, "talus: unexpected failure: {}\n", error.what());
  }
  return usage_status;
}
