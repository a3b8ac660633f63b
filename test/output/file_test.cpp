// What has a name is replaced only if it is a regular file; a write that fails spares what was
// there.
#include "talus/output/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>

#include "output/folder_for_tests.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::HasSubstr;

using FileTest = FolderTest;

std::string write(const fs::path& file, const std::string& text) {
  return message_of<FileError>([&] {
    AtomicFile out(file);
    out.write(text);
    out.finish();
  });
}

TEST_F(FileTest, LinksAreFollowed) {
  fs::create_directories(file("data/deep"));
  std::ofstream(file("data/deep/a")) << "old";
  fs::create_symlink("deep/a", file("data/link"));       // relative to its own folder
  fs::create_symlink(file("data/link"), file("chain"));  // absolute
  fs::create_symlink("data/new", file("dangling"));
  fs::create_symlink("loop", file("loop"));
  EXPECT_EQ(write(file("chain"), "new"), "none");
  EXPECT_EQ(bytes_of(file("data/deep/a")), "new");
  EXPECT_EQ(write(file("dangling"), "made"), "none");
  EXPECT_EQ(bytes_of(file("data/new")), "made");
  EXPECT_THAT(write(file("loop"), "x"), HasSubstr("loop: Too many levels of symbolic links"));
  for (const char* name : {"data/link", "chain", "dangling", "loop"}) {
    EXPECT_TRUE(fs::is_symlink(file(name))) << name;
  }
}

TEST_F(FileTest, DevicesAndPipesAreWrittenThrough) {
  EXPECT_EQ(write("/dev/null", "x"), "none");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THAT(write("/dev/full", "x"), HasSubstr("cannot write /dev/full: No space left"));
  ASSERT_EQ(::mkfifo(file("fifo").c_str(), 0600), 0);
  const int reader = ::open(file("fifo").c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_EQ(write(file("fifo"), "through"), "none");
  char text[8] = {};
  EXPECT_EQ(::read(reader, text, sizeof text), 7);
  EXPECT_STREQ(text, "through");
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(file("fifo")));
  // Behind what is already in the open file, as a shell's >> expects it.
  const int open = ::open(file("log").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ASSERT_EQ(::write(open, "first,", 6), 6);
  EXPECT_EQ(write("/dev/fd/" + std::to_string(open), "second"), "none");
  ::close(open);
  EXPECT_EQ(bytes_of(file("log")), "first,second");
}

TEST_F(FileTest, DirectoriesAndSocketsAreRefused) {
  fs::create_directories(file("folder"));
  EXPECT_THAT(write(file("folder"), "x"), HasSubstr("folder: it is a directory"));
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, file("s").c_str(), sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_THAT(write(file("s"), "x"), HasSubstr("s: it is a socket"));
  EXPECT_TRUE(fs::is_socket(file("s")));
  ::close(socket);
  EXPECT_THAT(message_of<FileError>([&] { AppendFile out(file("folder")); }),
              HasSubstr("it is a directory"));
}

TEST_F(FileTest, TemporaryNamesOfOthersStay) {
  std::ofstream(file("a")) << "old";
  fs::permissions(file("a"), fs::perms(0640));
  std::ofstream(file("a.part")) << "mine";
  fs::create_symlink("victim", file("a.part1"));
  std::ofstream(file("victim")) << "mine";
  EXPECT_EQ(write(file("a"), "new"), "none");
  EXPECT_EQ(bytes_of(file("a")), "new");
  EXPECT_EQ(fs::status(file("a")).permissions(), fs::perms(0640));
  EXPECT_EQ(bytes_of(file("a.part")), "mine");
  EXPECT_EQ(bytes_of(file("victim")), "mine");
  const std::string long_name(255, 'n');
  EXPECT_EQ(write(file(long_name), "long"), "none");
  EXPECT_EQ(bytes_of(file(long_name)), "long");
}

// Even if standard descriptors are closed, data never gets their numbers.
TEST_F(FileTest, DescriptorsAreAboveTheStandardOnes) {
  const int saved = ::dup(STDIN_FILENO);
  ::close(STDIN_FILENO);
  {
    AppendFile table(file("a.csv"));
    EXPECT_LT(::fcntl(STDIN_FILENO, F_GETFD), 0);
    AtomicFile whole(file("b"));
    EXPECT_LT(::fcntl(STDIN_FILENO, F_GETFD), 0);
  }
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
}

TEST_F(FileTest, InsertingBeforeTheEndIsAllOrNothing) {
  std::ofstream(file("a")) << "begin<end>";
  AppendFile out(file("a"));
  out.insert_before_end("one,", "<end>");
  EXPECT_EQ(bytes_of(file("a")), "beginone,<end>");
  {
    const SmallFiles limit(16);
    EXPECT_THAT(message_of<FileError>([&] { out.insert_before_end("two,", "<end>"); }),
                HasSubstr("File too large"));
  }
  EXPECT_EQ(bytes_of(file("a")), "beginone,<end>");
}

}  // namespace
