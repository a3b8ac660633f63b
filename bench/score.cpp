#include "bench/score.h"

#include <algorithm>
#include <cmath>

namespace bench {

Score judge(const Workload& workload, Start start, const std::vector<Trial>& trials) {
  Score score;
  std::vector<double> errors;
  score.pairs = static_cast<int>(trials.size());
  for (int i = 0; i < score.pairs; ++i) {
    const Trial& trial = trials[i];
    if (trial.outcome == Outcome::untried) continue;
    ++score.tried;
    if (trial.outcome == Outcome::aborted) ++score.aborted;
    if (trial.outcome == Outcome::no_return) ++score.no_return;
    if (trial.outcome != Outcome::answered) continue;

    const Pair& pair = workload.pairs[i];
    const double truth = start == Start::warm ? pair.truth_moved : pair.truth;
    const Answer& answer = trial.answer;
    if (answer.failed || std::isnan(answer.distance)) {
      ++score.failed;
    } else if (truth < 0 && answer.separated) {
      ++score.missed;
    } else if (truth > 0 && !answer.separated) {
      ++score.phantom;
    } else if (!answer.measured) {
      score.measured = false;
    } else {
      const double size = std::max(workload.body_a(i).radius, workload.body_b(i).radius);
      const double error =
          (answer.distance - truth) / std::max(size, std::abs(truth));  // > 0: too shallow
      errors.push_back(std::abs(error));
      if (std::abs(error) > right_below) {
        ++(truth > 0 ? score.off : error < 0 ? score.too_deep : score.too_shallow);
      }
      if (truth < 0 && answer.distance < 0) {
        score.worst_understatement = std::max(score.worst_understatement, truth / answer.distance);
      }
    }
  }
  if (!errors.empty()) {
    std::nth_element(errors.begin(), errors.begin() + errors.size() / 2, errors.end());
    score.median_error = errors[errors.size() / 2];
    score.worst_error = *std::max_element(errors.begin(), errors.end());
  }
  return score;
}

bool is_own(const std::string& contender) {
  return contender.starts_with("talus") || contender.starts_with("paper-");
}

const Cell* Row::find(const std::string& contender) const {
  for (const Cell& cell : cells) {
    if (cell.contender == contender) return &cell;
  }
  return nullptr;
}

const Cell* Row::fastest_batch() const {
  const Cell* best = nullptr;
  for (const Cell& cell : cells) {
    if (!cell.contender.starts_with("talus-") || !cell.score.nanoseconds) continue;
    if (best == nullptr || *cell.score.nanoseconds < *best->score.nanoseconds) best = &cell;
  }
  return best;
}

const Cell* Row::fastest_right_peer(double wrong_allowed) const {
  const Cell* best = nullptr;
  for (const Cell& cell : cells) {
    const Score& score = cell.score;
    if (is_own(cell.contender) || !score.right(wrong_allowed) || !score.nanoseconds) continue;
    if (best == nullptr || *score.nanoseconds < *best->score.nanoseconds) best = &cell;
  }
  return best;
}

std::optional<double> Row::ratio(double wrong_allowed, const std::string& own) const {
  const Cell* talus = find(own);
  const Cell* peer = fastest_right_peer(wrong_allowed);
  if (talus == nullptr || peer == nullptr || !talus->score.nanoseconds) return std::nullopt;
  return *peer->score.nanoseconds / *talus->score.nanoseconds;
}

}  // namespace bench
