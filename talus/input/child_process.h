// Work in a child process with limits, for libraries that a crafted file can crash: the crash, the
// endless loop or the exhausted memory is the child's, and an exception for the parent.
//
// The child is a fork of the calling thread. It must not use other threads or print; it reads a
// file and sends what it finds. It ends with the connection, with the parent, or at a limit.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace talus {

// "the process that reads it crashed (Segmentation fault)", without the name of the file.
class ChildError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One end of the connection of parent and child. Both sides of a connection are of one program, so
// that numbers are sent as they are in memory.
class Connection {
 public:
  explicit Connection(int descriptor) : descriptor_(descriptor) {}
  ~Connection() { close(); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // False if the other side is gone.
  bool send(const void* data, std::size_t size);
  // False if the other side is gone, or silent for longer than the limit.
  bool receive(void* data, std::size_t size);
  void limit_silence(double seconds) { silence_ = seconds; }
  bool was_silent() const { return was_silent_; }
  void close();

 private:
  bool wait_for(short events);

  int descriptor_;
  double silence_ = -1.0;  // s; negative: no limit
  bool was_silent_{};
};

struct ChildLimits {
  std::uint64_t memory{};    // bytes beyond what the process has at the start
  int computing_seconds{};   // time of the processor
  double silence_seconds{};  // longest wait for an answer
};

class ChildProcess {
 public:
  // Runs work(connection) in a child, which ends when that returns or throws.
  ChildProcess(const ChildLimits& limits, const std::function<void(Connection&)>& work);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // All of it, or a ChildError with how the child ended. Waits call check_interrupt
  // (talus/parallel/interrupt.h).
  void send(const void* data, std::size_t size);
  void receive(void* data, std::size_t size);

  void send(const std::string& text);
  std::string receive_text(std::size_t most);
  template <class T>
  void send(const T& value) {
    send(&value, sizeof(value));
  }
  template <class T>
  T receive() {
    T value{};
    receive(&value, sizeof(value));
    return value;
  }

 private:
  [[noreturn]] void fail();

  ChildLimits limits_;
  std::optional<Connection> connection_;
  pid_t child_{};
  bool ended_{};
};

// For the child's side.
template <class T>
bool send_value(Connection& connection, const T& value) {
  return connection.send(&value, sizeof(value));
}
bool send_text(Connection& connection, const std::string& text);
template <class T>
bool receive_value(Connection& connection, T& value) {
  return connection.receive(&value, sizeof(value));
}
bool receive_text(Connection& connection, std::string& text, std::size_t most);

}  // namespace talus
