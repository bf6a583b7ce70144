import { backoff } from "../connection/backoff";
import type { Socket } from "../connection/connection";
import type { Keep } from "../connection/storage";
import { decode, encode } from "../protocol/codec";
import type { ServerMessage } from "../protocol/messages";

/** How it stands: nobody has signed in, a token is on its way, it was right, or the connection was lost and comes back. */
export type Phase = "out" | "asking" | "in" | "lost";

/** What the daemon does not do, and why. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Surroundings {
  open(): Socket;
  later(ms: number, run: () => void): () => void;
  /** Of this window alone: a token of administrators is not left behind. */
  keep: Keep;
  told(phase: Phase, problem?: string): void;
}

interface Waiting {
  done(data: unknown): void;
  failed(why: Refusal): void;
}

const lost = new Refusal("NO_CONNECTION", "The connection was lost; look whether it was done before you ask again.");
const hello = 1;
const login = 2;

/** An administrator's connection. It comes back with the token when it is lost; requests are never repeated by themselves. */
export class AdminLink {
  private socket?: Socket;
  private token: string | undefined;
  private phase: Phase = "out";
  private next = login + 1;
  private attempt = 0;
  private waiting = new Map<number, Waiting>();
  private stopTimer?: () => void;

  constructor(private readonly around: Surroundings) {
    this.token = around.keep.get("admin");
    if (this.token) this.connect();
  }

  signIn(token: string): void {
    this.token = token;
    this.attempt = 0;
    this.connect();
  }

  signOut(problem?: string): void {
    this.token = undefined;
    this.around.keep.set("admin", undefined);
    this.leave();
    this.tell("out", problem);
  }

  /** Asks for something, by a name that `cardroomctl` knows too; what comes back, or a Refusal. */
  ask<T>(command: string, members: Record<string, unknown> = {}): Promise<T> {
    if (this.phase !== "in" || !this.socket) return Promise.reject(lost);
    const id = this.next++;
    this.socket.send(encode(id, { type: "ADMIN", request: { command, ...members } }));
    return new Promise((done, failed) => this.waiting.set(id, { done: done as (data: unknown) => void, failed }));
  }

  private tell(phase: Phase, problem?: string): void {
    this.phase = phase;
    this.around.told(phase, problem);
  }

  private connect(): void {
    this.leave();
    this.tell(this.attempt > 0 ? "lost" : "asking");
    const socket = this.around.open();
    this.socket = socket;
    socket.onopen = () => socket.send(encode(hello, { type: "HELLO", protocol: 1 }));
    socket.onmessage = (event) => {
      const message = decode(event.data);
      if (message && this.socket === socket) this.receive(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.leave();
      this.stopTimer = this.around.later(backoff(this.attempt++), () => this.connect());
      this.tell("lost");
    };
  }

  private receive(message: ServerMessage): void {
    if (message.type === "WELCOME")
      return this.socket?.send(encode(login, { type: "LOGIN_ADMIN", token: this.token ?? "" }));
    if (message.type === "OK" && message.id === login) {
      this.attempt = 0;
      this.around.keep.set("admin", this.token);
      return this.tell("in");
    }
    if (message.type === "ERROR" && message.id === login) return this.signOut(message.message);
    if ((message.type !== "ADMIN_DONE" && message.type !== "ERROR") || message.id === undefined) return;
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.type === "ERROR") asked?.failed(new Refusal(message.code, message.message));
    else asked?.done(message.data);
  }

  private leave(): void {
    this.stopTimer?.();
    const { socket, waiting } = this;
    this.socket = undefined;
    this.waiting = new Map();
    socket?.close();
    for (const one of waiting.values()) one.failed(lost);
  }
}
