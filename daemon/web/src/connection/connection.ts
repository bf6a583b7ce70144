import { decode, encode } from "../protocol/codec";
import type { Command, Opening } from "../protocol/commands";
import type { ServerMessage } from "../protocol/messages";
import type { Link } from "../state/model";
import { backoff } from "./backoff";
import type { Keep } from "./storage";
import { Unanswered } from "./unanswered";

/** What the connection needs of a WebSocket. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

/** The world around a connection. */
export interface Surroundings {
  open(): Socket;
  now(): number;
  later(ms: number, run: () => void): () => void;
  keep: Keep;
}

/** Who hears of the connection. */
export interface Listener {
  message(message: ServerMessage): void;
  link(link: Partial<Link>): void;
  sent(id: number, command: Command): void;
  /** Something that the player has to know of the connection, in a sentence. */
  notice(text: string): void;
}

/** How often the way there and back is measured, and how long an answer may take before the connection counts as lost. */
export const pingEvery = 4_000;
export const answerWithin = 6_000;
const closedByPolicy = 1008;
/** A daemon that stops wants a few seconds before it is back. */
const restartPause = 2_500;

/**
 * A connection that heals itself: it greets, logs in with the token, measures the latency, and when it breaks comes back
 * and repeats with their numbers the commands that were not answered.
 */
export class Connection {
  private socket?: Socket;
  private attempt = 0;
  private lastId: number;
  private opening = new Map<number, Opening["type"]>();
  private unanswered = new Unanswered();
  private ready = false;
  private final = false;
  private wantedName?: string;
  private stopTimer?: () => void;
  private stopPing?: () => void;
  private pinged?: number;

  constructor(
    private readonly around: Surroundings,
    private readonly listener: Listener,
  ) {
    this.lastId = Number(around.keep.get("lastId")) || 0;
  }

  /** Connects, now. */
  connect(): void {
    this.abandon();
    this.final = false;
    this.listener.link({ phase: "connecting", retryAt: undefined });
    const socket = this.around.open();
    this.socket = socket;
    this.watchdog(answerWithin);
    socket.onopen = () => this.begin({ type: "HELLO", protocol: 1 });
    socket.onmessage = (event) => {
      const message = decode(event.data);
      if (message && this.socket === socket) this.receive(message);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.socket !== socket) return;
      if (code === closedByPolicy && reason) this.listener.notice(`The server closed the connection: ${reason}.`);
      this.lost(backoff(this.attempt++));
    };
  }

  /** Logs in as a new player of this name, as soon as the daemon has greeted. */
  login(name: string): void {
    this.wantedName = name;
    this.enter();
  }

  /** Sends a command of a logged-in player; without a connection it is refused here, and nothing happens. */
  send(command: Command): number | undefined {
    if (!this.ready || !this.socket) return undefined;
    const id = this.nextId();
    this.unanswered.add(id, command, this.around.now());
    this.listener.sent(id, command);
    this.socket.send(encode(id, command));
    return id;
  }

  /** The connection is known to be gone, as the browser says. */
  interrupt(): void {
    if (!this.final) this.lost(backoff(this.attempt));
  }

  /** Forgets the player of this browser and begins anew. */
  forget(): void {
    this.around.keep.set("token", undefined);
    this.wantedName = undefined;
    this.unanswered.clear();
    this.connect();
  }

  private nextId(): number {
    // The daemon wants numbers that rise for as long as the player lives, also when the clock was put back.
    this.lastId = Math.max(this.around.now(), this.lastId + 1);
    this.around.keep.set("lastId", String(this.lastId));
    return this.lastId;
  }

  private begin(opening: Opening): void {
    const id = this.nextId();
    this.opening.set(id, opening.type);
    this.socket?.send(encode(id, opening));
    this.watchdog(answerWithin);
  }

  private enter(): void {
    if (!this.socket || this.ready || this.opening.size > 0) return;
    const token = this.around.keep.get("token");
    if (token) return this.begin({ type: "LOGIN_GUEST", token });
    if (this.wantedName) return this.begin({ type: "LOGIN_GUEST", name: this.wantedName });
    this.calm();
    this.listener.link({ phase: "greeting" });
  }

  private receive(message: ServerMessage): void {
    this.unanswered.answered(message);
    switch (message.type) {
      case "WELCOME":
        this.opening.delete(message.id);
        return this.enter();
      case "LOGGED_IN":
        return this.loggedIn(message);
      case "ERROR":
        if (message.id !== undefined && this.opening.delete(message.id)) this.notAdmitted(message.code);
        if (message.code === "LAGGED") this.repeat();
        if (message.code === "BAD_TOKEN") return;
        break;
      case "OK":
        if (message.id === this.pinged) this.pong();
        break;
      case "SESSION_REPLACED":
        this.final = true;
        this.abandon();
        return this.listener.link({ phase: "replaced" });
      case "SHUTDOWN":
        this.lost(restartPause);
        return this.listener.link({ phase: "stopping", elsewhere: message.urls });
    }
    this.listener.message(message);
  }

  private loggedIn(message: Extract<ServerMessage, { type: "LOGGED_IN" }>): void {
    this.opening.delete(message.id);
    this.around.keep.set("token", message.token);
    this.wantedName = undefined;
    this.attempt = 0;
    this.ready = true;
    this.listener.message(message);
    this.listener.link({ phase: "online", everOnline: true, retryAt: undefined, elsewhere: undefined });
    this.repeat();
    this.ping();
  }

  private notAdmitted(code: string): void {
    if (code === "BAD_TOKEN") {
      this.around.keep.set("token", undefined);
      this.listener.notice("The player of this link or browser is not known here. A name makes you a new one.");
      return this.enter();
    }
    this.wantedName = undefined;
    if (code === "BAD_REQUEST") return this.enter();
    this.lost(backoff(this.attempt++));
  }

  private repeat(): void {
    for (const { id, command } of this.unanswered.toRepeat(this.around.now())) this.socket?.send(encode(id, command));
  }

  private ping(): void {
    this.pinged = this.send({ type: "PING" });
    this.watchdog(answerWithin);
  }

  private pong(): void {
    this.calm();
    this.stopPing?.();
    this.stopPing = this.around.later(pingEvery, () => this.ping());
  }

  private watchdog(ms: number): void {
    this.calm();
    this.stopTimer = this.around.later(ms, () => this.lost(backoff(this.attempt++)));
  }

  private calm(): void {
    this.stopTimer?.();
    this.stopTimer = undefined;
  }

  private lost(wait: number): void {
    this.abandon();
    this.listener.link({ phase: "connecting", latency: undefined, retryAt: this.around.now() + wait });
    this.stopTimer = this.around.later(wait, () => this.connect());
  }

  private abandon(): void {
    this.calm();
    this.stopPing?.();
    this.ready = false;
    this.opening.clear();
    this.pinged = undefined;
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }
}
