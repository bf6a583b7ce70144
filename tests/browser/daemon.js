// Drives the real programs: a daemon in a directory of its own, with a private Redis, and cardroomctl.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const bin = process.env.CARDROOM_BIN;
const run = promisify(execFile);

/** A [[game]] of a configuration, quick enough for tests; `settings` replace or add to what is here. */
export function game(gameId, settings = {}) {
  const all = {
    game_id: gameId,
    small_blind: 5,
    big_blind: 10,
    number_of_seats: 6,
    start: "auto",
    seating_time: "0s",
    predeal_time: "500ms",
    review_hand_time: "1s",
    next_hand_delay: "200ms",
    action_time: "20s",
    time_bank: "0s",
    ...settings,
  };
  const line = ([name, value]) => `${name} = ${JSON.stringify(value)}`;
  return `[[game]]\n${Object.entries(all).map(line).join("\n")}\n`;
}

/** A [[bots]] of a configuration. */
export function bots(gameId, players, thinkTime = "50ms") {
  return `[[bots]]\ngame = "${gameId}"\nplayers = ${players}\nthink_time = "${thinkTime}"\n`;
}

/** Waits for `condition()` to be true and returns its value. */
export async function until(what, condition, seconds = 20) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${seconds} s`);
    await new Promise((again) => setTimeout(again, 50));
  }
}

/** A cardroomd on a free port; close() stops it and removes its directory. */
export class Daemon {
  /** `config`: games and bots as text. */
  static async open(...config) {
    const daemon = new Daemon(config);
    await daemon.start();
    return daemon;
  }

  constructor(config) {
    this.directory = mkdtempSync(join(tmpdir(), "cardroom-browser-"));
    this.data = join(this.directory, "data");
    this.log = join(this.directory, "log");
    this.config = join(this.directory, "config.toml");
    this.port = 0;
    writeFileSync(this.config, `[store]\nsave_interval = "500ms"\n${config.join("")}`);
    appendFileSync(this.log, "");
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it, after the first time at the port where its clients look. */
  async start() {
    const log = openSync(this.log, "a");
    const flags = ["--config", this.config, "--data-dir", this.data, "--port", String(this.port)];
    this.process = spawn(join(bin, "cardroomd"), flags, { stdio: ["ignore", "pipe", log] });
    closeSync(log);
    this.ended = once(this.process, "exit");
    const lines = createInterface({ input: this.process.stdout });
    for await (const line of lines) {
      const port = /^cardroomd ready: port (\d+)/.exec(line)?.[1];
      if (!port) continue;
      this.port = Number(port);
      return;
    }
    throw new Error(`the daemon did not start: ${readFileSync(this.log, "utf8")}`);
  }

  /** Ends it at once, as a power cut would. */
  async kill() {
    this.process.kill("SIGKILL");
    await this.ended;
  }

  async stop() {
    this.process.kill("SIGTERM");
    await this.ended;
  }

  async close() {
    if (this.process && this.process.exitCode === null && this.process.signalCode === null) await this.stop();
    // Of a daemon that was killed the Redis lives on.
    await run("redis-cli", ["-s", join(this.data, "redis.sock"), "SHUTDOWN", "NOSAVE"]).catch(() => {});
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** What cardroomctl answers. */
  async ctl(...words) {
    const { stdout } = await run(join(bin, "cardroomctl"), ["--data-dir", this.data, "-o", "json", ...words]);
    return stdout.trim() ? JSON.parse(stdout) : undefined;
  }
}
