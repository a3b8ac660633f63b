// Which bins of a survey form a class.
#pragma once

#include "talus/broad/rows/classes.h"

namespace talus::broad::rows {

// Appends the classes of one role, the largest sizes first, each with the number of its entries as
// its end, and sets the class of every bin.
void choose_classes(const Survey& survey, Role role, DensityProbe& probe,
                    std::vector<SizeClass>& list, std::vector<std::uint8_t>& class_of_bin);

}  // namespace talus::broad::rows
