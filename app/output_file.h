// Files of text that the program writes; "-" is standard output. Both functions throw UsageError.
#pragma once

#include <functional>
#include <string>

namespace talus {

// Whether it can be written, as far as that is known before long work. An empty name is no file.
void check_writable(const std::string& file);

// A text of many pieces, each appended to the end of what is being collected.
void write_text(const std::string& file, std::size_t pieces,
                const std::function<void(std::string& text, std::size_t piece)>& append);

}  // namespace talus
