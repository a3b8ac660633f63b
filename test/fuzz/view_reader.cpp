// A run as the page of talus view reads it. Its HDF5 files are read once; what RunView asks of them
// is answered from memory, with the edits of the input: open_hdf5 is defined here in place of that
// of talus/output/hdf5_source.cpp, which a child process answers (bodies_file is its target).
#include <algorithm>
#include <iterator>
#include <map>

#include "fuzz/edited_hdf5.h"
#include "fuzz/reader_input.h"
#include "fuzz/readers.h"
#include "output/example_run.h"
#include "talus/output/hdf5_handle.inl"
#include "talus/output/run_writer.h"
#include "talus/output/view/run_view.h"

namespace talus {
namespace {

namespace fs = std::filesystem;
using hdf5::Handle;

// A whole file, in this process.
class OwnFile final : public Hdf5Source {
 public:
  explicit OwnFile(const fs::path& file)
      : file_(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose) {}

  bool has(const std::string& name) override {
    return H5Lexists(file_.id(), name.c_str(), H5P_DEFAULT) > 0;
  }
  Hdf5Data table(const std::string& name, Hdf5Type type) override {
    const Handle table(H5Dopen2(file_.id(), name.c_str(), H5P_DEFAULT), H5Dclose);
    if (!table.valid()) return {};
    return data_of(Handle(H5Dget_type(table.id()), H5Tclose),
                   Handle(H5Dget_space(table.id()), H5Sclose), type, [&](hid_t memory, void* to) {
                     H5Dread(table.id(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
                   });
  }
  Hdf5Data attribute(const std::string& object, const std::string& name, Hdf5Type type) override {
    const Handle attribute(
        H5Aopen_by_name(file_.id(), object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose);
    if (!attribute.valid()) return {};
    return data_of(Handle(H5Aget_type(attribute.id()), H5Tclose),
                   Handle(H5Aget_space(attribute.id()), H5Sclose), type,
                   [&](hid_t memory, void* to) { H5Aread(attribute.id(), memory, to); });
  }

 private:
  static hid_t memory_type(Hdf5Type type, hid_t of_file) {
    switch (type) {
      case Hdf5Type::float64:
        return H5T_NATIVE_DOUBLE;
      case Hdf5Type::int32:
        return H5T_NATIVE_INT32;
      case Hdf5Type::int64:
        return H5T_NATIVE_INT64;
      case Hdf5Type::uint64:
        return H5T_NATIVE_UINT64;
      case Hdf5Type::uint8:
        return H5T_NATIVE_UINT8;
      case Hdf5Type::text:
        break;
    }
    return of_file;
  }

  template <class Read>
  static Hdf5Data data_of(const Handle& type, const Handle& space, Hdf5Type wanted,
                          const Read& read) {
    Hdf5Data data;
    data.state = Hdf5Data::State::read;
    hsize_t extent[4] = {};
    const int rank = H5Sget_simple_extent_dims(space.id(), extent, nullptr);
    data.extent.assign(extent, extent + rank);
    const hid_t memory = memory_type(wanted, type.id());
    data.element_bytes = H5Tget_size(memory);
    data.bytes.resize(data.element_bytes *
                      static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.id())));
    if (!data.bytes.empty()) read(memory, data.bytes.data());
    return data;
  }

  Handle file_;
};

// By the path in the run. While it is recorded, questions go to the files.
struct RunContents {
  fs::path folder;
  bool is_recorded = false;
  std::map<std::string, test::Hdf5Contents> file;
};
RunContents* served = nullptr;

}  // namespace

std::unique_ptr<Hdf5Source> open_hdf5(const fs::path& file, OtherFiles) {
  const std::string name = file.lexically_relative(served->folder).string();
  if (!served->is_recorded) {
    return std::make_unique<test::RecordingSource>(std::make_unique<OwnFile>(file),
                                                   served->file[name]);
  }
  const auto found = served->file.find(name);
  if (found == served->file.end()) throw Hdf5Error(file.string() + ": is no HDF5 file");
  return std::make_unique<test::RecordedSource>(found->second);
}

namespace fuzz {
namespace {

constexpr const char* measure_text =
    "time [s],step,mean_force_x [N]\n0,0,1\n0.1,300,2\n0.2,600,-1e-3\n";

void write_bytes(const fs::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary).write(text.data(), static_cast<long>(text.size()));
}

void use(RunView& view) {
  const auto allowed = [](const auto& work) { expect_no_other_failure(work); };
  for (const std::size_t from : {std::size_t{0}, std::size_t{2}, std::size_t{99}}) {
    allowed([&] { view.state(from); });
  }
  allowed([&] { view.run().series(); });
  for (std::size_t i = 0; i < view.run().measures().size(); ++i) {
    allowed([&] { view.run().measure(i); });
  }
  allowed([&] { view.model(); });
  for (const int number : {0, 1, 2, 3, -1}) {
    allowed([&] { view.frame(number); });
    allowed([&] { view.contacts(number); });
  }
}

// A run of three frames in memory; of its folder the tables stay, and files of other bytes in place
// of the HDF5 files.
class ViewedRun {
 public:
  explicit ViewedRun(bool bodies_change)
      : folder_(memory_folder() / ("talus_fuzz_view_" + std::to_string(::getpid()) +
                                   (bodies_change ? "_changes" : ""))) {
    fs::remove_all(folder_);
    RunOutput output;
    output.vtk = output.picture = false;
    output.bodies_change = bodies_change;
    output.measures = {{"a", "wall_load", {"mean_force_x [N]"}}};
    RunWriter writer(RunFolder::fresh(folder_, 7), output);
    test::ExampleRun example;
    const Shape fine_ring = make_mesh(test::ring_mesh(100), {8, MeshSurface::source, 1});
    for (const std::int64_t step : {0, 300, 600}) {
      example.go_to(step);
      writer.series(example.moment());
      const FrameView whole = example.view();
      // A mesh that is also drawn with fewer facets.
      Bodies bodies = whole.bodies;
      bodies.shapes[4] = fine_ring;
      FrameView frame{whole.moment,    bodies,         whole.motion, whole.names, whole.material_of,
                      whole.materials, whole.contacts, whole.walls,  whole.box};
      std::vector<std::int64_t> ids(frame.bodies.size());
      for (std::size_t i = 0; i < ids.size(); ++i) {
        ids[i] = static_cast<std::int64_t>(i) + (i > 5 ? step / 300 : 0);
      }
      if (bodies_change) frame.ids = ids;
      frame.bodies_change = bodies_change;
      writer.frame(frame);
    }
    writer.close();
    write_bytes(folder_ / "measures/a.csv", measure_text);
    contents_.folder = folder_;
    served = &contents_;
    RunView view(folder_);
    use(view);
    contents_.is_recorded = true;
  }
  ~ViewedRun() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  ViewedRun(const ViewedRun&) = delete;
  ViewedRun& operator=(const ViewedRun&) = delete;

