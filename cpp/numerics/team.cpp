#include "numerics/team.hpp"

#include <utility>

namespace cecib {

namespace {

constexpr int kPatience = 4000;  // looks before a waiting thread goes to sleep: calls often follow one another closely

constexpr std::chrono::milliseconds kListenEvery{50};

template <typename Condition>
bool comes_soon(const Condition& condition) {
    for (int i = 0; i < kPatience; ++i) {
        if (condition()) return true;
        if (i % 64 == 63) std::this_thread::yield();
    }
    return false;
}

}  // namespace

Team::Team(std::size_t threads, Listen listen) : listen_(std::move(listen)) {
    try {
        while (threads_.size() + 1 < threads) threads_.emplace_back([this] { serve(); });
    } catch (const std::exception&) {  // no room for another thread: these have to do
    }
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
    caller_ = std::this_thread::get_id();
    has_failed_ = false;
    if (threads_.empty() || count < 2) {
        job_ = &job;
        count_ = count;
        next_ = 0;
        work();
    } else {
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
        if (!comes_soon([this] { return busy_ == 0; })) {
            std::unique_lock<std::mutex> lock(mutex_);
            is_done_.wait(lock, [this] { return busy_ == 0; });
        }
    }
    if (has_failed_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

bool Team::goes_on() {
    if (has_failed_.load(std::memory_order_relaxed)) return false;
    if (!listen_ || std::this_thread::get_id() != caller_) return true;
    const auto now = std::chrono::steady_clock::now();
    if (now - listened_ < kListenEvery) return true;
    listened_ = now;
    try {
        listen_();
    } catch (...) {
        fail();
    }
    return !has_failed_;
}

void Team::work() {
    for (std::size_t i = next_++; i < count_ && goes_on(); i = next_++) {
        try {
            (*job_)(i);
        } catch (...) {
            fail();
        }
    }
}

void Team::fail() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    has_failed_ = true;
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
