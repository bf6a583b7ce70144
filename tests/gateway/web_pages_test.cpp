#include "daemon/gateway/web_pages.hpp"

#include <gmock/gmock.h>

#include <array>

#include "daemon/gateway/negotiation.hpp"
#include "tests/gateway/gateway_fixture.hpp"

namespace cardroom::gateway {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr WebFile kFiles[] = {
    {"/assets/index-1a2b.js", "text/javascript; charset=utf-8", "d1", "plain script", "gzip script",
     "br script"},
    {"/favicon.svg", "image/svg+xml", "d2", "<svg/>", "", ""},
    {"/index.html", "text/html; charset=utf-8", "d3", "plain page", "gzip page", ""},
};

class WebPages : public testing::Test {
 protected:
  WebPages() : server({}, events_) {
    server.handle("/", web_pages(kFiles));
    EXPECT_FALSE(server.start());
  }

  std::string ask(const std::string& target, const std::string& further = "",
                  const std::string& method = "GET") {
    RawClient client(server.port());
    client.send(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + further + "\r\n");
    client.finish();
    return client.rest();
  }

 private:
  RecordedEvents events_;

 protected:
  Server server;
};

TEST_F(WebPages, EveryAddressOfTheClientIsItsPage) {
  for (const std::string path :
       {"/", "/game/friday", "/table/friday-t1", "/table/a%20b", "/admin", "/?a=1"}) {
    const auto response = ask(path);
    EXPECT_THAT(response, StartsWith("HTTP/1.1 200 ")) << path;
    EXPECT_THAT(response, HasSubstr("Content-Type: text/html; charset=utf-8\r\n")) << path;
    EXPECT_THAT(response, EndsWith("\r\n\r\nplain page")) << path;
  }
}

TEST_F(WebPages, OtherAddressesAre404WithAPage) {
  for (const std::string path :
       {"/nothing", "/game/", "/game/a/b", "/table", "/assets/", "/assets/index.js", "/assets/../index.html",
        "/../etc/passwd", "/%2e%2e/etc/passwd", "//", "/.."}) {
    const auto response = ask(path);
    EXPECT_THAT(response, StartsWith("HTTP/1.1 404 ")) << path;
    EXPECT_THAT(response, HasSubstr("<h1>There is nothing at this address.</h1>")) << path;
    EXPECT_THAT(response, HasSubstr("Content-Security-Policy: ")) << path;
  }
}

TEST_F(WebPages, TheOwnAddressesOfTheServerStay) {
  EXPECT_THAT(ask("/health"), EndsWith("\r\n\r\nok"));
  EXPECT_THAT(ask("/ws"), StartsWith("HTTP/1.1 426 "));
  RawClient client(server.port());
  EXPECT_THAT(client.upgrade("Origin: http://localhost\r\n"), StartsWith("HTTP/1.1 101 "));
}

TEST_F(WebPages, HashedFilesAreKeptForGoodOthersAskedForAnew) {
  EXPECT_THAT(ask("/assets/index-1a2b.js"),
              HasSubstr("Cache-Control: public, max-age=31536000, immutable\r\n"));
  EXPECT_THAT(ask("/"), HasSubstr("Cache-Control: no-cache\r\n"));
  EXPECT_THAT(ask("/favicon.svg"), HasSubstr("Cache-Control: no-cache\r\n"));
}

TEST_F(WebPages, SendsTheSmallestCodingThatTheBrowserTakes) {
  const auto packed = ask("/assets/index-1a2b.js", "Accept-Encoding: gzip, deflate, br\r\n");
  EXPECT_THAT(packed, HasSubstr("Content-Encoding: br\r\n"));
  EXPECT_THAT(packed, HasSubstr("Vary: Accept-Encoding\r\n"));
  EXPECT_THAT(packed, EndsWith("\r\n\r\nbr script"));
  EXPECT_THAT(ask("/assets/index-1a2b.js", "Accept-Encoding: gzip\r\n"), EndsWith("\r\n\r\ngzip script"));
  EXPECT_THAT(ask("/", "Accept-Encoding: br, gzip\r\n"), EndsWith("\r\n\r\ngzip page"));
  const auto plain = ask("/assets/index-1a2b.js");
  EXPECT_THAT(plain, Not(HasSubstr("Content-Encoding")));
  EXPECT_THAT(plain, HasSubstr("Vary: Accept-Encoding\r\n"));
  EXPECT_THAT(plain, EndsWith("\r\n\r\nplain script"));
}

TEST_F(WebPages, WhatTheBrowserHasIsNotSentAgain) {
  EXPECT_THAT(ask("/"), HasSubstr("ETag: \"d3\"\r\n"));
  const auto same = ask("/", "If-None-Match: \"other\", W/\"d3\"\r\n");
  EXPECT_THAT(same, StartsWith("HTTP/1.1 304 "));
  EXPECT_THAT(same, HasSubstr("ETag: \"d3\"\r\n"));
  EXPECT_THAT(same, HasSubstr("Cache-Control: no-cache\r\n"));
  EXPECT_THAT(same, Not(HasSubstr("Content-Length")));
  EXPECT_THAT(same, EndsWith("\r\n\r\n"));
  EXPECT_THAT(ask("/", "If-None-Match: \"d3\"\r\nAccept-Encoding: gzip\r\n"), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(ask("/", "If-None-Match: \"d3-gzip\"\r\nAccept-Encoding: gzip\r\n"),
              StartsWith("HTTP/1.1 304 "));
}

TEST_F(WebPages, AConnectionGoesOnAfterA304) {
  RawClient client(server.port());
  client.send(
      "GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n"
      "GET /favicon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.finish();
  const auto both = client.rest();
  EXPECT_THAT(both, StartsWith("HTTP/1.1 304 "));
  EXPECT_THAT(both, EndsWith("\r\n\r\n<svg/>"));
}

TEST_F(WebPages, HeadSaysWhatGetWouldSend) {
  const auto head = ask("/assets/index-1a2b.js", "", "HEAD");
  EXPECT_THAT(head, HasSubstr("Content-Length: 12\r\n"));
  EXPECT_THAT(head, EndsWith("\r\n\r\n"));
}

TEST_F(WebPages, OtherMethodsAreRefused) {
  const auto response = ask("/", "", "POST");
  EXPECT_THAT(response, StartsWith("HTTP/1.1 405 "));
  EXPECT_THAT(response, HasSubstr("Allow: GET, HEAD\r\n"));
}

TEST_F(WebPages, ThePageMayReachThisServerAlone) {
  const auto page = ask("/");
  EXPECT_THAT(page, HasSubstr("default-src 'self'; connect-src 'self' ws://localhost wss://localhost; "));
  EXPECT_THAT(page, HasSubstr("frame-ancestors 'none'"));
  EXPECT_THAT(page, HasSubstr("X-Content-Type-Options: nosniff\r\n"));
  EXPECT_THAT(page, HasSubstr("Referrer-Policy: no-referrer\r\n"));
}

TEST(WebPagesHandler, AStrangeHostIsNotRepeated) {
  const auto handler = web_pages(kFiles);
  for (const std::string_view host : {"", "a.example; script-src *", "a b", "a'b", "*"}) {
    const auto response = handler({"/", "/", "", {host, "", ""}});
    EXPECT_THAT(response.headers[0].second, HasSubstr("connect-src 'self'; ")) << host;
  }
  EXPECT_THAT(handler({"/", "/", "", {"[::1]:80", "", ""}}).headers[0].second,
              HasSubstr("connect-src 'self' ws://[::1]:80 wss://[::1]:80; "));
}

TEST(Negotiation, ChoosesTheCodingThatIsLikedMost) {
  constexpr std::array<std::string_view, 2> kBoth = {"br", "gzip"};
  const auto choose = [&](std::string_view header) { return choose_coding(header, kBoth); };
  EXPECT_EQ(choose(""), "identity");
  EXPECT_EQ(choose("gzip"), "gzip");
  EXPECT_EQ(choose("gzip, br"), "br");
  EXPECT_EQ(choose("GZIP"), "gzip");
  EXPECT_EQ(choose("gzip;q=1.0, br;q=0.5"), "gzip");
  EXPECT_EQ(choose("gzip; q=0.001"), "gzip");
  EXPECT_EQ(choose("br;q=0, gzip ;q=0.000"), "identity");
  EXPECT_EQ(choose("*"), "br");
  EXPECT_EQ(choose("*, br;q=0"), "gzip");
  EXPECT_EQ(choose("*;q=0"), "identity");
  EXPECT_EQ(choose("identity, gzip;q=0.5"), "identity");
  EXPECT_EQ(choose("identity;q=0.5, gzip"), "gzip");
  EXPECT_EQ(choose("br;q=x, deflate"), "identity");
  EXPECT_EQ(choose("brotli, gzipped"), "identity");
  EXPECT_EQ(choose(",;,gzip;,"), "gzip");
  EXPECT_EQ(choose_coding("br, gzip", {}), "identity");
}

}  // namespace
}  // namespace cardroom::gateway
