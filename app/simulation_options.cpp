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

}  // namespace talus
