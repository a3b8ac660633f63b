#include "talus/broad/rows/choose.h"

#include <algorithm>

namespace talus::broad::rows {
namespace {

// Neighbours of a volume in its cell above which smaller volumes get rows of their own, and thin
// ones by the axes along which they are thin. A choice: at a volume fraction of 0.6
// equal spheres have about 1, spheres of 1:3 about 3, sizes of 1:1000 as many in every octave 24.
constexpr double crowded = 60;
// Neighbours up to which rows are widened, by factors of sqrt(2): a few long rows are swept faster
// than many short ones are found. A choice.
constexpr double comfortable = 24;
constexpr double wider = 1.4142135623730951;
constexpr double most_widening = 1024;

// The smallest size of a crowded class relative to its largest: just below 1 / sqrt(2), one bin.
constexpr double narrow = 0.7;

// The class of a bin is a std::uint8_t.
constexpr std::size_t most_sizes = 24, most_classes = 250;

class Chooser {
 public:
  Chooser(const Survey& survey, Role role, DensityProbe& probe, std::vector<SizeClass>& list,
          std::vector<std::uint8_t>& class_of_bin)
      : survey_(survey), role_(role), probe_(probe), list_(list), class_of_bin_(class_of_bin) {
    const int first = static_cast<int>(role) * bins_per_role;
    for (int b = first; b < first + bins_per_role; ++b) {
      if (survey.bin[b].count > 0) rest_.push_back(b);
    }
    std::sort(rest_.begin(), rest_.end(), [&](int a, int b) { return size(a) > size(b); });
  }

  void choose() {
    for (std::size_t sizes = 0; !rest_.empty(); ++sizes) {
      if (sizes == most_sizes || neighbours(rest_, 1) <= crowded) return add_by_shape(take(0));
      add_by_shape(take(narrow * size(rest_.front())));
    }
  }

 private:
  double size(int b) const {
    const double(&longest)[3] = survey_.bin[b].longest;
    return std::max({longest[0], longest[1], longest[2]});
  }

  // Removes the bins above a size from the rest.
  std::vector<int> take(double above) {
    std::size_t count = 0;
    while (count < rest_.size() && (above <= 0 || size(rest_[count]) > above)) ++count;
    const std::vector<int> taken(rest_.begin(), rest_.begin() + count);
    rest_.erase(rest_.begin(), rest_.begin() + count);
    return taken;
  }

  SizeClass class_of(const std::vector<int>& bins) const {
    SizeClass chosen{.role = role_};
    for (const int b : bins) {
      chosen.end += survey_.bin[b].count;
      for (int axis = 0; axis < 3; ++axis) {
        chosen.longest[axis] = std::max(chosen.longest[axis], survey_.bin[b].longest[axis]);
      }
    }
    return chosen;
  }

  double neighbours(const std::vector<int>& bins, double widening) {
    marked_.assign(role_count * bins_per_role, 0);
    for (const int b : bins) marked_[b] = 1;
    const SizeClass chosen = class_of(bins);
    const double cell[3]{widening * chosen.longest[0], widening * chosen.longest[1],
                         widening * chosen.longest[2]};
    return probe_.neighbours(cell, marked_);
  }

  void add_by_shape(const std::vector<int>& bins) {
    if (list_.size() + shapes_per_size > most_classes || neighbours(bins, 1) <= crowded) {
      return add(bins);
    }
    for (int shape = 0; shape < shapes_per_size; ++shape) {
      std::vector<int> same;
      std::copy_if(bins.begin(), bins.end(), std::back_inserter(same),
                   [&](int b) { return b % shapes_per_size == shape; });
      if (!same.empty()) add(same);
    }
  }

  void add(const std::vector<int>& bins) {
    SizeClass chosen = class_of(bins);
    // Only two of the three directions are widened.
    while (chosen.widening < most_widening &&
           neighbours(bins, wider * chosen.widening) <= comfortable * wider * chosen.widening) {
      chosen.widening *= wider;
    }
    for (const int b : bins) class_of_bin_[b] = static_cast<std::uint8_t>(list_.size());
    list_.push_back(chosen);
  }

  const Survey& survey_;
  Role role_;
  DensityProbe& probe_;
  std::vector<SizeClass>& list_;
  std::vector<std::uint8_t>& class_of_bin_;
  std::vector<int> rest_;  // bins, the largest first
  std::vector<char> marked_;
};

}  // namespace

void choose_classes(const Survey& survey, Role role, DensityProbe& probe,
                    std::vector<SizeClass>& list, std::vector<std::uint8_t>& class_of_bin) {
  Chooser(survey, role, probe, list, class_of_bin).choose();
}

}  // namespace talus::broad::rows
