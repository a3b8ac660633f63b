#include "talus/output/view/export_page.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>

#include "talus/output/file.h"

namespace talus {
namespace {

// The comment of the page that the data of the run replace.
constexpr std::string_view place_in_page = "<!--TALUS-RUN-->";
// Browsers take files of this size in some seconds. A choice.
constexpr std::uint64_t most_bytes = std::uint64_t{600} << 20;

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  const int result = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()),
                               static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
  if (result != Z_OK) {
    throw FileError(fmt::format("{} bytes cannot be compressed: {}", bytes.size(), zError(result)));
  }
  out.resize(size);
  return out;
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      word = (word << 8) | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text.push_back(k <= count ? digits[(word >> (18 - 6 * k)) & 63U] : '=');
    }
  }
  return text;
}

class PageFile {
 public:
  explicit PageFile(const std::filesystem::path& file) : file_(file), out_(file) {}

  void write(std::string_view text) {
    bytes_ += text.size();
    if (bytes_ > most_bytes) {
      throw FileError(
          fmt::format("{}: more than {} MB, which browsers open slowly or not at all; "
                      "take fewer frames with --every N",
                      file_.string(), most_bytes >> 20));
    }
    out_.write(text);
  }
  void part(std::string_view name, std::string_view bytes) {
    write(fmt::format("<script type=\"text/plain\" id=\"talus-{}\">", name));
    write(base64(deflated(bytes)));
    write("</script>\n");
  }
  void finish() { out_.finish(); }

 private:
  std::filesystem::path file_;
  AtomicFile out_;
  std::uint64_t bytes_{};
};

}  // namespace

std::vector<std::string> export_page(RunView& view, std::string_view page,
                                     const std::filesystem::path& file,
                                     const ExportOptions& options,
                                     const std::function<void(double)>& progress) {
  const std::size_t at = page.find(place_in_page);
  if (at == std::string_view::npos) throw FileError("the page of talus view is not whole");
  const std::vector<FrameRecord> all = view.run().frames();
  const std::size_t measures = view.run().measures().size();
  if (all.empty()) {
    throw FileError(view.run().folder().string() + ": the run has no frame yet to be exported");
  }
  std::vector<FrameRecord> frames;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % options.every == 0 || i + 1 == all.size()) frames.push_back(all[i]);
  }
  std::vector<std::string> left_out;
  // Errors of the page itself, such as a full disk, end the export; those of a part cost the part.
  const auto can_be_read = [&](const auto& read) {
    try {
      read();
      return true;
    } catch (const FileError& error) {
      left_out.emplace_back(error.what());
      return false;
    }
  };
  PageFile out(file);
  out.write(page.substr(0, at));
  out.write(fmt::format("<script type=\"application/json\" id=\"talus-run\">{}</script>\n",
                        view.state_of(frames, true)));
  out.part("model", view.model());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const int number = frames[i].number;
    std::string frame, contacts;
    if (can_be_read([&] { frame = view.frame(number), contacts = view.contacts(number); })) {
      out.part(fmt::format("frame-{}", number), frame);
      out.part(fmt::format("contacts-{}", number), contacts);
    }
    if (progress) progress(static_cast<double>(i + 1) / static_cast<double>(frames.size()));
  }
  std::string table;
  if (can_be_read([&] { table = view.run().series(); }) && !table.empty()) {
    out.part("series", table);
  }
  for (std::size_t i = 0; i < measures; ++i) {
    if (can_be_read([&] { table = view.run().measure(i); })) {
      out.part(fmt::format("measure-{}", i), table);
    }
  }
  out.write(page.substr(at + place_in_page.size()));
  out.finish();
  return left_out;
}

}  // namespace talus
