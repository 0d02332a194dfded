// Since when each connection of the HTTP server waits for its client. libmicrohttpd closes a connection that is idle; one
// that moves a byte now and then would live forever.
#pragma once

#include "daemon/instant.h"

#include <chrono>
#include <cstddef>
#include <mutex>
#include <vector>

namespace opticward::daemon {

struct HttpDeadlines {
    std::chrono::seconds request{30};  // from the connection, or from the answer before, to the end of the headers
    std::chrono::seconds answer{60};   // from there until all of the answer was taken
};

// Any thread. A socket belongs to libmicrohttpd, which closes it after closed() has returned: what is done to it in
// between is done under the lock.
class HttpConnections {
public:
    HttpConnections(HttpDeadlines deadlines, std::size_t most);

    void opened(int socket, SteadyTime now);     // waits for a request
    void answering(int socket, SteadyTime now);  // the request is known
    void answered(int socket, SteadyTime now);   // waits for the next one
    void closed(int socket);

    // Ends those that are beyond their deadline; returns how many. What was not sent yet is thrown away.
    std::size_t close_overdue(SteadyTime now);

private:
    struct Connection {
        int socket = -1;
        SteadyTime since;
        bool answering = false;
    };

    void note(int socket, SteadyTime now, bool answering);

    HttpDeadlines deadlines_;
    std::mutex mutex_;
    std::vector<Connection> connections_;
};

}  // namespace opticward::daemon
