// Every past failure, one file each: a query line with an "expect" part that says what the true
// answer is and why the case is kept. All methods of the pair must now answer it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "narrow/cases/read_query.h"
#include "narrow/laws/law.h"
#include "oracle/source_folder.h"

namespace laws {
namespace {

std::vector<std::filesystem::path> all_cases() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(oracle::source_folder() / "test/narrow/cases")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Cases : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Cases, AnsweredRightly) {
  std::ifstream file(GetParam());
  const nlohmann::json line = nlohmann::json::parse(file);
  const nlohmann::json& expect = line.at("expect");
  const PosedPair pair(read_query(line));
  for (const Method& method : talus::methods_of(talus::kind_of(pair.a), talus::kind_of(pair.b))) {
    LawReport report;
    const Contact<double> c = pair.evaluate(&method);
    if (check_answer(pair, method, c, report)) check_swap(pair, method, c, report);
    if (expect.contains("distance") && method.laws.accurate && method.laws.global_minimum) {
      const double error = std::abs(c.distance - expect.at("distance").get<double>());
      report.measure("distance as expected", error / scale_of(pair.spec, c.distance),
                     promised_accuracy(pair.spec), pair.spec);
    }
    report.conclude(std::string(method.name) + ": " + expect.at("why").get<std::string>());
  }
}

INSTANTIATE_TEST_SUITE_P(Narrow, Cases, testing::ValuesIn(all_cases()), [](const auto& info) {
  std::string name = info.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace laws
