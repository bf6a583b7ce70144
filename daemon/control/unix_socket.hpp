#pragma once
#include <filesystem>
#include <optional>
#include <string>

/// Lines over Unix sockets, for both ends of the control socket.
namespace cardroom::control {

/// A listening socket at `path` with mode 0600; -1 and errno on failure.
int listen_at(const std::filesystem::path& path);

/// A connected socket; -1 and errno on failure.
int connect_to(const std::filesystem::path& path);

/// The next line of at most 1 MB, without its end; nothing at the end of the stream or for a longer line.
/// `buffer` keeps what came after it.
std::optional<std::string> read_line(int fd, std::string& buffer, bool interruptible = false);

/// Writes the text and a line end; false when the other end has gone.
bool write_line(int fd, const std::string& text);

}  // namespace cardroom::control
