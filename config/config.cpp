#include "config/config.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "config/source.hpp"

namespace cardroom::config {

std::string to_string(const ConfigError& error) {
  std::string text = error.file;
  if (error.line != 0)
    text.append(":").append(std::to_string(error.line)).append(":").append(std::to_string(error.column));
  text.append(": ");
  if (!error.key.empty()) text.append(error.key).append(": ");
  return text.append(error.message);
}

ConfigResult parse_config(std::string_view text, const std::string& file) {
  Config config;
  Source source(file);
  if (read_toml(text, config, source)) check(config, source);
  auto errors = std::move(source).errors();
  if (!errors.empty()) return errors;
  return config;
}

ConfigResult load_config(const std::string& file) {
  constexpr std::size_t kLargest = 1'048'576;
  const auto unread = [&](std::string why) {
    return std::vector{ConfigError{file, 0, 0, "", "cannot be read: " + std::move(why)}};
  };
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::string text(kLargest + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!in.is_open() || in.bad()) return unread(std::strerror(errno));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kLargest) return unread("larger than 1 MiB");
  return parse_config(text, file);
}

}  // namespace cardroom::config
