// A map from small integers to integers that is emptied in constant time: an entry counts if its
// stamp is that of the present use.
#pragma once

#include <cstdint>
#include <vector>

namespace talus::mesh_mesh {

class StampedMap {
 public:
  void clear(int size) {
    if (stamp_.size() < static_cast<std::size_t>(size)) {
      stamp_.resize(static_cast<std::size_t>(size), 0);
      value_.resize(static_cast<std::size_t>(size));
    }
    if (++now_ == 0) {
      stamp_.assign(stamp_.size(), 0);
      now_ = 1;
    }
  }
  bool has(int key) const { return stamp_[static_cast<std::size_t>(key)] == now_; }
  std::int32_t get(int key, std::int32_t fallback) const {
    return has(key) ? value_[static_cast<std::size_t>(key)] : fallback;
  }
  void set(int key, std::int32_t value) {
    stamp_[static_cast<std::size_t>(key)] = now_;
    value_[static_cast<std::size_t>(key)] = value;
  }

 private:
  std::vector<std::uint32_t> stamp_;
  std::vector<std::int32_t> value_;
  std::uint32_t now_ = 0;
};

}  // namespace talus::mesh_mesh
