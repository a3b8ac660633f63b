// The command line of talus run, init, view, sweep and convert.
#pragma once

#include <CLI/CLI.hpp>

#include "app/convert_command.h"
#include "app/init_command.h"
#include "app/run_command.h"
#include "app/sweep_command.h"
#include "app/view_command.h"

namespace talus {

CLI::App* add_run_command(CLI::App& app, RunCommand& command);
CLI::App* add_init_command(CLI::App& app, InitCommand& command);
CLI::App* add_view_command(CLI::App& app, ViewOptions& view);
CLI::App* add_sweep_command(CLI::App& app, SweepOptions& sweep);
CLI::App* add_convert_command(CLI::App& app, ConvertOptions& convert);

}  // namespace talus
