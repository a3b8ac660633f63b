// talus view: shows a run in the browser, or exports it as one HTML file.
#pragma once

#include <string>

namespace talus {

struct ViewOptions {
  std::string folder;
  std::string export_file;  // empty: serve
  int every = 1;            // of the frames that are exported
  int port = 7420;          // 0: any free one
  bool no_open{};           // do not open the browser
  bool until_closed{};      // end after ten minutes without a request
  bool quiet{};
};

// Exit status: 0 done, 1 the run cannot be shown.
int run_view(const ViewOptions& options);

}  // namespace talus
