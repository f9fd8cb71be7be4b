#pragma once

#include <memory>
#include <vector>

#include "codes/gaussian_code.hpp"

namespace cecib {

// A shape that a cluster may take, and what its free parameters cost: charge · ln n.
struct Candidate {
    std::unique_ptr<GaussianCode> code;
    double charge;
};

// The cheapest of several shapes, the first among equals: A is the least of their lengths, so it is as well-defined a
// cost as theirs, and its changes are as exact. A cluster that one of the shapes cannot code is not allowed.
class AutoCode final : public GaussianCode {
public:
    explicit AutoCode(std::vector<Candidate> candidates);
    AutoCode(const AutoCode& other);
    AutoCode& operator=(const AutoCode&) = delete;

    std::unique_ptr<GaussianCode> clone() const override { return std::make_unique<AutoCode>(*this); }
    double rebuild(const Summary& summary) override;
    bool rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) override;
    double length() const override { return least_; }
    double change_with(const double* x, double w) const override;
    std::optional<double> change_without(const double* x, double w) const override;
    void tile_changes(const Tile& tile, double* out) const override;
    void add(const double* x, double w) override;
    void remove(const double* x, double w) override;
    std::vector<double> state() const override;
    void restore(const std::vector<double>& state) override;
    double log_density(const double* x) const override { return candidates_[choice_].code->log_density(x); }
    std::size_t choice() const override { return choice_; }

private:
    void choose();

    std::vector<Candidate> candidates_;
    double n_ = 0.0, least_ = 0.0;
    std::vector<double> excess_;  // length of each candidate, its charge included, less the least
    std::size_t choice_ = 0;
};

}  // namespace cecib
