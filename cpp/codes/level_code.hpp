#pragma once

#include <memory>
#include <vector>

#include "codes/label_code.hpp"

namespace cecib {

// Labels at several levels, coarse to fine. A path is what is known of a point, a category in the sense of
// CategoryCounts; a node is a category under its parent. Paths are in order, so that those through a node lie side by
// side, and so do those through any child of its parent, its siblings and itself.
struct LevelStep {
    std::size_t path, level;
    std::size_t first, last;                      // the paths through the node that the path has at the level
    std::size_t first_of_all, last_of_all;        // the paths through any child of its parent
    double pseudo_count = 0.0, pseudo_sum = 0.0;  // of the node, and of all children of its parent
};

struct Levels {
    std::size_t n_paths = 0;
    std::vector<LevelStep> steps;  // those of the first path, of the second, …; of each from coarse to fine
    std::vector<std::vector<std::int32_t>> groupings;
};

// The paper's, by the chain rule: β n Σ h, h the entropy of a level given its parents among the points labelled there.
std::shared_ptr<const LabelCode> level_entropy_labels(double beta, Levels levels);

// β times the sum of the marginal likelihoods of the children of each parent, −ln, each under a Dirichlet prior.
std::shared_ptr<const LabelCode> level_dirichlet_labels(double beta, Levels levels);

}  // namespace cecib
