// Files of text that the program writes; "-" is standard output. All functions throw UsageError.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace talus {

// Whether it can be written, as far as that is known before long work. An empty name is no file.
void require_writable(const std::string& file);

// A text of many pieces, each appended to the end of what is being collected. A file that is there
// stays as it is until the new one is complete.
void write_text(const std::string& file, std::size_t pieces,
                const std::function<void(std::string& text, std::size_t piece)>& append);

// To standard output, all of it. `what` is named in the message.
void print(std::string_view text, const char* what = "standard output");
// The same; false if the reader of a pipe has gone.
bool print_to_pipe(std::string_view text, const char* what);

}  // namespace talus
