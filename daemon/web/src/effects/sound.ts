import type { Observer } from "../state/store";
import { canAct } from "../state/seats";

let audio: AudioContext | undefined;

function tone(context: AudioContext, frequency: number, from: number, length: number, loudness: number): void {
  const source = context.createOscillator();
  const volume = context.createGain();
  const start = context.currentTime + from;
  source.type = "sine";
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

function play(notes: readonly (readonly [frequency: number, from: number])[], loudness: number): void {
  // Browsers give sound only after somebody has touched the page; before that it stays silent.
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  if (audio.state !== "running") return;
  for (const [frequency, from] of notes) tone(audio, frequency, from, 0.28, loudness);
}

const yourTurn = [
  [660, 0],
  [880, 0.12],
] as const;
const cards = [[330, 0]] as const;
const won = [
  [523, 0],
  [659, 0.1],
  [784, 0.2],
] as const;

/** Sounds when it is the player's turn, when he gets cards and when he wins. */
export const sound: Observer = (before, after) => {
  if (!after.preferences.sound || before.tables === after.tables) return;
  for (const id of after.open) {
    const table = after.tables[id];
    const old = before.tables[id];
    if (!table || table === old || !table.you || !old) continue;
    if (canAct(table) && (!canAct(old) || old.view?.turn !== table.view?.turn)) return play(yourTurn, 0.12);
    if (table.you.holeCards && !old.you?.holeCards) play(cards, 0.03);
    const seat = table.view?.seats.find((one) => one.seatIndex === table.you?.seatIndex);
    if (seat?.won && table.result !== old.result) play(won, 0.05);
  }
};
