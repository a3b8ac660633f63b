// The search in one scalar: layers from classes, then every layer against every other in pieces
// that threads take in turn. The pieces do not depend on how many threads there are.
#pragma once

#include "talus/broad/rows/join.h"

namespace talus::broad::rows {

struct Input {
  const Scene& scene;
  const Entries& entries;
  const Classes& classes;
  const Frame& frame;
  std::size_t pair_limit;
  int threads;
};

template <class Real>
class Search {
 public:
  void run(const Input& input, PairList& pairs, Work& work);
  std::size_t bytes() const;

 private:
  struct Piece {
    std::uint16_t a, b;  // layers; the same for the pairs within one
    RowRange rows;       // of a
    std::uint32_t boxes;
  };
  struct Part {  // what a piece found: where in which thread's list
    int thread;
    std::size_t begin, end;
  };
  struct Worker {
    Found found;
    PairList pairs;
    Work work;
  };

  void build(const Input& input);
  void cut();
  void cut(int a, int b);
  bool search_piece(const Input& input, const Piece& piece, Worker& worker, PairList& pairs);
  bool search_alone(const Input& input, PairList& pairs);
  bool search_together(const Input& input, PairList& pairs);
  void reserve(PairList& pairs, std::size_t more, double share) const;

  BoxStore<Real> store_;
  LayerBuilder<Real> builder_;
  std::vector<Layer<Real>> layers_;
  std::vector<Piece> pieces_;
  std::vector<Worker> workers_;
};

}  // namespace talus::broad::rows
