import { useEffect } from "preact/hooks";
import type { State } from "../state/model";
import { NoticesContext, TurnsContext, useApp } from "./app_context";
import { BuyInDialog } from "./buy_in_dialog";
import { ConfirmDialog } from "./confirm_dialog";
import { CreateDialog } from "./create_dialog";
import { DeviceDialog } from "./device_dialog";
import { GamePage } from "./game_page";
import { HandsDialog } from "./hands_dialog";
import { Live, TurnsBehind } from "./live";
import { Lobby } from "./lobby";
import { Lost } from "./lost";
import { Notices } from "./notices";
import { SeatDialog } from "./seat_dialog";
import { SettingsDialog } from "./settings_dialog";
import { TablePage } from "./table_page";
import { TalkDialog } from "./talk";
import { TopBar } from "./top_bar";
import { Welcome } from "./welcome";

function Connecting({ again }: { again: boolean }) {
  return (
    <main class="welcome">
      <h1>Cardroom</h1>
      <p class="muted">{again ? "The server does not answer. Trying again…" : "Connecting…"}</p>
    </main>
  );
}

function Page({ state }: { state: State }) {
  const { route, link } = state;
  if (link.phase === "greeting") return <Welcome state={state} />;
  if (!state.me) return <Connecting again={link.retryAt !== undefined} />;
  if (route.page === "game") return <GamePage state={state} gameId={route.gameId} />;
  if (route.page === "table") return <TablePage state={state} tableId={route.tableId} />;
  return <Lobby state={state} />;
}

function OpenDialog({ state }: { state: State }) {
  const { send } = useApp();
  const { dialog } = state;
  switch (dialog?.kind) {
    case "settings":
      return <SettingsDialog state={state} />;
    case "create":
      return <CreateDialog state={state} />;
    case "device":
      return <DeviceDialog />;
    case "buyIn":
      return <BuyInDialog state={state} gameId={dialog.gameId} />;
    case "hands":
      return (
        <HandsDialog
          key={dialog.hand ? `${dialog.hand.tableId} ${dialog.hand.handNumber}` : ""}
          state={state}
          tableId={dialog.tableId}
          hand={dialog.hand}
        />
      );
    case "seat":
      return <SeatDialog state={state} tableId={dialog.tableId} />;
    case "talk":
      return <TalkDialog state={state} tableId={dialog.tableId} />;
    case "leave":
      return (
        <ConfirmDialog
          title={`Leave ${dialog.gameId}?`}
          text="Your chips go back to your balance; in a hand, once it is over, and you fold when your turn comes."
          verb="Leave"
          run={() => send({ type: "LEAVE", gameId: dialog.gameId })}
        />
      );
    case "end": {
      const scheduled = state.games?.find((game) => game.gameId === dialog.gameId)?.status === "SCHEDULED";
      return (
        <ConfirmDialog
          title={`${scheduled ? "Cancel" : "End"} ${dialog.gameId}?`}
          text={
            scheduled
              ? "It will not open, and is over for good."
              : "Every hand is played to its end, everybody is cashed out, and the game is over for good."
          }
          verb={scheduled ? "Cancel the game" : "End the game"}
          run={() => send({ type: "GAME_END", gameId: dialog.gameId })}
        />
      );
    }
    default:
      return null;
  }
}

/** The whole client, as the state has it. */
export function Client({ state }: { state: State }) {
  const { fourColours } = state.preferences;
  useEffect(() => void document.body.classList.toggle("four-colours", fourColours), [fourColours]);
  return (
    <>
      {state.me && <TopBar state={state} />}
      <Lost link={state.link} />
      <Page state={state} />
      <NoticesContext.Provider value={state.notices}>
        <TurnsContext.Provider value={<TurnsBehind state={state} />}>
          <OpenDialog key={state.dialog?.kind} state={state} />
        </TurnsContext.Provider>
      </NoticesContext.Provider>
      {!state.dialog && <Notices notices={state.notices} />}
      <Live state={state} />
    </>
  );
}
