// Whatever happens to the child is an exception of the parent.
#include "talus/input/child_process.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include "talus/parallel/interrupt.h"

namespace {

using namespace talus;
using testing::HasSubstr;

constexpr ChildLimits limits{std::uint64_t{64} << 20, 2, 10.0};

std::string failure_of(const ChildLimits& own, const std::function<void(Connection&)>& work) {
  try {
    ChildProcess child(own, work);
    child.receive<int>();
  } catch (const ChildError& error) {
    return error.what();
  }
  return "none";
}

TEST(ChildProcess, SendsWhatItIsAskedFor) {
  ChildProcess child(limits, [](Connection& parent) {
    std::string text;
    while (receive_text(parent, text, 1000)) send_text(parent, text + "!");
  });
  for (const std::string text : {"a", "", "bc"}) {
    child.send(text);
    EXPECT_EQ(child.receive_text(1000), text + "!");
  }
}

TEST(ChildProcess, SendsManyBytes) {
  const std::vector<char> sent(std::size_t{5} << 20, 'x');
  ChildProcess child(limits, [&](Connection& parent) { parent.send(sent.data(), sent.size()); });
  std::vector<char> received(sent.size());
  child.receive(received.data(), received.size());
  EXPECT_EQ(received, sent);
}

TEST(ChildProcess, ReportsACrash) {
#if !defined(TALUS_SANITIZED)
  EXPECT_THAT(failure_of(limits, [](Connection&) { std::raise(SIGSEGV); }),
              HasSubstr("crashed (Segmentation fault)"));
  EXPECT_THAT(failure_of(limits, [](Connection&) { std::abort(); }),
              HasSubstr("crashed (Aborted)"));
#endif
}

TEST(ChildProcess, ReportsAnEndWithoutAnAnswer) {
  EXPECT_THAT(failure_of(limits, [](Connection&) {}), HasSubstr("ended without an answer"));
  EXPECT_THAT(failure_of(limits, [](Connection&) { throw 1; }),
              HasSubstr("ended without an answer"));
}

TEST(ChildProcess, ReportsExhaustedMemory) {
#if !defined(TALUS_SANITIZED)
  EXPECT_THAT(failure_of(limits,
                         [](Connection& parent) {
                           std::vector<char> much(std::size_t{1} << 30, 1);
                           parent.send(much.data(), 4);
                         }),
              HasSubstr("more than 64 MiB of memory"));
#endif
}

TEST(ChildProcess, WaitEndsByTheInterruptOfTheCaller) {
  struct Stop {};
  static std::chrono::steady_clock::time_point stop_at;
  const InterruptScope scope([] {
    if (std::chrono::steady_clock::now() > stop_at) throw Stop();
  });
  const auto start = std::chrono::steady_clock::now();
  stop_at = start + std::chrono::milliseconds(200);
  EXPECT_THROW(
      {
        ChildProcess child(limits, [](Connection&) { ::sleep(10); });
        child.receive<int>();
      },
      Stop);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST(ChildProcess, ReportsEndlessWork) {
  ChildLimits short_limits = limits;
  short_limits.computing_seconds = 1;
  EXPECT_THAT(failure_of(short_limits,
                         [](Connection&) {
                           volatile bool go_on = true;
                           while (go_on) {
                           }
                         }),
              HasSubstr("more than 1 s of computing time"));
  short_limits.silence_seconds = 0.1;
  EXPECT_THAT(failure_of(short_limits, [](Connection&) { ::pause(); }),
              HasSubstr("no answer within 0.1 s"));
}

// A program with other threads, as a Python process with a pool of OpenMP.
TEST(ChildProcess, WorksBesideOtherThreads) {
  std::atomic<bool> stop = false;
  std::thread other([&] {
    while (!stop) std::vector<char> memory(1000);
  });
  for (int i = 0; i < 20; ++i) {
    ChildProcess child(limits, [i](Connection& parent) {
      const std::vector<int> values(1000, i);
      parent.send(values.data(), values.size() * sizeof(int));
    });
    EXPECT_EQ(child.receive<int>(), i);
  }
  stop = true;
  other.join();
}

// A child that is not asked any more leaves no process behind.
TEST(ChildProcess, EndsWithItsObject) {
  pid_t id = 0;
  {
    ChildProcess child(limits, [](Connection& parent) {
      send_value(parent, ::getpid());
      ::pause();
    });
    id = child.receive<pid_t>();
    EXPECT_EQ(::kill(id, 0), 0);
  }
  EXPECT_NE(::kill(id, 0), 0);
}

}  // namespace
