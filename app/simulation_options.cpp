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
  command->add_flag("--quiet", run.quiet, "No progress and no summary");
  command->footer(R"(Examples:
  talus init scene.toml
  talus run scene.toml --out results
  talus run scene.toml --out results --resume

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

}  // namespace talus
