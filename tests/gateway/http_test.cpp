#include <gmock/gmock.h>

#include <stdexcept>

#include "tests/gateway/gateway_fixture.hpp"

namespace cardroom::gateway {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string get(std::uint16_t port, const std::string& target, const std::string& further = "") {
  RawClient client(port);
  client.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + further + "\r\n");
  return client.response();
}

TEST(HttpRoutes, FindTheExactPathThenTheNearestFolder) {
  const auto named = [](std::string name) {
    return [name](const HttpRequest& request) {
      return HttpResponse{200, "text/plain", name + "|" + std::string(request.path), {}};
    };
  };
  HttpRoutes routes;
  EXPECT_EQ(routes.answer("/").status, 404u);
  routes.add("/metrics", named("metrics"));
  routes.add("/", named("root"));
  routes.add("/web/", named("web"));
  EXPECT_EQ(routes.answer("/metrics").body, "metrics|/metrics");
  EXPECT_EQ(routes.answer("/metrics/more").body, "root|/metrics/more");
  EXPECT_EQ(routes.answer("/web/js/a.js").body, "web|/web/js/a.js");
  EXPECT_EQ(routes.answer("/web").body, "root|/web");
  EXPECT_EQ(routes.answer("no-slash").status, 404u);
}

TEST(HttpRoutes, GivesTheQueryApart) {
  HttpRoutes routes;
  routes.add("/a", [](const HttpRequest& request) {
    return HttpResponse{
        200, "text/plain", std::string(request.query) + "," + std::string(request.target), {}};
  });
  EXPECT_EQ(routes.answer("/a?x=1&y=2").body, "x=1&y=2,/a?x=1&y=2");
  EXPECT_EQ(routes.answer("/a").body, ",/a");
}

TEST(Http, HealthIsOk) {
  RunningServer running;
  const auto response = get(running.port(), "/health");
  EXPECT_THAT(response, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(response, HasSubstr("Content-Length: 2\r\n"));
  EXPECT_THAT(response, EndsWith("\r\n\r\nok"));
}

TEST(Http, UnknownAddressIs404WithASentence) {
  RunningServer running;
  const auto response = get(running.port(), "/nowhere");
  EXPECT_THAT(response, StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(response, EndsWith("There is nothing at this address.\n"));
}

TEST(Http, HandlersChooseStatusTypeHeadersAndBody) {
  RecordedEvents events;
  Server server({}, events);
  server.handle("/page", [](const HttpRequest& request) {
    return HttpResponse{201, "text/html", "<p>" + std::string(request.query), {{"X-Extra", "yes"}}};
  });
  server.handle("/broken", [](const HttpRequest&) -> HttpResponse { throw std::runtime_error("no"); });
  ASSERT_FALSE(server.start());
  const auto page = get(server.port(), "/page?hello");
  EXPECT_THAT(page, StartsWith("HTTP/1.1 201 "));
  EXPECT_THAT(page, HasSubstr("Content-Type: text/html\r\n"));
  EXPECT_THAT(page, HasSubstr("X-Extra: yes\r\n"));
  EXPECT_THAT(page, EndsWith("<p>hello"));
  EXPECT_THAT(get(server.port(), "/broken"), StartsWith("HTTP/1.1 500 "));
}

TEST(Http, OneConnectionServesManyRequestsAlsoAheadOfTheirAnswers) {
  RunningServer running;
  RawClient client(running.port());
  const std::string request = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.send(request + request);
  client.send(request);
  for (int i = 0; i < 3; ++i) EXPECT_THAT(client.response(), StartsWith("HTTP/1.1 200 "));
}

TEST(Http, ClosesWhenTheClientAsksForIt) {
  RunningServer running;
  RawClient client(running.port());
  client.send("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(client.response(), HasSubstr("Connection: close\r\n"));
  EXPECT_FALSE(client.frame());
  RawClient old(running.port());
  old.send("GET /health HTTP/1.0\r\n\r\n");
  EXPECT_THAT(old.response(), StartsWith("HTTP/1.0 200 "));
  EXPECT_FALSE(old.frame());
}

TEST(Http, HeadHasNoBody) {
  RunningServer running;
  RawClient client(running.port());
  client.send(
      "HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /none HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.finish();
  const auto both = client.rest();
  EXPECT_THAT(both, HasSubstr("Content-Length: 2\r\n"));
  EXPECT_THAT(both, HasSubstr("\r\n\r\nHTTP/1.1 404 "));
}

TEST(Http, OtherMethodsAreRefused) {
  RunningServer running;
  RawClient client(running.port());
  client.send("DELETE /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto response = client.response();
  EXPECT_THAT(response, StartsWith("HTTP/1.1 405 "));
  EXPECT_THAT(response, HasSubstr("Allow: GET, HEAD\r\n"));
}

TEST(Http, RequestBodiesAreRefused) {
  RunningServer running;
  RawClient client(running.port());
  client.send("GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" +
              std::string(100000, 'x'));
  EXPECT_THAT(client.response(), StartsWith("HTTP/1.1 413 "));
}

TEST(Http, LargeHeadersAreRefused) {
  RunningServer running;
  EXPECT_THAT(get(running.port(), "/health", "X-Large: " + std::string(9000, 'x') + "\r\n"),
              StartsWith("HTTP/1.1 431 "));
}

TEST(Http, GarbageIsRefusedAndTheConnectionClosed) {
  RunningServer running;
  for (const std::string& garbage : {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
                                     std::string(5000, '\0'), std::string("hello\r\n\r\n"),
                                     std::string("GET /health HTTP/9.9\r\n\r\n"), std::string(300, '\xff')}) {
    RawClient client(running.port());
    client.send(garbage);
    client.finish();
    EXPECT_THAT(client.response(), StartsWith("HTTP/1.1 400 "));
    EXPECT_FALSE(client.frame());
  }
  EXPECT_THAT(get(running.port(), "/health"), StartsWith("HTTP/1.1 200 "));
}

TEST(Http, HalfARequestTimesOut) {
  ConnectionLimits limits;
  limits.handshake_timeout = std::chrono::milliseconds(50);
  RunningServer running(limits);
  RawClient half(running.port());
  half.send("GET /ws HTTP/1.1\r\nHost: loc");
  EXPECT_EQ(half.rest(), "");
  RawClient silent(running.port());
  EXPECT_EQ(silent.rest(), "");
  EXPECT_TRUE(eventually([&] { return running.server.connections() == 0; }));
}

TEST(Http, WebSocketsAddressWithoutAnUpgradeIs426) {
  RunningServer running;
  EXPECT_THAT(get(running.port(), "/ws"), StartsWith("HTTP/1.1 426 "));
}

}  // namespace
}  // namespace cardroom::gateway