  static constexpr const char* tables[] = {"frames.csv", "series.csv", "talus_run.txt",
                                           "measures/a.csv"};
  static constexpr const char* others[] = {
      "model.h5", "frames/000000.h5", "frames/000001.h5", "frames/000002.h5", "frames", "measures"};

  // Sections "@edit FILE" with edits by name, "@bits FILE" with records, "@FILE" with the text of a
  // table, "@gone FILE" and "@link FILE".
  void read(std::string_view bytes) {
    RunContents edits = contents_;
    served = &edits;
    while (!bytes.empty()) {
      std::size_t end = bytes.find("\n@");
      end = end == bytes.npos ? bytes.size() : end + 1;
      const std::string_view section = bytes.substr(0, end);
      bytes.remove_prefix(end);
      const std::size_t line = std::min(section.find('\n'), section.size());
      if (!section.starts_with('@')) continue;
      make_section(edits, section.substr(1, line - 1),
                   section.substr(std::min(line + 1, section.size())));
    }
    expect_no_other_failure([&] {
      RunView view(folder_);
      use(view);
    });
    put_back();
    served = nullptr;
  }

 private:
  void make_section(RunContents& edits, std::string_view head, std::string_view text) {
    const std::size_t blank = head.find(' ');
    const std::string_view kind = blank == head.npos ? "" : head.substr(0, blank);
    const std::string name(blank == head.npos ? head : head.substr(blank + 1));
    const auto contents = edits.file.find(name);
    if (contents != edits.file.end() && kind == "edit") {
      contents->second = edited_by_name(std::move(contents->second), text);
    } else if (contents != edits.file.end() && kind == "bits") {
      contents->second = edited(std::move(contents->second), text);
    } else if (has(tables, name) && kind.empty()) {
      set_aside(name);
      write_bytes(folder_ / name, text);
    } else if ((kind == "gone" || kind == "link") && (has(tables, name) || has(others, name))) {
      set_aside(name);
      if (kind == "link") fs::create_symlink(kept(name), folder_ / name);
    }
  }
  template <class List>
  static bool has(const List& list, const std::string& name) {
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
  }
  void set_aside(const std::string& name) {
    std::error_code none;
    if (has(changed_, name)) {
      fs::remove(folder_ / name, none);
    } else {
      fs::rename(folder_ / name, kept(name), none);
      if (!none) changed_.push_back(name);
    }
  }
  void put_back() {
    for (auto name = changed_.rbegin(); name != changed_.rend(); ++name) {
      std::error_code none;
      fs::remove(folder_ / *name, none);
      fs::rename(kept(*name), folder_ / *name, none);
    }
    changed_.clear();
  }
  // The whole file, under another name while the input has its own in its place.
  fs::path kept(const std::string& name) const {
    std::string flat = name;
    std::replace(flat.begin(), flat.end(), '/', '_');
    return folder_ / ("kept_" + flat);
  }

  fs::path folder_;
  RunContents contents_;
  std::vector<std::string> changed_;
};

}  // namespace

// "@changes" in the first line: of a run whose bodies come and go.
void view(std::string_view bytes) {
  static ViewedRun same(false), changing(true);
  (bytes.starts_with("@changes\n") ? changing : same).read(bytes);
}

}  // namespace fuzz
}  // namespace talus
