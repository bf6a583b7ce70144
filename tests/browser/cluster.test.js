// Two nodes: what an administrator sees of them, and how a player goes on when one is emptied.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Browser, assertAccessible, assertFits, keepPicture } from "./browser.js";
import { Daemon, bots, game, until } from "./daemon.js";
import { Player, playUntil } from "./player.js";

const directory = mkdtempSync(join(tmpdir(), "cardroom-browser-"));
const socket = join(directory, "redis.sock");
let redis, first, second, browser;

const node = (name, ...more) =>
  Daemon.open(
    `mode = "redis"\nurl = "unix:${socket}"\nkey_file = "${join(directory, "store.key")}"\n`,
    `[cluster]\nenabled = true\nnode = "${name}"\n`,
    game("main", { action_time: "20s" }),
    ...more,
  );

before(async () => {
  const flags = ["--port", "0", "--unixsocket", socket, "--dir", directory, "--save", "", "--appendonly", "yes"];
  redis = spawn("redis-server", [...flags, "--appendfsync", "always"], { stdio: "ignore" });
  await until("Redis is there", () => existsSync(socket));
  first = await node("first", bots("main", 2));
  [second, browser] = await Promise.all([node("second"), Browser.open()]);
});
after(async () => {
  await Promise.allSettled([browser?.close(), first?.close(), second?.close()]);
  redis.kill("SIGTERM");
  await once(redis, "exit");
  rmSync(directory, { recursive: true, force: true });
});

test("an administrator empties a node, and its players go on at the other one", async () => {
  const page = await browser.person();
  await page.goto(`${first.url}/admin`);
  const token = readFileSync(join(first.data, "admin.token"), "utf8").trim();
  await page.getByLabel("The administrator’s token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Nodes", exact: true }).click();
  const row = page.getByRole("row", { name: /^second UP/ });
  await row.waitFor();
  await page.getByRole("row", { name: /^first UP/ }).waitFor();
  await assertAccessible(page, "nodes");
  await assertFits(page, "nodes");
  await keepPicture(page, "admin-nodes");

  const ann = await Player.enter(browser, second, "Ann", "/game/main");
  await ann.sitDown("main");
  await ann.turn.waitFor();
  const hand = await ann.hand();

  await row.getByRole("button", { name: "Drain second" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Drain", exact: true }).click();
  await page.getByText("Drain second: has begun").waitFor();
  // Its tables end their hands first, Ann's too.
  const link = ann.page.getByRole("link", { name: `Go on at 127.0.0.1:${first.port}` });
  await playUntil("the node ends", [ann], () => link.isVisible());
  const [status] = await second.ended;
  assert.equal(status, 0);
  await link.click();
  await ann.seat.waitFor();
  assert.equal(new URL(ann.page.url()).host, `127.0.0.1:${first.port}`);
  assert.ok(!ann.page.url().includes("token"));
  await playUntil("the next hands", [ann], async () => (await ann.hand()) > hand + 1);
  await page.getByRole("row", { name: /^second UP/ }).waitFor({ state: "detached" });
  assert.ok((await first.ctl("audit")).fits);
});
