#include "daemon/hands/gzip.hpp"

#include <zlib.h>

#include <array>
#include <memory>

namespace cardroom::daemon {
namespace {

constexpr int kGzip = 15 + 16;  ///< the largest window, in gzip's frame
constexpr int kMemory = 8;      ///< zlib's own default
constexpr std::size_t kLongestLine = 16u << 20u;

}  // namespace

std::string gzip_member(std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

bool for_each_line(const std::string& file, const std::function<bool(std::string_view)>& use) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> in(gzopen(file.c_str(), "rbe"), &gzclose);
  if (!in) return false;
  std::array<char, 1 << 16> chunk{};
  std::string line;
  for (;;) {
    const int n = gzread(in.get(), chunk.data(), chunk.size());
    if (n < 0) {
      // A member that ends too early is the last one of a writer that died.
      int error = Z_OK;
      gzerror(in.get(), &error);
      return error == Z_BUF_ERROR;
    }
    if (n == 0) return true;
    std::string_view text(chunk.data(), static_cast<std::size_t>(n));
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
      line += text.substr(0, end);
      if (!use(line)) return true;
      line.clear();
      text.remove_prefix(end + 1);
    }
    line += text;
    if (line.size() > kLongestLine) return false;
  }
}

}  // namespace cardroom::daemon
