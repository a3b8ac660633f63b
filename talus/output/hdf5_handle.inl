// Handles of the HDF5 library that close themselves, and its failures as exceptions. For the
// sources of this module only: the library's header is not on the path of others.
#pragma once

#include <hdf5.h>

#include <utility>

namespace talus::hdf5 {

class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t id() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  Close close_;
};

}  // namespace talus::hdf5
