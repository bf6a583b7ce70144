import { useState } from "preact/hooks";
import type { State } from "../state/model";
import { useApp } from "./app_context";
import { Modal } from "./dialog";
import { defaultTerms, settingsOf, speeds, type Speed, type Terms } from "../state/terms";
import { Toggle } from "./toggle";

const houseRules = [
  ["allowPostToPlay", "Newcomers may post a blind to play at once"],
  ["requireMissedBlindPost", "Missed blinds are to be posted"],
  ["doubleRaise", "Raises at least double the bet"],
  ["cumulative", "Short all-ins re-open the betting together"],
  ["openFold", "Folding is allowed when a check is free"],
  ["autoMuck", "Beaten hands are mucked"],
  ["bigBlindStays", "Heads-up the big blind stays"],
] as const;

/** Makes a game whose host is the player. */
export function CreateDialog({ state }: { state: State }) {
  const { send } = useApp();
  const [terms, setTerms] = useState<Terms>(defaultTerms(state.me?.name ?? ""));
  const set = (change: Partial<Terms>) => setTerms({ ...terms, ...change });
  const number = (
    name: keyof Terms &
      ("smallBlind" | "bigBlind" | "ante" | "numberOfSeats" | "minBuyIn" | "maxBuyIn" | "rakePercent" | "rakeCap"),
    label: string,
    min: number,
    max?: number,
  ) => (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        required
        value={terms[name]}
        onInput={(event) => set({ [name]: Number(event.currentTarget.value) })}
      />
    </label>
  );
  const create = (event: Event) => {
    event.preventDefault();
    send({ type: "CREATE_GAME", settings: settingsOf(terms) });
  };
  return (
    <Modal title="Host a game">
      <form class="form" onSubmit={create}>
        <label class="field">
          <span>Name of the game</span>
          <input
            required
            maxLength={24}
            pattern="[A-Za-z0-9_\-]+"
            title="Letters, digits, - and _"
            value={terms.gameId}
            onInput={(event) => set({ gameId: event.currentTarget.value })}
          />
        </label>
        <div class="pair">
          {number("smallBlind", "Small blind", 1)}
          {number("bigBlind", "Big blind", terms.smallBlind)}
        </div>
        <div class="pair">
          {number("ante", "Ante", 0)}
          {number("numberOfSeats", "Seats", 2, 10)}
        </div>
        <div class="pair">
          {number("minBuyIn", "Least buy-in, in big blinds", 1)}
          {number("maxBuyIn", "Largest buy-in, in big blinds", terms.minBuyIn)}
        </div>
        <label class="field">
          <span>Speed</span>
          <select value={terms.speed} onChange={(event) => set({ speed: event.currentTarget.value as Speed })}>
            {Object.entries(speeds).map(([name, speed]) => (
              <option key={name} value={name}>
                {speed.label}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Start</span>
          <select value={terms.start} onChange={(event) => set({ start: event.currentTarget.value as Terms["start"] })}>
            <option value="HOST">When I press Start</option>
            <option value="AUTO">By itself, with two players</option>
          </select>
        </label>
        <label class="field">
          <span>Not before</span>
          <input
            type="datetime-local"
            value={terms.startAt}
            onInput={(event) => set({ startAt: event.currentTarget.value })}
          />
        </label>
        <details>
          <summary>House rules</summary>
          <div class="form">
            {houseRules.map(([name, label]) => (
              <Toggle key={name} label={label} on={terms[name]} change={(on) => set({ [name]: on })} />
            ))}
            <div class="pair">
              {number("rakePercent", "Rake, %", 0, 100)}
              {number("rakeCap", "Most rake of a hand (0 = any)", 0)}
            </div>
          </div>
        </details>
        <p class="muted small">Games of players grant no chips: everybody brings them from the balance.</p>
        <button type="submit" class="primary big">
          Make the game
        </button>
      </form>
    </Modal>
  );
}
