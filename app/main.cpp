// The program talus: one subcommand per question.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>

#include "app/log.h"
#include "app/methods_command.h"
#include "app/number_option.h"
#include "app/output_file.h"
#include "app/pack_command.h"
#include "app/pairs_command.h"
#include "app/query_command.h"
#include "app/shape_command.h"
#include "app/simulation_options.h"
#include "app/standard_streams.h"
#include "app/usage_error.h"
#include "app/version_text.h"
#include "talus/parallel/parallel_for.h"

namespace {

constexpr int usage_status = 2;

CLI::App* add_pack_command(CLI::App& app, talus::PackOptions& pack) {
  CLI::App* command = app.add_subcommand(
      "pack", "Place bodies at random, without overlap, in a periodic cube at a volume fraction");
  command
      ->add_option("--aspect-ratio", pack.aspect_ratio,
                   "Spheroids with semi-axes (a, b, b), a/b = A: a number or a fraction (1/6)")
      ->type_name("A");
  command->add_option("--shape", pack.shape, "Bodies of the shape in a file (see talus shape)")
      ->type_name("FILE");
  command
      ->add_option("--mix", pack.mix,
                   "Several shapes with shares and sizes: a JSON file, see docs/formats.md")
      ->type_name("FILE");
  command
      ->add_option("--diameter", pack.diameter,
                   "Diameter D of the ball of equal volume, for --aspect-ratio (default 1) and "
                   "--shape (default: as it is)")
      ->check(talus::refuse_unless_number)
      ->type_name("D");
  command
      ->add_option("--volume-fraction", pack.volume_fraction,
                   "Volume of the bodies over that of the cube")
      ->check(talus::refuse_unless_number)
      ->type_name("F")
      ->required();
  command->add_option("--box", pack.box, "Side of the cube, a length")
      ->check(talus::refuse_unless_number)
      ->type_name("L");
  command
      ->add_option("--box-ratio", pack.box_ratio,
                   "Side of the cube in diameters D; of a mix, the D of its mean volume")
      ->check(talus::refuse_unless_number)
      ->type_name("L/D");
  command->add_option("--seed", pack.seed, "Seed; the same array on every machine")
      ->check(talus::refuse_unless_whole_number)
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--max-attempts", pack.max_attempts,
                   "Attempts in a row without success after which the array counts as jammed")
      ->check(talus::refuse_unless_whole_number)
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--out", pack.out, "Write the bodies (HDF5)")->type_name("FILE.h5");
  command
      ->add_option("--pairs", pack.pairs,
                   "Write the neighbour pairs as input of talus query; - is standard output")
      ->type_name("FILE.jsonl");
  command
      ->add_option("--reach", pack.reach,
                   "A pair is a neighbour pair if the gap of its bounding spheres is at most this "
                   "length (default 0.1 D)")
      ->check(talus::refuse_unless_number)
      ->type_name("R");
  command->add_flag("--quiet", pack.quiet, "No progress and no summary");
  command->footer(R"(Examples:
  talus pack --aspect-ratio 1/6 --volume-fraction 0.25 --box-ratio 40 --out discs.h5
  talus pack --shape grain.stl --diameter 1 --volume-fraction 0.15 --box 20 --seed 7 --out grains.h5
  talus pack --mix mix.json --volume-fraction 0.2 --box-ratio 15 --pairs - --quiet | talus query

A mix (a file): number shares, and equivalent diameters where the shapes are to be scaled
  {"parts":[{"shape":{"type":"ellipsoid","semi_axes":[1,2,2]},"share":3},
            {"shape":{"type":"sphere","radius":1},"share":1,
             "diameter":{"type":"lognormal","median":1,"sigma":0.3,"classes":20}}]}
Lengths have any unit, the same everywhere. The method is random sequential adsorption: spheroids
of aspect ratio 1/6 jam near a volume fraction of 0.3, spheres near 0.38.
Exit status: 0 done, 1 jammed (what was packed is written), 2 wrong usage.)");
  return command;
}

