#include "talus/output/results_index.h"

#include <algorithm>
#include <bit>

#include "talus/output/frame_file.h"
#include "talus/output/hdf5_messages.h"

namespace talus {
namespace {

using namespace hdf5;

constexpr std::size_t page_size = 4096;  // bytes that the kernel writes at once
constexpr std::size_t fewest_frames = 64;
constexpr std::size_t number_size = 8;  // bytes of a time and of a step

std::string file_of(std::size_t frame) {
  return "frames/" + frame_name(static_cast<int>(frame)) + ".h5";
}

std::string link_to(std::size_t frame) {
  return external_link(frame_name(static_cast<int>(frame)), file_of(frame), "/");
}

std::size_t capacity_for(std::size_t frames) {
  return std::bit_ceil(std::max(frames, fewest_frames));
}

// Where everything is in a file that holds up to `capacity` frames.
struct Layout {
  explicit Layout(std::size_t frames) : capacity(frames) {
    text_size = file_of(capacity - 1).size();
    const std::size_t link_size = link_to(capacity - 1).size();
    const std::size_t page_capacity =
        page_size - continuation_block_overhead - continuation(0, 0).size() - message_prefix;
    links_per_page = page_capacity / link_size;
    link_pages = (capacity + links_per_page - 1) / links_per_page;
    times = page_size * (1 + link_pages);
    steps = times + number_size * capacity;
    files = steps + number_size * capacity;
    end = files + text_size * capacity;
  }

  std::size_t capacity, text_size{}, links_per_page{}, link_pages{};
  std::size_t times{}, steps{}, files{}, end{};  // addresses
};

// Superblock, groups and headers of the tables.
std::string first_page(const Layout& layout, std::size_t frames, bool with_measures) {
  const auto list = [&](const std::string& type, std::size_t address, std::size_t row,
                        const std::string& attributes) {
    return object_header(list_messages(type, frames, address, row * frames) + attributes);
  };
  const std::string time =
      list(double_type(), layout.times, number_size, text_attribute("unit", "s"));
  const std::string step = list(int64_type(), layout.steps, number_size, "");
  const std::string file = list(text_type(static_cast<std::uint32_t>(layout.text_size)),
                                layout.files, layout.text_size, "");
  const std::string all_frames =
      object_header(group_messages() + continuation(page_size, page_size));
  // Addresses follow from the lengths of what is before.
  std::uint64_t at = superblock(0, 0).size();
  const auto address_of = [&at](const std::string& part) {
    at += part.size();
    return at - part.size();
  };
  const std::uint64_t time_at = address_of(time), step_at = address_of(step),
                      file_at = address_of(file);
  const std::uint64_t frames_at = address_of(all_frames);
  const std::string index = object_header(group_messages() + hard_link("time", time_at) +
                                          hard_link("step", step_at) + hard_link("file", file_at));
  const std::uint64_t index_at = address_of(index);
  const std::string root =
      object_header(group_messages() + text_attribute("format", "talus results") +
                    integer_attribute("version", 1) + text_attribute("units", "SI") +
                    external_link("model", "model.h5", "/") +
                    (with_measures ? external_link("measures", "measures.h5", "/") : "") +
                    hard_link("frames", frames_at) + hard_link("index", index_at));
  const std::uint64_t root_at = address_of(root);
  std::string page =
      superblock(layout.end, root_at) + time + step + file + all_frames + index + root;
  page.resize(page_size, '\0');
  return page;
}

std::string link_page(const Layout& layout, std::size_t page, std::size_t frames) {
  const std::size_t first = page * layout.links_per_page;
  const std::size_t last = std::min(frames, first + layout.links_per_page);
  const bool is_last = page + 1 == layout.link_pages;
  const std::string next = is_last ? "" : continuation(page_size * (page + 2), page_size);
  std::string links;
  for (std::size_t i = first; i < last; ++i) links += link_to(i);
  const std::size_t rest = page_size - continuation_block_overhead - links.size() - next.size();
  return continuation_block(links + no_message(rest) + next);
}

std::string padded(const std::string& text, std::size_t size) {
  return text + std::string(size - text.size(), '\0');
}

std::string time_bytes(const FrameRecord& record) {
  return little_endian(std::bit_cast<std::uint64_t>(record.time), number_size);
}
std::string step_bytes(const FrameRecord& record) {
  return little_endian(static_cast<std::uint64_t>(record.step), number_size);
}

}  // namespace

std::string ResultsIndex::bytes_of(std::span<const FrameRecord> records, bool with_measures) {
  const std::size_t frames = records.size();
  const Layout layout(capacity_for(frames));
  std::string bytes = first_page(layout, frames, with_measures);
  for (std::size_t page = 0; page < layout.link_pages; ++page) {
    bytes += link_page(layout, page, frames);
  }
  for (const FrameRecord& record : records) bytes += time_bytes(record);
  bytes.resize(layout.steps, '\0');
  for (const FrameRecord& record : records) bytes += step_bytes(record);
  bytes.resize(layout.files, '\0');
  for (std::size_t i = 0; i < frames; ++i) bytes += padded(file_of(i), layout.text_size);
  bytes.resize(layout.end, '\0');
  return bytes;
}

ResultsIndex::ResultsIndex(const std::filesystem::path& file, std::span<const FrameRecord> records,
                           bool with_measures)
    : file_(file), with_measures_(with_measures) {
  write(records);
}

void ResultsIndex::write(std::span<const FrameRecord> records) {
  AtomicFile out(file_);
  out.write(bytes_of(records, with_measures_));
  out.finish(Sync::later);
  out_ = std::make_unique<AppendFile>(file_);
  capacity_ = capacity_for(records.size());
}

void ResultsIndex::add(std::span<const FrameRecord> records) {
  const std::size_t frames = records.size();
  if (frames > capacity_) {
    write(records);
    return;
  }
  const Layout layout(capacity_);
  const std::size_t row = frames - 1, page = row / layout.links_per_page;
  out_->overwrite(layout.times + number_size * row, time_bytes(records.back()));
  out_->overwrite(layout.steps + number_size * row, step_bytes(records.back()));
  out_->overwrite(layout.files + layout.text_size * row, padded(file_of(row), layout.text_size));
  out_->overwrite(page_size * (1 + page), link_page(layout, page, frames));
  out_->overwrite(0, first_page(layout, frames, with_measures_));
}

}  // namespace talus
