#include "app/view_server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

#include "talus/output/file.h"
#include "talus/output/view/view_blob.h"

namespace talus {
namespace {

constexpr const char* host = "127.0.0.1";
constexpr const char* json_type = "application/json";
constexpr const char* binary_type = "application/octet-stream";
constexpr int not_found = 404, wrong_method = 405, wrong_host = 403, failed = 500;
// Requests have no contents.
constexpr std::size_t most_request_bytes = 1024;

using Clock = std::chrono::steady_clock;

void answer_error(httplib::Response& response, int status, const std::string& sentence) {
  response.status = status;
  response.set_content(fmt::format("{{\"error\":{}}}", json_quoted(sentence)), json_type);
}

// Not as plain content, which httplib would compress at the highest quality: seconds for nothing on
// one machine.
void answer(httplib::Response& response, std::string bytes, const char* type) {
  const auto held = std::make_shared<const std::string>(std::move(bytes));
  response.set_content_provider(
      held->size(), type, [held](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        sink.write(held->data() + offset, length);
        return true;
      });
}

int number_in(const httplib::Request& request) {
  const std::string digits = request.matches[1];
  int number = -1;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

struct ViewServer::Impl {
  Impl(RunView& run, std::string_view html) : view(run), page(html) {}

  RunView& view;
  std::string_view page;
  httplib::Server server;
  std::mutex reading;  // a RunView serves one thread at a time
  int port{};
  std::atomic<Clock::rep> last_request = Clock::now().time_since_epoch().count();

  using Work = std::function<std::string(const httplib::Request&)>;

  // What the work returns, or its error as a sentence.
  void serve(const char* pattern, const char* type, const Work& work) {
    server.Get(pattern, [this, type, work](const auto& request, httplib::Response& response) {
      try {
        const std::scoped_lock lock(reading);
        answer(response, work(request), type);
      } catch (const std::out_of_range& error) {
        answer_error(response, not_found, error.what());
      } catch (const std::bad_alloc&) {
        answer_error(response, failed, "not enough memory");
      } catch (const std::exception& error) {
        answer_error(response, failed, error.what());
      }
    });
  }

  // The number of a frame that the run has.
  int frame_in(const httplib::Request& request) {
    const int number = number_in(request);
    for (const FrameRecord& record : view.run().frames()) {
      if (record.number == number) return number;
    }
    throw std::out_of_range(fmt::format("there is no frame {}", number));
  }

  httplib::Server::HandlerResponse check(const httplib::Request& request,
                                         httplib::Response& response) {
    last_request = Clock::now().time_since_epoch().count();
    const std::string given = request.get_header_value("Host");
    if (given != fmt::format("{}:{}", host, port) && given != fmt::format("localhost:{}", port)) {
      answer_error(response, wrong_host, "this server answers to 127.0.0.1 only");
      return httplib::Server::HandlerResponse::Handled;
    }
    if (request.method != "GET" && request.method != "HEAD") {
      answer_error(response, wrong_method, "this server answers GET only");
      return httplib::Server::HandlerResponse::Handled;
    }
    return httplib::Server::HandlerResponse::Unhandled;
  }

  void set_routes() {
    serve("/", "text/html; charset=utf-8", [this](const auto&) { return std::string(page); });
    serve("/run/([0-9]{1,9})", json_type, [this](const auto& request) {
      return view.state(static_cast<std::size_t>(number_in(request)));
    });
    serve("/model", binary_type, [this](const auto&) { return view.model(); });
    serve("/frame/([0-9]{1,9})", binary_type,
          [this](const auto& request) { return view.frame(frame_in(request)); });
    serve("/contacts/([0-9]{1,9})", binary_type,
          [this](const auto& request) { return view.contacts(frame_in(request)); });
    serve("/series", "text/csv", [this](const auto&) { return view.run().series(); });
    serve("/measure/([0-9]{1,9})", "text/csv", [this](const auto& request) {
      const auto i = static_cast<std::size_t>(number_in(request));
      if (i >= view.run().measures().size()) throw std::out_of_range("there is no such measure");
      return view.run().measure(i);
    });
  }
};

ViewServer::ViewServer(RunView& view, std::string_view page)
    : impl_(std::make_unique<Impl>(view, page)) {
  Impl& m = *impl_;
  // Without SO_REUSEPORT, which would let two servers share a port.
  m.server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  m.server.set_tcp_nodelay(true);
  m.server.set_payload_max_length(most_request_bytes);
  m.server.set_default_headers({{"Cache-Control", "no-store"},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Cross-Origin-Resource-Policy", "same-origin"},
                                {"X-Frame-Options", "DENY"},
                                {"Referrer-Policy", "no-referrer"}});
  m.server.set_pre_routing_handler(
      [&m](const auto& request, auto& response) { return m.check(request, response); });
  m.server.set_error_handler([](const auto&, httplib::Response& response) {
    if (response.body.empty()) answer_error(response, response.status, "there is nothing here");
  });
  m.set_routes();
}

ViewServer::~ViewServer() = default;

bool ViewServer::bind(int port) {
  if (port == 0) {
    impl_->port = impl_->server.bind_to_any_port(host);
    return impl_->port > 0;
  }
  impl_->port = port;
  return impl_->server.bind_to_port(host, port);
}

int ViewServer::port() const { return impl_->port; }
std::string ViewServer::address() const { return fmt::format("http://{}:{}/", host, port()); }
void ViewServer::listen() { impl_->server.listen_after_bind(); }
void ViewServer::stop() { impl_->server.stop(); }

double ViewServer::idle_seconds() const {
  const Clock::time_point last{Clock::duration(impl_->last_request.load())};
  return std::chrono::duration<double>(Clock::now() - last).count();
}

}  // namespace talus
