import { keyActions, type KeyAction, type Preferences } from "../state/preferences";
import type { State } from "../state/model";
import { useApp } from "./app_context";
import { Modal } from "./dialog";
import { Toggle } from "./toggle";

const keyNames: Record<KeyAction, string> = {
  fold: "Fold",
  call: "Check or call",
  raise: "Bet or raise",
  min: "Size: minimum",
  half: "Size: half pot",
  threeQuarters: "Size: three quarters",
  pot: "Size: pot",
  allIn: "Size: all-in",
  more: "Size up",
  less: "Size down",
};

type Switch = { [K in keyof Preferences]: Preferences[K] extends boolean ? K : never }[keyof Preferences];

/** What the player chooses for this browser. */
export function SettingsDialog({ state }: { state: State }) {
  const { dispatch, connection } = useApp();
  const { preferences } = state;
  const set = (change: Partial<Preferences>) => dispatch({ kind: "preferences", change });
  const flip = (name: Switch, label: string) => (
    <Toggle label={label} on={preferences[name]} change={(on) => set({ [name]: on })} />
  );
  const bind = (action: KeyAction, event: KeyboardEvent) => {
    if (event.key === "Tab" || event.key === "Escape" || event.key === "Shift") return;
    event.preventDefault();
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const taken = keyActions.find((other) => preferences.keys[other] === key);
    const freed = taken && taken !== action ? { [taken]: preferences.keys[action] } : {};
    set({ keys: { ...preferences.keys, ...freed, [action]: key } });
  };
  const notify = async (on: boolean) => {
    const allowed = on && typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted";
    set({ notify: allowed });
    if (on && !allowed) dispatch({ kind: "notice", text: "The browser does not allow notifications here.", bad: true });
  };
  return (
    <Modal title="Settings">
      <div class="form">
        {flip("fourColours", "Four-colour cards")}
        {flip("bigBlinds", "Amounts in big blinds")}
        {flip("sound", "Sounds")}
        <Toggle label="Notification when it is my turn" on={preferences.notify} change={(on) => void notify(on)} />
        {flip("follow", "Bring the table to act to the front")}
        {flip("sideBySide", "Several tables side by side")}
        {flip("autoRebuy", "Buy in again by itself when broke")}
        {flip("hotkeys", "Single keys act at the table")}
        {preferences.hotkeys && (
          <div class="keys">
            {keyActions.map((action) => (
              <label key={action} class="field row">
                <span>{keyNames[action]}</span>
                <input
                  class="key"
                  readOnly
                  value={preferences.keys[action]}
                  aria-label={`Key for ${keyNames[action]}: press it`}
                  onKeyDown={(event) => bind(action, event)}
                />
              </label>
            ))}
          </div>
        )}
        {state.me && (
          <>
            <button
              type="button"
              class="secondary"
              onClick={() => dispatch({ kind: "dialog", dialog: { kind: "device" } })}
            >
              Play on another device…
            </button>
            <button
              type="button"
              class="secondary danger"
              onClick={() => {
                if (
                  !window.confirm(
                    "Without your link nobody can be this player again, seat and chips included. Forget it?",
                  )
                )
                  return;
                dispatch({ kind: "forget" });
                connection.forget();
              }}
            >
              Forget this player here
            </button>
          </>
        )}
      </div>
    </Modal>
  );
}
