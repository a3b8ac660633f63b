// What is not a regular file of a bounded size is refused, at once and with its kind.
#include "talus/input/input_file.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "output/folder_for_tests.h"
#include "talus/input/child_process.h"

namespace {

using namespace talus;
using namespace talus::test;

using InputFile = FolderTest;

std::string refusal(const fs::path& file) {
  return message_of<UnreadableFile>([&] { read_input_file(file, 100); });
}

TEST_F(InputFile, ReadsEveryByte) {
  std::ofstream(file("a"), std::ios::binary) << std::string("a\0b\r\n\xff", 6);
  EXPECT_EQ(read_input_file(file("a"), 6), std::string("a\0b\r\n\xff", 6));
  EXPECT_EQ(input_file_size(file("a")), 6u);
  std::ofstream(file("empty"), std::ios::binary);
  EXPECT_EQ(read_input_file(file("empty"), 6), "");
}

TEST_F(InputFile, RefusesWhatIsNotARegularFile) {
  ASSERT_EQ(::mkfifo(file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(refusal(file("pipe")), "is a pipe, not a regular file");
  EXPECT_EQ(refusal(folder()), "is a directory");
  EXPECT_EQ(refusal("/dev/zero"), "is a device, not a regular file");
  fs::create_symlink("/dev/zero", file("zero"));
  EXPECT_EQ(refusal(file("zero")), "is a device, not a regular file");
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, file("socket").c_str(), sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(refusal(file("socket")), "is a socket, not a regular file");
  ::close(socket);
  EXPECT_EQ(refusal(file("none")), "cannot be opened: No such file or directory");
  fs::create_symlink(file("loop"), file("loop"));
  EXPECT_EQ(refusal(file("loop")), "cannot be opened: Too many levels of symbolic links");
}

// A sparse file of a terabyte takes no disk; nothing is allocated for it.
TEST_F(InputFile, RefusesWhatIsTooLarge) {
  std::ofstream(file("large"), std::ios::binary) << "x";
  fs::resize_file(file("large"), std::uintmax_t{1} << 40);
  EXPECT_EQ(refusal(file("large")), "has 1099511627776 bytes, more than the limit of 100");
}

TEST_F(InputFile, RefusesWhatThereIsNoMemoryFor) {
#if !defined(TALUS_SANITIZED)  // which needs all addresses
  constexpr std::uint64_t size = std::uint64_t{1} << 30;
  std::ofstream(file("large"), std::ios::binary) << "x";
  fs::resize_file(file("large"), size);
  ChildProcess child({std::uint64_t{64} << 20, 10, 10.0}, [&](Connection& parent) {
    send_text(parent, message_of<UnreadableFile>([&] { read_input_file(file("large"), size); }));
  });
  EXPECT_EQ(child.receive_text(1000), "has 1073741824 bytes, more than there is memory for");
#endif
}

TEST(ExtensionOf, IsInLowerCase) {
  EXPECT_EQ(extension_of("a/B.STL"), ".stl");
  EXPECT_EQ(extension_of("a.b/c"), "");
  EXPECT_EQ(extension_of("scan.NrRd"), ".nrrd");
}

}  // namespace
