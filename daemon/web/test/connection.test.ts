import { beforeEach, describe, expect, test } from "vitest";
import { Connection, answerWithin, pingEvery, type Socket } from "../src/connection/connection";
import type { Link } from "../src/state/model";

type Sent = { type: string; id: number; [field: string]: unknown };

/** A daemon that answers when told to, and a clock that moves when told to. */
class World {
  now = 1_000_000;
  timers: { at: number; run: () => void }[] = [];
  sockets: { socket: Socket; sent: Sent[]; closed: boolean }[] = [];
  kept = new Map<string, string>();
  links: Partial<Link>[] = [];
  heard: string[] = [];
  notices: string[] = [];
  connection = new Connection(
    {
      open: () => {
        const entry = { sent: [] as Sent[], closed: false } as World["sockets"][number];
        entry.socket = {
          send: (text) => void entry.sent.push(JSON.parse(text)),
          close: () => void (entry.closed = true),
          onopen: null,
          onmessage: null,
          onclose: null,
        };
        this.sockets.push(entry);
        return entry.socket;
      },
      now: () => this.now,
      later: (ms, run) => {
        const timer = { at: this.now + ms, run };
        this.timers.push(timer);
        return () => void (this.timers = this.timers.filter((one) => one !== timer));
      },
      keep: {
        get: (name) => this.kept.get(name),
        set: (name, value) => void (value === undefined ? this.kept.delete(name) : this.kept.set(name, value)),
      },
    },
    {
      message: (message) => void this.heard.push(message.type),
      link: (link) => void this.links.push(link),
      sent: () => undefined,
      notice: (text) => void this.notices.push(text),
    },
  );

  get last() {
    return this.sockets.at(-1)!;
  }
  get phase() {
    return this.links.filter((link) => link.phase).at(-1)?.phase;
  }
  pass(ms: number) {
    const until = this.now + ms;
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.now = next.at;
      next.run();
    }
    this.now = until;
  }
  say(fields: object) {
    this.last.socket.onmessage?.({ data: JSON.stringify({ v: 1, ...fields }) });
  }
  answer(fields: object) {
    this.say({ id: this.last.sent.at(-1)!.id, ...fields });
  }
  enter() {
    this.last.socket.onopen?.();
    this.answer({ type: "WELCOME", protocol: 1, server: "0" });
  }
  loggedIn() {
    this.answer({ type: "LOGGED_IN", userId: "guest-1", name: "Ann", token: "secret", seats: [] });
  }
  types() {
    return this.last.sent.map((one) => one.type);
  }
}

let world: World;
beforeEach(() => {
  world = new World();
  world.connection.connect();
});

describe("a new player", () => {
  test("greets, waits for a name, logs in, and the token is kept", () => {
    world.enter();
    expect(world.phase).toBe("greeting");
    world.connection.login("Ann");
    expect(world.last.sent.at(-1)).toMatchObject({ type: "LOGIN_GUEST", name: "Ann" });
    world.loggedIn();
    expect(world.phase).toBe("online");
    expect(world.kept.get("token")).toBe("secret");
  });
  test("may take his time over the name", () => {
    world.enter();
    world.pass(10 * answerWithin);
    expect(world.sockets).toHaveLength(1);
  });
});

describe("a known player", () => {
  beforeEach(() => {
    world.kept.set("token", "secret");
    world.enter();
    world.loggedIn();
  });

  test("comes in with the token", () =>
    expect(world.last.sent[1]).toMatchObject({ type: "LOGIN_GUEST", token: "secret" }));

  test("hears why the server closed the connection", () => {
    world.last.socket.onclose?.({ code: 1008, reason: "closed by an administrator" });
    expect(world.notices).toEqual(["The server closed the connection: closed by an administrator."]);
    world.pass(500);
    world.last.socket.onclose?.({ code: 1006, reason: "" });
    expect(world.notices).toHaveLength(1);
  });

  test("is told of a broken connection at once, and comes back", () => {
    world.last.socket.onclose?.({ code: 1006, reason: "" });
    expect(world.phase).toBe("connecting");
    expect(world.connection.send({ type: "LIST_GAMES" })).toBeUndefined();
    world.pass(500);
    expect(world.sockets).toHaveLength(2);
    world.enter();
    world.loggedIn();
    expect(world.phase).toBe("online");
  });

  test("repeats what was not answered, with the same number, and only that", () => {
    const fold = { type: "ACT", tableId: "t", handNumber: 1, turn: 2, action: "FOLD" } as const;
    const leave = world.connection.send({ type: "LEAVE", gameId: "g" });
    world.say({ type: "OK", id: leave });
    const id = world.connection.send(fold);
    world.last.socket.onclose?.({ code: 1006, reason: "" });
    world.pass(500);
    world.enter();
    world.loggedIn();
    expect(world.last.sent.filter((one) => one.type === "ACT" || one.type === "LEAVE")).toEqual([
      { v: 1, ...fold, id },
    ]);
  });

  test("does not repeat what the daemon would take for new", () => {
    world.connection.send({ type: "LEAVE", gameId: "g" });
    world.last.socket.onclose?.({ code: 1006, reason: "" });
    for (let i = 0; i < 8; ++i) {
      world.pass(15_000);
      world.last.socket.onclose?.({ code: 1006, reason: "" });
    }
    world.pass(15_000);
    world.enter();
    world.loggedIn();
    expect(world.types()).not.toContain("LEAVE");
  });

  test("notices a connection that went silent", () => {
    world.say({ type: "OK", id: world.last.sent.at(-1)!.id });
    world.pass(pingEvery);
    expect(world.types().filter((type) => type === "PING")).toHaveLength(2);
    world.pass(answerWithin);
    expect(world.phase).toBe("connecting");
    expect(world.sockets[0]!.closed).toBe(true);
  });

  test("stays away after he came in elsewhere", () => {
    world.say({ type: "SESSION_REPLACED" });
    expect(world.phase).toBe("replaced");
    world.pass(600_000);
    expect(world.sockets).toHaveLength(1);
  });

  test("comes back after a shutdown, in a few seconds", () => {
    world.say({ type: "SHUTDOWN", urls: ["ws://b:8080/ws"] });
    expect(world.phase).toBe("stopping");
    expect(world.links.at(-1)?.elsewhere).toEqual(["ws://b:8080/ws"]);
    world.pass(2_000);
    expect(world.sockets).toHaveLength(1);
    world.pass(1_000);
    expect(world.sockets).toHaveLength(2);
  });

  test("uses numbers that rise though the clock was put back", () => {
    const before = world.connection.send({ type: "LIST_GAMES" })!;
    world.now -= 500_000;
    expect(world.connection.send({ type: "LIST_GAMES" })!).toBeGreaterThan(before);
  });
});

test("a token that nobody has leads back to the name", () => {
  world.kept.set("token", "old");
  world.enter();
  world.answer({ type: "ERROR", code: "BAD_TOKEN", message: "No player has this token." });
  expect(world.phase).toBe("greeting");
  expect(world.kept.has("token")).toBe(false);
  expect(world.notices).toEqual(["The player of this link or browser is not known here. A name makes you a new one."]);
});