CLI::App* add_pairs_command(CLI::App& app, talus::PairsOptions& pairs) {
  CLI::App* command = app.add_subcommand(
      "pairs", "List the pairs of bodies whose bounding boxes overlap, images included");
  command->add_option("FILE", pairs.file, "Bodies (HDF5), as talus pack writes them")->required();
  command->add_option("--scheme", pairs.settings.scheme, "How to find them; all find the same")
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option("--skin", pairs.settings.skin,
                   "Make every box (and sphere) larger by this length on all sides")
      ->check(talus::refuse_unless_number)
      ->type_name("S")
      ->capture_default_str();
  command->add_flag("--spheres", pairs.settings.spheres,
                    "Only pairs whose bounding spheres overlap, too");
  command
      ->add_option("--threads", pairs.settings.threads,
                   "Threads; the output is the same for any number")
      ->check(talus::refuse_unless_whole_number)
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--out", pairs.out,
                   "Write HDF5 (FILE.h5) or text (any other name); - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_flag("--count", pairs.count,
                    "Print how many pairs there are, and not which; --out FILE still gets them");
  command->footer(fmt::format(R"(Examples:
  talus pairs discs.h5 > pairs.txt
  talus pairs discs.h5 --skin 0.05 --spheres --out pairs.h5
  talus pairs discs.h5 --scheme octree --count

A pair is a line: a b i j k, the rows of the two bodies in the file (a < b, from 0) and the periods
by which b has to be moved to meet a. Lines are sorted.
Schemes (docs/broad.md), auto being the first; P4 is Williams & O'Connor 1999:
{})",
                              talus::schemes_as_table()));
  return command;
}

