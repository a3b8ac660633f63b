// The local server of talus view. It listens on 127.0.0.1 only and answers these paths, whose
// numbers are the only thing that a request can choose: no path of a file is ever made of one.
//
//   /                the page
//   /run/N           which frames there are, from the N-th on
//   /model           what is the same in all frames
//   /frame/N         the bodies of frame number N
//   /contacts/N      its contacts
//   /series          series.csv
//   /measure/N       the table of the N-th measure
//
// Requests with another Host than this server are refused, so that no page from elsewhere can read
// the run by giving its own name to 127.0.0.1.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "talus/output/view/run_view.h"

namespace talus {

class ViewServer {
 public:
  // Both outlive the server.
  ViewServer(RunView& view, std::string_view page);
  ~ViewServer();

  // False if the port is taken. 0 is any free one.
  bool bind(int port);
  int port() const;
  std::string address() const;  // "http://127.0.0.1:7420/"
  // Serves until stop(), from any thread or from a signal.
  void listen();
  void stop();
  // Since the last request, or the start.
  double idle_seconds() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace talus
