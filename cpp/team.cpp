#include "team.hpp"

namespace cecib {

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
    std::unique_lock<std::mutex> lock(mutex_);
    is_done_.wait(lock, [this] { return busy_ == 0; });
}

void Team::work() {
    for (std::size_t i = next_++; i < count_; i = next_++) (*job_)(i);
}

void Team::serve() {
    std::size_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
        has_work_.wait(lock, [&] { return is_over_ || call_ != seen; });
        if (is_over_) return;
        seen = call_;
        lock.unlock();
        work();
        lock.lock();
        if (--busy_ == 0) is_done_.notify_one();
    }
}

}  // namespace cecib
