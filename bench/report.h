// The bench's results as a Markdown page (also readable on a terminal) and as JSON.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/paper_methods.h"
#include "bench/score.h"
#include "bench/situations.h"

namespace bench {

struct Report {
  std::string machine, compiler, commit, date;
  std::string note;  // of the run, such as what else the machine did
  int core = 0, pairs = 0, repeats = 0;
  unsigned seed = 0;
  std::vector<Row> rows;
  std::vector<Row> growth;
  std::optional<SituationTimes> gjk_td;
  std::vector<MethodTime> methods;
};

void write_row_header(std::ostream& out);
void write_row(std::ostream& out, const Row& row);  // one line of the progress on the terminal

void write_markdown(std::ostream& out, const Report& report);
void write_json(std::ostream& out, const Report& report);

}  // namespace bench
