#include "actors/protocol/frame.hpp"

#include "actors/protocol/wire.hpp"

namespace cardroom::protocol {

std::string render_head(const FrameHead& head) {
  std::string out;
  append_head(out, head);
  return out;
}

void append_head(std::string& out, const FrameHead& head) {
  out += detail::kStartText<server::TableState>.view();
  detail::add_fields(out, head);
}

std::string render_tail(const You& you) {
  std::string out;
  append_tail(out, you);
  return out;
}

void append_tail(std::string& out, const You& you) {
  out += ",\"you\":";
  write_json(out, you);
  out += '}';
}

std::string render_tail() { return "}"; }

}  // namespace cardroom::protocol
