#include "numerics/team.hpp"

namespace cecib {

namespace {

constexpr int kPatience = 4000;  // looks before a waiting thread goes to sleep: calls often follow one another closely

template <typename Condition>
bool comes_soon(const Condition& condition) {
    for (int i = 0; i < kPatience; ++i) {
        if (condition()) return true;
        if (i % 64 == 63) std::this_thread::yield();
    }
    return false;
}

}  // namespace

Team::Team(std::size_t threads) {
    for (std::size_t t = 1; t < threads; ++t) threads_.emplace_back([this] { serve(); });
}

Team::~Team() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        is_over_ = true;
    }
    has_work_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Team::run(std::size_t count, const std::function<void(std::size_t)>& job) {
    if (threads_.empty() || count < 2) {
        for (std::size_t i = 0; i < count; ++i) job(i);
        return;
    }
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        job_ = &job;
        count_ = count;
        next_ = 0;
        busy_ = threads_.size();
        ++call_;
    }
    has_work_.notify_all();
    work();
    if (comes_soon([this] { return busy_ == 0; })) return;
    std::unique_lock<std::mutex> lock(mutex_);
    is_done_.wait(lock, [this] { return busy_ == 0; });
}

void Team::work() {
    for (std::size_t i = next_++; i < count_; i = next_++) (*job_)(i);
}

void Team::serve() {
    for (std::size_t seen = 0;; ++seen) {
        if (!comes_soon([&] { return call_ != seen; })) {
            std::unique_lock<std::mutex> lock(mutex_);
            has_work_.wait(lock, [&] { return is_over_ || call_ != seen; });
            if (is_over_) return;
        }
        work();
        if (--busy_ > 0) continue;
        const std::lock_guard<std::mutex> lock(mutex_);
        is_done_.notify_one();
    }
}

}  // namespace cecib
