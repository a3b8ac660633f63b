// Tables come back bit for bit; a file that cannot be written says why and leaves nothing.
#include "talus/output/hdf5.h"

#include <gmock/gmock.h>

#include <limits>

#include "output/folder_for_tests.h"
#include "output/recorded_hdf5.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::HasSubstr;

using Hdf5Test = FolderTest;

TEST_F(Hdf5Test, GivesBackEveryKindOfTable) {
  const std::vector<std::byte> raw{std::byte{0}, std::byte{255}, std::byte{7}};
  const std::vector<std::int64_t> longs{std::numeric_limits<std::int64_t>::min(), -1, 0, 1};
  const std::vector<std::uint64_t> naturals{0, ~std::uint64_t{0}};
  const std::vector<std::int32_t> integers{1, 2, 3, -4, -5, -6};
  for (const Checksum checksum : {Checksum::no, Checksum::yes}) {
    {
      Hdf5Writer out(file("a.h5"), checksum);
      out.group("state");
      out.bytes("state/raw", raw);
      out.bytes("state/nothing", {});
      out.table("state/longs", longs, 2);
      out.table("state/naturals", naturals);
      out.table("state/integers", integers, 3);
      out.finish();
    }
    const Hdf5Reader in(file("a.h5"));
    EXPECT_EQ(in.bytes("state/raw"), raw);
    EXPECT_TRUE(in.bytes("state/nothing").empty());
    EXPECT_EQ(in.int64s("state/longs", 2), longs);
    EXPECT_EQ(in.uint64s("state/naturals"), naturals);
    EXPECT_EQ(in.integers("state/integers", 3), integers);
    EXPECT_THAT(message_of<Hdf5Error>([&] { in.int64s("state/longs"); }),
                HasSubstr("state/longs: expected a list"));
  }
}

TEST_F(Hdf5Test, FollowsLinksToOtherFilesOnRequest) {
  fs::create_directories(file("frames"));
  Hdf5Writer model(file("model.h5"));
  model.table("list", std::vector{1.5, 2.5});
  model.finish();
  Hdf5Writer frame(file("frames/0.h5"));
  frame.link("model", "../model.h5", "/");
  frame.finish();
  EXPECT_EQ(linked_reader(file("frames/0.h5")).doubles("model/list"), (std::vector{1.5, 2.5}));
  EXPECT_THROW(Hdf5Reader(file("frames/0.h5")).doubles("model/list"), Hdf5Error);
}

TEST_F(Hdf5Test, ChecksumTellsEveryDamage) {
  {
    Hdf5Writer out(file("a.h5"), Checksum::yes);
    out.table("list", std::vector<double>(100, 1.0));
    out.finish();
  }
  ASSERT_TRUE(checksum_holds(file("a.h5")));
  const std::string whole = bytes_of(file("a.h5"));
  const auto holds = [&](const std::string& contents) {
    std::ofstream(file("b.h5"), std::ios::binary) << contents;
    return checksum_holds(file("b.h5"));
  };
  EXPECT_TRUE(holds(whole));
  for (std::size_t length = 0; length < whole.size(); length += 97) {
    EXPECT_FALSE(holds(whole.substr(0, length))) << length;
  }
  EXPECT_FALSE(holds(whole + '\0'));
  for (std::size_t at = 512; at < whole.size(); at += 61) {
    std::string damaged = whole;
    damaged[at] ^= 1;
    EXPECT_FALSE(holds(damaged)) << at;
  }
  EXPECT_FALSE(checksum_holds(file("none.h5")));
  Hdf5Writer plain(file("plain.h5"));
  plain.finish();
  EXPECT_FALSE(checksum_holds(file("plain.h5")));
}

TEST_F(Hdf5Test, FullDiskIsSaidAndSparesTheOldFile) {
  const auto write = [&](double value) {
    Hdf5Writer out(file("a.h5"));
    out.table("list", std::vector<double>(100000, value));
    out.finish();
  };
  write(1);
  const std::string before = bytes_of(file("a.h5"));
  {
    const SmallFiles limit(100000);
    EXPECT_THAT(message_of<Hdf5Error>([&] { write(2); }), HasSubstr("a.h5: File too large"));
  }
  EXPECT_EQ(bytes_of(file("a.h5")), before);
  EXPECT_EQ(contents_of(folder()).size(), 1u);
  write(2);
  EXPECT_EQ(Hdf5Reader(file("a.h5")).doubles("list").front(), 2);
  // As /dev/full, which is written through and stays a device.
  fs::create_symlink("/dev/full", file("full.h5"));
  Hdf5Writer full(file("full.h5"));
  EXPECT_THAT(message_of<Hdf5Error>([&] { full.finish(); }),
              HasSubstr("full.h5: No space left on device"));
  EXPECT_TRUE(fs::is_symlink(file("full.h5")));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(Hdf5Test, AppendFileTakesAllOrNothing) {
  {
    AppendFile out(file("a.csv"));
    out.append("one\n");
    out.append("two\n");
    EXPECT_EQ(out.size(), 8u);
    out.cut(4);
    out.append("three\n");
  }
  AppendFile again(file("a.csv"));
  EXPECT_EQ(again.size(), 10u);
  EXPECT_EQ(bytes_of(file("a.csv")), "one\nthree\n");
}

}  // namespace
