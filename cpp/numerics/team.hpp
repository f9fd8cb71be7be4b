#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cecib {

// Threads that share the jobs of one call after the other. Jobs are independent: no result depends on who did what.
class Team {
public:
    explicit Team(std::size_t threads);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    // Calls job(0), …, job(count − 1) on the caller's thread and the others, and returns when all are done.
    void run(std::size_t count, const std::function<void(std::size_t)>& job);
    std::size_t size() const { return threads_.size() + 1; }

private:
    void serve();
    void work();

    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable has_work_, is_done_;
    const std::function<void(std::size_t)>* job_ = nullptr;
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_{0}, call_{0}, busy_{0};
    bool is_over_ = false;
};

}  // namespace cecib
