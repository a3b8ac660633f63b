#include <chrono>
#include <csignal>
#include <new>
#include <thread>

#include "fuzz/reader_input.h"
#include "fuzz/readers.h"
#include "talus/input/child_process.h"

namespace talus::fuzz {

// What a child sends that a crafted file may have taken over, and how it ends: the first byte says
// that, the others are sent. The parent takes them as an answer of numbers and texts.
void child_process(std::string_view bytes) {
  enum End { returns, is_killed, takes_too_long, has_no_memory, throws, is_silent, answers };
  constexpr int ends = 7;
  const auto end =
      static_cast<End>(bytes.empty() ? 0 : static_cast<unsigned char>(bytes[0]) % ends);
  const std::string answer(bytes.substr(bytes.empty() ? 0 : 1));
  constexpr ChildLimits limits{std::uint64_t{1} << 30, 10, 0.05};
  constexpr std::size_t most_text = 1000;
  const auto work = [&](Connection& parent) {
    parent.send(answer.data(), answer.size());
    switch (end) {
      case returns:
        return;
      case is_killed:
        ::raise(SIGKILL);
        return;
      case takes_too_long:
        ::raise(SIGXCPU);  // as the kernel does at the limit
        return;
      case has_no_memory:
        throw std::bad_alloc();
      case throws:
        throw std::runtime_error("a defect");
      case is_silent:
        std::this_thread::sleep_for(std::chrono::seconds(60));
        return;
      case answers:
        break;
    }
    for (std::string text; receive_text(parent, text, most_text);) send_text(parent, text);
  };
  try {
    ChildProcess child(limits, work);
    if (end == answers) {
      child.send(answer);
      child.send(std::string(most_text + 1, 'x'));
    }
    for (;;) {
      const auto rows = child.receive<std::uint64_t>();
      if (rows > most_text) child.receive_text(most_text);
      std::string row(rows % most_text, '\0');
      child.receive(row.data(), row.size());
    }
  } catch (const ChildError&) {
  }
}

}  // namespace talus::fuzz
