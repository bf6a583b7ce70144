#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "tests/gateway/gateway_fixture.hpp"

namespace cardroom::gateway {
namespace {

TEST(Messages, AreGivenAndSent) {
  RunningServer running;
  auto client = upgraded(running.port());
  client.send_text("hello");
  EXPECT_EQ(client.text(), "hello");
  client.send_text("");
  const auto empty = client.frame();
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->payload, "");
  EXPECT_EQ(running.events.messages(), (std::vector<std::string>{"hello", ""}));
}

TEST(Messages, OfEverySizeUpToTheLimit) {
  RunningServer running;
  auto client = upgraded(running.port());
  for (const std::size_t size : {1u, 125u, 126u, 511u, 512u, 513u, 1024u, 1537u, 4095u, 4096u, 3u}) {
    std::string text(size, 'a');
    for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>('a' + i * 7 % 26);
    client.send_text(text);
    EXPECT_EQ(client.text(), text);
  }
}

TEST(Messages, MayComeInFragmentsWithControlFramesBetween) {
  RunningServer running;
  auto client = upgraded(running.port());
  client.send(masked({false, kText, "one "}) + masked({false, kContinuation, ""}) +
              masked({true, kPing, "p"}) + masked({false, kContinuation, "two "}) +
              masked({true, kContinuation, "three"}));
  const auto pong = client.frame();
  ASSERT_TRUE(pong);
  EXPECT_EQ(pong->opcode, kPong);
  EXPECT_EQ(pong->payload, "p");
  EXPECT_EQ(client.text(), "one two three");
  client.send(masked({false, kText, "\xf0\x9f"}) + masked({false, kContinuation, "\x82\xa1"}) +
              masked({true, kContinuation, ""}));
  EXPECT_EQ(client.text(), "\xf0\x9f\x82\xa1");
  for (const auto* text : {"\xc3\xa4", "\xe2\x82\xac", "a\xf0\x9f\x82\xa1"}) {
    client.send_text(text);
    EXPECT_EQ(client.text(), text);
  }
}

TEST(Messages, MayComeByteByByte) {
  RunningServer running;
  auto client = upgraded(running.port());
  for (const char byte : masked({true, kText, "slowly"})) client.send(std::string(1, byte));
  EXPECT_EQ(client.text(), "slowly");
}

TEST(Messages, AHeadIsSharedAndATailOwn) {
  const auto head = std::make_shared<const std::string>("{\"public\":1");
  RunningServer running({}, [&](Connection& connection, std::string_view text) {
    std::string tail(text);
    tail.insert(0, 1, ',').push_back('}');
    connection.send(head, tail);
    connection.send(nullptr, "tail alone");
  });
  auto client = upgraded(running.port());
  client.send_text("\"own\":2");
  EXPECT_EQ(client.text(), "{\"public\":1,\"own\":2}");
  EXPECT_EQ(client.text(), "tail alone");
  EXPECT_TRUE(eventually([&] { return head.use_count() == 1; }));
}

TEST(Messages, BinaryOnesAreToldAndTheConnectionGoesOn) {
  RunningServer running;
  auto client = upgraded(running.port());
  client.send(masked({true, kBinary, std::string("\xff\xfe", 2)}));
  EXPECT_EQ(client.text(), "no binary");
  client.send_text("text");
  EXPECT_EQ(client.text(), "text");
  EXPECT_EQ(running.events.count("binary"), 1u);
}

std::uint16_t code_after(const std::string& bytes) {
  ConnectionLimits limits;
  limits.close_timeout = std::chrono::milliseconds(100);
  RunningServer running(limits);
  auto bystander = upgraded(running.port());
  auto client = upgraded(running.port());
  client.send(bytes);
  const auto code = client.read_to_end();
  EXPECT_TRUE(running.events.wait("close"));
  bystander.send_text("unharmed");
  EXPECT_EQ(bystander.text(), "unharmed");
  return code;
}

TEST(Messages, TooLargeOnesCloseWith1009) {
  EXPECT_EQ(code_after(masked({true, kText, std::string(4097, 'x')})), 1009);
  EXPECT_EQ(code_after(masked({false, kText, std::string(4000, 'x')}) +
                       masked({true, kContinuation, std::string(97, 'x')})),
            1009);
  EXPECT_EQ(code_after(masked({true, kText, std::string(300'000, 'x')})), 1009);
}

TEST(Messages, InvalidUtf8ClosesWith1007) {
  EXPECT_EQ(code_after(masked({true, kText, "\xc3\x28"})), 1007);
  EXPECT_EQ(code_after(masked({true, kText, "\xed\xa0\x80"})), 1007);
  EXPECT_EQ(code_after(masked({false, kText, "\xe2\x82"}) + masked({true, kContinuation, ""})), 1007);
}

TEST(Messages, BrokenFramesCloseWith1002) {
  EXPECT_EQ(code_after(std::string("\x81\x02hi", 4)), 1002);                  // no mask
  EXPECT_EQ(code_after(masked({true, 3, "reserved"})), 1002);                 // reserved opcode
  EXPECT_EQ(code_after(std::string("\xf1\x80\0\0\0\0", 6)), 1002);            // reserved bits
  EXPECT_EQ(code_after(masked({true, kContinuation, "what?"})), 1002);        // nothing to continue
  EXPECT_EQ(code_after(masked({true, kPing, std::string(126, 'p')})), 1002);  // long control frame
  EXPECT_EQ(code_after(masked({true, kCloseFrame, "\x01"})), 1002);           // half a code
}

TEST(Messages, TheClientsCloseIsAnswered) {
  RunningServer running;
  auto client = upgraded(running.port());
  client.send(masked({true, kCloseFrame, std::string("\x03\xe8", 2)}));
  EXPECT_EQ(client.read_to_end(), 1000);
  EXPECT_TRUE(running.events.wait("close"));
  EXPECT_EQ(running.events.story(), "open close");
}

TEST(Messages, AVanishedClientIsNoticed) {
  RunningServer running;
  { auto client = upgraded(running.port()); }
  EXPECT_TRUE(running.events.wait("close"));
  EXPECT_TRUE(eventually([&] { return running.server.connections() == 0; }));
  EXPECT_FALSE(say(*running.events.connection(), "too late"));
}

TEST(Messages, FromManyThreadsKeepTheOrderOfEach) {
  constexpr int kThreads = 4;
  constexpr int kEach = 2000;
  ConnectionLimits limits;
  limits.queue_frames = kThreads * kEach;
  limits.queue_bytes = 1 << 20;
  RunningServer running(limits);
  auto client = upgraded(running.port());
  ASSERT_TRUE(running.events.wait("open"));
  const auto connection = running.events.connection();
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) say(*connection, std::to_string(t) + " " + std::to_string(i));
    });
  }
  std::vector<int> next(kThreads, 0);
  for (int i = 0; i < kThreads * kEach; ++i) {
    const auto text = client.text();
    ASSERT_FALSE(text.empty());
    const auto thread = static_cast<std::size_t>(text[0] - '0');
    ASSERT_EQ(text, std::to_string(thread) + " " + std::to_string(next[thread]++));
  }
  for (auto& thread : threads) thread.join();
}

TEST(Messages, LargeFramesInOneBurstArriveWhole) {
  RunningServer running({}, [](Connection& connection, std::string_view) {
    for (std::size_t i = 0; i < 40; ++i)
      say(connection, std::string(i * 150, static_cast<char>('A' + i % 26)));
    say(connection, std::string(100'000, 'z'));
    say(connection, "end");
  });
  auto client = upgraded(running.port());
  client.send_text("go");
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_EQ(client.text(), std::string(i * 150, static_cast<char>('A' + i % 26)));
  EXPECT_EQ(client.text(), std::string(100'000, 'z'));
  EXPECT_EQ(client.text(), "end");
}

TEST(Messages, CloseComesAfterWhatIsQueued) {
  RunningServer running({}, [](Connection& connection, std::string_view) {
    for (int i = 0; i < 20; ++i) say(connection, std::to_string(i));
    connection.close(CloseCode::POLICY, std::string(200, 'r'));
    connection.close(CloseCode::NORMAL, "the first one counts");
    EXPECT_FALSE(say(connection, "too late"));
  });
  auto client = upgraded(running.port());
  client.send_text("go");
  for (int i = 0; i < 20; ++i) EXPECT_EQ(client.text(), std::to_string(i));
  const auto last = client.frame();
  ASSERT_TRUE(last);
  EXPECT_EQ(close_code(*last), 1008);
  EXPECT_EQ(last->payload.substr(2), std::string(123, 'r'));
  client.send(masked({true, kCloseFrame, last->payload.substr(0, 2)}));
  client.read_to_end();
  EXPECT_TRUE(running.events.wait("close"));
}

TEST(Messages, AClientThatDoesNotCloseIsCut) {
  ConnectionLimits limits;
  limits.close_timeout = std::chrono::milliseconds(50);
  RunningServer running(
      limits, [](Connection& connection, std::string_view) { connection.close(CloseCode::NORMAL, ""); });
  auto client = upgraded(running.port());
  client.send_text("go");
  EXPECT_EQ(client.read_to_end(), 1000);
  EXPECT_TRUE(running.events.wait("close"));
}

TEST(Messages, AnExceptionClosesTheConnectionOnly) {
  RunningServer running({}, [](Connection& connection, std::string_view text) {
    if (text == "fail") throw std::runtime_error("on purpose");
    say(connection, text);
  });
  auto bystander = upgraded(running.port());
  auto client = upgraded(running.port());
  client.send_text("fail");
  const auto last = client.frame();
  ASSERT_TRUE(last);
  EXPECT_EQ(close_code(*last), 1011);
  bystander.send_text("unharmed");
  EXPECT_EQ(bystander.text(), "unharmed");
}

TEST(Messages, AttachmentsGoWithTheConnection) {
  std::weak_ptr<int> watched;
  RunningServer running({}, [&](Connection& connection, std::string_view text) {
    auto& attached = connection.attachment();
    if (!attached) {
      auto counter = std::make_shared<int>(0);
      watched = counter;
      attached = counter;
    }
    say(connection, std::string(text) + std::to_string(++*std::static_pointer_cast<int>(attached)));
  });
  {
    auto client = upgraded(running.port());
    client.send_text("a");
    EXPECT_EQ(client.text(), "a1");
    client.send_text("b");
    EXPECT_EQ(client.text(), "b2");
  }
  EXPECT_TRUE(eventually([&] { return watched.expired(); }));
}

TEST(Messages, NumbersOfConnectionsDiffer) {
  RunningServer running({}, echo, 2);
  auto first = upgraded(running.port());
  auto second = upgraded(running.port());
  ASSERT_TRUE(running.events.wait("open", 2));
  EXPECT_NE(running.events.connection(0)->id(), running.events.connection(1)->id());
}

}  // namespace
}  // namespace cardroom::gateway
