// The contents of an HDF5 file in memory: recorded while a reader reads the file, then damaged and
// read again without a file.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "talus/output/hdf5.h"
#include "talus/output/hdf5_source.h"

namespace talus::test {

struct Hdf5Contents {
  std::map<std::string, Hdf5Data> tables;      // by name
  std::map<std::string, Hdf5Data> attributes;  // by "object@name"
  std::map<std::string, bool> names;           // whether they exist
};

// Answers from the file, and remembers.
class RecordingSource final : public Hdf5Source {
 public:
  RecordingSource(std::unique_ptr<Hdf5Source> from, Hdf5Contents& contents)
      : from_(std::move(from)), contents_(contents) {}

  bool has(const std::string& name) override { return contents_.names[name] = from_->has(name); }
  Hdf5Data table(const std::string& name, Hdf5Type type) override {
    return contents_.tables[name] = from_->table(name, type);
  }
  Hdf5Data attribute(const std::string& object, const std::string& name, Hdf5Type type) override {
    return contents_.attributes[object + "@" + name] = from_->attribute(object, name, type);
  }

 private:
  std::unique_ptr<Hdf5Source> from_;
  Hdf5Contents& contents_;
};

// Answers from the contents, whatever type is wanted.
class RecordedSource final : public Hdf5Source {
 public:
  explicit RecordedSource(const Hdf5Contents& contents) : contents_(contents) {}

  bool has(const std::string& name) override {
    const auto found = contents_.names.find(name);
    return found != contents_.names.end() && found->second;
  }
  Hdf5Data table(const std::string& name, Hdf5Type) override {
    return found(contents_.tables, name);
  }
  Hdf5Data attribute(const std::string& object, const std::string& name, Hdf5Type) override {
    return found(contents_.attributes, object + "@" + name);
  }

 private:
  static Hdf5Data found(const std::map<std::string, Hdf5Data>& map, const std::string& name) {
    const auto at = map.find(name);
    return at == map.end() ? Hdf5Data{} : at->second;
  }

  const Hdf5Contents& contents_;
};

// A file and those that it links to.
inline Hdf5Reader linked_reader(const std::filesystem::path& file) {
  return {file, open_hdf5(file, OtherFiles::linked)};
}

inline Hdf5Reader recorded_reader(const Hdf5Contents& contents) {
  return {"recorded.h5", std::make_unique<RecordedSource>(contents)};
}

}  // namespace talus::test
