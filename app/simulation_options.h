// The command line of talus run, talus init and talus view.
#pragma once

#include <CLI/CLI.hpp>

#include "app/init_command.h"
#include "app/run_command.h"
#include "app/view_command.h"

namespace talus {

CLI::App* add_run_command(CLI::App& app, RunCommand& command);
CLI::App* add_init_command(CLI::App& app, InitCommand& command);
CLI::App* add_view_command(CLI::App& app, ViewOptions& view);

}  // namespace talus
