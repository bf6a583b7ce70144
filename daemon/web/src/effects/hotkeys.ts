import type { KeyAction } from "../state/preferences";
import type { Store } from "../state/store";

type Pressed = (action: KeyAction) => boolean;

/** Where keys write. */
export const textFields = "input:not([type=range]), textarea, select";

const listeners = new Set<Pressed>();

/** Calls `pressed` for keys of the table until the returned function is called. */
export function onTableKey(pressed: Pressed): () => void {
  listeners.add(pressed);
  return () => listeners.delete(pressed);
}

/** These are over when they are pressed: pressed twice, they would act at the table that comes to the front next. */
const final: readonly KeyAction[] = ["fold", "call", "raise"];
const pause = 500;

/** Keys act only when the player has turned them on, and never while he types or a dialog is open. */
export function bindHotkeys(store: Store): void {
  let acted = -Infinity;
  document.addEventListener("keydown", (event) => {
    const { preferences, dialog } = store.state;
    if (!preferences.hotkeys || dialog || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const target = event.target as HTMLElement;
    if (target.matches(textFields)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = (Object.keys(preferences.keys) as KeyAction[]).find((name) => preferences.keys[name] === key);
    if (!action || (final.includes(action) && event.timeStamp - acted < pause)) return;
    if (![...listeners].some((pressed) => pressed(action))) return;
    event.preventDefault();
    if (final.includes(action)) acted = event.timeStamp;
  });
}
