import { beforeEach, describe, expect, test } from "vitest";
import type { DaemonStatus } from "../src/admin/answers";
import { AdminLink, type Phase } from "../src/admin/link";
import { inWords, roundUp, short, shownMs, withSample, type Sample } from "../src/admin/series";
import type { Socket } from "../src/connection/connection";

/** A daemon that answers when told to. */
class World {
  sockets: { socket: Socket; sent: Record<string, unknown>[] }[] = [];
  timers: (() => void)[] = [];
  kept = new Map<string, string>();
  told: [Phase, string | undefined][] = [];

  link() {
    return new AdminLink({
      open: () => {
        const sent: Record<string, unknown>[] = [];
        const socket: Socket = {
          send: (text) => void sent.push(JSON.parse(text)),
          close: () => undefined,
          onopen: null,
          onmessage: null,
          onclose: null,
        };
        this.sockets.push({ socket, sent });
        return socket;
      },
      later: (_ms, run) => {
        this.timers.push(run);
        return () => void (this.timers = this.timers.filter((one) => one !== run));
      },
      keep: {
        get: (name) => this.kept.get(name),
        set: (name, value) => void (value === undefined ? this.kept.delete(name) : this.kept.set(name, value)),
      },
      told: (phase, problem) => void this.told.push([phase, problem]),
    });
  }
  get last() {
    return this.sockets.at(-1)!;
  }
  get phase() {
    return this.told.at(-1)?.[0];
  }
  say(message: object) {
    this.last.socket.onmessage?.({ data: JSON.stringify({ v: 1, ...message }) });
  }
  admit() {
    this.last.socket.onopen?.();
    this.say({ type: "WELCOME", id: 1, protocol: 1, server: "0" });
    this.say({ type: "OK", id: 2 });
  }
}

let world: World;
beforeEach(() => {
  world = new World();
});

describe("an administrator's connection", () => {
  test("greets, gives the token, and keeps it once it was right", () => {
    world.link().signIn("secret");
    world.last.socket.onopen?.();
    world.say({ type: "WELCOME", id: 1, protocol: 1, server: "0" });
    expect(world.last.sent).toEqual([
      { v: 1, type: "HELLO", protocol: 1, id: 1 },
      { v: 1, type: "LOGIN_ADMIN", token: "secret", id: 2 },
    ]);
    expect(world.kept.size).toBe(0);
    world.say({ type: "OK", id: 2 });
    expect(world.phase).toBe("in");
    expect(world.kept.get("admin")).toBe("secret");
  });

  test("a wrong token is not kept, and said to be wrong", () => {
    world.kept.set("admin", "old");
    world.link();
    world.last.socket.onopen?.();
    world.say({ type: "WELCOME", id: 1, protocol: 1, server: "0" });
    world.say({ type: "ERROR", id: 2, code: "BAD_TOKEN", message: "Not the one." });
    expect(world.told.at(-1)).toEqual(["out", "Not the one."]);
    expect(world.kept.size).toBe(0);
    expect(world.timers).toEqual([]);
  });

  test("answers find their requests, in any order", async () => {
    const link = world.link();
    link.signIn("secret");
    world.admit();
    const first = link.ask("game list");
    const second = link.ask("game end", { game: "main" });
    expect(world.last.sent.at(-1)).toEqual({
      v: 1,
      type: "ADMIN",
      id: 4,
      request: { command: "game end", game: "main" },
    });
    world.say({ type: "ERROR", id: 4, code: "INVALID_STATE", message: "It is PAUSED." });
    world.say({ type: "ADMIN_DONE", id: 3, data: [1] });
    await expect(second).rejects.toMatchObject({ code: "INVALID_STATE", message: "It is PAUSED." });
    await expect(first).resolves.toEqual([1]);
  });

  test("what was under way when it broke is neither done nor repeated, and it comes back", async () => {
    const link = world.link();
    link.signIn("secret");
    world.admit();
    const asked = link.ask("game pause", { game: "main" });
    world.last.socket.onclose?.({ code: 1006, reason: "" });
    await expect(asked).rejects.toMatchObject({ code: "NO_CONNECTION" });
    expect(world.phase).toBe("lost");
    world.timers[0]?.();
    world.admit();
    expect(world.sockets).toHaveLength(2);
    expect(world.phase).toBe("in");
    expect(world.last.sent.map((sent) => sent["type"])).toEqual(["HELLO", "LOGIN_ADMIN"]);
  });

  test("signed out, nothing is asked", async () => {
    const link = world.link();
    link.signIn("secret");
    world.admit();
    link.signOut();
    expect(world.kept.size).toBe(0);
    await expect(link.ask("status")).rejects.toMatchObject({ code: "NO_CONNECTION" });
  });
});

describe("curves", () => {
  const status = { handsPerSecond: 2, actionsPerSecond: 9, latencyP50Us: 250, latencyP99Us: 1900 } as DaemonStatus;
  test("keep two minutes", () => {
    let samples: Sample[] = [];
    for (let at = 0; at <= 2 * shownMs; at += 1000) samples = withSample(samples, status, at);
    expect(samples).toHaveLength(shownMs / 1000);
    expect(samples.at(-1)).toEqual({ at: 2 * shownMs, hands: 2, actions: 9, p50: 0.25, p99: 1.9 });
  });
  test("a clock that was put back begins them anew", () =>
    expect(withSample(withSample([], status, 5000), status, 1000)).toHaveLength(1));
  test("have round tops", () => expect([0, 0.3, 1, 7, 12, 480].map(roundUp)).toEqual([1, 0.5, 1, 10, 20, 500]));
  test("are told in words", () => {
    expect(inWords("Hands", "a second", [1, undefined, 12.34])).toBe(
      "Hands: 12 a second now, 1 to 12 in the last two minutes",
    );
    expect(inWords("Hands", "a second", [])).toBe("Hands: nothing yet");
    expect(inWords("Median", "ms", [1, undefined])).toBe("Median: none now, 1 to 1 in the last two minutes");
  });
  test("numbers are short", () => expect([0.034, 1234.5, undefined].map(short)).toEqual(["0.034", "1,235", "–"]));
});
