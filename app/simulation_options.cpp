#include "app/simulation_options.h"

#include "app/number_option.h"
#include "talus/parallel/parallel_for.h"

namespace talus {

CLI::App* add_run_command(CLI::App& app, RunCommand& run) {
  CLI::App* command = app.add_subcommand(
      "run", "Simulate a scene: grains of every shape fall, collide and come to rest");
  command->add_option("SCENE", run.scene, "Scene (TOML), see docs/scene.md and talus init")
      ->required();
  command
      ->add_option("--out", run.out, "Folder for what is written (default: the name of the scene)")
      ->type_name("DIR");
  command
      ->add_option(
          "--threads", run.threads,
          "Threads (default: the scene's, or all); the results are the same for any number")
      ->check(refuse_unless_whole_number)
      ->check(CLI::Range(1, most_threads))
      ->type_name("N");
  CLI::Option* resume = command->add_flag(
      "--resume", run.resume, "Go on from the newest whole checkpoint in the folder, bit for bit");
  CLI::Option* restart =
      command->add_flag("--restart", run.restart,
                        "Begin anew, in a folder beside one that is in use: DIR_2, DIR_3, ...");
  CLI::Option* overwrite =
      command->add_flag("--overwrite", run.overwrite,
                        "Delete the files of the run in the folder, and only those, first");
  resume->excludes(restart)->excludes(overwrite);
  restart->excludes(overwrite);
  command
      ->add_option("--set", run.changes,
                   "A value in place of one of the scene: material.stone.friction=0.4 (repeatable)")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  command->add_flag("--profile", run.profile, "Print what the time went into");
  CLI::Option* view = command->add_flag(
      "--view", run.view, "Show the run in the browser while it is computed (see talus view)");
  command->add_flag("--no-open", run.no_open, "With --view: print the address, open no browser")
      ->needs(view);
  command->add_flag("--quiet", run.quiet, "No progress and no summary");
  command->footer(R"(Examples:
  talus init scene.toml
  talus run scene.toml --out results
  talus run scene.toml --out results --resume
  talus run scene.toml --out results --view

All errors of a scene are reported at once, with line, column and what is allowed. A folder that is
not empty is refused; a run never replaces or deletes a file that it did not write (talus_run.txt
lists them). INT (Ctrl-C), TERM, HUP, XCPU and XFSZ write a checkpoint and end the run; USR1 writes
one and goes on. A run that was killed at any moment can be resumed, too.
Exit status: 0 done, 1 an error in the scene or a failure of the run, 2 wrong usage, 130 interrupted.)");
  return command;
}

CLI::App* add_init_command(CLI::App& app, InitCommand& init) {
  CLI::App* command =
      app.add_subcommand("init", "Write a commented example scene, with the mesh that it uses");
  command->add_option("SCENE", init.scene, "File to write")->required();
  command->add_flag("--force", init.force, "Write over files that are there");
  command->footer("Examples:\n  talus init scene.toml && talus run scene.toml");
  return command;
}

CLI::App* add_view_command(CLI::App& app, ViewOptions& view) {
  constexpr int most_ports = 65535, most_every = 1000000;
  CLI::App* command = app.add_subcommand(
      "view", "Show a run in the browser, while it is computed or afterwards, or export it");
  command->add_option("DIR", view.folder, "Folder of a run, as talus run writes it")->required();
  CLI::Option* exported =
      command
          ->add_option("--export", view.export_file,
                       "Write one HTML file that shows the run without a server or a network")
          ->type_name("FILE.html");
  command->add_option("--every", view.every, "With --export: only every N-th frame, and the last")
      ->needs(exported)
      ->check(refuse_unless_whole_number)
      ->check(CLI::Range(1, most_every))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--port", view.port, "Port on 127.0.0.1; 0 is any free one")
      ->check(refuse_unless_whole_number)
      ->check(CLI::Range(0, most_ports))
      ->type_name("P")
      ->capture_default_str();
  command->add_flag("--no-open", view.no_open, "Print the address and open no browser");
  command->add_flag("--until-closed", view.until_closed, "End after ten minutes without a request");
  command->add_flag("--quiet", view.quiet, "No messages; the address is printed");
  command->footer(R"(Examples:
  talus view results
  talus view results --no-open --port 0
  talus view results --export run.html

The server listens on 127.0.0.1 only, serves nothing outside the run and changes nothing in it. On
another machine: ssh -L 7420:127.0.0.1:7420 HOST, and talus view there with --no-open.
Exit status: 0 ended or exported, 1 the run cannot be shown, 2 wrong usage.)");
  return command;
}

CLI::App* add_sweep_command(CLI::App& app, SweepOptions& sweep) {
  constexpr int most_jobs = 1024;
  CLI::App* command = app.add_subcommand(
      "sweep", "Run a scene with all combinations of some values, in parallel, into one table");
  command->add_option("SCENE", sweep.scene, "Scene (TOML), as of talus run")->required();
  command
      ->add_option("--set", sweep.parameters,
                   "Values of a key: first:last:number, or values with commas (repeatable)")
      ->type_name("KEY=VALUES")
      ->expected(1)
      ->take_all()
      ->required();
  command
      ->add_option("--out", sweep.out, "Folder for the runs and sweep.csv (default: SCENE_sweep)")
      ->type_name("DIR");
  command->add_option("--jobs", sweep.jobs, "Runs at the same time")
      ->check(refuse_unless_whole_number)
      ->check(CLI::Range(1, most_jobs))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--threads", sweep.threads, "Threads of each run; results are the same")
      ->check(refuse_unless_whole_number)
      ->check(CLI::Range(1, most_threads))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--quiet", sweep.quiet, "No progress");
  command->footer(R"(Examples:
  talus sweep scene.toml --set material.stone.friction=0.2:0.8:4 --jobs 2
  talus sweep scene.toml --set material.stone.friction=0.3,0.5 --set simulation.seed=1:5:5 --out study

DIR has a folder and a log per run, named by its number, and sweep.csv: the values, how the run
ended, with the message of one that failed, and the last line of its series and measures. The same
command goes on with a sweep that was interrupted: runs that are done are not repeated, those that
failed are tried again. It is refused if the scene, or a file that it names, was edited since, and
while another sweep uses DIR.
Exit status: 0 all runs are done, 1 some failed or the sweep is refused, 2 wrong usage, 130
interrupted.)");
  return command;
}

CLI::App* add_convert_command(CLI::App& app, ConvertOptions& convert) {
  CLI::App* command = app.add_subcommand(
      "convert",
      "Turn particles of LAMMPS, LIGGGHTS, YADE or a run into files of others, or a scene");
  command->add_option("IN", convert.in, "File of particles, or the folder of a run")->required();
  command->add_option("OUT", convert.out, "File to write; its name means the format")->required();
  command
      ->add_option("--from", convert.reading.format,
                   "lammps-data, lammps-dump, yade or run; auto: by the name or the first line")
      ->type_name("FORMAT")
      ->capture_default_str();
  command
      ->add_option(
          "--to", convert.to,
          "lammps-data, liggghts-data, lammps-dump, xyz (extended, for OVITO), yade, scene")
      ->type_name("FORMAT");
  command
      ->add_option("--frame", convert.reading.frame,
                   "Frame of a dump or a run, from 0; negative numbers count from the end")
      ->check(refuse_unless_whole_number)
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_flag("--all", convert.all,
                 "All frames of a run (IN is its folder) into one file, a dump or extended XYZ")
      ->excludes("--frame");
  command
      ->add_option("--column", convert.columns,
                   "What a column of a dump is: c_q[1]=quatw (repeatable)")
      ->type_name("NAME=NAME")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--atom-style", convert.reading.atom_style,
                   "Of a data file that does not say: sphere, ellipsoid or superquadric")
      ->type_name("STYLE");
  command->add_option("--density", convert.density, "Of particles whose file has none, kg/m3")
      ->check(refuse_unless_number)
      ->type_name("D");
  command->add_flag("--quiet", convert.quiet, "No summary");
  command->footer(R"(Examples:
  talus convert packing.data scene.toml
  talus convert results grains.xyz --all
  talus convert dump.liggghts --from lammps-dump packing.txt --to yade
  talus convert results restart.data --frame -1

Names: .data .lmp (LAMMPS data), .dump .lammpstrj .liggghts (dump), .txt .spheres (YADE), .xyz
.extxyz, .toml (scene). Spheres, ellipsoids and superquadrics are read; see docs/exchange.md.
What was left out, such as columns of a dump that are not known, is reported. OUT is replaced when
the new file is complete.
Exit status: 0 written, 1 a file that cannot be read or written or a format that cannot hold the
particles, 2 wrong usage.)");
  return command;
}

}  // namespace talus
