import { repeatedFor, repeatedMost } from "../protocol/limits";
import type { Command } from "../protocol/commands";
import type { ServerMessage } from "../protocol/messages";

interface Sent {
  id: number;
  command: Command;
  at: number;
}

/** The number of the command that a message answers. */
export function answeredId(message: ServerMessage): number | undefined {
  if (message.type === "TABLE_STATE") return message.you?.ack?.id;
  return "id" in message ? message.id : undefined;
}

/** Commands that were sent and not answered, to be repeated with their numbers when a connection broke. */
export class Unanswered {
  private sent: Sent[] = [];

  add(id: number, command: Command, at: number): void {
    // These have no effect that could be lost, and are asked anew anyway.
    if (command.type === "PING" || command.type === "LIST_GAMES" || command.type === "WATCH") return;
    this.sent = [...this.sent, { id, command, at }].slice(-repeatedMost);
  }

  answered(message: ServerMessage): void {
    const id = answeredId(message);
    if (id !== undefined) this.sent = this.sent.filter((one) => one.id !== id);
  }

  /** What to repeat, in order; what the daemon would no longer recognise is forgotten. */
  toRepeat(now: number): readonly Sent[] {
    this.sent = this.sent.filter((one) => now - one.at < repeatedFor);
    return this.sent;
  }

  clear(): void {
    this.sent = [];
  }
}
