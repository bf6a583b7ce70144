#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"

/// What the parts of reading a configuration share: where its settings stand, and what was wrong with them.
namespace cardroom::config {

/// Where a setting stands, and its value as written.
struct Place {
  std::uint32_t line = 0, column = 0;
  std::string text;
};

/// One file on its way to a `Config`.
class Source {
 public:
  explicit Source(std::string file) : file_(std::move(file)) {}

  /// Notes where the setting of this path ("game[0].small_blind") stands.
  void found(const std::string& path, Place place) { places_[path] = std::move(place); }
  /// The place of a setting, or null if the file does not have it.
  const Place* find(const std::string& path) const;
  /// Whether something was wrong with this setting already.
  bool failed(const std::string& path) const;

  /// Notes an error of this setting, or of the table that lacks it.
  void fail(const std::string& path, std::string message);
  /// Notes an error at a place that is no known setting.
  void fail_at(const Place& place, std::string key, std::string message);

  /// All errors, in the order of the file.
  std::vector<ConfigError> errors() &&;

 private:
  std::string file_;
  std::map<std::string, Place, std::less<>> places_;
  std::vector<std::string> failed_;
  std::vector<ConfigError> errors_;
};

/// Reads TOML text into `config`; all errors of names, types and ranges go to `source`. False if the syntax
/// was wrong: then nothing was read.
bool read_toml(std::string_view text, Config& config, Source& source);

/// Checks what goes beyond single settings, and fills in the amounts that games leave to their default.
void check(Config& config, Source& source);

/// The same of the cluster.
void check_cluster(const Config& config, Source& source);

/// The candidate most like `text`, if one is alike enough to be meant.
std::string_view nearest(std::string_view text, const std::vector<std::string_view>& candidates);

}  // namespace cardroom::config
