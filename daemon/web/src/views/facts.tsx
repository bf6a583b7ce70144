import type { ComponentChildren } from "preact";
import type { LobbyGame } from "../protocol/messages";
import { chips } from "../state/amounts";

/** How the status of a game is said. */
export const statusNames: Record<LobbyGame["status"], string> = {
  SCHEDULED: "Opens later",
  SEATING: "Seats open",
  ACTIVE: "Playing",
  PAUSED: "Paused",
  COMPLETED: "Over",
};

/** Where a game is in its life. */
export function Status({ game }: { game: LobbyGame }) {
  return <span class={`status ${game.status.toLowerCase()}`}>{statusNames[game.status]}</span>;
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** When a game begins, or who begins it. */
function beginning(game: LobbyGame): string {
  const when = game.startTime ? new Date(game.startTime).toLocaleString([], { dateStyle: "short", timeStyle: "short" }) : "";
  if (game.start === "AUTO") return when ? `at ${when}` : "by itself";
  return when ? `by the host, from ${when}` : "by the host";
}

/** The terms of a game and how it goes; in short, or all of them. */
export function Facts({ game, all }: { game: LobbyGame; all?: boolean }) {
  const begun = game.status === "ACTIVE" || game.status === "PAUSED" || game.status === "COMPLETED";
  return (
    <dl class="facts">
      <Fact name="Blinds">
        {chips(game.smallBlind)}/{chips(game.bigBlind)}
        {game.ante > 0 && <small> ante {chips(game.ante)}</small>}
      </Fact>
      <Fact name="Buy-in">
        {chips(game.minBuyIn)}–{chips(game.maxBuyIn)}
      </Fact>
      <Fact name="Players">{game.players}</Fact>
      <Fact name="Tables">
        {game.tables.length} <small>× {game.numberOfSeats} seats</small>
      </Fact>
      <Fact name="Average pot">{game.averagePot > 0 ? chips(game.averagePot) : "–"}</Fact>
      <Fact name="Hands an hour">{game.handsPerHour > 0 ? chips(game.handsPerHour) : "–"}</Fact>
      {(all || !begun) && <Fact name="Starts">{beginning(game)}</Fact>}
      {all && (
        <>
          <Fact name="Time to act">
            {game.actionTime / 1000} s <small>+ bank {game.timeBank / 1000} s</small>
          </Fact>
          <Fact name="Rake">{game.rakePercent > 0 ? `${game.rakePercent} %` : "none"}</Fact>
          {game.guestCredit > 0 && <Fact name="For newcomers">{chips(game.guestCredit)} chips</Fact>}
        </>
      )}
    </dl>
  );
}
