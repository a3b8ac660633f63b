#include "app/view_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "app/log.h"
#include "app/output_file.h"
#include "app/progress_bar.h"
#include "app/start_program.h"
#include "app/view_page.h"
#include "app/view_server.h"
#include "talus/output/file.h"
#include "talus/output/view/export_page.h"

namespace talus {
namespace {

constexpr int error_status = 1;
// The server ends after this time without a request. Pages send one every second while the run goes
// on, but none while a user examines one frame of a run that is over.
constexpr double longest_silence = 600.0;  // s, a choice
constexpr std::chrono::seconds check_interval{5};

// Stops the server after longest_silence, also if the browser could not be opened.
class Idle {
 public:
  explicit Idle(ViewServer& server)
      : thread_([this, &server] {
          std::unique_lock lock(mutex_);
          while (!wake_.wait_for(lock, check_interval, [this] { return over_; })) {
            if (server.idle_seconds() > longest_silence) server.stop();
          }
        }) {}
  ~Idle() {
    {
      const std::scoped_lock lock(mutex_);
      over_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  Idle(const Idle&) = delete;
  Idle& operator=(const Idle&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool over_ = false;
  std::thread thread_;
};

int export_run(RunView& view, const ViewOptions& options) {
  ProgressBar bar(!options.quiet);
  const std::vector<std::string> left_out =
      export_page(view, view_page(), options.export_file, {static_cast<std::size_t>(options.every)},
                  [&](double share) {
                    if (bar.is_due()) bar.show(share, options.export_file);
                  });
  for (const std::string& text : left_out) bar.message("talus: left out: " + text);
  if (!options.quiet) bar.message("talus: wrote " + options.export_file);
  return 0;
}

int serve(RunView& view, const ViewOptions& options) {
  ViewServer server(view, view_page());
  if (!server.bind(options.port)) {
    log("talus: port {} of 127.0.0.1 is taken, perhaps by another talus view; choose another one "
        "with --port, or any free one with --port 0\n",
        options.port);
    return error_status;
  }
  // The address is a result: a program may read it.
  print(server.address() + "\n");
  if (!options.quiet) {
    log("talus: {} is shown at {} (Ctrl-C ends)\n", options.folder, server.address());
  }
  if (!options.no_open && !start_program({"xdg-open", server.address()})) {
    log("talus: no browser could be opened (xdg-open is missing); open the address in one\n");
  }
  if (options.until_closed) {
    const Idle idle(server);
    server.listen();
  } else {
    server.listen();
  }
  return 0;
}

}  // namespace

int run_view(const ViewOptions& options) {
  if (view_page().empty()) {
    log("talus: this program was built without the page of talus view: install node and npm, run "
        "script/build, and try again\n");
    return error_status;
  }
  try {
    RunView view(options.folder);
    return options.export_file.empty() ? serve(view, options) : export_run(view, options);
  } catch (const FileError& error) {
    log("talus: {}\n", error.what());
  }
  return error_status;
}

}  // namespace talus