int run(int argc, char** argv) {
  CLI::App app{"Talus: exact contact between particles of any shape, and their simulation."};
  app.name("talus");
  app.set_version_flag("--version", talus::version_text());
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return fmt::format("talus: {}\nRun talus --help for the commands and their options.\n",
                       error.what());
  });
  app.footer(R"(Examples:
  talus query pairs.jsonl > answers.jsonl
  talus methods
  talus shape grain.stl
  talus pack --aspect-ratio 1/6 --volume-fraction 0.25 --box-ratio 20 --out discs.h5
  talus pairs discs.h5 --count
  talus init scene.toml && talus run scene.toml --out results
  talus view results
  talus sweep scene.toml --set material.stone.friction=0.2:0.8:4 --jobs 2
  talus convert packing.data scene.toml

Exit status: 0 ok, 1 some lines were malformed or not answered, a packing jammed or a scene could not
be run, 2 wrong usage, 130 interrupted.)");

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
      ->check(talus::refuse_unless_number)
      ->type_name("T")
      ->capture_default_str();
  query_command
      ->add_option(
          "--distance-error", query.distance_error,
          "Error of the distance that a paper's method may make, a length; 0: its own choice")
      ->check(talus::refuse_unless_number)
      ->type_name("E")
      ->capture_default_str();
  query_command
      ->add_option("--threads", query.threads, "Threads; the output is the same for any number")
      ->check(talus::refuse_unless_whole_number)
      ->type_name("N")
      ->capture_default_str();
  query_command->add_flag("--manifold", query.manifold,
                          "Add the contact manifold: polygon, area, force point (not segments)");
  query_command->add_flag("--volume", query.volume,
                          "Add the overlap volume, its centroid and its gradient (two polyhedra)");
  query_command->add_flag("--curvature", query.curvature,
                          "Add the radii of curvature at both contact points (not segments)");
  query_command->add_flag(
      "--patches", query.patches,
      "Add every patch in which a mesh touches another body, the deepest first");
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
  shape.threads = talus::available_threads();
  CLI::App* shape_command =
      app.add_subcommand("shape", "Print volume, centroid, inertia and bounds of a shape");
  shape_command
      ->add_option("FILE", shape.file,
                   "A JSON file with one shape, a mesh (.stl, .obj, .ply) or voxels (.nrrd, .nhdr, "
                   ".tif)")
      ->required();
  shape_command->add_flag("--json", shape.json, "Print JSON");
  shape_command
      ->add_option("--cells", shape.cells,
                   "Cells along the longest side of a mesh as discrete function representation "
                   "(default 64)")
      ->check(talus::refuse_unless_whole_number)
      ->type_name("N");
  shape_command
      ->add_option("--error", shape.error,
                   "Choose the cells so that the surface is within this length of the mesh")
      ->excludes("--cells")
      ->check(talus::refuse_unless_number)
      ->type_name("E");
  shape_command
      ->add_option("--threshold", shape.threshold,
                   "Voxels of at least this value are the body (default: halfway)")
      ->check(talus::refuse_unless_number)
      ->type_name("V");
  shape_command->footer(R"(Examples:
  talus shape grain.stl
  talus shape grain.stl --error 0.01
  talus shape ellipsoid.json --json
  talus shape scan.nrrd --threshold 120

A mesh is described twice: its convex hull, and the body itself with its concavities, holes and
cavities as a discrete function representation (docs/dfr.md), if it is closed.)");

  talus::PackOptions pack;
  CLI::App* pack_command = add_pack_command(app, pack);

  talus::PairsOptions pairs;
  pairs.settings.threads = talus::available_threads();
  CLI::App* pairs_command = add_pairs_command(app, pairs);

  talus::InitCommand init;
  CLI::App* init_command = add_init_command(app, init);
  talus::RunCommand simulation;
  CLI::App* run_command = add_run_command(app, simulation);
  talus::ViewOptions view;
  CLI::App* view_command = add_view_command(app, view);
  talus::SweepOptions sweep;
  CLI::App* sweep_command = add_sweep_command(app, sweep);
  talus::ConvertOptions convert;
  CLI::App* convert_command = add_convert_command(app, convert);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream help, message;
    const int status = app.exit(error, help, message);
    talus::log_text(message.str());
    talus::print(help.str());
    return status == 0 ? 0 : usage_status;
  }
  if (app.get_subcommands().empty()) {
    throw talus::UsageError(
        "a command is missing: query, methods, shape, pack, pairs, init, run, view, sweep or "
        "convert "
        "(see talus --help)");
  }
  if (query_command->parsed()) return talus::run_query(query);
  if (shape_command->parsed()) return talus::run_shape(shape);
  if (pack_command->parsed()) return talus::run_pack(pack);
  if (pairs_command->parsed()) return talus::run_pairs(pairs);
  if (init_command->parsed()) return talus::run_init(init);
  if (run_command->parsed()) return talus::run_scene(simulation);
  if (view_command->parsed()) return talus::run_view(view);
  if (sweep_command->parsed()) return talus::run_sweep(sweep);
  if (convert_command->parsed()) return talus::run_convert(convert);
  const std::string text = methods_json ? talus::methods_as_json() : talus::methods_as_table();
  talus::print(text);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  talus::open_standard_streams();
  // "talus run scene.toml", for messages on what no command expects.
  const auto given = [&] {
    std::string text = "talus";
    for (int i = 1; i < argc; ++i) text += std::string(" ") + argv[i];
    return text;
  };
  const auto report_no_memory = [&] {
    talus::log(
        "talus: not enough memory for: {}\ntalus: fewer bodies, cells, voxels or pairs need less "
        "of it\n",
        given());
  };
  try {
    return run(argc, argv);
  } catch (const talus::UsageError& error) {
    talus::log("talus: {}\n", error.what());
  } catch (const std::bad_alloc&) {
    report_no_memory();
  } catch (const std::length_error&) {  // of a container
    report_no_memory();
  } catch (const std::exception& error) {
    talus::log("talus: {}\ntalus: failed: {}\n", error.what(), given());
  }
  return usage_status;
}
