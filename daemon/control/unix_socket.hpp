#pragma once
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

/// Lines over Unix sockets, for both ends of the control socket.
namespace cardroom::control {

/// A listening socket at `path` with mode 0600; -1 and errno on failure.
int listen_at(const std::filesystem::path& path);

/// A connected socket, of which every call waits at most `patience`; -1 and errno on failure. EAGAIN: nobody
/// took the connection in that time, for too many wait already.
int connect_to(const std::filesystem::path& path, std::chrono::milliseconds patience);

/// The next line of at most 1 MB, without its end; nothing at the end of the stream or for a longer line, and
/// with errno EAGAIN when nothing has come for the socket's patience. `buffer` keeps what came after it, or
/// of it.
std::optional<std::string> read_line(int fd, std::string& buffer, bool interruptible = false);

/// Writes the text and a line end; false when the other end has gone.
bool write_line(int fd, const std::string& text);

}  // namespace cardroom::control
