// The search in one scalar type: builds a layer per class, then joins every layer with every other
// in pieces that are the items of a parallel loop. The pieces do not depend on the number of
// threads.
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
  struct Part {  // the pairs of a piece: a range of a thread's list
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
