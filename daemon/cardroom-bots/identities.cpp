#include "daemon/cardroom-bots/identities.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "actors/codec/json_read.hpp"
#include "actors/codec/json_write.hpp"

namespace cardroom::bots {

Identities::Identities(std::uint64_t seed, std::size_t players) : seed_(seed), lives_(players) {}

std::string Identities::base_name(std::size_t bot) const {
  return "bot-" + std::to_string(seed_) + "-" + std::to_string(bot);
}

std::optional<std::string> Identities::keep_in(std::string path) {
  path_ = std::move(path);
  std::ifstream file(path_);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  if (const auto error = read_json_text(text.str(), others_))
    return path_ + " is no file of tokens (" + to_string(*error) + "); remove it or name another.";
  for (std::size_t bot = 0; bot < lives_.size(); ++bot)
    if (auto found = others_.extract(base_name(bot))) lives_[bot] = std::move(found.mapped());
  return std::nullopt;
}

Identity Identities::of(std::size_t bot) const {
  const Life& life = lives_[bot];
  const std::string suffix = life.life == 0 ? "" : "-" + std::to_string(life.life);
  return {base_name(bot) + suffix, life.token};
}

void Identities::set_token(std::size_t bot, const std::string& token) {
  if (lives_[bot].token == token) return;
  lives_[bot].token = token;
  changed_ = true;
}

void Identities::renew(std::size_t bot) {
  lives_[bot] = {lives_[bot].life + 1, ""};
  changed_ = true;
}

bool Identities::save() {
  if (path_.empty() || !changed_) return true;
  auto all = others_;
  for (std::size_t bot = 0; bot < lives_.size(); ++bot)
    if (!lives_[bot].token.empty() || lives_[bot].life > 0) all[base_name(bot)] = lives_[bot];
  std::string text;
  write_json(text, all);
  const std::string draft = path_ + ".new";
  // Tokens are as good as passwords.
  const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const bool closed = ::close(file) == 0;
  changed_ = !(written && closed && std::rename(draft.c_str(), path_.c_str()) == 0);
  return !changed_;
}

}  // namespace cardroom::bots
