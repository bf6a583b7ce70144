#include "actors/protocol/frame.hpp"

#include "actors/protocol/wire.hpp"

namespace cardroom::protocol {

std::string render_head(const FrameHead& head) {
  std::string out(detail::kStartText<server::TableState>.view());
  out.reserve(4096);
  detail::add_fields(out, head);
  return out;
}

std::string render_tail(const You& you) {
  std::string out = ",\"you\":";
  write_json(out, you);
  out += '}';
  return out;
}

std::string render_tail() { return "}"; }

}  // namespace cardroom::protocol
