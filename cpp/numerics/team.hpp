#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cecib {

// Asked now and then during long work; throws if the work is to be given up.
using Listen = std::function<void()>;

// Threads that share the jobs of one call after the other. Jobs are independent: no result depends on who did what.
class Team {
public:
    // Fewer threads if the system does not give so many.
    explicit Team(std::size_t threads, Listen listen = {});
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    // Calls job(0), …, job(count − 1) on the caller's thread and the others, and returns when all are done. If a job or
    // the listener throws, the remaining jobs are left out and the first exception comes out here.
    void run(std::size_t count, const std::function<void(std::size_t)>& job);
    // For long jobs: whether to go on. False once a job or the listener has thrown.
    bool goes_on();
    std::size_t size() const { return threads_.size() + 1; }

private:
    void serve();
    void work();
    void fail();

    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable has_work_, is_done_;
    const std::function<void(std::size_t)>* job_ = nullptr;
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_{0}, call_{0}, busy_{0};
    bool is_over_ = false;

    Listen listen_;
    std::thread::id caller_;  // the only thread that listens
    std::chrono::steady_clock::time_point listened_;
    std::atomic<bool> has_failed_{false};
    std::exception_ptr failure_;
};

}  // namespace cecib
